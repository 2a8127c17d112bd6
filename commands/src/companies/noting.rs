//! Listings that were met again: how they differ from what was saved of their companies.
//!
//! Compared is what [`Watched`] texts say, spellings aside, and only with a row of the same data set: that another one
//! writes it differently is no change.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use async_trait::async_trait;
use domain::company_list::{
    CompanyList, CompanyListCommand, CompanyListRefusal, FieldChange, ListingChange,
};
use domain::ids::{CompanyId, UserId};
use domain::metadata::Actor;
use domain::personal::Noted;
use jiff::Timestamp;
use places::{Place, Watched, identities};
use serde::Deserialize;
use store::StoreError;
use store::user_keys::UserKey;

use super::shared::{Companies, of_identities};
use crate::dispatcher::Context;
use crate::error::{CommandError, Refusal};
use crate::monitors::field_of;

/// Companies whose businesses are looked up at a time.
const PORTION: usize = 200;

/// What was saved of companies.
#[async_trait]
pub trait SavedBusinesses: Send + Sync {
    /// The businesses as JSON, as they were saved or refreshed; without those that cannot be told now.
    async fn businesses(
        &self,
        user: &UserId,
        companies: &[CompanyId],
    ) -> Result<HashMap<CompanyId, String>, StoreError>;
}

/// Notes how listings differ from what was saved. Cheap to clone.
#[derive(Clone)]
pub struct ListingChanges {
    companies: Companies,
    saved: Arc<dyn SavedBusinesses>,
}

/// Listings of a user's saved companies that were met.
pub struct MetListings {
    user: UserId,
    list: CompanyList,
    key: UserKey,
    /// What they say, and whose data set they are of.
    met: BTreeMap<CompanyId, (Watched, String)>,
}

/// The part of a saved business that is compared.
#[derive(Deserialize)]
struct Saved {
    place: Place,
}

impl MetListings {
    /// Takes a row that was met. Rows of other businesses than the saved ones are forgotten at once.
    pub fn meet(&mut self, place: &Place) {
        if !place.provenance.storable {
            return;
        }
        let row = of_identities(&self.key, &identities(place));
        let company = self.list.company(&row);
        if let Some(company) = company.filter(|one| self.list.is_saved(*one)) {
            let says = || (Watched::of(place), place.provenance.source.clone());
            self.met.entry(company).or_insert_with(says);
        }
    }

    /// How a company's listing differs from what was saved, unless that is noted.
    fn change(&self, company: CompanyId, business: &str, at: Timestamp) -> Option<Noted> {
        let (listed, source) = self.met.get(&company)?;
        let refreshed = self.list.refreshed(company);
        if refreshed.is_some_and(|mark| mark != self.key.mark("business", business)) {
            // It was refreshed meanwhile.
            return None;
        }
        let saved: Saved = serde_json::from_str(business).ok()?;
        if saved.place.provenance.source != *source {
            return None;
        }
        let before = Watched::of(&saved.place);
        let fields = before.changed(listed, false).into_iter();
        let fields = fields.map(|which| FieldChange {
            field: field_of(which),
            before: before.text(which).map(str::to_owned),
            after: listed.text(which).map(str::to_owned),
        });
        let fields: Vec<FieldChange> = fields.collect();
        let json = |value| serde_json::to_string(value).expect("texts are always JSON");
        let mark = self.key.mark("listing", &json(&fields));
        let noted = self.list.noted_change(company);
        let is_told = match &noted {
            Some(noted) => *noted == mark,
            None => fields.is_empty(),
        };
        let change = ListingChange { fields, at };
        let change = serde_json::to_string(&change).expect("texts are always JSON");
        (!is_told).then(|| Noted {
            mark,
            text: self.key.close(&change),
        })
    }
}

impl ListingChanges {
    /// With what was saved.
    pub fn new(companies: Companies, saved: Arc<dyn SavedBusinesses>) -> Self {
        Self { companies, saved }
    }

    /// Begins to meet listings of the user's saved companies; none if nothing is saved.
    pub async fn of(&self, user: &UserId) -> Result<Option<MetListings>, StoreError> {
        let store = self.companies.dispatcher.store();
        let list = store.refresh::<CompanyList>(user.as_str()).await?;
        if list.aggregate().saved() == 0 {
            return Ok(None);
        }
        let list = list.aggregate().clone();
        let key = self.companies.keys.find(user).await?;
        Ok(key.map(|key| MetListings {
            user: user.clone(),
            list,
            key,
            met: BTreeMap::new(),
        }))
    }

    /// Notes how those that were met differ, each difference once. Returns how many do that were not noted.
    pub async fn note(&self, met: &MetListings) -> Result<usize, CommandError> {
        let now = self.companies.clock.now();
        let companies: Vec<CompanyId> = met.met.keys().copied().collect();
        let mut changes = BTreeMap::new();
        for portion in companies.chunks(PORTION) {
            let businesses = self.saved.businesses(&met.user, portion).await?;
            for (company, business) in businesses {
                let change = met.change(company, &business, now);
                changes.extend(change.map(|change| (company, change)));
            }
        }
        if changes.is_empty() {
            return Ok(0);
        }
        let user = met.user.as_str();
        let context = Context::new(Actor::System, user, now);
        let note = CompanyListCommand::NoteChanges {
            changes,
            erasures: met.list.erasures(),
        };
        let dispatcher = &self.companies.dispatcher;
        let noting = dispatcher.execute_returning_events::<CompanyList>(user, note, &context);
        match noting.await {
            Ok((_, events)) => Ok(events.len()),
            // All of it was erased meanwhile.
            Err(CommandError::Refused(Refusal::CompanyList(CompanyListRefusal::Overtaken))) => {
                Ok(0)
            }
            Err(error) => Err(error),
        }
    }
}
