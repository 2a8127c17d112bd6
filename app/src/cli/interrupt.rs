//! Ctrl-C as a request that long work checks, instead of a kill.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::terminal::block_on;

/// Set once Ctrl-C was pressed.
pub(super) fn flag() -> Arc<AtomicBool> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    // Without the thread Ctrl-C kills the process, which leaves the disk unchanged as well.
    drop(
        std::thread::Builder::new()
            .name("interrupt".into())
            .spawn(move || {
                let waited: anyhow::Result<()> =
                    block_on(async { Ok(tokio::signal::ctrl_c().await?) });
                flag.store(waited.is_ok(), Ordering::Relaxed);
            }),
    );
    stopped
}

/// Whether to continue.
pub(super) fn flow(stopped: &AtomicBool) -> ControlFlow<()> {
    if stopped.load(Ordering::Relaxed) {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}
