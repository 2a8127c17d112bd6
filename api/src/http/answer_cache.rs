//! Answers that are made of one view's rows, cached for a moment as they were sent: quicker than the rows are read.
//!
//! An answer counts while the view has seen nothing new, so that a caller who has waited for a commit gets an answer
//! that includes it; and for a second at most, since other things change it, too: the period of an allowance, the
//! reference tables, an operator's command.
//!
//! Only where this process alone writes the read models, as on SQLite: another process's change is heard of some
//! moments later, and a caller who was answered by that process must see it at once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use commands::Clock;
use jiff::Timestamp;
use serde::Serialize;
use store::subscriptions::{Seen, Subscriptions};
use store::weighted_cache::WeightedCache;

use super::error::ApiError;

/// Memory for answers, in bytes.
const MEMORY: u64 = 32 * 1024 * 1024;
/// How long an answer counts.
const AGE: Duration = Duration::from_secs(1);

/// Cached answers; nothing where other processes write the read models, too.
pub struct AnswerCache(Option<WeightedCache<String, CachedAnswer>>);

#[derive(Clone)]
struct CachedAnswer {
    body: Bytes,
    /// What the view had seen before its rows were read.
    seen: Option<Seen>,
    /// By the machine's clock, and by the product's, which tests set.
    made: (Instant, Timestamp),
}

impl CachedAnswer {
    fn is_current(&self, seen: Option<Seen>, now: Timestamp) -> bool {
        let (at, by_clock) = self.made;
        self.seen == seen && at.elapsed() < AGE && by_clock.duration_until(now).unsigned_abs() < AGE
    }
}

impl AnswerCache {
    /// Empty; caches nothing unless this process is the `sole_writer` of the read models.
    pub fn new(sole_writer: bool) -> Self {
        Self(sole_writer.then(|| WeightedCache::new("answers", MEMORY)))
    }

