//! How long single steps take.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::error::BenchError;
use crate::rounds::{Client, closed_loop};

/// Durations of many steps, collected from several tasks.
#[derive(Debug, Clone, Default)]
pub(crate) struct Times(Arc<Mutex<Vec<f64>>>);

impl Times {
    pub(crate) fn add(&self, time: Duration) {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.push(time.as_secs_f64() * 1e6);
    }

    /// The quantile in microseconds, with `share` from 0 to 1; 0 if nothing was measured.
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.sort_by(f64::total_cmp);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "an index into what is in memory"
        )]
        let index = (times.len() as f64 * share) as usize;
        let last = times.len().saturating_sub(1);
        times.get(index.min(last)).copied().unwrap_or(0.0)
    }
}

struct Timed<C> {
    client: C,
    times: Times,
}

impl<C: Client> Client for Timed<C> {
    async fn step(&mut self) -> Result<(), BenchError> {
        let start = Instant::now();
        self.client.step().await?;
        self.times.add(start.elapsed());
        Ok(())
    }
}

/// [`closed_loop`], with the duration of each step.
pub(crate) async fn closed_loop_timed<C: Client>(
    clients: Vec<C>,
    length: Duration,
) -> Result<(f64, Times), BenchError> {
    let times = Times::default();
    let timed = |client| Timed {
        client,
        times: times.clone(),
    };
    let rate = closed_loop(clients.into_iter().map(timed).collect(), length).await?;
    Ok((rate, times))
}

/// Lets each client begin a step every `interval` while `go_on` says so. A step that begins late because the one before
/// took too long is timed from when it was due. Returns steps per second and the durations.
pub(crate) async fn paced<C: Client>(
    clients: Vec<C>,
    interval: Duration,
    go_on: impl Fn() -> bool + Clone + Send + 'static,
) -> Result<(f64, Times), BenchError> {
    let times = Times::default();
    let start = Instant::now();
    let mut running = JoinSet::new();
    let count = u32::try_from(clients.len()).unwrap_or(1).max(1);
    for (number, mut client) in (0..count).zip(clients) {
        let (times, go_on) = (times.clone(), go_on.clone());
        // Staggered, so that not all clients start at the same moment.
        let mut due = start + interval * number / count;
        running.spawn(async move {
            let mut steps = 0_u32;
            while go_on() {
                tokio::time::sleep_until(due.into()).await;
                client.step().await?;
                times.add(due.elapsed());
                due += interval;
                steps += 1;
            }
            Ok::<u32, BenchError>(steps)
        });
    }
    let mut steps = 0.0;
    while let Some(done) = running.join_next().await {
        steps += f64::from(done.map_err(BenchError::of("a client"))??);
    }
    Ok((steps / start.elapsed().as_secs_f64(), times))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_of_all_steps() {
        let times = Times::default();
        assert!(times.quantile(0.5).abs() < 1e-9);
        for micros in (1..=100).rev() {
            times.add(Duration::from_micros(micros));
        }
        assert!((times.quantile(0.5) - 51.0).abs() < 1e-6);
        assert!((times.quantile(0.99) - 100.0).abs() < 1e-6);
    }

    struct Slow;

    impl Client for Slow {
        async fn step(&mut self) -> Result<(), BenchError> {
            tokio::time::sleep(Duration::from_millis(30)).await;
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_step_that_waited_for_the_one_before_it_is_timed_with_its_wait() {
        let end = Instant::now() + Duration::from_millis(200);
        let interval = Duration::from_millis(10);
        let (_, times) = paced(vec![Slow], interval, move || Instant::now() < end)
            .await
            .unwrap();
        assert!(times.quantile(0.99) > 60_000.0);
    }
}
