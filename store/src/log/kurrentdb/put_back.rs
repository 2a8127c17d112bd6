//! A KurrentDB that was put back to an earlier moment beside databases that go on: what those remember of events that
//! are gone is dropped, once nothing is in flight, under the lock that keeps every append out. It is counted, so that
//! other processes see it and need not do the same.
//!
//! Snapshots need nothing: each names its last event. Rows neither: none is visible beyond what the log counts, and its
//! next run writes over it. A worker drops the work of a job that is gone.

use std::collections::HashSet;

use futures::{StreamExt, TryStreamExt};
use serde::Deserialize;
use sqlx::QueryBuilder;

use super::KurrentLog;
use crate::db::{Db, Tx};
use crate::error::StoreError;
use crate::links::{LONGEST, last_and_before, remove};
use crate::log::continuity::LastEvent;
use crate::log::cursor::Cursor;
use crate::log::recorded::RecordedEvent;
use crate::seals::{SealKey, detach};
use crate::{with_reader, with_tx};

/// How the names of reactors' checkpoints begin. Views' may be in the same table.
const REACTORS: &str = "reactor.";
const COUNT: &str = "SELECT value FROM installation WHERE name = 'put_backs'";
/// How far the clocks of processes may differ, and how long a commit may take (microseconds).
const SKEW_US: i64 = 5 * 60 * 1_000_000;
/// Events at the log's end that are read first.
const TAIL: usize = 1_000;
/// Heads per read.
const HEADS: i64 = 2_000;
/// Streams that are read concurrently.
const AT_ONCE: usize = 32;
/// Keys per statement.
const KEYS: usize = 5_000;

#[derive(Deserialize)]
struct MadeBy {
    command_id: Option<String>,
}

/// A sealed stream's head as stored.
struct Head {
    aggregate_type: String,
    aggregate_id: String,
    events: i64,
    seal: String,
}

impl KurrentLog {
    /// Do the databases remember more than the log holds? While no process runs, only checkpoints show it.
    pub(super) async fn forget_if_behind(&self, seals: &SealKey) -> Result<(), StoreError> {
        let mut furthest = Cursor::START;
        for db in [&self.beside, &self.views] {
            let cursors: Vec<String> = with_reader!(db, pool =>
                sqlx::query_scalar("SELECT cursor FROM checkpoints").fetch_all(pool).await)?;
            for cursor in cursors {
                furthest = furthest.max(cursor.parse()?);
            }
        }
        // Read last: others may append and follow meanwhile.
        if furthest > self.connection.head().await? {
            self.forget(None, None, seals).await?;
        }
        Ok(())
    }

    pub(super) async fn count_put_backs(&self) -> Result<u64, StoreError> {
        let counted: Option<String> = with_reader!(&self.beside, pool =>
            sqlx::query_scalar(COUNT).fetch_optional(pool).await)?;
        number(counted)
    }

    /// Drops what the databases remember of lost events, unless the log holds the event after all, or somebody has done
    /// so since `known`. Returns how often it was done.
    pub(super) async fn forget(
        &self,
        lost: Option<&LastEvent>,
        known: Option<u64>,
        seals: &SealKey,
    ) -> Result<u64, StoreError> {
        let mut tx = self.carrier.quiet().await?;
        tx.lift_time_limits().await?;
        self.connection.forget_barren();
        let counted: Option<String> = with_tx!(&mut tx, conn =>
            sqlx::query_scalar(COUNT).fetch_optional(conn).await)?;
        let counted = number(counted)?;
        if known.is_some_and(|known| known != counted) {
            return Ok(counted);
        }
        if let Some(lost) = lost
            && self.holds(lost).await?
        {
            return Ok(counted);
        }
        let end = self.connection.head().await?;
        // Other events may lie at the lost one's place already, and beyond.
        let lost = lost.map_or(Cursor::BEYOND, |lost| lost.cursor);
        let is_ahead = |at: Cursor| at > end || at >= lost;
        let since = self.clear_of_doubt().await?;
        let named = self.commands_since(since).await?;
        let commands = forget_commands(&mut tx, since, &named).await?;
        let answers = delete(
            &mut tx,
            "DELETE FROM http_answers WHERE answered_at >= $1",
            since,
        );
        let answers = answers.await?;
        let agenda = delete(
            &mut tx,
            "DELETE FROM account_agenda WHERE look_at >= $1",
            i64::MIN,
        );
        let agenda = agenda.await?;
        let leases = end_leases(&mut tx, &self.beside).await?;
        let heads = self.remake_heads(&mut tx, seals).await?;
        let links = self.drop_links(&mut tx, is_ahead).await?;
        let mut views = set_back(&mut tx, is_ahead).await?;
        if matches!(self.views, Db::Sqlite { .. }) {
            let mut beside = self.views.begin().await?;
            views += set_back(&mut beside, is_ahead).await?;
            beside.commit().await?;
        }
        count(&mut tx, counted + 1).await?;
        tx.commit().await?;
        tracing::warn!(
            commands, answers, agenda, leases, heads, links, views, %end,
            "KurrentDB is behind its database: it was put back; what the database remembered of the lost events was \
             dropped, with the links of the chain over them, heads were made anew from the log, read models are rebuilt and reactors read the log from its start"
        );
        Ok(counted + 1)
    }