    /// The answer to `user` for `uri` as JSON: the cached one if it is current, else what `make` gives. `seen` says how
    /// far the view is.
    async fn json<T: Serialize>(
        &self,
        user: &str,
        uri: &Uri,
        seen: Option<Seen>,
        now: Timestamp,
        make: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<Response, ApiError> {
        let Some(answers) = &self.0 else {
            return Ok(answer(body(&make.await?)));
        };
        // No target has a space in it.
        let target = uri.path_and_query().map_or("", PathAndQuery::as_str);
        let key = format!("{user} {target}");
        if let Some(cached) = answers.get_if(&key, |cached| cached.is_current(seen, now)) {
            return Ok(answer(cached.body));
        }
        let made = (Instant::now(), now);
        let body = body(&make.await?);
        let bytes = key.len() + body.len();
        let cached = CachedAnswer {
            body: body.clone(),
            seen,
            made,
        };
        answers.insert(key, cached, bytes);
        Ok(answer(body))
    }
}

/// Answers of views, cached.
pub(crate) struct ViewAnswers {
    pub(crate) cache: Arc<AnswerCache>,
    pub(crate) subscriptions: Subscriptions,
    pub(crate) clock: Arc<dyn Clock>,
}

impl ViewAnswers {
    /// What `view` answers to `user` for `uri`, see [`AnswerCache::json`].
    pub(crate) async fn json<T: Serialize>(
        &self,
        view: &str,
        user: &str,
        uri: &Uri,
        make: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<Response, ApiError> {
        let (seen, now) = (self.subscriptions.seen(view), self.clock.now());
        self.cache.json(user, uri, seen, now, make).await
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
    use axum::body::to_bytes;

    use super::*;

    fn seen_up_to(era: u64, position: u64) -> Seen {
        let cursor = position.to_string().parse().unwrap();
        let read_at = Some(0);
        Seen {
            era,
            cursor,
            read_at,
        }
    }

    /// The answer to `asked`, a user's question at a time in milliseconds, when the view has seen so many events.
    /// `made` is what a new answer would be.
    async fn get(
        cache: &AnswerCache,
        (user, uri): (&str, &'static str),
        (seen, at): (u64, i64),
        made: u32,
    ) -> u32 {
        let (uri, now) = (
            Uri::from_static(uri),
            Timestamp::from_millisecond(at).unwrap(),
        );
        let seen = Some(seen_up_to(0, seen));
        let answer = cache.json(user, &uri, seen, now, async { Ok(made) });
        let answer = answer.await.unwrap();
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/json");
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    #[tokio::test]
    async fn an_answer_counts_for_its_user_and_question_until_the_view_has_seen_more() {
        let cache = AnswerCache::new(true);
        assert_eq!(get(&cache, ("a", "/x?page=1"), (7, 0), 1).await, 1);
        assert_eq!(get(&cache, ("a", "/x?page=1"), (7, 0), 2).await, 1);
        assert_eq!(get(&cache, ("a", "/x?page=2"), (7, 0), 3).await, 3);
        assert_eq!(get(&cache, ("b", "/x?page=1"), (7, 0), 4).await, 4);
        assert_eq!(get(&cache, ("a", "/x?page=1"), (8, 0), 5).await, 5);
        assert_eq!(get(&cache, ("a", "/x?page=1"), (8, 0), 6).await, 5);
    }

    #[tokio::test]
    async fn an_answer_counts_for_a_second_by_both_clocks() {
        let cache = AnswerCache::new(true);
        let asked = ("a", "/x");
        assert_eq!(get(&cache, asked, (7, 5_000), 1).await, 1);
        assert_eq!(get(&cache, asked, (7, 5_999), 2).await, 1);
        assert_eq!(get(&cache, asked, (7, 6_000), 3).await, 3);
        let back = get(&cache, asked, (7, 4_000), 4).await;
        assert_eq!(back, 4, "clocks may go back");
        let mut old = cache.0.as_ref().unwrap().get_if("a /x", |_| true).unwrap();
        assert!(old.is_current(old.seen, old.made.1));
        old.made.0 = old.made.0.checked_sub(AGE).unwrap();
        assert!(!old.is_current(old.seen, old.made.1));
    }

    #[test]
    fn an_answer_does_not_outlive_the_era_of_the_log() {
        let at = Timestamp::UNIX_EPOCH;
        let cached = CachedAnswer {
            body: Bytes::new(),
            seen: Some(seen_up_to(0, 7)),
            made: (Instant::now(), at),
        };
        assert!(cached.is_current(Some(seen_up_to(0, 7)), at));
        assert!(!cached.is_current(Some(seen_up_to(1, 7)), at));
    }

    /// The view's rows may have gone back before they were read, and come again since.
    #[test]
    fn an_answer_does_not_outlive_a_doubt_about_its_view() {
        let at = Timestamp::UNIX_EPOCH;
        let cached = CachedAnswer {
            body: Bytes::new(),
            seen: Some(seen_up_to(0, 7)),
            made: (Instant::now(), at),
        };
        let read_again = Seen {
            read_at: Some(1),
            ..seen_up_to(0, 7)
        };
        assert!(!cached.is_current(Some(read_again), at));
    }

    #[tokio::test]
    async fn a_refusal_is_not_cached() {
        let cache = AnswerCache::new(true);
        let (uri, now) = (Uri::from_static("/x"), Timestamp::UNIX_EPOCH);
        let refused = async { Err::<u32, _>(ApiError::not_found("gone")) };
        let refused = cache.json("a", &uri, Some(seen_up_to(0, 7)), now, refused);
        assert!(refused.await.is_err());
        assert_eq!(get(&cache, ("a", "/x"), (7, 0), 1).await, 1);
    }

    #[tokio::test]
    async fn nothing_is_kept_where_others_write_too() {
        let cache = AnswerCache::new(false);
        assert_eq!(get(&cache, ("a", "/x"), (7, 0), 1).await, 1);
        assert_eq!(get(&cache, ("a", "/x"), (7, 0), 2).await, 2);
    }
}
