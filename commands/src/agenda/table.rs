//! The agenda's table, and the reactor that feeds it from the log.

use std::collections::BTreeMap;

use async_trait::async_trait;
use cqrs_es::Aggregate;
use domain::codec::StoredEvent;
use domain::credit_account::{CreditAccount, CreditEvent, CreditEventType};
use jiff::Timestamp;
use sqlx::QueryBuilder;
use store::db::Db;
use store::log::RecordedEvent;
use store::subscriptions::{ReactError, Reactor};
use store::{StoreError, with_reader, with_writer};

/// The checkpoint of [`KeepAgenda`].
pub const KEEP_AGENDA: &str = "reactor.account_agenda";

/// Rows per statement, two parameters each.
const ROWS_PER_STATEMENT: usize = 5_000;

/// When accounts are due.
#[derive(Debug, Clone)]
pub struct Agenda {
    db: Db,
}

impl Agenda {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Notes when each user's account is due; an earlier note stays.
    pub(super) async fn note(&self, times: &BTreeMap<String, Timestamp>) -> Result<(), StoreError> {
        let times: Vec<_> = times.iter().collect();
        for chunk in times.chunks(ROWS_PER_STATEMENT) {
            with_writer!(&self.db, pool => {
                let mut insert = QueryBuilder::new("INSERT INTO account_agenda (user_id, look_at) ");
                insert.push_values(chunk, |mut row, (user, at)| {
                    row.push_bind(user.as_str()).push_bind(at.as_microsecond());
                });
                // Without WHERE, SQLite takes ON for a join's.
                insert.push(
                    " ON CONFLICT (user_id) DO UPDATE SET look_at = excluded.look_at \
                     WHERE account_agenda.look_at > excluded.look_at",
                );
                insert.build().persistent(chunk.len() == 1).execute(pool).await.map(drop)
            })?;
        }
        Ok(())
    }

    /// Up to `limit` users who are due by `until`, after the entry `after`, the longest overdue first, each with the
    /// time noted.
    pub(super) async fn due(
        &self,
        (after_user, after): (&str, i64),
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<(String, i64)>, StoreError> {
        let due = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT user_id, look_at FROM account_agenda \
             WHERE look_at <= $1 AND (look_at, user_id) > ($2, $3) ORDER BY look_at, user_id LIMIT $4",
        )
        .bind(until.as_microsecond())
        .bind(after)
        .bind(after_user)
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await)?;
        Ok(due)
    }

    /// Notes the next time, unless another was noted since `seen` was read.
    pub(super) async fn put_off(
        &self,
        user: &str,
        seen: i64,
        next: Timestamp,
    ) -> Result<(), StoreError> {
        with_writer!(&self.db, pool => sqlx::query(
            "UPDATE account_agenda SET look_at = $3 WHERE user_id = $1 AND look_at = $2",
        )
        .bind(user)
        .bind(seen)
        .bind(next.as_microsecond())
        .execute(pool)
        .await
        .map(drop))?;
        Ok(())
    }
}

/// Notes what new events make due: the end of the first period, and the expiry of a hold.
#[derive(Debug)]
pub struct KeepAgenda {
    agenda: Agenda,
}

impl KeepAgenda {
    /// Feeds `agenda`.
    pub const fn new(agenda: Agenda) -> Self {
        Self { agenda }
    }
}

#[async_trait]
impl Reactor for KeepAgenda {
    fn checkpoint(&self) -> &str {
        KEEP_AGENDA
    }

    fn concerns(&self, event: &RecordedEvent) -> bool {
        event.aggregate_type == CreditAccount::TYPE
            && CreditEventType::from_name(&event.event_type).is_none_or(CreditEventType::falls_due)
    }

    async fn react(&self, event: &RecordedEvent) -> Result<(), ReactError> {
        self.react_all(std::slice::from_ref(event)).await
    }

    async fn react_all(&self, events: &[RecordedEvent]) -> Result<(), ReactError> {
        let mut times: BTreeMap<String, Timestamp> = BTreeMap::new();
        for event in events {
            let decoded =
                CreditEvent::decode(&event.event_type, &event.event_version, &event.payload)
                    .map_err(|error| {
                        ReactError::Event(format!("event {}: {error}", event.cursor))
                    })?;
            let Some(at) = decoded.falls_due_at() else {
                continue;
            };
            times
                .entry(event.aggregate_id.clone())
                .and_modify(|noted| *noted = at.min(*noted))
                .or_insert(at);
        }
        Ok(self.agenda.note(&times).await?)
    }
}
