//! What one user may ask for, so that the others are served too: the table of all limits, and what counts them.
//!
//! `governor` counts rates, semaphores count what lasts; both are in this process's memory. Only requests to live
//! services ([`LiveLimits`]), which cost money or goodwill, are counted in the database, for all processes.

mod daily_volume;
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

pub(crate) use daily_volume::DailyVolume;
pub use live::{LiveLimitSettings, LiveLimits};
use semaphore::PerUserSemaphore;
pub use semaphore::Permit;

/// How something is limited.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    pub most: u32,
    /// The window of a rate, or how long a spent permit is missing.
    within: Duration,
    /// How many more calls may wait for a permit.
    pub waiting: u32,
    /// How long they wait.
    pub patience: Duration,
    /// When to ask again, unless the counter knows better.
    retry_after_s: u32,
    /// The message of the refusal.
    words: &'static str,
    /// Which one, in metrics.
    name: &'static str,
}

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const MEGABYTE: u32 = 1024 * 1024;

/// Declares what is limited together with its default limit.
macro_rules! limits {
    ($($(#[$what:meta])* $limited:ident = $limit:expr, $words:expr;)*) => {
        /// What is limited.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Limited {
            $($(#[$what])* $limited,)*
        }

        impl Limited {
            /// In the order of declaration.
            pub const ALL: &[Self] = &[$(Self::$limited),*];
        }

        const TABLE: [Limit; Limited::ALL.len()] = [$(Limit {
            words: $words,
            name: stringify!($limited),
            ..$limit
        }),*];
    };
}

const LONG_ANSWERS: &str = "At most {most} long answers at once: wait for one to finish.";
const GUESSES: &str = "Too many invalid coupon codes: please wait a minute and check the code.";

limits! {
    Calls = most(200).within(Duration::from_secs(2)),
        "Too many calls at once: at most {most} in {within} seconds.";
    /// Calls that need no token, from an address.
    PublicCalls = most(1_000).within(Duration::from_secs(2)),
        "Too many calls from your network at once: at most {most} in {within} seconds.";
    /// Answers stored for repetitions; a long one counts once per kilobyte.
    KeptAnswers = most(10_000).within(DAY), "";
    /// Calls that wait for a job.
    WaitingCalls = most(8), "At most {most} calls may wait for results at once: wait for one to finish.";
    /// Streamed answers that screens read: a session's rows, lists without a page.
    Screens = most(2).queue(8, 20), LONG_ANSWERS;
    /// Files being sent, counted apart so that screens do not wait for them.
    Downloads = most(2).queue(8, 20), LONG_ANSWERS;
    EventStreams = most(4), "Too many windows follow your searches at once: close one of them.";
    /// Excel files: a user's are written one after the other.
    Workbooks = most(1).queue(8, 50),
        "Your other Excel files are still being written: try again in a moment.";
    /// Steps of Excel files, of all users together: each file waits for its next turn.
    WorkbookSteps = most(2).queue(u32::MAX, 50),
        "Other Excel files are being written. Try again in a moment.";
    /// Looks at a list of companies: only one searches and sorts at a time.
    CompanyLists = most(1).queue(15, 10),
        "Your other searches in My Companies are still running: try again in a moment.";
    /// Calls that change many companies: only one reads and seals at a time.
    BulkChanges = most(1).queue(15, 30),
        "Your last changes to many companies are still being made: try again in a moment.";
    /// Starts and estimates: sources are determined and open jobs counted for one at a time.
    Starts = most(1).queue(u32::MAX, 30),
        "Your other searches are still being started: try again in a moment.";
    /// Jobs that have not ended; enforced by the aggregate.
    OpenJobs = most(20).retry_after(30), "";
    /// Jobs that ended within a day without a row to pay.
    UnpaidJobs = most(200).retry_after(3_600),
        "{most} of your searches have ended within a day without a single result. Please try again later, \
         or with other words.";
    /// A user's coupon codes that give nothing.
    CouponGuesses = most(20).within(MINUTE).retry_after(60), GUESSES;
    /// The same for all users at one address.
    AddressGuesses = most(300).within(MINUTE).retry_after(60), GUESSES;
    /// Links that a user may ask for, in a day, to confirm an address of e-mail; counted in the database.
    MailLinks = most(3).within(DAY), "At most {most} links are sent in a day. Please try again tomorrow (UTC).";
    /// The same to an address, whoever asks for them; nobody is told, since that would tell of the others.
    MailLinksTo = most(6).within(DAY), "";
    /// Links of e-mails that are none, from an address.
    MailTokens = most(300).within(MINUTE).retry_after(60),
        "Too many links that are not valid: please wait a minute.";
    /// Bytes a day of changes to companies that no credit pays for; see [`DailyVolume`].
    ChangedBytes = most(400 * MEGABYTE), "";
}

impl Limited {
    /// When to ask again, in seconds, where no counter knows better.
    pub const fn retry_after_s(self) -> u32 {
        TABLE[self as usize].retry_after_s
    }

    /// Its name in metrics.
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].name
    }
}

const fn most(most: u32) -> Limit {
    Limit {
        most,
        within: Duration::ZERO,
        waiting: 0,
        patience: Duration::ZERO,
        retry_after_s: 5,
        words: "",
        name: "",
    }
}

impl Limit {
    const fn within(self, within: Duration) -> Self {
        Self { within, ..self }
    }

    const fn queue(self, waiting: u32, seconds: u64) -> Self {
        Self {
            waiting,
            patience: Duration::from_secs(seconds),
            ..self
        }
    }

    const fn retry_after(self, retry_after_s: u32) -> Self {
        Self {
            retry_after_s,
            ..self
        }
    }

    fn too_many(&self) -> TooMany {
        let words = self.words.replace("{most}", &self.most.to_string());
        TooMany {
            message: words.replace("{within}", &self.within.as_secs().to_string()),
            retry_after_s: self.retry_after_s,
            policy: None,
            limit: self.name,
        }
    }
}

/// A limit was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooMany {
    pub message: String,
    pub retry_after_s: u32,
    /// Of a rate: its quota (q) and window in seconds (w).
    pub policy: Option<String>,
    /// Which limit, in metrics.
    pub limit: &'static str,
}

