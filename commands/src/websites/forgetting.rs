//! Forgets what websites say of companies that their users have removed.

use async_trait::async_trait;
use cqrs_es::Aggregate;
use domain::company_list::{CompanyList, CompanyListEvent, CompanyListEventType};
use store::log::RecordedEvent;
use store::subscriptions::{ReactError, Reactor};
use store::websites::WebsiteReads;

use super::document::paid_of;

/// The checkpoint of [`ForgetWebsites`].
pub const FORGET_WEBSITES: &str = "reactor.forget_websites";

/// Forgets what was read of a company with the company. Erasures do it themselves, at once.
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
        event.aggregate_type == CompanyList::TYPE
            && event.event_type == CompanyListEventType::CompanyRemoved.name()
    }

    async fn react(&self, event: &RecordedEvent) -> Result<(), ReactError> {
        let user = &event.aggregate_id;
        let removed = event.decode_as::<CompanyListEvent>();
        let removed = removed.map_err(|error| ReactError::Event(error.to_string()))?;
        if let CompanyListEvent::CompanyRemoved(removed) = removed
            && self.reads.has_any(user).await?
        {
            let company = removed.company.to_string();
            let reads = &self.reads;
            reads.forget_companies(user, &[company], paid_of).await?;
        }
        Ok(())
    }
}
