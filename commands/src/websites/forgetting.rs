//! Forgets what websites say of companies that their users have removed, an hour later: a removal can be undone.

use async_trait::async_trait;
use cqrs_es::Aggregate;
use domain::company_list::{CompanyList, CompanyListEvent, CompanyListEventType};
use store::StoreError;
use store::db::now_micros;
use store::log::RecordedEvent;
use store::subscriptions::{ReactError, Reactor};
use store::websites::WebsiteReads;

use super::document::paid_of;

/// The checkpoint of [`ForgetWebsites`].
pub const FORGET_WEBSITES: &str = "reactor.forget_websites";

/// Forgets what websites say of companies that were removed before a moment.
pub async fn forget_removed_before(until: i64, reads: &WebsiteReads) -> Result<(), StoreError> {
    reads.forget_removed(until, paid_of).await
}

/// Notes which companies were removed, and which restored. Erasures forget at once, themselves.
#[derive(Debug)]
pub struct ForgetWebsites {
    reads: WebsiteReads,
}

impl ForgetWebsites {
    /// With the websites that were read.
    pub const fn new(reads: WebsiteReads) -> Self {
        Self { reads }
    }
}

#[async_trait]
impl Reactor for ForgetWebsites {
    fn checkpoint(&self) -> &str {
        FORGET_WEBSITES
    }

    fn concerns(&self, event: &RecordedEvent) -> bool {
        let noted = [
            CompanyListEventType::CompanyRemoved.name(),
            CompanyListEventType::CompanyRestored.name(),
        ];
        event.aggregate_type == CompanyList::TYPE && noted.contains(&event.event_type.as_str())
    }

    async fn react(&self, event: &RecordedEvent) -> Result<(), ReactError> {
        let user = &event.aggregate_id;
        if !self.reads.has_any(user).await? {
            return Ok(());
        }
        let (company, removed_at) = match event.decode_as::<CompanyListEvent>() {
            Ok(CompanyListEvent::CompanyRemoved(removed)) => (removed.company, now_micros()),
            Ok(CompanyListEvent::CompanyRestored(restored)) => (restored.company, 0),
            Ok(_) => return Ok(()),
            Err(error) => return Err(ReactError::Event(error.to_string())),
        };
        let company = company.to_string();
        self.reads.note_removed(user, &company, removed_at).await?;
        Ok(())
    }
}
