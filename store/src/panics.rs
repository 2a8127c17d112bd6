//! Panics are caught where a task must not end silently: they become failures that are reported and retried.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::time::Duration;

use futures::FutureExt;
use tokio_util::sync::CancellationToken;

use crate::problems::Problems;

/// The wait before a part restarts; doubled up to [`LONGEST_PAUSE`].
const PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// A part that has run this long since its restart is considered healthy.
const SOUND: Duration = Duration::from_secs(600);

/// The problem reported for a part that has panicked.
const STARTED_AGAIN: &str =
    "it failed unexpectedly and was started again; the reason is in the log";

/// Runs `work`; a panic in it is an error, in its own words. Whatever it was doing is dropped: a transaction is
/// rolled back, as if its process had died.
pub async fn caught<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let done = AssertUnwindSafe(work).catch_unwind().await;
    done.map_err(|panic| words(panic.as_ref()))
}

/// Runs what `start` makes until that ends. After a panic it is restarted after a pause, and `problems` report that
/// under the name of the part.
pub async fn supervised<F: Future<Output = ()>>(
    part: &'static str,
    problems: &Problems,
    stop: &CancellationToken,
    start: impl Fn() -> F,
) {
    let mut pause = PAUSE;
    while !stop.is_cancelled() {
        let mut running = pin!(caught(start()));
        let ended = tokio::select! {
            ended = &mut running => ended,
            () = tokio::time::sleep(SOUND) => {
                problems.clear(part);
                pause = PAUSE;
                running.await
            }
        };
        let Err(panicked) = ended else {
            return;
        };
        tracing::error!(part, panicked, "task panicked; restarting");
        // Anybody may ask for the health: the panic's own words, which may quote stored data, are only in the log.
        problems.report(part, STARTED_AGAIN.to_owned());
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(pause) => {}
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panicked: {}", text.unwrap_or("without a message"))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    // JOB-13
    #[tokio::test]
    async fn job_13_what_panics_is_started_again_and_told() {
        let (problems, stop) = (Problems::default(), CancellationToken::new());
        let starts = AtomicU32::new(0);
        let work = || async {
            let start = starts.fetch_add(1, Ordering::SeqCst);
            assert!(start >= 2, "start {start} fails");
            stop.cancelled().await;
        };
        let looking = async {
            while starts.load(Ordering::SeqCst) < 3 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            assert_eq!(problems.all(), [format!("keeper: {STARTED_AGAIN}")]);
            stop.cancel();
        };
        tokio::join!(supervised("keeper", &problems, &stop, work), looking);
        assert_eq!(starts.load(Ordering::SeqCst), 3, "an end is an end");
    }
}
