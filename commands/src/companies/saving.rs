//! Saving companies: one by one, or all rows of a session in one commit.

use std::collections::HashSet;
use std::sync::Arc;

use domain::company_list::{
    Candidate, CompanyList, CompanyListCommand, CompanyListEvent, CompanyListRefusal, CompanySaved,
};
use domain::credit_account::CreditAccount;
use domain::ids::{CompanyId, SessionKey, UserId};
use places::{Place, identities};
use store::StoreError;
use store::log::{CommandRecord, Cursor};
use store::user_keys::UserKey;

use super::outcomes::{Failed, Outcome, Outcomes};
use super::recording::paid_bytes;
use super::shared::{Companies, SessionRow, TRIES, of_identities, row};
use crate::error::{CommandError, Refusal};

/// Shown to users whose plan has no My Companies (specification B5).
const NEEDS_TIER: &str = "My Companies is a Business Tier feature";

/// Rows that are encrypted within a moment.
const MANY: usize = 50;

/// A row to be saved.
#[derive(Debug, Clone)]
pub struct RowToSave {
    pub row: SessionRow,
    /// What is stored of the business, as JSON.
    pub business: String,
}

/// The outcome of each row, in their order.
#[derive(Debug, Clone)]
pub struct Saved {
    pub outcomes: Vec<Outcome>,
    pub cursor: Cursor,
}

impl Companies {
    /// Saves the businesses of a session's rows in one commit, as far as the plan allows. A `record` makes it
    /// repeatable. Beside an erasure it starts over with the new key.
    pub async fn save(
        &self,
        user: &UserId,
        session: SessionKey,
        rows: Vec<RowToSave>,
        record: Option<CommandRecord>,
    ) -> Result<Saved, CommandError> {
        let rows = Arc::new(rows);
        for _ in 0..TRIES {
            let saving = self.try_save(user, session, &rows, record.clone());
            match saving.await {
                Err(CommandError::Refused(Refusal::CompanyList(CompanyListRefusal::Overtaken))) => {
                }
                answer => return answer,
            }
        }
        Err(CommandError::Conflict)
    }

    async fn try_save(
        &self,
        user: &UserId,
        session: SessionKey,
        rows: &Arc<Vec<RowToSave>>,
        record: Option<CommandRecord>,
    ) -> Result<Saved, CommandError> {
        let unpaid = self.unpaid(user, record.as_ref()).await?;
        let max_saves = unpaid.max_saves().await?;
        let (list, key) = self.list_and_key(user).await?;
        let candidates = encrypted(key, rows).await?;
        let looked_up = candidates.iter().map(|one| (one.row_idx, one.row.clone()));
        let looked_up: Vec<_> = looked_up.collect();
        let mut context = self.context(user, session.to_string());
        context.record = record;
        let command = CompanyListCommand::Save {
            candidates,
            max_saves,
            erasures: list.aggregate().erasures(),
        };
        drop(list);
        let judge = move |list: &CompanyList, events: &[CompanyListEvent]| {
            let new: HashSet<u32> = events.iter().filter_map(saved_row).collect();
            let outcomes = looked_up.iter().map(|(row_idx, row)| {
                let is_saved = || list.company(row).is_some_and(|one| list.is_saved(one));
                if new.contains(row_idx) {
                    Outcome::Changed
                } else if is_saved() {
                    Outcome::Unchanged
                } else {
                    Outcome::Failed(Failed::Full { max_saves })
                }
            });
            Outcomes(outcomes.collect())
        };
        let saving = unpaid.change_list(command, judge, &context, paid_bytes);
        let (done, outcome) = saving.await?;
        Ok(Saved {
            outcomes: outcome.0,
            cursor: done.cursor_or_head(self.dispatcher.store().log()).await?,
        })
    }

    /// Refused if the user's plan has no My Companies, unless the call was carried out before (`record`).
    pub async fn may_save(
        &self,
        user: &UserId,
        record: Option<&CommandRecord>,
    ) -> Result<(), CommandError> {
        let unpaid = self.unpaid(user, record).await?;
        unpaid.max_saves().await.map(drop)
    }

    /// How many companies the user's plan allows; refused if it allows none.
    pub(super) async fn max_saves(&self, user: &UserId) -> Result<u32, CommandError> {
        let store = self.dispatcher.store();
        let account = store.refresh::<CreditAccount>(user.as_str()).await?;
        let account = account.aggregate().at(self.clock.now());
        if account.tier().can_save_companies() {
            Ok(account.max_saves())
        } else {
            Err(CommandError::NotInPlan(NEEDS_TIER))
        }
    }

    /// The company of a row, if it is saved.
    pub async fn saved(
        &self,
        user: &UserId,
        of: &SessionRow,
    ) -> Result<Option<CompanyId>, CommandError> {
        let Some(key) = self.keys.find(user).await? else {
            return Ok(None);
        };
        let store = self.dispatcher.store();
        let list = store.refresh::<CompanyList>(user.as_str()).await?;
        let list = list.aggregate();
        let company = list.company(&row(&key, of));
        Ok(company.filter(|company| list.is_saved(*company)))
    }
}

impl Companies {
    /// Which of some businesses are saved.
    pub async fn are_saved(
        &self,
        user: &UserId,
        businesses: Vec<Place>,
    ) -> Result<Vec<bool>, CommandError> {
        let list = self.dispatcher.store();
        let list = list.refresh::<CompanyList>(user.as_str()).await?;
        let list = list.aggregate().clone();
        let key = self.keys.find(user).await?;
        let Some(key) = key.filter(|_| list.saved() > 0) else {
            return Ok(vec![false; businesses.len()]);
        };
        let all = move || {
            let each = businesses.iter().map(|business| {
                let row = of_identities(&key, &identities(business));
                list.company(&row).is_some_and(|one| list.is_saved(one))
            });
            each.collect()
        };
        let done = tokio::task::spawn_blocking(all).await;
        done.map_err(|error| StoreError::Damaged(error.to_string()).into())
    }
}

/// The rows with their businesses encrypted: on a blocking thread if they are many.
async fn encrypted(
    key: UserKey,
    rows: &Arc<Vec<RowToSave>>,
) -> Result<Vec<Candidate>, CommandError> {
    let candidate = move |to_save: &RowToSave| Candidate {
        row: row(&key, &to_save.row),
        session: to_save.row.session,
        row_idx: to_save.row.row_idx,
        business: key.close(&to_save.business),
    };
    if rows.len() <= MANY {
        return Ok(rows.iter().map(candidate).collect());
    }
    let rows = Arc::clone(rows);
    let all = move || rows.iter().map(candidate).collect();
    let done = tokio::task::spawn_blocking(all).await;
    done.map_err(|error| StoreError::Damaged(error.to_string()).into())
}

/// The row that an event saved.
const fn saved_row(event: &CompanyListEvent) -> Option<u32> {
    match event {
        CompanyListEvent::CompanySaved(CompanySaved { row_idx, .. }) => Some(*row_idx),
        CompanyListEvent::CompanyMet(_)
        | CompanyListEvent::CompanyRemoved(_)
        | CompanyListEvent::CompanyRestored(_)
        | CompanyListEvent::CompanyTagged(_)
        | CompanyListEvent::CompanyRefreshed(_)
        | CompanyListEvent::CompanyChanged(_)
        | CompanyListEvent::CompanyErased(_)
        | CompanyListEvent::PersonalDataErased(_) => None,
    }
}
