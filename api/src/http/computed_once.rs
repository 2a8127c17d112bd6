//! An answer that is the same for everybody, cached for a moment: it is computed once, however many ask.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

/// The last answer, and when it was computed.
#[derive(Debug)]
pub struct ComputedOnce<T>(Mutex<Option<(Instant, T)>>);

impl<T> Default for ComputedOnce<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> ComputedOnce<T> {
    /// The last answer if it is not older than `age`, else the result of `make`; calls in the meantime wait for it.
    pub(crate) async fn get(&self, age: Duration, make: impl Future<Output = T>) -> T {
        let mut kept = self.0.lock().await;
        if let Some((made, answer)) = &*kept
            && made.elapsed() < age
        {
            return answer.clone();
        }
        let answer = make.await;
        *kept = Some((Instant::now(), answer.clone()));
        answer
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn an_answer_is_made_once_for_all_who_ask_within_its_age() {
        let (kept, made) = (ComputedOnce::default(), AtomicU32::new(0));
        let make = || async {
            tokio::task::yield_now().await;
            made.fetch_add(1, Ordering::Relaxed)
        };
        let long = Duration::from_secs(60);
        let answers = futures::future::join_all((0..50).map(|_| kept.get(long, make()))).await;
        assert!(answers.iter().all(|answer| *answer == 0));
        assert_eq!(kept.get(Duration::ZERO, make()).await, 1);
        assert_eq!(made.load(Ordering::Relaxed), 2);
    }
}
