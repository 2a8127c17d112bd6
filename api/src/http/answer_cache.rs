//! Answers that are made of a user's read models alone, kept as they were sent until those change: screens ask for
//! the same ones all day.
//!
//! Only where this process is the one that writes the read models, as it is on SQLite: a change that another
//! process has written is heard of some moments later, and a caller who was answered by that one must see it at
//! once. What changes by itself says when; what is written beside this process (an operator's command, reference
//! tables that are installed) is looked for each second.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use axum::body::{Body, Bytes};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, Uri, header};
use axum::response::Response;
use futures::future::BoxFuture;
use jiff::Timestamp;
use projections::{Changes, Mark};
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, Equivalent, OptionsBuilder, Weighter};
use serde::Serialize;
use tokio::sync::Mutex;

use super::error::ApiError;

/// Memory for answers, in bytes.
const MOST_BYTES: u64 = 32 * 1024 * 1024;
/// Longer ones are made anew: they are asked for seldom.
const LARGEST: usize = 256 * 1024;
/// What an entry takes beside its texts.
const ENTRY: usize = 128;
/// Between two looks at what others have written.
const LOOKED: Duration = Duration::from_secs(1);

/// Kept answers.
pub struct KeptAnswers {
    changes: Changes,
    /// Nothing where this process hears late of changes.
    answers: Option<Answers>,
}

struct Answers {
    cache: Cache<Asked, Kept, Weight>,
    look: Look,
    /// Between two looks.
    every: Duration,
    seen: Seen,
}

/// Looks at what answers are made of; nothing where that cannot be told.
pub type Look = Box<dyn Fn() -> BoxFuture<'static, Option<Written>> + Send + Sync>;

/// Where the read models and the reference tables stand, whoever writes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Another number after each commit.
    pub rows: i64,
    /// When the tables were installed.
    pub tables: Option<SystemTime>,
}

/// What was seen of it, and when.
struct Seen {
    since: Instant,
    /// Milliseconds from there to the last look.
    at: AtomicU64,
    /// Another number where something had been written since the look before.
    round: AtomicU64,
    written: Mutex<Option<Written>>,
}

/// What an answer says, and when that changes by itself.
pub(crate) struct Made<T> {
    pub(crate) value: T,
    pub(crate) until: Timestamp,
}

impl<T> Made<T> {
    /// It never does.
    pub(crate) fn for_ever(value: T) -> Self {
        let until = Timestamp::MAX;
        Self { value, until }
    }
}

/// Who asked, and for what.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Asked {
    user: String,
    target: String,
}

/// The same, borrowed.
#[derive(Hash)]
struct Asking<'a> {
    user: &'a str,
    target: &'a str,
}

impl Equivalent<Asked> for Asking<'_> {
    fn equivalent(&self, asked: &Asked) -> bool {
        (self.user, self.target) == (asked.user.as_str(), asked.target.as_str())
    }
}

#[derive(Debug, Clone)]
struct Kept {
    body: Bytes,
    mark: Mark,
    round: u64,
    made: Timestamp,
    until: Timestamp,
}

#[derive(Debug, Clone)]
struct Weight;

impl Weighter<Asked, Kept> for Weight {
    fn weight(&self, asked: &Asked, kept: &Kept) -> u64 {
        (asked.user.len() + asked.target.len() + kept.body.len() + ENTRY) as u64
    }
}

impl Answers {
    fn new(look: Look) -> Self {
        let options = OptionsBuilder::new()
            .estimated_items_capacity(10_000)
            .weight_capacity(MOST_BYTES)
            .build()
            .expect("both capacities are named");
        let hasher = DefaultHashBuilder::default();
        Self {
            cache: Cache::with_options(options, Weight, hasher, DefaultLifecycle::default()),
            look,
            every: LOOKED,
            seen: Seen {
                since: Instant::now(),
                // No look yet.
                at: AtomicU64::new(u64::MAX),
                round: AtomicU64::new(0),
                written: Mutex::default(),
            },
        }
    }

    /// Another number where somebody has written since, this process among them.
    async fn round(&self) -> u64 {
        let Seen {
            since,
            at,
            round,
            written,
        } = &self.seen;
        let now = || u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let is_fresh = || {
            let age = now().checked_sub(at.load(Ordering::Acquire));
            age.is_some_and(|age| u128::from(age) < self.every.as_millis())
        };
        if !is_fresh() {
            let mut written = written.lock().await;
            // Somebody else may have looked meanwhile.
            if !is_fresh() {
                let looked = now();
                let found = (self.look)().await;
                if found.is_none() || found != *written {
                    round.fetch_add(1, Ordering::AcqRel);
                }
                *written = found;
                at.store(looked, Ordering::Release);
            }
        }
        round.load(Ordering::Acquire)
    }
}

impl KeptAnswers {
    /// None yet. Nothing is kept without a `look`: it is for the one process that writes the read models whose
    /// changes are counted.
    pub fn new(changes: Changes, look: Option<Look>) -> Self {
        Self {
            changes,
            answers: look.map(Answers::new),
        }
    }

