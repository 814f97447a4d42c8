//! Memory and threads that the system refuses: exit code 1, as for whatever else it refuses.

/// What the standard library panics with where a new thread has no room for its signal stack; the others
/// would go on without that thread.
#[cfg(unix)]
const NO_STACK: &str = "alternative stack";

/// What the standard library and tokio panic with where there is no thread to be had. Who waits for that thread may wait
/// for ever then.
#[cfg(unix)]
const NO_THREAD: [&str; 2] = ["failed to spawn thread", "can't spawn worker thread"];

/// From now on the process ends with code 1 where memory or a thread is refused. Of memory the standard library
/// says so on standard error and aborts then; what is on disk is what a kill would leave.
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
        let why = panic.payload().downcast_ref::<String>();
        if let Some(said) = why.and_then(|it| refused(it)) {
            super::output::say(said);
            std::process::exit(Code::Failed as i32);
        }
        usual(panic);
    }));
}

/// What is said of a panic that comes of something that the system refuses.
#[cfg(unix)]
fn refused(why: &str) -> Option<&'static str> {
    match () {
        () if why.contains(NO_STACK) => Some("memory allocation of a thread's stack failed"),
        () if NO_THREAD.iter().any(|it| why.contains(it)) => {
            Some("error: the system gives no more threads")
        }
        () => None,
    }
}

/// Other systems have a code of their own for it.
#[cfg(not(unix))]
pub fn end_with_a_code() {}

#[cfg(all(test, unix))]
mod tests {
    use super::refused;

    #[test]
    fn what_the_system_refuses_is_said_in_words() {
        let of_tokio =
            "OS can't spawn worker thread: Resource temporarily unavailable (os error 11)";
        let of_std = "failed to spawn thread: Os { code: 11, kind: WouldBlock }";
        assert!([of_tokio, of_std].iter().all(|why| refused(why).is_some()));
        assert_eq!(refused("index out of bounds"), None);
    }
}