    /// Drops the chain's last links as far as the log no longer holds their events.
    async fn drop_links(
        &self,
        tx: &mut Tx,
        is_ahead: impl Fn(Cursor) -> bool,
    ) -> Result<u64, StoreError> {
        let mut dropped = 0;
        while let Some((last, before)) = last_and_before(tx).await? {
            if !is_ahead(last.ends_at) {
                let events = self.connection.all_after(before.at, LONGEST).await?;
                let covered = events.iter().filter(|event| event.cursor <= last.ends_at);
                if last.covers(before, covered) {
                    break;
                }
            }
            remove(tx, &last).await?;
            dropped += 1;
        }
        Ok(dropped)
    }

    async fn holds(&self, event: &LastEvent) -> Result<bool, StoreError> {
        let name = self.name(&event.aggregate_type, &event.aggregate_id);
        let there = self
            .connection
            .stream_after(&name, event.sequence - 1, 1)
            .await?;
        Ok(there.iter().any(|there| event.is(there)))
    }

    /// What was recorded before this moment is in the log, whatever was lost.
    async fn clear_of_doubt(&self) -> Result<i64, StoreError> {
        let last = self.connection.last(1).await?;
        Ok(last
            .first()
            .map_or(i64::MIN, |last| last.recorded_at.saturating_sub(SKEW_US)))
    }

    /// The commands named by events that were recorded since that moment, and by some before.
    async fn commands_since(&self, since: i64) -> Result<HashSet<String>, StoreError> {
        let mut limit = TAIL;
        loop {
            let tail = self.connection.last(limit).await?;
            // A commit that was completed late lies behind younger ones.
            let mut oldest = tail.iter().take(limit / 2);
            if tail.len() < limit || oldest.all(|event| event.recorded_at < since) {
                return Ok(tail.iter().filter_map(command).collect());
            }
            limit *= 4;
        }
    }

    /// Has the heads of sealed streams agree with the log's events. Returns how many did not.
    async fn remake_heads(&self, tx: &mut Tx, seals: &SealKey) -> Result<u64, StoreError> {
        let mut remade = 0;
        let mut after = (String::new(), String::new());
        loop {
            let portion = heads_after(tx, &after).await?;
            let Some(last) = portion.last() else {
                return Ok(remade);
            };
            after = (last.aggregate_type.clone(), last.aggregate_id.clone());
            let mut looks = Vec::with_capacity(portion.len());
            for head in portion {
                looks.push(async move {
                    let name = self.name(&head.aggregate_type, &head.aggregate_id);
                    let last = match self.connection.last_of_stream(&name, 1).await {
                        // Somebody has deleted the stream: its head is the evidence.
                        Err(StoreError::Damaged(_)) => return Ok(None),
                        last => last?,
                    };
                    Ok::<_, StoreError>(head.against(last.first(), seals))
                });
            }
            let changes = futures::stream::iter(looks).buffer_unordered(AT_ONCE);
            let changes: Vec<Option<Change>> = changes.try_collect().await?;
            for change in changes.into_iter().flatten() {
                change.make(tx).await?;
                remade += 1;
            }
        }
    }
}

/// What a head becomes: nothing, where its stream is gone.
struct Change(Head, Option<(i64, String)>);

impl Head {
    /// How it must change where its stream ends with `last`. An event without a seal is left for the auditor.
    fn against(self, last: Option<&RecordedEvent>, seals: &SealKey) -> Option<Change> {
        let Some(last) = last else {
            return Some(Change(self, None));
        };
        let (_, seal) = detach(&last.metadata)?;
        let (of, id) = (&self.aggregate_type, &self.aggregate_id);
        let seal = seals.head(of, id, last.sequence, seal).to_string();
        let events = i64::try_from(last.sequence).unwrap_or(i64::MAX);
        let fits = self.events == events && self.seal == seal;
        (!fits).then_some(Change(self, Some((events, seal))))
    }
}

impl Change {
    async fn make(self, tx: &mut Tx) -> Result<(), StoreError> {
        let Self(head, becomes) = self;
        with_tx!(tx, conn => match becomes {
            Some((events, seal)) => sqlx::query(
                "UPDATE stream_heads SET events = $3, seal = $4 WHERE aggregate_type = $1 AND aggregate_id = $2")
                .bind(&head.aggregate_type)
                .bind(&head.aggregate_id)
                .bind(events)
                .bind(seal)
                .execute(conn)
                .await
                .map(drop),
            None => sqlx::query("DELETE FROM stream_heads WHERE aggregate_type = $1 AND aggregate_id = $2")
                .bind(&head.aggregate_type)
                .bind(&head.aggregate_id)
                .execute(conn)
                .await
                .map(drop),
        })?;
        Ok(())
    }
}