    /// The answer to `user` for `uri` as JSON: the one that was given before, where nothing has changed since, else
    /// what `make` makes.
    pub(crate) async fn json<T: Serialize>(
        &self,
        user: &str,
        uri: &Uri,
        now: Timestamp,
        make: impl Future<Output = Result<Made<T>, ApiError>>,
    ) -> Result<Response, ApiError> {
        let Some(answers) = &self.answers else {
            return Ok(answer(body(&make.await?.value)));
        };
        let target = uri.path_and_query().map_or("", PathAndQuery::as_str);
        // Before the rows are read: what changes while they are is read once more.
        let (mark, round) = (self.changes.of(user), answers.round().await);
        if let Some(kept) = answers.cache.get(&Asking { user, target })
            && (kept.mark, kept.round) == (mark, round)
            // Clocks may go back.
            && (kept.made..kept.until).contains(&now)
        {
            return Ok(answer(kept.body));
        }
        let Made { value, until } = make.await?;
        let body = body(&value);
        if body.len() <= LARGEST {
            let asked = Asked {
                user: user.to_owned(),
                target: target.to_owned(),
            };
            let kept = Kept {
                body: body.clone(),
                mark,
                round,
                made: now,
                until,
            };
            answers.cache.insert(asked, kept);
        }
        Ok(answer(body))
    }
}

fn body(value: &impl Serialize) -> Bytes {
    serde_json::to_vec(value)
        .expect("bodies are structs with names as keys")
        .into()
}

fn answer(body: Bytes) -> Response {
    let mut answer = Response::new(Body::from(body));
    let json = HeaderValue::from_static("application/json");
    answer.headers_mut().insert(header::CONTENT_TYPE, json);
    answer
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicI64;

    use axum::body::to_bytes;
    use futures::FutureExt;

    use super::*;

    /// Answers, and what is written beside them.
    fn kept() -> (KeptAnswers, Arc<AtomicI64>) {
        let rows = Arc::new(AtomicI64::new(0));
        let look = {
            let rows = Arc::clone(&rows);
            move || {
                let rows = rows.load(Ordering::Relaxed);
                let written = (rows >= 0).then_some(Written { rows, tables: None });
                async { written }.boxed()
            }
        };
        let kept = KeptAnswers::new(Changes::default(), Some(Box::new(look)));
        (kept, rows)
    }

    async fn asked(
        kept: &KeptAnswers,
        user: &str,
        uri: &'static str,
        at: i64,
        made: u32,
    ) -> String {
        let now = Timestamp::from_second(at).unwrap();
        let uri = Uri::from_static(uri);
        let made = async {
            let until = Timestamp::from_second(20).unwrap();
            Ok(Made { value: made, until })
        };
        let answer = kept.json(user, &uri, now, made).await.unwrap();
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/json");
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        String::from_utf8(body.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn an_answer_is_given_again_to_who_asks_for_the_same_until_it_changes_by_itself() {
        let (kept, _) = kept();
        assert_eq!(asked(&kept, "a", "/x?page=1", 5, 1).await, "1");
        assert_eq!(asked(&kept, "a", "/x?page=1", 19, 2).await, "1");
        assert_eq!(asked(&kept, "a", "/x?page=2", 19, 3).await, "3");
        assert_eq!(asked(&kept, "b", "/x?page=1", 19, 4).await, "4");
        assert_eq!(asked(&kept, "a", "/x?page=1", 20, 5).await, "5");
        let back = asked(&kept, "a", "/x?page=1", 4, 6).await;
        assert_eq!(back, "6", "clocks may go back");
    }

    #[tokio::test]
    async fn what_others_write_counts_with_the_next_look() {
        let (mut kept, rows) = kept();
        let every = |kept: &mut KeptAnswers, every| kept.answers.as_mut().unwrap().every = every;
        assert_eq!(asked(&kept, "a", "/x", 5, 1).await, "1");
        rows.fetch_add(1, Ordering::Relaxed);
        assert_eq!(asked(&kept, "a", "/x", 5, 2).await, "1");
        every(&mut kept, Duration::ZERO);
        assert_eq!(asked(&kept, "a", "/x", 5, 3).await, "3");
        assert_eq!(
            asked(&kept, "a", "/x", 5, 4).await,
            "3",
            "nobody has written"
        );
        // Nobody knows: somebody may have.
        rows.store(-1, Ordering::Relaxed);
        assert_eq!(asked(&kept, "a", "/x", 5, 5).await, "5");
        assert_eq!(asked(&kept, "a", "/x", 5, 6).await, "6");
    }

    #[tokio::test]
    async fn a_refusal_and_a_long_answer_are_not_kept() {
        let (kept, _) = kept();
        let (uri, now) = (Uri::from_static("/x"), Timestamp::UNIX_EPOCH);
        let refused = async { Err::<Made<u32>, _>(ApiError::not_found("gone")) };
        assert!(kept.json("a", &uri, now, refused).await.is_err());
        assert_eq!(asked(&kept, "a", "/x", 0, 1).await, "1");
        let long = "x".repeat(LARGEST);
        let made = async { Ok(Made::for_ever(&long)) };
        kept.json("a", &Uri::from_static("/long"), now, made)
            .await
            .unwrap();
        assert_eq!(asked(&kept, "a", "/long", 0, 2).await, "2");
    }

    #[tokio::test]
    async fn nothing_is_kept_where_others_write_too() {
        let kept = KeptAnswers::new(Changes::default(), None);
        assert_eq!(asked(&kept, "a", "/x", 0, 1).await, "1");
        assert_eq!(asked(&kept, "a", "/x", 0, 2).await, "2");
    }
}
