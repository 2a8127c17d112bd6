//! Waiting that the caller can end.

use std::future::Future;
use std::ops::ControlFlow;
use std::time::Duration;

/// How often `go_on` is asked.
const TICK: Duration = Duration::from_millis(100);

/// The result of `work`; none once `go_on`, which is asked several times a second, says to stop.
pub async fn watched<T>(
    work: impl Future<Output = T>,
    mut go_on: impl FnMut() -> ControlFlow<()>,
) -> Option<T> {
    tokio::pin!(work);
    loop {
        if let Ok(done) = tokio::time::timeout(TICK, &mut work).await {
            return Some(done);
        }
        if go_on().is_break() {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_ends_by_itself_or_when_told_to() {
        let go_on = || ControlFlow::Continue(());
        assert_eq!(watched(async { 7 }, go_on).await, Some(7));
        let mut asked = 0;
        let stopped = watched(std::future::pending::<()>(), || {
            asked += 1;
            if asked == 2 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(stopped.await, None);
    }
}
