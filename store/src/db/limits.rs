//! How long PostgreSQL may take for a statement, and how long it may be silent before it counts as cut off.

use std::pin::pin;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Time limits. SQLite, which is not behind a network, needs none.
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
    /// The limits for a given longest statement.
    #[must_use]
    pub const fn of_statements(longest: Duration) -> Self {
        Self { statement: longest }
    }

    /// PostgreSQL itself ends a statement that takes longer.
    #[must_use]
    pub const fn statement(self) -> Duration {
        self.statement
    }

    /// After this time without an answer the connection counts as cut off, since the database would have ended the
    /// statement: it is given up. 65 s by default.
    #[must_use]
    pub fn answer(self) -> Duration {
        self.statement + self.statement / 12
    }

    /// A subscription's step, of several statements, is given up after this. 70 s by default.
    #[must_use]
    pub fn step(self) -> Duration {
        self.statement + self.statement / 6
    }
}

/// How long connections stay suspect.
const SUSPECT: Duration = Duration::from_secs(30);
static START: LazyLock<Instant> = LazyLock::new(Instant::now);
/// When the last answer was given up, in milliseconds since [`START`]; 0 for never.
static GIVEN_UP: AtomicU64 = AtomicU64::new(0);

/// Notes on drop that nobody waits for an answer any more, unless it has come.
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

/// Was an answer given up recently? Its connection may be cut off, and must not be awaited when it returns to its
/// pool.
pub(super) fn any_given_up_lately() -> bool {
    match GIVEN_UP.load(Ordering::Relaxed) {
        0 => false,
        at => u128::from(since_start().saturating_sub(at)) < SUSPECT.as_millis(),
    }
}

/// The answer to `asked`. If the caller goes away before it comes, that is noted.
pub async fn watched<T>(asked: impl Future<Output = T>) -> T {
    let asked = pin!(asked);
    // Dropped before the connection that is asked.
    let mut waiting = Waiting(true);
    let answer = asked.await;
    waiting.0 = false;
    answer
}

/// The same; if it does not come in time, the connection is given up.
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
