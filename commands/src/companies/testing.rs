//! What was saved of companies, as tests read it from the log.

use std::collections::HashMap;

use async_trait::async_trait;
use domain::codec::StoredEvent as _;
use domain::company_list::{CompanyList, CompanyListEvent};
use domain::ids::{CompanyId, UserId};
use store::StoreError;
use store::log::EventLog;
use store::user_keys::UserKeys;

use super::noting::SavedBusinesses;

pub(crate) struct SavedInLog(pub(crate) EventLog, pub(crate) UserKeys);

#[async_trait]
impl SavedBusinesses for SavedInLog {
    async fn businesses(
        &self,
        user: &UserId,
        companies: &[CompanyId],
    ) -> Result<HashMap<CompanyId, String>, StoreError> {
        let key = self.1.find(user).await?;
        let mut saved = HashMap::new();
        for event in self.0.read_stream::<CompanyList>(user.as_str(), 0).await? {
            let payload = event.payload.to_string();
            let event = CompanyListEvent::decode(&event.event_type, &event.event_version, &payload)
                .unwrap();
            let (company, closed) = match event {
                CompanyListEvent::CompanySaved(saved) => (saved.company, saved.business),
                CompanyListEvent::CompanyRefreshed(new) => (new.company, new.business.text),
                _ => continue,
            };
            let business = key.as_ref().and_then(|key| key.open(&closed));
            saved.extend(business.map(|business| (company, business)));
        }
        saved.retain(|company, _| companies.contains(company));
        Ok(saved)
    }
}
