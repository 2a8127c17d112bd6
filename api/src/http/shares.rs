//! What one user may ask for, so that others have theirs: calls a second, calls that wait, answers that are
//! streamed, changes to many companies, jobs that are started. The counts are this process's own.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use commands::user_places::{UserPlace, UserPlaces};
use domain::scrape_job::OpenJobs;
use futures::StreamExt;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::time::Instant;

use super::error::ApiError;

/// Users are forgotten when there are more than this, and than twice as many as were left the last time.
const TIDY_AT: usize = 10_000;
/// When somebody with as many waiting calls as one may have should ask again, in seconds.
const WAITING_RETRY_S: u32 = 5;
/// Calls that wait for the place of a long answer, for each such place; a screen asks for several at once.
const QUEUED_RESULTS: u32 = 4;
/// How long a job waits to be started after the user's others.
const START_WAIT: Duration = Duration::from_secs(30);
/// An answer that is read so slowly that it is not sent by then is broken off.
const LONGEST_ANSWER: Duration = Duration::from_secs(15 * 60);
/// Calls about many companies that a user may have, with the one that is at work.
const BULK_CALLS: u32 = 16;
/// When somebody whose calls about many companies take long should ask again, in seconds.
const BULK_RETRY_S: u32 = 5;
/// When somebody with too many jobs for nothing should ask again, in seconds.
const UNPAID_RETRY_S: u32 = 3_600;
/// Says what a user's allowance of calls is.
const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// How much each user may ask for.
#[derive(Debug, Clone, Copy)]
pub struct ShareSettings {
    /// Calls a second, in the long run.
    pub calls_per_second: NonZeroU32,
    /// Calls at once, after a pause.
    pub calls_at_once: NonZeroU32,
    /// Calls that wait for a job.
    pub waiting_calls: u32,
    /// Long answers that are sent at a time: so many to screens (a session's rows, lists without a page), so many files.
    pub result_streams: u32,
    /// How long a call waits for one of them to end.
    pub results_patience: Duration,
    /// How long a call about many companies waits for the user's one before it.
    pub bulk_patience: Duration,
    /// Jobs that have not ended, at a time.
    pub open_jobs: u32,
    /// Jobs a day that end without a row to pay.
    pub unpaid_jobs_per_day: u32,
    /// Bytes a day that are recorded of a user's changes to companies.
    pub changed_bytes_per_day: u64,
    /// Answers a day that are kept for repetitions; a long one counts for each kilobyte.
    pub kept_answers_per_day: NonZeroU32,
}

/// What users have asked for.
pub struct Shares {
    settings: ShareSettings,
    calls: Allowances,
    kept: Allowances,
    waiting: UserPlaces,
    results: UserPlaces,
    downloads: UserPlaces,
    queued: UserPlaces,
    bulk_calls: UserPlaces,
    bulk_turns: UserPlaces,
    refresh_turns: UserPlaces,
    starts: UserPlaces,
    looks: UserPlaces,
}

/// What each user may do in a time; users whose allowance is whole again are forgotten.
struct Allowances {
    each: DefaultKeyedRateLimiter<String>,
    tidy_at: AtomicUsize,
}

impl Allowances {
    fn new(quota: Quota) -> Self {
        Self {
            each: RateLimiter::keyed(quota),
            tidy_at: AtomicUsize::new(TIDY_AT),
        }
    }

    fn tidied(&self) -> &DefaultKeyedRateLimiter<String> {
        if self.each.len() >= self.tidy_at.load(Ordering::Relaxed) {
            self.each.retain_recent();
            let next = (self.each.len() * 2).max(TIDY_AT);
            self.tidy_at.store(next, Ordering::Relaxed);
        }
        &self.each
    }
}

/// A user's turn for a call about many companies, until it is dropped.
#[derive(Debug)]
pub(crate) struct BulkTurn {
    _call: UserPlace,
    _turn: UserPlace,
}

