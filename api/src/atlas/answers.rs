//! Answers of the Demand Map, kept.

use std::sync::Arc;

use axum::http::Uri;
use enrichment::Reference;
use places::Dataset;
use store::weighted_cache::WeightedCache;

use crate::http::compressed_text::Text;
use crate::http::error::ApiError;

/// Browsers ask each time whether it has changed.
pub(crate) const CACHE: &str = "private, no-cache";
/// Memory for answers, in bytes.
const MEMORY: u64 = 64 * 1024 * 1024;

/// Answers that are the same for everybody, until the tables or the listings change.
pub struct AtlasAnswers(WeightedCache<String, Answer>);

#[derive(Clone)]
struct Answer {
    reference: Arc<Reference>,
    datasets: Arc<[Dataset]>,
    text: Text,
}

impl Default for AtlasAnswers {
    fn default() -> Self {
        Self(WeightedCache::new("atlas", MEMORY))
    }
}

impl AtlasAnswers {
    /// The kept answer for an address, or a new one.
    pub(crate) async fn get<T: serde::Serialize + Send + 'static>(
        &self,
        uri: &Uri,
        (reference, datasets): (&Arc<Reference>, Vec<Dataset>),
        make: impl FnOnce(&Reference) -> T + Send + 'static,
    ) -> Result<Text, ApiError> {
        let key = uri.to_string();
        let is_current =
            |kept: &Answer| Arc::ptr_eq(&kept.reference, reference) && *kept.datasets == *datasets;
        if let Some(kept) = self.0.get_if(&key, is_current) {
            return Ok(kept.text);
        }
        let of = Arc::clone(reference);
        let made = tokio::task::spawn_blocking(move || {
            let json = serde_json::to_vec(&make(&of));
            Text::new(
                "application/json",
                json.expect("strings and finite numbers: always JSON"),
            )
        });
        let text = made.await.map_err(|error| {
            tracing::error!(%error, "an answer of the Demand Map was not computed");
            ApiError::unavailable("The Demand Map is unavailable at the moment.")
        })?;
        let bytes = key.len() + text.bytes();
        let answer = Answer {
            reference: Arc::clone(reference),
            datasets: datasets.into(),
            text: text.clone(),
        };
        self.0.insert(key, answer, bytes);
        Ok(text)
    }
}