fn number(counted: Option<String>) -> Result<u64, StoreError> {
    counted.map_or(Ok(0), |counted| {
        let wrong = |_| StoreError::Damaged(format!("'{counted}' is no number of put-backs"));
        counted.parse().map_err(wrong)
    })
}

async fn count(tx: &mut Tx, put_backs: u64) -> Result<(), StoreError> {
    with_tx!(tx, conn => sqlx::query(
        "INSERT INTO installation (name, value) VALUES ('put_backs', $1) \
         ON CONFLICT (name) DO UPDATE SET value = excluded.value")
        .bind(put_backs.to_string())
        .execute(conn)
        .await
        .map(drop))?;
    Ok(())
}

fn command(event: &RecordedEvent) -> Option<String> {
    let made_by: MadeBy = serde_json::from_str(&event.metadata).ok()?;
    made_by.command_id
}

async fn heads_after(
    tx: &mut Tx,
    (aggregate_type, aggregate_id): &(String, String),
) -> Result<Vec<Head>, StoreError> {
    let rows: Vec<(String, String, i64, String)> = with_tx!(tx, conn => sqlx::query_as(
        "SELECT aggregate_type, aggregate_id, events, seal FROM stream_heads \
         WHERE (aggregate_type, aggregate_id) > ($1, $2) ORDER BY aggregate_type, aggregate_id LIMIT $3")
        .bind(aggregate_type)
        .bind(aggregate_id)
        .bind(HEADS)
        .fetch_all(conn)
        .await)?;
    let heads = rows.into_iter();
    let heads = heads.map(|(aggregate_type, aggregate_id, events, seal)| Head {
        aggregate_type,
        aggregate_id,
        events,
        seal,
    });
    Ok(heads.collect())
}

/// Forgets the commands that were recorded since that moment, but for those that events name, and their answers.
async fn forget_commands(
    tx: &mut Tx,
    since: i64,
    named: &HashSet<String>,
) -> Result<u64, StoreError> {
    let mut keys: Vec<String> = with_tx!(&mut *tx, conn =>
        sqlx::query_scalar("SELECT command_key FROM commands WHERE recorded_at >= $1")
            .bind(since)
            .fetch_all(conn)
            .await)?;
    keys.retain(|key| !named.contains(key));
    for keys in keys.chunks(KEYS) {
        with_tx!(&mut *tx, conn => {
            let mut delete = QueryBuilder::new("DELETE FROM commands WHERE command_key IN (");
            let mut list = delete.separated(", ");
            for key in keys {
                list.push_bind(key);
            }
            delete.push(")");
            delete.build().persistent(false).execute(conn).await.map(drop)
        })?;
    }
    Ok(keys.len() as u64)
}

/// Whoever holds one knows of events that are gone.
async fn end_leases(tx: &mut Tx, db: &Db) -> Result<u64, StoreError> {
    let now = db.clock();
    let sql = format!("UPDATE leases SET holder = '', expires_at = {now} WHERE holder <> ''");
    Ok(with_tx!(tx, conn =>
        sqlx::query(&sql).execute(conn).await.map(|done| done.rows_affected()))?)
}

/// Has reactors begin anew, since the work of lost events was done, and views that are ahead be rebuilt, whatever the log
/// holds by then. Returns how many views.
async fn set_back(tx: &mut Tx, is_ahead: impl Fn(Cursor) -> bool) -> Result<u64, StoreError> {
    let stored: Vec<(String, String)> = with_tx!(&mut *tx, conn =>
        sqlx::query_as("SELECT name, cursor FROM checkpoints").fetch_all(conn).await)?;
    let mut views = 0;
    for (name, cursor) in stored {
        let becomes = if name.starts_with(REACTORS) {
            Cursor::START
        } else if is_ahead(cursor.parse()?) {
            views += 1;
            Cursor::BEYOND
        } else {
            continue;
        };
        with_tx!(&mut *tx, conn => sqlx::query("UPDATE checkpoints SET cursor = $2 WHERE name = $1")
            .bind(&name)
            .bind(becomes.to_string())
            .execute(conn)
            .await
            .map(drop))?;
    }
    Ok(views)
}

async fn delete(tx: &mut Tx, sql: &'static str, since: i64) -> Result<u64, StoreError> {
    Ok(with_tx!(tx, conn => sqlx::query(sql)
        .bind(since)
        .execute(conn)
        .await
        .map(|done| done.rows_affected()))?)
}