impl Shares {
    /// Nobody has asked for anything yet.
    pub fn new(settings: ShareSettings) -> Self {
        let quota = Quota::per_second(settings.calls_per_second);
        Self {
            calls: Allowances::new(quota.allow_burst(settings.calls_at_once)),
            kept: Allowances::new(a_day(settings.kept_answers_per_day)),
            waiting: UserPlaces::new(settings.waiting_calls),
            results: UserPlaces::new(settings.result_streams),
            downloads: UserPlaces::new(settings.result_streams),
            queued: UserPlaces::new(settings.result_streams.saturating_mul(QUEUED_RESULTS)),
            bulk_calls: UserPlaces::new(BULK_CALLS),
            bulk_turns: UserPlaces::new(1),
            refresh_turns: UserPlaces::new(1),
            starts: UserPlaces::new(1),
            looks: UserPlaces::new(1),
            settings,
        }
    }

    /// Counts a call; 429 where it is one too many.
    pub(crate) fn call(&self, user: &str) -> Result<(), ApiError> {
        self.calls
            .tidied()
            .check_key(&user.to_owned())
            .map_err(|until| {
                let wait = until.wait_time_from(DefaultClock::default().now());
                let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX);
                let ShareSettings {
                    calls_per_second: each,
                    calls_at_once: burst,
                    ..
                } = self.settings;
                let message = format!("Too many calls at once: at most {each} a second.");
                let policy =
                    HeaderValue::try_from(format!("\"calls\";q={burst};w={}", window(burst, each)));
                ApiError::too_many(message, seconds.saturating_add(1))
                    .with(POLICY, policy.expect("digits and letters"))
            })
    }

    /// May an answer of so many bytes be kept for the user's repetitions? Counts it, where it may.
    pub(crate) fn keeps(&self, user: &str, bytes: usize) -> bool {
        let kilobytes = u32::try_from(bytes / 1024).unwrap_or(u32::MAX);
        let answers = NonZeroU32::MIN.saturating_add(kilobytes);
        if answers > self.settings.kept_answers_per_day {
            return false;
        }
        let kept = self.kept.tidied().check_key_n(&user.to_owned(), answers);
        matches!(kept, Ok(Ok(())))
    }

    /// Takes one of the user's places for calls that wait; 429 where none is free.
    pub(crate) fn wait(&self, user: &str) -> Result<UserPlace, ApiError> {
        self.waiting.try_take(user).ok_or_else(|| {
            let most = self.settings.waiting_calls;
            let message =
                format!("At most {most} calls may wait for results at once: let one of them end.");
            ApiError::too_many(message, WAITING_RETRY_S)
        })
    }

    /// Takes one of the user's places for long answers of screens, as soon as one is free; 429 where that takes long, or
    /// where too many wait for it already.
    pub(crate) async fn results(&self, user: &str) -> Result<UserPlace, ApiError> {
        self.long_answer(&self.results, user).await
    }

    /// The same for files, which may be on their way for long: screens need not wait for them.
    pub(crate) async fn downloads(&self, user: &str) -> Result<UserPlace, ApiError> {
        self.long_answer(&self.downloads, user).await
    }

    async fn long_answer(&self, places: &UserPlaces, user: &str) -> Result<UserPlace, ApiError> {
        if let Some(place) = places.try_take(user) {
            return Ok(place);
        }
        let refused = || {
            let most = self.settings.result_streams;
            let message = format!("At most {most} long answers at once: let one of them end.");
            ApiError::too_many(message, WAITING_RETRY_S)
        };
        let _queued = self.queued.try_take(user).ok_or_else(refused)?;
        soon(places, user, self.settings.results_patience, refused).await
    }

    /// The user's turn for a call about many companies, as soon as the one before it has ended; 429 where that takes
    /// long, or where others wait already. What such a call reads, seals and looks up is held by it alone.
    pub(crate) async fn bulk(&self, user: &str) -> Result<BulkTurn, ApiError> {
        self.turn(&self.bulk_turns, user).await
    }

    /// The same for facts that are looked up anew, which takes longer.
    pub(crate) async fn refresh(&self, user: &str) -> Result<BulkTurn, ApiError> {
        self.turn(&self.refresh_turns, user).await
    }

    async fn turn(&self, turns: &UserPlaces, user: &str) -> Result<BulkTurn, ApiError> {
        let refused = || {
            let message =
                "Your last changes to many companies are still being made: try again in a moment.";
            ApiError::too_many(message, BULK_RETRY_S)
        };
        let call = self.bulk_calls.try_take(user).ok_or_else(refused)?;
        let turn = soon(turns, user, self.settings.bulk_patience, refused).await?;
        Ok(BulkTurn {
            _call: call,
            _turn: turn,
        })
    }

    /// The user's turn to have a search looked up before it starts. 429 where it does not come.
    pub(crate) async fn look(&self, user: &str) -> Result<UserPlace, ApiError> {
        let message = "Your other searches are still being looked up: try again in a moment.";
        let refused = || ApiError::too_many(message, WAITING_RETRY_S);
        soon(&self.looks, user, START_WAIT, refused).await
    }

    /// The user's turn to start a job: what is open is counted before the next one. 429 where it does not come.
    pub(crate) async fn start(&self, user: &str) -> Result<UserPlace, ApiError> {
        let message = "Your other searches are still being started: try again in a moment.";
        let refused = || ApiError::too_many(message, WAITING_RETRY_S);
        soon(&self.starts, user, START_WAIT, refused).await
    }

    /// So many open jobs, of those that a user may have.
    pub(crate) const fn open_jobs(&self, open: u32) -> OpenJobs {
        let most = self.settings.open_jobs;
        OpenJobs { open, most }
    }

    /// 429 where `unpaid` of the user's jobs have ended for nothing within a day.
    pub(crate) fn unpaid(&self, unpaid: u32) -> Result<(), ApiError> {
        let most = self.settings.unpaid_jobs_per_day;
        if unpaid < most {
            return Ok(());
        }
        let message = format!(
            "{most} of your searches have ended within a day without a single result. Please try again later, \
             or with other words."
        );
        Err(ApiError::too_many(message, UNPAID_RETRY_S))
    }
}

