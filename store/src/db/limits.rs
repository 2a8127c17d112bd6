//! How long PostgreSQL may take for a statement, and how long it may say nothing before it counts as cut off.

use std::pin::pin;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Limits of time. SQLite, which no network lies before, needs none of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    statement: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self::of_statements(Duration::from_secs(60))
    }
}

impl Limits {
    /// Those that go with a longest statement.
    #[must_use]
    pub const fn of_statements(longest: Duration) -> Self {
        Self { statement: longest }
    }

    /// PostgreSQL itself ends a statement that takes longer.
    #[must_use]
    pub const fn statement(self) -> Duration {
        self.statement
    }

    /// Whoever waits for an answer for so long is cut off from the database, which would have said something by now:
    /// the connection is given up. 65 s by default.
    #[must_use]
    pub fn answer(self) -> Duration {
        self.statement + self.statement / 12
    }

    /// A step of a subscription, of several statements, is given up after so long. 70 s by default.
    #[must_use]
    pub fn step(self) -> Duration {
        self.statement + self.statement / 6
    }
}

/// How long a connection is suspect.
const SUSPECT: Duration = Duration::from_secs(30);
static START: LazyLock<Instant> = LazyLock::new(Instant::now);
/// When, in milliseconds since [`START`], the last answer was given up; 0 for never.
static GIVEN_UP: AtomicU64 = AtomicU64::new(0);

/// Notes on its way out that nobody waits for an answer any more, unless it has come.
struct Waiting(bool);

impl Drop for Waiting {
    fn drop(&mut self) {
        if self.0 {
            GIVEN_UP.store(since_start().max(1), Ordering::Relaxed);
        }
    }
}

fn since_start() -> u64 {
    u64::try_from(START.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// Was an answer given up a moment ago? Its connection may be cut off, and must not be waited for when it comes back
/// to its pool.
pub(super) fn any_given_up_lately() -> bool {
    match GIVEN_UP.load(Ordering::Relaxed) {
        0 => false,
        at => u128::from(since_start().saturating_sub(at)) < SUSPECT.as_millis(),
    }
}

/// The answer to what was `asked`. Where whoever waits goes away before it comes, that is noted.
pub async fn watched<T>(asked: impl Future<Output = T>) -> T {
    let asked = pin!(asked);
    // Dropped before the connection that is asked.
    let mut waiting = Waiting(true);
    let answer = asked.await;
    waiting.0 = false;
    answer
}

/// The same; where it does not come in time, the connection is given up with the question.
pub async fn in_time<T>(
    limit: Duration,
    asked: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let asked = pin!(asked);
    let mut waiting = Waiting(true);
    let answer = tokio::time::timeout(limit, asked).await;
    waiting.0 = answer.is_err();
    answer.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}
