//! The reader's pages and refusals, in the database.

use async_trait::async_trait;
use jiff::Timestamp;
use store::StoreError;
use store::websites::WebsitePages;
use websites::{Keep, KeptPage, Refused};

/// Written before each page. One of another version of the reader is read again.
const VERSION: &str = "2\n";

/// Keeps pages in the database. What it cannot keep or find is read again.
pub(super) struct StoredPages(pub(super) WebsitePages);

impl StoredPages {
    async fn found(&self, url: &str) -> Result<Option<KeptPage>, StoreError> {
        let text = self.0.page(url).await?;
        let text = text.as_deref().and_then(|text| text.strip_prefix(VERSION));
        Ok(text.and_then(|text| serde_json::from_str(text).ok()))
    }
}

fn told<T>(result: Result<T, StoreError>) -> Option<T> {
    result
        .inspect_err(
            |error| tracing::warn!(%error, "a page of a website was not kept, or not found"),
        )
        .ok()
}

#[async_trait]
impl Keep for StoredPages {
    async fn page(&self, url: &str) -> Option<KeptPage> {
        told(self.found(url).await).flatten()
    }

    async fn keep(&self, url: &str, page: &KeptPage) {
        let text = serde_json::to_string(page).expect("a page is strings and numbers: always JSON");
        let read_at = page.read_at.as_microsecond();
        told(self.0.keep(url, &format!("{VERSION}{text}"), read_at).await);
    }

    async fn refused(&self, host: &str, now: Timestamp) -> Option<Refused> {
        let until = told(self.0.refused_until(host).await).flatten()?;
        let until = Timestamp::from_microsecond(until).ok()?;
        (until > now).then_some(Refused { until })
    }

    async fn refuse(&self, host: &str, refused: Refused) {
        told(self.0.refuse(host, refused.until.as_microsecond()).await);
    }
}