/// One of the user's places as soon as one is free, or what is said where that takes too long.
async fn soon(
    places: &UserPlaces,
    user: &str,
    patience: Duration,
    refused: impl FnOnce() -> ApiError,
) -> Result<UserPlace, ApiError> {
    let place = tokio::time::timeout(patience, places.take(user)).await;
    place.map_err(|_| refused())
}

/// The body, which holds the place until it is sent or given up. The status is sent by then: breaking it off is what tells
/// a client that reads too slowly.
pub(crate) fn hold_while_sent(place: UserPlace, body: Body) -> Body {
    let (chunks, since) = (body.into_data_stream(), Instant::now());
    Body::from_stream(chunks.map(move |chunk| {
        let _held = &place;
        if since.elapsed() > LONGEST_ANSWER {
            return Err(axum::Error::new(TooSlow));
        }
        chunk
    }))
}

/// The same of a whole answer.
pub(crate) fn held_while_sent(place: UserPlace, answer: impl IntoResponse) -> Response {
    let answer = answer.into_response();
    answer.map(|body| hold_while_sent(place, body))
}

#[derive(Debug, thiserror::Error)]
#[error("the answer was read too slowly")]
struct TooSlow;

/// So many at once, and as many back within a day.
fn a_day(most: NonZeroU32) -> Quota {
    let each = Duration::from_secs(24 * 60 * 60) / most.get();
    let quota = Quota::with_period(each.max(Duration::from_nanos(1)));
    quota.expect("more than nothing").allow_burst(most)
}

