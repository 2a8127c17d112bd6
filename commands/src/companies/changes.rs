//! Changes to many saved companies at once: removed, restored, tagged, moved.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use domain::account_record::{
    AccountRecord, AccountRecordCommand, AccountRecordEvent, ContactStatus, Written,
};
use domain::company_list::{CompanyList, CompanyListCommand, CompanyListEvent};
use domain::ids::{CompanyId, RecordId, UserId};
use domain::personal::{Mark, Noted};
use jiff::civil::Date;
use store::StoreError;
use store::log::{CommandRecord, Cursor};
use store::user_keys::UserKey;

use super::outcomes::{Failed, Outcome, Outcomes};
use super::recording::Unpaid;
use super::shared::Companies;
use crate::dispatcher::{Context, Done};
use crate::error::CommandError;

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

impl<F> Changes<F> {
    const fn none(cursor: Cursor) -> Self {
        Self {
            changed: BTreeMap::new(),
            unchanged: 0,
            failed: Vec::new(),
            cursor,
        }
    }
}

/// Tags to add and to remove.
#[derive(Debug, Clone, Default)]
pub struct TagChange {
    pub add: Vec<String>,
    pub remove: Vec<String>,
}

impl Companies {
    /// Takes companies off the list.
    pub async fn remove(
        &self,
        user: &UserId,
        companies: BTreeSet<CompanyId>,
        record: Option<CommandRecord>,
    ) -> Result<Changes, CommandError> {
        let command = CompanyListCommand::Remove(companies.clone());
        let unpaid = self.unpaid(user, record.as_ref()).await?;
        self.change(unpaid, companies, command, record, |list, company| {
            if list.is_removed(company) {
                Outcome::Unchanged
            } else {
                Outcome::Failed(Failed::Unknown)
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
        let unpaid = self.unpaid(user, record.as_ref()).await?;
        let max_saves = unpaid.max_saves().await?;
        let command = CompanyListCommand::Restore {
            companies: companies.clone(),
            max_saves,
        };
        self.change(unpaid, companies, command, record, move |list, company| {
            if list.is_saved(company) {
                Outcome::Unchanged
            } else if list.is_removed(company) {
                Outcome::Failed(Failed::Full { max_saves })
            } else {
                Outcome::Failed(Failed::Unknown)
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
                failed: unknown.map(|company| (company, Failed::Unknown)).collect(),
                ..Changes::none(Cursor::START)
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
            remove,
        };
        let unpaid = self.unpaid(user, record.as_ref()).await?;
        self.change(unpaid, companies, command, record, move |list, company| {
            let tags = list.tags(company);
            if !list.is_saved(company) {
                Outcome::Failed(Failed::Unknown)
            } else if add.iter().all(|tag| tags.contains(&tag.mark)) {
                Outcome::Unchanged
            } else {
                Outcome::Failed(Failed::Tags)
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

    /// A command to the list; `standing` judges each company that it did not change, on the list that it was decided on.
    async fn change(
        &self,
        unpaid: Unpaid<'_>,
        companies: BTreeSet<CompanyId>,
        command: CompanyListCommand,
        record: Option<CommandRecord>,
        standing: impl Fn(&CompanyList, CompanyId) -> Outcome + Send + Sync + 'static,
    ) -> Result<Changes, CommandError> {
        let context = self.list_context(unpaid.user, record);
        let judged = companies.clone();
        let judge = move |list: &CompanyList, events: &[CompanyListEvent]| {
            let changed: HashSet<_> = events.iter().filter_map(changed_company).collect();
            let outcomes = judged.iter().map(|company| {
                if changed.contains(company) {
                    Outcome::Changed
                } else {
                    standing(list, *company)
                }
            });
            Outcomes(outcomes.collect())
        };
        let changing = unpaid.change_list(command, judge, &context, |_| 0);
        let (done, Outcomes(outcomes)) = changing.await?;
        let mut changes = Changes::none(self.cursor(&done).await?);
        for (company, outcome) in companies.into_iter().zip(outcomes) {
            match outcome {
                Outcome::Changed => drop(changes.changed.insert(company, ())),
                Outcome::Unchanged => changes.unchanged += 1,
                Outcome::Failed(failed) => changes.failed.push((company, failed)),
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
        let unpaid = self.unpaid(user, record.as_ref()).await?;
        let store = self.dispatcher.store();
        let list = store.refresh::<CompanyList>(user.as_str()).await?;
        let standing = commands.keys().map(|company| {
            if list.aggregate().is_saved(*company) {
                Outcome::Unchanged
            } else {
                Outcome::Failed(Failed::Unknown)
            }
        });
        let standing = Outcomes(standing.collect());
        drop(list);
        let id = |company: CompanyId| {
            let user = user.clone();
            RecordId { company, user }.to_string()
        };
        let companies: Vec<CompanyId> = commands.keys().copied().collect();
        let commands = commands.into_iter().zip(&standing.0);
        let commands = commands
            .filter(|(_, outcome)| **outcome == Outcome::Unchanged)
            .map(|((company, command), _)| (id(company), command));
        let record = record.map(|record| CommandRecord {
            answer: standing.to_string(),
            ..record
        });
        let context = self.list_context(user, record);
        let writing = unpaid.execute::<AccountRecord>(commands.collect(), None, &context);
        let (done, decided) = writing.await?;
        let mut decided = decided.into_iter();
        let mut changes = Changes::none(self.cursor(&done).await?);
        let standing = match &done {
            Done::Stored(_) => standing,
            Done::Repeated(first) => Outcomes::read(&first.answer)?,
        };
        for (company, outcome) in companies.into_iter().zip(standing.0) {
            if let Outcome::Failed(failed) = outcome {
                changes.failed.push((company, failed));
                continue;
            }
            let events = match &done {
                Done::Stored(_) => decided.next().unwrap_or_default(),
                Done::Repeated(first) => {
                    self.recorded::<AccountRecord>(&id(company), first).await?
                }
            };
            match events.iter().find_map(&former) {
                Some(former) => drop(changes.changed.insert(company, former)),
                None => changes.unchanged += 1,
            }
        }
        Ok(changes)
    }

    async fn cursor(&self, done: &Done) -> Result<Cursor, StoreError> {
        done.cursor_or_head(self.dispatcher.store().log()).await
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
        | CompanyListEvent::CompanyChanged(_)
        | CompanyListEvent::CompanyErased(_)
        | CompanyListEvent::PersonalDataErased(_) => None,
    }
}
