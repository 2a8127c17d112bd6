//! Answers that are made of a user's read models alone, kept as they were sent until those change: screens ask for
//! the same ones all day.
//!
//! Only where this process is the one that writes the read models, as it is on SQLite: a change that another
//! process has written is heard of some moments later, and a caller who was answered by that one must see it at
//! once. For what changes by itself, and for rows that were mended from outside, an answer counts a second.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Uri, header};
use axum::response::Response;
use jiff::{SignedDuration, Timestamp};
use projections::{Changes, Mark};
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use serde::Serialize;

use super::error::ApiError;

/// Memory for answers, in bytes.
const MOST_BYTES: u64 = 32 * 1024 * 1024;
/// Longer ones are made anew: they are asked for seldom.
const LARGEST: usize = 256 * 1024;
/// What an entry takes beside its texts.
const ENTRY: usize = 128;
/// How long an answer counts at most.
const FRESH: SignedDuration = SignedDuration::from_secs(1);

/// Kept answers.
pub struct KeptAnswers {
    changes: Changes,
    /// Nothing where this process hears late of changes.
    answers: Option<Cache<Asked, Kept, Weight>>,
}

/// Who asked, and for what.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Asked {
    user: String,
    target: String,
}

#[derive(Debug, Clone)]
struct Kept {
    body: Bytes,
    mark: Mark,
    made: Timestamp,
}

#[derive(Debug, Clone)]
struct Weight;

impl Weighter<Asked, Kept> for Weight {
    fn weight(&self, asked: &Asked, kept: &Kept) -> u64 {
        (asked.user.len() + asked.target.len() + kept.body.len() + ENTRY) as u64
    }
}

impl KeptAnswers {
    /// None yet. `alone`: nobody but this process writes the read models whose changes are counted.
    pub fn new(changes: Changes, alone: bool) -> Self {
        let options = OptionsBuilder::new()
            .estimated_items_capacity(10_000)
            .weight_capacity(MOST_BYTES)
            .build()
            .expect("both capacities are named");
        let hasher = DefaultHashBuilder::default();
        let cache = || Cache::with_options(options, Weight, hasher, DefaultLifecycle::default());
        Self {
            changes,
            answers: alone.then(cache),
        }
    }

    /// The answer to `user` for `uri` as JSON: the one that was given before, where nothing has changed since, else
    /// what `make` makes.
    pub(crate) async fn json<T: Serialize>(
        &self,
        user: &str,
        uri: &Uri,
        now: Timestamp,
        make: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<Response, ApiError> {
        let Some(answers) = &self.answers else {
            return Ok(answer(body(&make.await?)));
        };
        let asked = Asked {
            user: user.to_owned(),
            target: uri.to_string(),
        };
        // Before the rows are read: what changes while they are is read once more.
        let mark = self.changes.of(user);
        if let Some(kept) = answers.get(&asked)
            && kept.mark == mark
            && now.duration_since(kept.made).abs() < FRESH
        {
            return Ok(answer(kept.body));
        }
        let body = body(&make.await?);
        if body.len() <= LARGEST {
            let made = now;
            let body = body.clone();
            answers.insert(asked, Kept { body, mark, made });
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
    use axum::body::to_bytes;

    use super::*;

    fn kept(alone: bool) -> KeptAnswers {
        KeptAnswers::new(Changes::default(), alone)
    }

    async fn asked(
        kept: &KeptAnswers,
        user: &str,
        uri: &'static str,
        at: i64,
        made: u32,
    ) -> String {
        let now = Timestamp::from_millisecond(at).unwrap();
        let uri = Uri::from_static(uri);
        let answer = kept
            .json(user, &uri, now, async { Ok(made) })
            .await
            .unwrap();
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/json");
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        String::from_utf8(body.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn an_answer_is_given_again_to_who_asks_for_the_same_within_a_second() {
        let kept = kept(true);
        assert_eq!(asked(&kept, "a", "/x?page=1", 5_000, 1).await, "1");
        assert_eq!(asked(&kept, "a", "/x?page=1", 5_999, 2).await, "1");
        assert_eq!(asked(&kept, "a", "/x?page=2", 5_999, 3).await, "3");
        assert_eq!(asked(&kept, "b", "/x?page=1", 5_999, 4).await, "4");
        assert_eq!(asked(&kept, "a", "/x?page=1", 6_000, 5).await, "5");
        assert_eq!(
            asked(&kept, "a", "/x?page=1", 4_900, 6).await,
            "6",
            "clocks may go back"
        );
    }

    #[tokio::test]
    async fn a_refusal_and_a_long_answer_are_not_kept() {
        let kept = kept(true);
        let (uri, now) = (Uri::from_static("/x"), Timestamp::UNIX_EPOCH);
        let refused = async { Err::<u32, _>(ApiError::not_found("gone")) };
        assert!(kept.json("a", &uri, now, refused).await.is_err());
        assert_eq!(asked(&kept, "a", "/x", 0, 1).await, "1");
        let long = "x".repeat(LARGEST);
        let made = async { Ok(&long) };
        kept.json("a", &Uri::from_static("/long"), now, made)
            .await
            .unwrap();
        assert_eq!(asked(&kept, "a", "/long", 0, 2).await, "2");
    }

    #[tokio::test]
    async fn nothing_is_kept_where_others_write_too() {
        let kept = kept(false);
        assert_eq!(asked(&kept, "a", "/x", 0, 1).await, "1");
        assert_eq!(asked(&kept, "a", "/x", 0, 2).await, "2");
    }
}
