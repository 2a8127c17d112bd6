//! Changes to many saved companies at once: removed, restored, tagged, moved.

use std::collections::{BTreeMap, BTreeSet};

use domain::account_record::{
    AccountRecord, AccountRecordCommand, AccountRecordEvent, ContactStatus, Written,
};
use domain::company_list::{CompanyList, CompanyListCommand, CompanyListEvent};
use domain::ids::{CompanyId, RecordId, UserId};
use domain::personal::{Mark, Noted};
use jiff::civil::Date;
use store::log::{CommandRecord, Cursor};
use store::user_keys::UserKey;

use super::recording::nothing;
use super::shared::Companies;
use crate::dispatcher::Context;
use crate::error::CommandError;

/// Why a company was not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failed {
    Unknown,
    Full { max_saves: u32 },
    Tags,
}

/// The outcome for each company.
#[derive(Debug, Clone)]
pub struct Changes<F = ()> {
    /// The companies that were changed, with their former values.
    pub changed: BTreeMap<CompanyId, F>,
    /// How many already were as asked.
    pub unchanged: usize,
    pub failed: Vec<(CompanyId, Failed)>,
    pub cursor: Cursor,
}

/// Tags to add and to remove.
#[derive(Debug, Clone, Default)]
pub struct TagChange {
    pub add: Vec<String>,
    pub remove: Vec<String>,
}

/// Whether a company that was not changed is as asked.
type Standing = Result<(), Failed>;

impl Companies {
    /// Takes companies off the list.
    pub async fn remove(
        &self,
        user: &UserId,
        companies: BTreeSet<CompanyId>,
        record: Option<CommandRecord>,
    ) -> Result<Changes, CommandError> {
        let command = CompanyListCommand::Remove(companies.clone());
        self.change(user, companies, command, record, |list, company| {
            if list.is_removed(company) {
                Ok(())
            } else {
                Err(Failed::Unknown)
            }
        })
        .await
    }

    /// Puts removed companies back, as far as the plan allows.
    pub async fn restore(
        &self,
        user: &UserId,
        companies: BTreeSet<CompanyId>,
        record: Option<CommandRecord>,
    ) -> Result<Changes, CommandError> {
        let max_saves = self.max_saves(user).await?;
        let command = CompanyListCommand::Restore {
            companies: companies.clone(),
            max_saves,
        };
        self.change(user, companies, command, record, |list, company| {
            if list.is_saved(company) {
                Ok(())
            } else if list.is_removed(company) {
                Err(Failed::Full { max_saves })
            } else {
                Err(Failed::Unknown)
            }
        })
        .await
    }

    /// Tags companies. Tags that differ only in case are the same.
    pub async fn tag(
        &self,
        user: &UserId,
        companies: BTreeSet<CompanyId>,
        change: &TagChange,
        record: Option<CommandRecord>,
    ) -> Result<Changes, CommandError> {
        let Some(key) = self.keys.find(user).await? else {
            // Who has no key has saved nothing.
            let unknown = companies.into_iter();
            return Ok(Changes {
                changed: BTreeMap::new(),
                unchanged: 0,
                failed: unknown.map(|company| (company, Failed::Unknown)).collect(),
                cursor: Cursor::START,
            });
        };
        let mut add: Vec<Noted> = Vec::new();
        for text in &change.add {
            let mark = tag_mark(&key, text);
            if add.iter().all(|tag| tag.mark != mark) {
                let text = key.close(text);
                add.push(Noted { mark, text });
            }
        }
        let marks = change.remove.iter().map(|text| tag_mark(&key, text));
        let remove: Vec<Mark> = marks.collect();
        let command = CompanyListCommand::Tag {
            companies: companies.clone(),
            add: add.clone(),
            remove: remove.clone(),
        };
        self.change(user, companies, command, record, |list, company| {
            let tags = list.tags(company);
            if !list.is_saved(company) {
                Err(Failed::Unknown)
            } else if add.iter().all(|tag| tags.contains(&tag.mark)) {
                Ok(())
            } else {
                Err(Failed::Tags)
            }
        })
        .await
    }

    /// Sets companies' statuses; returns the former ones.
    pub async fn set_statuses(
        &self,
        user: &UserId,
        statuses: &BTreeMap<CompanyId, ContactStatus>,
        record: Option<CommandRecord>,
    ) -> Result<Changes<ContactStatus>, CommandError> {
        let now = self.clock.now();
        let commands = statuses.iter().map(|(company, status)| {
            let written = Written {
                status: Some(*status),
                details: BTreeMap::new(),
                based_on: None,
                now,
            };
            (*company, AccountRecordCommand::Record(written))
        });
        let former = |event: &AccountRecordEvent| match event {
            AccountRecordEvent::CrmStatusChanged(moved) => Some(moved.from),
            AccountRecordEvent::CrmDetailsRecorded(_) | AccountRecordEvent::FollowUpDateSet(_) => {
                None
            }
        };
        self.write_all(user, commands.collect(), record, former)
            .await
    }

