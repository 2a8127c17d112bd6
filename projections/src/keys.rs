//! The keys of events. Views have the plain text of what is encrypted in the log; erased texts stay encrypted, live and
//! in a rebuild.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use domain::ids::{RecordId, UserId};
use domain::registry::AggregateType;
use store::StoreError;
use store::log::{EventLog, RecordedEvent};
use store::user_keys::UserKey;

/// The keys of the users whose personal data some events have.
#[derive(Default)]
pub(crate) struct Keys(HashMap<UserId, Arc<UserKey>>);

impl Keys {
    /// The keys that exist.
    pub(crate) async fn of(log: &EventLog, events: &[RecordedEvent]) -> Result<Self, StoreError> {
        let users: BTreeSet<UserId> = events.iter().filter_map(told_of).collect();
        let users: Vec<UserId> = users.into_iter().collect();
        let keys = log.keys_of(&users).await?.into_iter();
        Ok(Self(
            keys.map(|(user, key)| (user, Arc::new(key))).collect(),
        ))
    }

    /// The key of an event; `None` if nothing in it is encrypted or its texts were erased.
    pub(crate) fn key(&self, event: &RecordedEvent) -> Option<Arc<UserKey>> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&told_of(event)?).cloned()
    }
}

/// The user whose personal data an event has.
fn told_of(event: &RecordedEvent) -> Option<UserId> {
    match AggregateType::from_name(&event.aggregate_type)? {
        AggregateType::CompanyList => UserId::new(event.aggregate_id.as_str()).ok(),
        AggregateType::AccountRecord => {
            let id: RecordId = event.aggregate_id.parse().ok()?;
            Some(id.user)
        }
        AggregateType::CreditAccount
        | AggregateType::Coupon
        | AggregateType::ScrapeJob
        | AggregateType::Monitor => None,
    }
}