/// Seconds in which the whole allowance comes back.
const fn window(burst: NonZeroU32, each: NonZeroU32) -> u32 {
    burst.get().div_ceil(each.get())
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn shares(calls: u32) -> Shares {
        let calls = NonZeroU32::new(calls).unwrap();
        Shares::new(ShareSettings {
            calls_per_second: calls,
            calls_at_once: calls,
            waiting_calls: 1,
            result_streams: 1,
            bulk_patience: Duration::from_secs(1),
            results_patience: Duration::from_secs(1),
            open_jobs: 20,
            unpaid_jobs_per_day: 3,
            changed_bytes_per_day: 1_000_000,
            kept_answers_per_day: calls,
        })
    }

    #[test]
    fn whoever_calls_too_often_hears_when_to_come_back_and_others_are_answered() {
        let shares = shares(5);
        for _ in 0..5 {
            shares.call("a").unwrap();
        }
        let refused = shares.call("a").unwrap_err();
        let policy = HeaderValue::from_static("\"calls\";q=5;w=1");
        let expected = ApiError::too_many("Too many calls at once: at most 5 a second.", 1);
        assert_eq!(refused, expected.with(POLICY, policy));
        shares.call("b").unwrap();
    }

    #[tokio::test]
    async fn a_users_calls_about_many_companies_take_turns_and_too_many_are_refused_at_once() {
        let shares = shares(5);
        let first = shares.bulk("a").await.unwrap();
        shares.bulk("b").await.unwrap();
        let waiting: Vec<_> = (1..BULK_CALLS).map(|_| shares.bulk("a")).collect();
        let mut waiting = futures::future::join_all(waiting).boxed();
        assert!(futures::poll!(&mut waiting).is_pending());
        let refused = shares.bulk("a").now_or_never();
        let refused = refused.expect("nobody else may wait").unwrap_err();
        assert_eq!(refused.status(), 429);
        // The others wait for a while only.
        let waited = waiting.await;
        assert!(
            waited
                .iter()
                .all(|turn| turn.as_ref().is_err_and(|error| *error == refused))
        );
        let second = async {
            shares.bulk("a").await.unwrap();
        };
        tokio::join!(second, async { drop(first) });
    }

    #[test]
    fn long_answers_count_for_more_of_those_that_are_kept() {
        let shares = shares(5);
        assert!(shares.keeps("a", 100));
        assert!(!shares.keeps("a", 4 * 1024), "that would be six");
        assert!(shares.keeps("a", 3 * 1024));
        assert!(!shares.keeps("a", 0) && shares.keeps("b", 0));
        assert!(!shares.keeps("c", usize::MAX));
    }

    #[tokio::test]
    // AUTH-12
    async fn auth_12_long_answers_wait_for_a_place_until_one_is_sent_or_given_up() {
        let mut settings = shares(5).settings;
        settings.results_patience = Duration::from_millis(100);
        let shares = Shares::new(settings);
        let place = shares.results("a").await.unwrap();
        let file = shares.downloads("a").await.unwrap();
        shares.results("b").await.unwrap();
        // Nothing is sent yet: who waits is told so at last.
        let mut sent = hold_while_sent(place, Body::from("rows")).into_data_stream();
        assert_eq!(shares.results("a").await.unwrap_err().status(), 429);
        let mut waiting: Vec<_> = (0..QUEUED_RESULTS)
            .map(|_| Box::pin(shares.results("a")))
            .collect();
        for one in &mut waiting {
            assert!(futures::poll!(one).is_pending());
        }
        let one_too_many = shares.results("a").now_or_never();
        assert_eq!(one_too_many.unwrap().unwrap_err().status(), 429);
        waiting.truncate(1);
        // It is sent.
        assert_eq!(sent.next().await.unwrap().unwrap(), "rows");
        assert!(sent.next().await.is_none());
        drop(sent);
        waiting.remove(0).await.unwrap();
        // Whoever reads it has gone.
        drop(held_while_sent(file, "file"));
        shares.downloads("a").await.unwrap();
    }

    #[test]
    fn jobs_for_nothing_are_counted() {
        let shares = shares(5);
        assert!(shares.unpaid(2).is_ok());
        assert_eq!(shares.unpaid(3).unwrap_err().into_response().status(), 429);
    }
}