    /// Sets follow-up dates; returns the former ones.
    pub async fn set_follow_ups(
        &self,
        user: &UserId,
        days: &BTreeMap<CompanyId, Option<Date>>,
        record: Option<CommandRecord>,
    ) -> Result<Changes<Option<Date>>, CommandError> {
        let commands = days
            .iter()
            .map(|(company, day)| (*company, AccountRecordCommand::FollowUp(*day)));
        let former = |event: &AccountRecordEvent| match event {
            AccountRecordEvent::FollowUpDateSet(set) => Some(set.from),
            AccountRecordEvent::CrmDetailsRecorded(_) | AccountRecordEvent::CrmStatusChanged(_) => {
                None
            }
        };
        self.write_all(user, commands.collect(), record, former)
            .await
    }

    /// A command to the list; `standing` judges each company that it did not change.
    async fn change(
        &self,
        user: &UserId,
        companies: BTreeSet<CompanyId>,
        command: CompanyListCommand,
        record: Option<CommandRecord>,
        standing: impl Fn(&CompanyList, CompanyId) -> Standing,
    ) -> Result<Changes, CommandError> {
        let unpaid = self.unpaid(user, record.as_ref()).await?;
        let context = self.list_context(user, record);
        let (done, events) = unpaid
            .execute_one::<CompanyList>(user.as_str(), command, &context, nothing)
            .await?;
        let store = self.dispatcher.store();
        let list = store.refresh::<CompanyList>(user.as_str()).await?;
        let changed = events.iter().filter_map(changed_company);
        let mut changes = Changes {
            changed: changed.map(|company| (company, ())).collect(),
            unchanged: 0,
            failed: Vec::new(),
            cursor: done.cursor_or_head(store.log()).await?,
        };
        for company in companies {
            if !changes.changed.contains_key(&company) {
                match standing(list.aggregate(), company) {
                    Ok(()) => changes.unchanged += 1,
                    Err(failed) => changes.failed.push((company, failed)),
                }
            }
        }
        Ok(changes)
    }

    /// A command to the record of each company, all in one commit.
    async fn write_all<F>(
        &self,
        user: &UserId,
        commands: BTreeMap<CompanyId, AccountRecordCommand>,
        record: Option<CommandRecord>,
        former: impl Fn(&AccountRecordEvent) -> Option<F>,
    ) -> Result<Changes<F>, CommandError> {
        let store = self.dispatcher.store();
        let list = store.refresh::<CompanyList>(user.as_str()).await?;
        let is_saved = |company: &CompanyId| list.aggregate().is_saved(*company);
        let (saved, unknown): (Vec<_>, Vec<_>) =
            (commands.into_iter()).partition(|(company, _)| is_saved(company));
        let decided: Vec<CompanyId> = saved.iter().map(|(company, _)| *company).collect();
        let commands = saved.into_iter().map(|(company, command)| {
            let user = user.clone();
            (RecordId { company, user }.to_string(), command)
        });
        let unpaid = self.unpaid(user, record.as_ref()).await?;
        let context = self.list_context(user, record);
        let (done, events) = unpaid
            .execute::<AccountRecord>(commands.collect(), &context, nothing)
            .await?;
        let unknown = unknown.into_iter();
        let mut changes = Changes {
            changed: BTreeMap::new(),
            unchanged: 0,
            failed: unknown
                .map(|(company, _)| (company, Failed::Unknown))
                .collect(),
            cursor: done.cursor_or_head(store.log()).await?,
        };
        for (company, events) in decided.into_iter().zip(events) {
            match events.iter().find_map(&former) {
                Some(former) => drop(changes.changed.insert(company, former)),
                None => changes.unchanged += 1,
            }
        }
        Ok(changes)
    }

    fn list_context(&self, user: &UserId, record: Option<CommandRecord>) -> Context {
        let mut context = self.context(user, user.as_str());
        context.record = record;
        context
    }
}

fn tag_mark(key: &UserKey, text: &str) -> Mark {
    key.mark("tag", &text.to_lowercase())
}

/// The company that an event changed.
const fn changed_company(event: &CompanyListEvent) -> Option<CompanyId> {
    match event {
        CompanyListEvent::CompanyRemoved(removed) => Some(removed.company),
        CompanyListEvent::CompanyRestored(restored) => Some(restored.company),
        CompanyListEvent::CompanyTagged(tagged) => Some(tagged.company),
        CompanyListEvent::CompanyRefreshed(refreshed) => Some(refreshed.company),
        CompanyListEvent::CompanyMet(_)
        | CompanyListEvent::CompanySaved(_)
        | CompanyListEvent::CompanyErased(_)
        | CompanyListEvent::PersonalDataErased(_) => None,
    }
}