/// The limits in force: the defaults, and those that the operator has set.
#[derive(Debug, Clone, Copy)]
pub struct UserLimits([Limit; Limited::ALL.len()]);

impl Default for UserLimits {
    fn default() -> Self {
        Self(TABLE)
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
pub struct Limits(Arc<[Counter]>);

/// Counts one row of the table, as a rate or with permits.
struct Counter {
    limit: Limit,
    rate: DefaultKeyedRateLimiter<String>,
    permits: PerUserSemaphore,
}

impl Counter {
    fn new(limit: Limit) -> Self {
        let most = NonZeroU32::new(limit.most).unwrap_or(NonZeroU32::MIN);
        let each = (limit.within / most.get()).max(Duration::from_nanos(1));
        let quota = Quota::with_period(each).expect("at least a nanosecond");
        Self {
            limit,
            rate: RateLimiter::keyed(quota.allow_burst(most)),
            permits: PerUserSemaphore::new(limit.most),
        }
    }
}

impl Limits {
    /// With nothing counted yet.
    pub fn new(limits: UserLimits) -> Self {
        Self(limits.0.into_iter().map(Counter::new).collect())
    }

    fn counter(&self, limited: Limited) -> &Counter {
        &self.0[limited as usize]
    }

    /// The limit's number.
    pub fn most(&self, limited: Limited) -> u32 {
        self.counter(limited).limit.most
    }

    /// What a user over the limit is told.
    pub fn refusal(&self, limited: Limited) -> TooMany {
        self.counter(limited).limit.too_many()
    }

    /// Counts one towards a rate.
    pub fn count(&self, limited: Limited, user: &str) -> Result<(), TooMany> {
        let Counter { limit, rate, .. } = self.counter(limited);
        rate.check_key(&user.to_owned()).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX);
            TooMany {
                retry_after_s: seconds.saturating_add(1),
                policy: Some(format!("q={};w={}", limit.most, limit.within.as_secs())),
                ..limit.too_many()
            }
        })
    }

    /// Counts several towards a rate, or none. Returns whether it did.
    pub fn count_all(&self, limited: Limited, user: &str, number: NonZeroU32) -> bool {
        let Counter { limit, rate, .. } = self.counter(limited);
        // governor multiplies before it compares.
        number.get() <= limit.most
            && matches!(rate.check_key_n(&user.to_owned(), number), Ok(Ok(())))
    }

    /// A permit, if one is free.
    pub fn try_permit(&self, limited: Limited, user: &str) -> Result<Permit, TooMany> {
        let Counter { limit, permits, .. } = self.counter(limited);
        permits.try_acquire(user).ok_or_else(|| limit.too_many())
    }

    /// A permit, as soon as one is free. Refused if too many calls wait for one already, or if it takes too long.
    pub async fn permit(&self, limited: Limited, user: &str) -> Result<Permit, TooMany> {
        let Counter { limit, permits, .. } = self.counter(limited);
        let permit = tokio::time::timeout(limit.patience, permits.acquire(user, limit.waiting));
        permit.await.ok().flatten().ok_or_else(|| limit.too_many())
    }

    /// Returns a permit only after the limit's time: until then what it was for still counts.
    pub fn spend(&self, limited: Limited, permit: Permit) {
        let time = self.counter(limited).limit.within;
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            drop(permit);
        });
    }

    /// Forgets users who have nothing counted. Called now and then, so that memory follows the active users.
    pub fn forget_idle(&self) {
        for counter in &*self.0 {
            counter.rate.retain_recent();
            counter.permits.forget_idle();
        }
    }
}
