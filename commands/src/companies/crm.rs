//! What a user writes about a company.

use std::collections::BTreeMap;

use domain::account_record::{
    AccountRecord, AccountRecordCommand, BasedOn, ContactStatus, CrmField, Written,
};
use domain::company_list::{CompanyList, CompanyListCommand, CompanyListRefusal, Row};
use domain::ids::{CompanyId, RecordId, UserId};
use domain::personal::Noted;
use jiff::Timestamp;
use jiff::civil::Date;
use store::StoreError;
use store::log::{CommandRecord, Cursor};
use store::user_keys::UserKey;

use super::shared::{Companies, SessionRow, TRIES, row};
use crate::error::{CommandError, Refusal};

/// Texts by field; an absent one is empty.
pub type CrmTexts = BTreeMap<CrmField, String>;

/// A form's values. What it leaves out stays as it is.
#[derive(Debug, Clone, Default)]
pub struct CrmEntry {
    pub status: Option<ContactStatus>,
    /// An empty text empties the field.
    pub texts: CrmTexts,
    /// When the state was saved that the form was filled from, if it says.
    pub based_on: Option<BasedOn>,
}

/// What is recorded about a company.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CrmRecord {
    pub status: ContactStatus,
    pub texts: CrmTexts,
    pub saved_at: Option<Timestamp>,
    pub follow_up: Option<Date>,
}

/// A record as of a cursor of the log.
#[derive(Debug, Clone)]
pub struct CrmVersion {
    pub record: CrmRecord,
    pub cursor: Cursor,
}

impl Companies {
    /// What is recorded about the company of a row.
    pub async fn record(&self, user: &UserId, of: &SessionRow) -> Result<CrmRecord, CommandError> {
        let Some((key, id)) = self.find_record(user, of).await? else {
            return Ok(CrmRecord::default());
        };
        Ok(self.read(&key, &id).await?)
    }

    /// Writes about the company of a row; only changes are recorded. A `record` makes it repeatable. Beside an erasure it
    /// starts over with the new key.
    pub async fn write(
        &self,
        user: &UserId,
        of: &SessionRow,
        entry: CrmEntry,
        record: Option<CommandRecord>,
    ) -> Result<CrmVersion, CommandError> {
        for _ in 0..TRIES {
            match self.try_write(user, of, &entry, record.clone()).await {
                Err(CommandError::Refused(Refusal::CompanyList(CompanyListRefusal::Overtaken))) => {
                }
                answer => return answer,
            }
        }
        Err(CommandError::Conflict)
    }

    async fn try_write(
        &self,
        user: &UserId,
        of: &SessionRow,
        entry: &CrmEntry,
        record: Option<CommandRecord>,
    ) -> Result<CrmVersion, CommandError> {
        let (list, key) = self.list_and_key(user).await?;
        let mut context = self.context(user, of.session.to_string());
        let of_row = row(&key, of);
        let known = list.aggregate().company(&of_row);
        let says_nothing = entry
            .status
            .is_none_or(|status| status == ContactStatus::default())
            && entry.texts.values().all(String::is_empty);
        if says_nothing && known.is_none() {
            return Ok(CrmVersion {
                record: CrmRecord::default(),
                cursor: Cursor::START,
            });
        }
        let unpaid = self.unpaid(user, record.as_ref()).await?;
        let id = RecordId {
            company: known.unwrap_or(of_row.new_id),
            user: user.clone(),
        };
        // In the same commit: nothing is written about a company that an erasure has made the list forget.
        let meet = CompanyListCommand::Meet {
            row: of_row,
            company: id.company,
            erasures: list.aggregate().erasures(),
        };
        drop(list);
        let noted = |field: CrmField, text: &String| {
            (!text.is_empty()).then(|| Noted {
                mark: key.mark(field.as_str(), text),
                text: key.close(text),
            })
        };
        let details = entry.texts.iter();
        let command = AccountRecordCommand::Record(Written {
            status: entry.status,
            details: details
                .map(|(field, text)| (*field, noted(*field, text)))
                .collect(),
            based_on: entry.based_on,
            now: context.at,
        });
        context.record = record;
        let commands = vec![(id.to_string(), command)];
        let writing = unpaid.execute::<AccountRecord>(commands, Some(meet), &context);
        let (done, _) = writing.await?;
        Ok(CrmVersion {
            // Of two first calls with one key, only one's id is the company's.
            record: self.record(user, of).await?,
            cursor: done.cursor_or_head(self.dispatcher.store().log()).await?,
        })
    }

    /// The record of a row's company with the key that opens it, if the user has saved or written about the company.
    pub async fn find_record(
        &self,
        user: &UserId,
        of: &SessionRow,
    ) -> Result<Option<(UserKey, RecordId)>, StoreError> {
        let Some(key) = self.keys.find(user).await? else {
            return Ok(None);
        };
        let company = self.company(user, &row(&key, of)).await?;
        Ok(company.map(|company| {
            let user = user.clone();
            (key, RecordId { company, user })
        }))
    }

    async fn company(&self, user: &UserId, row: &Row) -> Result<Option<CompanyId>, StoreError> {
        let store = self.dispatcher.store();
        let list = store.refresh::<CompanyList>(user.as_str()).await?;
        Ok(list.aggregate().company(row))
    }

    async fn read(&self, key: &UserKey, id: &RecordId) -> Result<CrmRecord, StoreError> {
        let store = self.dispatcher.store();
        let loaded = store.refresh::<AccountRecord>(&id.to_string()).await?;
        let record = loaded.aggregate();
        let mut texts = CrmTexts::new();
        for field in CrmField::ALL {
            if let Some(noted) = record.detail(field) {
                texts.insert(field, open(key, noted)?);
            }
        }
        Ok(CrmRecord {
            status: record.status(),
            texts,
            saved_at: record.saved_at(),
            follow_up: record.follow_up(),
        })
    }
}

fn open(key: &UserKey, noted: &Noted) -> Result<String, StoreError> {
    let text = key.open(&noted.text);
    text.ok_or_else(|| StoreError::Damaged("a text does not open with its user's key".to_owned()))
}
