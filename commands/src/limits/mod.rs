//! What one user may ask for, so that the others are served too: the table of all limits, and what counts them.
//!
//! Rates are counted by `governor`, what lasts by semaphores; both are this process's own. Requests to live services
//! ([`LiveLimits`]) and the volume of changes ([`DailyVolume`]) are counted in the database, for all processes.

mod daily_volume;
mod eviction;
mod live;
mod semaphore;
#[cfg(test)]
mod tests;

use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

pub use daily_volume::DailyVolume;
use eviction::Eviction;
pub use live::{LiveLimitSettings, LiveLimits};
pub use semaphore::{PerUserSemaphore, Permit};

/// How something is limited.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// How many.
    pub most: u32,
    /// How they are counted.
    pub counted: Counted,
    /// How many more calls may wait for a permit, and for how long.
    pub waiting: u32,
    /// See `waiting`.
    pub patience: Duration,
    /// When to ask again, where that is not known better.
    retry_after_s: u32,
    /// What a user over the limit reads.
    words: &'static str,
}

/// How something is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// So many come back within that time.
    Rate(Duration),
    /// While they last.
    AtOnce,
    /// While they last, and that long afterwards where the permit was spent.
    Spent(Duration),
    /// By somebody else, who asks for the number and the words only.
    Elsewhere,
}

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const MEGABYTE: u32 = 1024 * 1024;

