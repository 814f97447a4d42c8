//! Memory that the system refuses: exit code 1, as for whatever else it refuses.

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
}

/// Other systems have a code of their own for it.
#[cfg(not(unix))]
pub fn end_with_a_code() {}
