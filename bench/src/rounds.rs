//! Rounds: A B A B …, so that a machine that is slow for a while is slow for every contestant.

use std::fmt;
use std::future::Future;
use std::io::Write as _;
use std::pin::Pin;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::error::BenchError;

/// Length of the warm-up round, which is not counted.
const WARM_UP: Duration = Duration::from_secs(1);

pub(crate) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The results of a round, one value per figure.
pub(crate) type Figures = Vec<f64>;

pub(crate) trait Contestant: Send {
    /// The name in the report.
    fn name(&self) -> String;
    /// Prepares (not measured), then works for `length`. Returns its figures, always the same number of them: units of
    /// work per second, or durations.
    fn round(&mut self, round: u32, length: Duration)
    -> BoxFuture<'_, Result<Figures, BenchError>>;
}

/// One figure of a contestant, one value per round.
#[derive(Debug, Clone)]
pub(crate) struct Series {
    pub(crate) name: String,
    /// Units of work per second, or durations.
    pub(crate) values: Vec<f64>,
}

/// Median, minimum and maximum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
}

impl Spread {
    /// The spread of at least one value.
    pub(crate) fn of(values: &[f64]) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let upper = sorted.len() / 2;
        let lower = (sorted.len() - 1) / 2;
        Self {
            median: f64::midpoint(sorted[lower], sorted[upper]),
            min: sorted[0],
            max: sorted[sorted.len() - 1],
        }
    }
}

impl Series {
    pub(crate) fn spread(&self) -> Spread {
        Spread::of(&self.values)
    }

    /// The ratio to `peer`, taken round by round.
    pub(crate) fn ratio(&self, peer: &Self) -> Spread {
        let ratios: Vec<f64> = self
            .values
            .iter()
            .zip(&peer.values)
            .map(|(mine, theirs)| mine / theirs)
            .collect();
        Spread::of(&ratios)
    }
}

/// Runs the contestants in turn, `rounds` times after a warm-up. Returns each one's figures.
pub(crate) async fn interleave(
    title: &str,
    contestants: &mut [Box<dyn Contestant>],
    rounds: u32,
    length: Duration,
) -> Result<Vec<Vec<Series>>, BenchError> {
    let mut all: Vec<Vec<Series>> = Vec::with_capacity(contestants.len());
    for contestant in contestants.iter_mut() {
        let name = contestant.name();
        progress(format_args!("{title}: warming up {name}"));
        let figures = contestant.round(0, WARM_UP.min(length)).await?;
        let empty = |_| Series {
            name: name.clone(),
            values: Vec::new(),
        };
        all.push(figures.iter().map(empty).collect());
    }
    for round in 1..=rounds {
        for (contestant, series) in contestants.iter_mut().zip(&mut all) {
            let figures = contestant.round(round, length).await?;
            let name = &series[0].name;
            let shown: Vec<String> = figures.iter().map(|value| format!("{value:.1}")).collect();
            let shown = shown.join(", ");
            progress(format_args!(
                "{title}: round {round} of {rounds}: {name}: {shown}"
            ));
            for (series, value) in series.iter_mut().zip(figures) {
                series.values.push(value);
            }
        }
    }
    Ok(all)
}

/// Prints progress to standard error.
pub(crate) fn progress(line: fmt::Arguments<'_>) {
    // The measurement continues even if standard error is closed.
    drop(writeln!(std::io::stderr(), "{line}"));
}

/// One of several clients, each of which waits for its response before the next request.
pub(crate) trait Client: Send + 'static {
    fn step(&mut self) -> impl Future<Output = Result<(), BenchError>> + Send;
}

/// Lets all clients work at once for `length`. Returns steps per second.
pub(crate) async fn closed_loop<C: Client>(
    clients: Vec<C>,
    length: Duration,
) -> Result<f64, BenchError> {
    let start = Instant::now();
    let mut running = JoinSet::new();
    for mut client in clients {
        running.spawn(async move {
            let mut steps = 0_u32;
            while start.elapsed() < length {
                client.step().await?;
                steps += 1;
            }
            Ok::<u32, BenchError>(steps)
        });
    }
    let mut steps = 0.0;
    while let Some(done) = running.join_next().await {
        steps += f64::from(done.map_err(BenchError::of("a client"))??);
    }
    Ok(steps / start.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_the_middle_and_the_ends() {
        let odd = Spread::of(&[3.0, 1.0, 2.0]);
        assert_eq!((odd.median, odd.min, odd.max), (2.0, 1.0, 3.0));
        assert!((Spread::of(&[1.0, 4.0]).median - 2.5).abs() < 1e-9);
    }

    #[test]
    fn a_ratio_compares_each_round_with_the_same_round_of_the_peer() {
        let series = |rates: &[f64]| Series {
            name: String::new(),
            values: rates.to_vec(),
        };
        // The second round is twice as slow for both, so the ratio does not move.
        let ratio = series(&[200.0, 100.0]).ratio(&series(&[100.0, 50.0]));
        assert_eq!((ratio.median, ratio.min, ratio.max), (2.0, 2.0, 2.0));
    }

    struct Count;

    impl Client for Count {
        async fn step(&mut self) -> Result<(), BenchError> {
            tokio::time::sleep(Duration::from_millis(10)).await;
            Ok(())
        }
    }

    #[tokio::test]
    async fn clients_work_at_the_same_time() {
        let one = closed_loop(vec![Count], Duration::from_millis(200))
            .await
            .unwrap();
        let ten = (0..10).map(|_| Count).collect();
        let ten = closed_loop(ten, Duration::from_millis(200)).await.unwrap();
        assert!(ten > 5.0 * one, "{ten} against {one}");
    }
}
