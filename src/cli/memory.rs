//! Memory that the system refuses: exit code 1, as for whatever else it refuses.

/// What the standard library panics with where a new thread has no room for its signal stack; the others
/// would go on without that thread.
#[cfg(unix)]
const NO_STACK: &str = "alternative stack";

/// From now on the process ends with code 1 where memory is refused. The standard library says so on
/// standard error and aborts then; what is on disk is what a kill would leave.
#[cfg(unix)]
pub fn end_with_a_code() {
    use super::failure::Code;
    use signal_hook::consts::SIGABRT;
    use signal_hook::flag::register_conditional_shutdown;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    let always = Arc::new(AtomicBool::new(true));
    // Without it the code is that of an abort, and nothing else differs.
    let _ = register_conditional_shutdown(SIGABRT, Code::Failed as i32, always);
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if panic.payload().downcast_ref::<String>().is_some_and(|why| why.contains(NO_STACK)) {
            super::output::say("memory allocation of a thread's stack failed");
            std::process::exit(Code::Failed as i32);
        }
        usual(panic);
    }));
}

/// Other systems have a code of their own for it.
#[cfg(not(unix))]
pub fn end_with_a_code() {}