/// Declares what is limited together with its limit where the operator sets no other.
macro_rules! limits {
    ($($(#[$what:meta])* $limited:ident = $limit:expr, $words:expr;)*) => {
        /// What is limited.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Limited {
            $($(#[$what])* $limited,)*
        }

        impl Limited {
            /// All of them, in the order of their declaration.
            pub const ALL: &[Self] = &[$(Self::$limited),*];
        }

        const TABLE: &[Limit] = &[$(Limit { words: $words, ..$limit }),*];
    };
}

const LONG_ANSWERS: &str = "At most {most} long answers at once: let one of them end.";
const CHANGING: &str =
    "Your last changes to many companies are still being made: try again in a moment.";
const GUESSES: &str = "Too many invalid coupon codes: please wait a minute and check the code.";

limits! {
    /// Calls.
    Calls = rate(200, Duration::from_secs(2)), "Too many calls at once: at most {rate} a second.";
    /// Answers that are stored for repetitions; a long one counts for each kilobyte.
    KeptAnswers = rate(10_000, DAY), "";
    /// Calls that wait for a job.
    WaitingCalls = at_once(8), "At most {most} calls may wait for results at once: let one of them end.";
    /// Streamed answers that screens read: a session's rows, lists without a page.
    Screens = at_once(2).queue(8, 20), LONG_ANSWERS;
    /// Files on their way; screens do not wait for them.
    Downloads = at_once(2).queue(8, 20), LONG_ANSWERS;
    /// Open event streams.
    EventStreams = at_once(4), "Too many windows follow your searches at once: close one of them.";
    /// Excel files being written, of all users together.
    Workbooks = at_once(2), "Other Excel files are being written. Try again in a moment.";
    /// Calls that change many companies: what one reads and seals is held by it alone.
    BulkChanges = at_once(1).queue(15, 30), CHANGING;
    /// Calls that look up the facts of saved companies again.
    Refreshes = at_once(1).queue(15, 30), CHANGING;
    /// Searches whose sources are being determined.
    Lookups = at_once(1).queue(u32::MAX, 30),
        "Your other searches are still being looked up: try again in a moment.";
    /// Starts of jobs: open jobs are counted one start at a time.
    Starts = at_once(1).queue(u32::MAX, 30),
        "Your other searches are still being started: try again in a moment.";
    /// Jobs that have not ended; the aggregate refuses more.
    OpenJobs = elsewhere(20), "";
    /// Jobs that ended within a day without a row to pay.
    UnpaidJobs = elsewhere(200),
        "{most} of your searches have ended within a day without a single result. Please try again later, \
         or with other words.";
    /// Coupon codes of a user that give nothing.
    CouponGuesses = spent(20, MINUTE), GUESSES;
    /// The same of all users at one address.
    AddressGuesses = spent(300, MINUTE), GUESSES;
    /// Bytes of changes to companies that no credit pays for; see [`DailyVolume`].
    ChangedBytes = elsewhere(400 * MEGABYTE), "";
}

const fn rate(most: u32, within: Duration) -> Limit {
    Limit::new(most, Counted::Rate(within), 1)
}

const fn at_once(most: u32) -> Limit {
    Limit::new(most, Counted::AtOnce, 5)
}

const fn spent(most: u32, time: Duration) -> Limit {
    Limit::new(most, Counted::Spent(time), 60)
}

const fn elsewhere(most: u32) -> Limit {
    Limit::new(most, Counted::Elsewhere, 3_600)
}

impl Limit {
    const fn new(most: u32, counted: Counted, retry_after_s: u32) -> Self {
        Self {
            most,
            counted,
            waiting: 0,
            patience: Duration::ZERO,
            retry_after_s,
            words: "",
        }
    }

    const fn queue(self, waiting: u32, seconds: u64) -> Self {
        Self {
            waiting,
            patience: Duration::from_secs(seconds),
            ..self
        }
    }

    /// In how many seconds a rate comes back.
    fn window_s(&self) -> u32 {
        match self.counted {
            Counted::Rate(within) => u32::try_from(within.as_secs()).unwrap_or(u32::MAX),
            Counted::AtOnce | Counted::Spent(_) | Counted::Elsewhere => 1,
        }
    }

    fn too_many(&self) -> TooMany {
        let words = self.words.replace("{most}", &self.most.to_string());
        let rate = self.most / self.window_s();
        TooMany {
            message: words.replace("{rate}", &rate.to_string()),
            retry_after_s: self.retry_after_s,
            policy: None,
        }
    }
}

/// Something was one too many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooMany {
    /// For people.
    pub message: String,
    /// When to ask again.
    pub retry_after_s: u32,
    /// Of calls: how many (q) come back in how many seconds (w).
    pub policy: Option<String>,
}

/// The limits in force: the usual ones, and those that the operator has set.
#[derive(Debug, Clone, Copy)]
pub struct UserLimits([Limit; Limited::ALL.len()]);

impl Default for UserLimits {
    fn default() -> Self {
        let mut limits = [elsewhere(0); Limited::ALL.len()];
        limits.copy_from_slice(TABLE);
        Self(limits)
    }
}

impl Index<Limited> for UserLimits {
    type Output = Limit;

    fn index(&self, limited: Limited) -> &Limit {
        &self.0[limited as usize]
    }
}

impl IndexMut<Limited> for UserLimits {
    fn index_mut(&mut self, limited: Limited) -> &mut Limit {
        &mut self.0[limited as usize]
    }
}

/// Counts what users ask for. Clones count together.
#[derive(Clone)]
pub struct Limits(Arc<Inner>);

struct Inner {
    limits: UserLimits,
    counters: Vec<Counter>,
}

enum Counter {
    Rate(Rate),
    Semaphore(PerUserSemaphore),
    Elsewhere,
}

struct Rate {
    users: DefaultKeyedRateLimiter<String>,
    eviction: Eviction,
}

impl Rate {
    /// So many at once, and as many back within that time.
    fn new(most: u32, within: Duration) -> Self {
        let most = NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN);
        let each = (within / most.get()).max(Duration::from_nanos(1));
        let quota = Quota::with_period(each).expect("more than nothing");
        Self {
            users: RateLimiter::keyed(quota.allow_burst(most)),
            eviction: Eviction::default(),
        }
    }

    /// The users, without those whose allowance is whole again.
    fn users(&self) -> &DefaultKeyedRateLimiter<String> {
        self.eviction.evict(
            &self.users,
            |users| users.len(),
            |users| users.retain_recent(),
        );
        &self.users
    }
}

impl Limits {
    /// Nobody has asked for anything yet.
    pub fn new(limits: UserLimits) -> Self {
        let counters = limits.0.iter().map(|limit| match limit.counted {
            Counted::Rate(within) => Counter::Rate(Rate::new(limit.most, within)),
            Counted::AtOnce | Counted::Spent(_) => {
                Counter::Semaphore(PerUserSemaphore::new(limit.most))
            }
            Counted::Elsewhere => Counter::Elsewhere,
        });
        let counters = counters.collect();
        Self(Arc::new(Inner { limits, counters }))
    }

    /// How many there may be.
    pub fn most(&self, limited: Limited) -> u32 {
        self.0.limits[limited].most
    }

    /// What a user over the limit is told.
    pub fn refusal(&self, limited: Limited) -> TooMany {
        self.0.limits[limited].too_many()
    }

    /// Counts one of what has a rate.
    pub fn count(&self, limited: Limited, user: &str) -> Result<(), TooMany> {
        let rate = self.rate(limited);
        rate.users().check_key(&user.to_owned()).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            let limit = self.0.limits[limited];
            let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX);
            TooMany {
                retry_after_s: seconds.saturating_add(1),
                policy: Some(format!("q={};w={}", limit.most, limit.window_s())),
                ..limit.too_many()
            }
        })
    }

    /// Counts several at once of what has a rate, or none of them. Answers whether it did.
    pub fn count_all(&self, limited: Limited, user: &str, number: NonZeroU32) -> bool {
        if number.get() > self.most(limited) {
            return false;
        }
        let counted = self
            .rate(limited)
            .users()
            .check_key_n(&user.to_owned(), number);
        matches!(counted, Ok(Ok(())))
    }

    /// A permit, where one is free.
    pub fn try_permit(&self, limited: Limited, user: &str) -> Result<Permit, TooMany> {
        let permit = self.semaphore(limited).try_acquire(user);
        permit.ok_or_else(|| self.refusal(limited))
    }

    /// A permit, as soon as one is free. Refused where too many calls wait for one already, or where that takes too long.
    pub async fn permit(&self, limited: Limited, user: &str) -> Result<Permit, TooMany> {
        let limit = self.0.limits[limited];
        let permit = self.semaphore(limited).acquire_within(user, limit.waiting);
        let permit = match permit {
            Some(permit) => tokio::time::timeout(limit.patience, permit).await.ok(),
            None => None,
        };
        permit.ok_or_else(|| limit.too_many())
    }

    /// Gives a permit back after its time only: what it was for counts until then.
    pub fn spend(&self, limited: Limited, permit: Permit) {
        if let Counted::Spent(time) = self.0.limits[limited].counted {
            tokio::spawn(async move {
                tokio::time::sleep(time).await;
                drop(permit);
            });
        }
    }

    fn rate(&self, limited: Limited) -> &Rate {
        match &self.0.counters[limited as usize] {
            Counter::Rate(rate) => rate,
            Counter::Semaphore(_) | Counter::Elsewhere => panic!("{limited:?} has no rate"),
        }
    }

    fn semaphore(&self, limited: Limited) -> &PerUserSemaphore {
        match &self.0.counters[limited as usize] {
            Counter::Semaphore(semaphore) => semaphore,
            Counter::Rate(_) | Counter::Elsewhere => panic!("{limited:?} has no permits"),
        }
    }
}
