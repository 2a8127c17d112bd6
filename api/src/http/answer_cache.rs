//! Answers that are made of a user's read models alone, cached as they were sent until those change: screens ask for
//! the same ones all day.
//!
//! Only where this process alone writes the read models, as on SQLite: another process's change is heard of some
//! moments later, and a caller who was answered by that process must see it at once. Answers that change without an
//! event say when. What others write (an operator's command, reference tables that are installed) is looked for once
//! a second.

use std::time::{Duration, SystemTime};

use axum::body::Bytes;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use futures::future::BoxFuture;
use jiff::Timestamp;
use projections::Changes;
use serde::Serialize;
use store::weighted_cache::WeightedCache;

use super::cached::Cached;
use super::error::ApiError;

/// Memory for answers, in bytes.
const MEMORY: u64 = 32 * 1024 * 1024;
/// How long what others write may go unnoticed.
const PROBE_EVERY: Duration = Duration::from_secs(1);

/// Cached answers.
pub struct AnswerCache {
    changes: Changes,
    /// Nothing where this process hears late of changes.
    answers: Option<Answers>,
}

struct Answers {
    cache: WeightedCache<String, CachedAnswer>,
    probe: Probe,
    every: Duration,
    version: Cached<Option<DataVersion>>,
}

/// Looks at what answers are made of; nothing where that cannot be told.
pub type Probe = Box<dyn Fn() -> BoxFuture<'static, Option<DataVersion>> + Send + Sync>;

/// The version of the read models and the reference tables, no matter who writes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataVersion {
    /// Changes with each commit.
    pub rows: i64,
    /// When the tables were installed.
    pub tables: Option<SystemTime>,
}

/// A new answer, and when it changes without an event.
pub(crate) struct Fresh<T> {
    pub(crate) value: T,
    pub(crate) until: Timestamp,
}

impl<T> Fresh<T> {
    /// It only changes with events.
    pub(crate) fn for_ever(value: T) -> Self {
        let until = Timestamp::MAX;
        Self { value, until }
    }
}

#[derive(Clone)]
struct CachedAnswer {
    body: Bytes,
    mark: u64,
    version: DataVersion,
    made: Timestamp,
    until: Timestamp,
}

impl AnswerCache {
    /// Empty. Nothing is cached without a `probe`, which only the sole writer of the read models has.
    pub fn new(changes: Changes, probe: Option<Probe>) -> Self {
        let answers = probe.map(|probe| Answers {
            cache: WeightedCache::new(MEMORY),
            probe,
            every: PROBE_EVERY,
            version: Cached::default(),
        });
        Self { changes, answers }
    }

    /// The answer to `user` for `uri` as JSON: the cached one where nothing has changed since, else what `make` gives.
    pub(crate) async fn json<T: Serialize>(
        &self,
        user: &str,
        uri: &Uri,
        now: Timestamp,
        make: impl Future<Output = Result<Fresh<T>, ApiError>>,
    ) -> Result<Response, ApiError> {
        let Some(answers) = &self.answers else {
            return Ok(answer(body(&make.await?.value)));
        };
        // No target has a space in it.
        let target = uri.path_and_query().map_or("", PathAndQuery::as_str);
        let key = format!("{user} {target}");
        // Before the rows are read: if they change meanwhile, they are read again next time.
        let mark = self.changes.of(user);
        let probe = async { (answers.probe)().await };
        let version = answers.version.get(answers.every, probe).await;
        if let Some(cached) = answers.cache.get(&key)
            && (cached.mark, Some(cached.version)) == (mark, version)
            // Clocks may go back.
            && (cached.made..cached.until).contains(&now)
        {
            return Ok(answer(cached.body));
        }
        let Fresh { value, until } = make.await?;
        let body = body(&value);
        if let Some(version) = version {
            let bytes = key.len() + body.len();
            let cached = CachedAnswer {
                body: body.clone(),
                mark,
                version,
                made: now,
                until,
            };
            answers.cache.insert(key, cached, bytes);
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
    let json = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, json)], body).into_response()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicI64;

    use axum::body::to_bytes;
    use futures::FutureExt;

    use super::*;

    /// An empty cache, and the version that its probe finds; none below zero.
    fn cache() -> (AnswerCache, Arc<AtomicI64>) {
        let rows = Arc::new(AtomicI64::new(0));
        let probe = {
            let rows = Arc::clone(&rows);
            move || {
                let rows = rows.load(Ordering::Relaxed);
                let version = (rows >= 0).then_some(DataVersion { rows, tables: None });
                async move { version }.boxed()
            }
        };
        let cache = AnswerCache::new(Changes::default(), Some(Box::new(probe)));
        (cache, rows)
    }

    async fn asked(
        cache: &AnswerCache,
        user: &str,
        uri: &'static str,
        at: i64,
        made: u32,
    ) -> String {
        let now = Timestamp::from_second(at).unwrap();
        let uri = Uri::from_static(uri);
        let made = async {
            let until = Timestamp::from_second(20).unwrap();
            Ok(Fresh { value: made, until })
        };
        let answer = cache.json(user, &uri, now, made).await.unwrap();
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/json");
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        String::from_utf8(body.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn an_answer_is_given_again_to_who_asks_for_the_same_until_it_changes_by_itself() {
        let (cache, _) = cache();
        assert_eq!(asked(&cache, "a", "/x?page=1", 5, 1).await, "1");
        assert_eq!(asked(&cache, "a", "/x?page=1", 19, 2).await, "1");
        assert_eq!(asked(&cache, "a", "/x?page=2", 19, 3).await, "3");
        assert_eq!(asked(&cache, "b", "/x?page=1", 19, 4).await, "4");
        assert_eq!(asked(&cache, "a", "/x?page=1", 20, 5).await, "5");
        let back = asked(&cache, "a", "/x?page=1", 4, 6).await;
        assert_eq!(back, "6", "clocks may go back");
    }

    #[tokio::test]
    async fn what_others_write_counts_with_the_next_look() {
        let (mut cache, rows) = cache();
        assert_eq!(asked(&cache, "a", "/x", 5, 1).await, "1");
        rows.fetch_add(1, Ordering::Relaxed);
        assert_eq!(asked(&cache, "a", "/x", 5, 2).await, "1");
        cache.answers.as_mut().unwrap().every = Duration::ZERO;
        assert_eq!(asked(&cache, "a", "/x", 5, 3).await, "3");
        assert_eq!(
            asked(&cache, "a", "/x", 5, 4).await,
            "3",
            "nobody has written"
        );
        // Nobody knows: somebody may have.
        rows.store(-1, Ordering::Relaxed);
        assert_eq!(asked(&cache, "a", "/x", 5, 5).await, "5");
        assert_eq!(asked(&cache, "a", "/x", 5, 6).await, "6");
    }

    #[tokio::test]
    async fn a_refusal_is_not_cached() {
        let (cache, _) = cache();
        let (uri, now) = (Uri::from_static("/x"), Timestamp::UNIX_EPOCH);
        let refused = async { Err::<Fresh<u32>, _>(ApiError::not_found("gone")) };
        assert!(cache.json("a", &uri, now, refused).await.is_err());
        assert_eq!(asked(&cache, "a", "/x", 0, 1).await, "1");
    }

    #[tokio::test]
    async fn nothing_is_kept_where_others_write_too() {
        let cache = AnswerCache::new(Changes::default(), None);
        assert_eq!(asked(&cache, "a", "/x", 0, 1).await, "1");
        assert_eq!(asked(&cache, "a", "/x", 0, 2).await, "2");
    }
}
