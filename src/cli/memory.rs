//! Memory that the system refuses: a message and exit code 1, in place of an abort.

use super::failure::Code;
use std::alloc::{GlobalAlloc, Layout, System};

/// The system's memory. Where it gives no more, the process ends; what is on disk then is what a kill
/// would leave.
pub struct Memory;

// SAFETY: all calls are handed on as they are, and no null pointer is handed back.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's.
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's.
        given(unsafe { System.realloc(old, layout, size) })
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: the caller's.
        unsafe { System.dealloc(old, layout) }
    }
}

fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        refused();
    }
    memory
}

/// Ends the process without another allocation, a lock or a destructor.
#[cold]
fn refused() -> ! {
    let text = b"error: out of memory: the system gave no more. What is on record stands; ask for \
less, or free some memory, and repeat the command or go on with `starhop resume`\n";
    #[cfg(unix)]
    // SAFETY: the text is as long as that, and both calls may be made at any time.
    unsafe {
        let _ = libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), text.len());
        libc::_exit(Code::Failed as i32)
    }
    #[cfg(not(unix))]
    {
        let _ = std::io::Write::write_all(&mut std::io::stderr(), text);
        std::process::exit(Code::Failed as i32)
    }
}
