//! What is about to be appended, noted in the database before the first event of it is sent.
//!
//! The server appends to one stream at a time, and knows nothing of commands, leases and heads. A group of commits is
//! therefore noted first, whole, in one transaction that also checks all of those and reserves the streams and the
//! commands' keys; then appended, stream by stream; then, in a second transaction, its commands and heads are
//! recorded and the note is removed. A process that finds a note in its way, or left behind by a process that died,
//! completes it: every step may be repeated.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sqlx::QueryBuilder;
use tokio::sync::OnceCell;
use uuid::Uuid;

use super::heads::NotedHead;
use super::import_mark::begun_import;
use super::names::{Outgoing, event_id, stream_name};
use crate::db::{Db, Tx, now_micros};
use crate::error::StoreError;
use crate::installation::{Owner, half_imported, taken_over};
use crate::leases::STILL_HELD;
use crate::log::batch::{Barred, Batch, Misfits};
use crate::log::postgres::lock_appends;
use crate::log::recorded::RecordedEvent;
use crate::{with_reader, with_tx};

/// Created if missing, and only if KurrentDB is used.
const TABLES: &str = "\
CREATE TABLE IF NOT EXISTS log_notes (\
    id TEXT PRIMARY KEY, body TEXT NOT NULL, noted_at BIGINT NOT NULL);\
CREATE TABLE IF NOT EXISTS log_reserved (name TEXT PRIMARY KEY, note TEXT NOT NULL);\
CREATE INDEX IF NOT EXISTS log_reserved_by_note ON log_reserved (note);";
/// Names per statement: below SQLite's 32,766 parameters, two each.
const NAMES: usize = 5_000;

/// A group of commits in flight.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Note {
    pub(super) id: Uuid,
    pub(super) noted_at: i64,
    pub(super) streams: Vec<NotedStream>,
    commands: Vec<NotedCommand>,
    heads: Vec<NotedHead>,
}

/// What is appended to a stream.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct NotedStream {
    pub(super) name: String,
    /// The sequence of its last event before.
    pub(super) expected: u64,
    /// That event's stamp, if it must have a certain one.
    pub(super) continues: Option<String>,
    /// It comes after the other streams of a commit.
    pub(super) follows: bool,
    pub(super) events: Vec<Outgoing>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct NotedCommand {
    key: String,
    body_hash: String,
    answer: String,
}

/// The outcome of noting a group.
pub(super) enum Noted {
    Done,
    /// It does not match what is stored.
    Refused(Misfits),
    /// Other notes have reserved some of its names.
    Blocked(Vec<Note>),
}

#[derive(Debug)]
pub(super) struct Journal {
    db: Db,
    /// Do its tables exist?
    made: OnceCell<()>,
}

impl NotedStream {
    /// Events of one stream from another log.
    pub(super) fn copied(name: String, events: &[RecordedEvent]) -> Self {
        let outgoing = events.iter().map(|event| Outgoing {
            id: event_id(Uuid::nil(), &name, event.sequence, &event.metadata),
            event_type: event.event_type.clone(),
            event_version: event.event_version.clone(),
            payload: event.payload.clone(),
            metadata: event.metadata.clone(),
        });
        Self {
            expected: events.first().map_or(0, |event| event.sequence - 1),
            continues: None,
            follows: false,
            events: outgoing.collect(),
            name,
        }
    }
}

impl Note {
    pub(super) fn of(batch: &Batch<'_>, prefix: &str) -> Self {
        let id = Uuid::new_v4();
        let mut streams: Vec<NotedStream> = Vec::with_capacity(batch.heads.len());
        let mut places = HashMap::new();
        for (index, (stream, expected, continues)) in batch.heads.iter().enumerate() {
            places.insert(*stream, streams.len());
            streams.push(NotedStream {
                name: stream_name(prefix, stream.aggregate_type, &stream.aggregate_id),
                expected: *expected,
                continues: continues.map(str::to_owned),
                follows: batch.followers.contains(&index),
                events: Vec::new(),
            });
        }
        for (stream, sequence, event) in &batch.events {
            let noted = &mut streams[places[*stream]];
            noted.events.push(Outgoing {
                id: event_id(id, &noted.name, *sequence, &event.metadata),
                event_type: event.event_type.to_owned(),
                event_version: event.event_version.to_owned(),
                payload: event.payload.clone(),
                metadata: event.metadata.clone(),
            });
        }
        let commands = batch.commands.iter().map(|command| NotedCommand {
            key: command.key.clone(),
            body_hash: command.body_hash.clone(),
            answer: command.answer.clone(),
        });
        Self {
            id,
            noted_at: now_micros(),
            streams,
            commands: commands.collect(),
            heads: NotedHead::all_of(batch),
        }
    }

    /// What is reserved for it, in a fixed order, so that two notes never deadlock.
    fn names(&self) -> Vec<String> {
        let streams = self.streams.iter().map(|stream| reserved(&stream.name));
        let commands = self.commands.iter();
        let mut names: Vec<_> = streams
            .chain(commands.map(|command| format!("command {}", command.key)))
            .collect();
        names.sort_unstable();
        names
    }

    /// Logs that these heads of it contradict the events before.
    pub(super) fn tell(&self, astray: &[usize]) {
        for &index in astray {
            self.heads[index].tell();
        }
    }

    /// What this note shares with `other`, which cannot be completed.
    pub(super) fn barred_by(&self, other: &Self, why: StoreError) -> Barred {
        let streams: HashSet<_> = other.streams.iter().map(|stream| &stream.name).collect();
        let keys: HashSet<_> = other.commands.iter().map(|command| &command.key).collect();
        let heads = self.streams.iter().enumerate();
        let heads = heads.filter(|(_, stream)| streams.contains(&stream.name));
        let commands = self.commands.iter().enumerate();
        let commands = commands.filter(|(_, command)| keys.contains(&command.key));
        Barred {
            heads: heads.map(|(index, _)| index).collect(),
            commands: commands.map(|(index, _)| index).collect(),
            why: Arc::new(why),
        }
    }
}

fn reserved(stream: &str) -> String {
    format!("stream {stream}")
}

impl Journal {
    /// Over the database next to the log.
    pub(super) fn new(db: Db) -> Self {
        Self {
            db,
            made: OnceCell::new(),
        }
    }

    /// The database, with the tables in it.
    async fn db(&self) -> Result<&Db, StoreError> {
        let made = self.made.get_or_try_init(|| async {
            let mut tx = self.db.begin().await?;
            // Two processes that start at once must not both create them.
            lock_appends(&mut tx).await?;
            tx.run_script(TABLES).await?;
            tx.commit().await
        });
        made.await?;
        Ok(&self.db)
    }

    /// Notes what is to be appended, if nothing of it is reserved and everything else matches.
    pub(super) async fn note(
        &self,
        note: &Note,
        batch: &Batch<'_>,
        owner: Option<&Owner>,
    ) -> Result<Noted, StoreError> {
        let names = note.names();
        let mut tx = self.db().await?.begin().await?;
        // Imports and exports keep everybody out.
        lock_appends(&mut tx).await?;
        if begun_import(&mut tx).await?.is_some() {
            return Err(half_imported());
        }
        if let Some(owner) = owner
            && !owner.owns(&mut tx).await?
        {
            return Err(taken_over());
        }
        if !reserve(&mut tx, &names, note.id).await? {
            drop(tx);
            return Ok(Noted::Blocked(self.in_the_way_of(&names).await?));
        }
        let misfits = misfits(&mut tx, batch).await?;
        if !misfits.is_none() {
            return Ok(Noted::Refused(misfits));
        }
        let body = serde_json::to_string(note).expect("strings and numbers: always JSON");
        with_tx!(&mut tx, conn => sqlx::query(
            "INSERT INTO log_notes (id, body, noted_at) VALUES ($1, $2, $3)")
            .bind(note.id.to_string())
            .bind(body)
            .bind(note.noted_at)
            .execute(conn)
            .await
            .map(drop))?;
        tx.commit().await?;
        Ok(Noted::Done)
    }

    /// A transaction until whose end nobody notes anything.
    pub(super) async fn keep_out(&self) -> Result<Tx, StoreError> {
        let mut tx = self.db().await?.begin().await?;
        lock_appends(&mut tx).await?;
        Ok(tx)
    }

    /// The database as it is now.
    pub(super) async fn snapshot(&self) -> Result<Tx, StoreError> {
        self.db().await?.begin_snapshot().await
    }

    /// Removes the note and records what goes with it. Does nothing if another process was first. Returns the indexes of
    /// heads that contradict the events before: they stay as they are.
    pub(super) async fn finish(&self, note: &Note) -> Result<Vec<usize>, StoreError> {
        let mut astray = Vec::new();
        let mut tx = self.db().await?.begin().await?;
        if take_away(&mut tx, note.id).await? {
            for command in &note.commands {
                with_tx!(&mut tx, conn => sqlx::query(
                    "INSERT INTO commands (command_key, body_hash, answer, recorded_at) \
                     VALUES ($1, $2, $3, $4) ON CONFLICT (command_key) DO NOTHING")
                    .bind(&command.key)
                    .bind(&command.body_hash)
                    .bind(&command.answer)
                    .bind(note.noted_at)
                    .execute(conn)
                    .await
                    .map(drop))?;
            }
            for (index, head) in note.heads.iter().enumerate() {
                if !head.put(&mut tx).await? {
                    astray.push(index);
                }
            }
        }
        tx.commit().await?;
        Ok(astray)
    }

    /// Removes the note: nothing of it was appended, and nothing will be.
    pub(super) async fn discard(&self, note: &Note) -> Result<(), StoreError> {
        let mut tx = self.db().await?.begin().await?;
        take_away(&mut tx, note.id).await?;
        tx.commit().await
    }

    /// Is the note still to be completed?
    pub(super) async fn is_noted(&self, note: &Note) -> Result<bool, StoreError> {
        let found = with_reader!(self.db().await?, pool =>
            sqlx::query("SELECT 1 FROM log_notes WHERE id = $1")
                .bind(note.id.to_string())
                .fetch_optional(pool)
                .await
                .map(|row| row.is_some()))?;
        Ok(found)
    }

    /// The notes that have reserved one of the names.
    async fn in_the_way_of(&self, names: &[String]) -> Result<Vec<Note>, StoreError> {
        let mut bodies: Vec<String> = Vec::new();
        for names in names.chunks(NAMES) {
            bodies.extend(with_reader!(self.db().await?, pool => {
                let mut find = QueryBuilder::new(
                    "SELECT body FROM log_notes WHERE id IN (SELECT note FROM log_reserved WHERE name IN (");
                let mut list = find.separated(", ");
                for name in names {
                    list.push_bind(name);
                }
                find.push("))");
                let small = names.len() == 1;
                find.build_query_scalar::<String>().persistent(small).fetch_all(pool).await
            })?);
        }
        bodies.iter().map(|body| read(body)).collect()
    }

    /// The notes that have reserved the stream.
    pub(super) async fn on_stream(&self, stream: &str) -> Result<Vec<Note>, StoreError> {
        self.in_the_way_of(&[reserved(stream)]).await
    }

    /// The notes from before that moment.
    pub(super) async fn before(&self, moment: i64) -> Result<Vec<Note>, StoreError> {
        let bodies: Vec<String> = with_reader!(self.db().await?, pool =>
            sqlx::query_scalar("SELECT body FROM log_notes WHERE noted_at < $1 ORDER BY noted_at")
                .bind(moment)
                .fetch_all(pool)
                .await)?;
        bodies.iter().map(|body| read(body)).collect()
    }
}

/// Is nothing noted, as the transaction sees it?
pub(super) async fn is_empty(tx: &mut Tx) -> Result<bool, StoreError> {
    let noted = with_tx!(tx, conn =>
        sqlx::query("SELECT 1 FROM log_notes LIMIT 1")
            .fetch_optional(conn)
            .await
            .map(|row| row.is_some()))?;
    Ok(!noted)
}

fn read(body: &str) -> Result<Note, StoreError> {
    serde_json::from_str(body).map_err(|error| {
        StoreError::Damaged(format!("a note of an append cannot be read: {error}"))
    })
}

/// Returns whether all of them were free.
async fn reserve(tx: &mut Tx, names: &[String], note: Uuid) -> Result<bool, StoreError> {
    let note = note.to_string();
    for names in names.chunks(NAMES) {
        let reserved = with_tx!(&mut *tx, conn => {
            let mut insert = QueryBuilder::new("INSERT INTO log_reserved (name, note) ");
            insert.push_values(names, |mut row, name| {
                row.push_bind(name).push_bind(&note);
            });
            insert.push(" ON CONFLICT (name) DO NOTHING");
            let small = names.len() <= 4;
            insert.build().persistent(small).execute(conn).await.map(|done| done.rows_affected())
        })?;
        if reserved != names.len() as u64 {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn misfits(tx: &mut Tx, batch: &Batch<'_>) -> Result<Misfits, StoreError> {
    let mut misfits = Misfits::default();
    for (index, command) in batch.commands.iter().enumerate() {
        let known = with_tx!(&mut *tx, conn =>
            sqlx::query("SELECT 1 FROM commands WHERE command_key = $1")
                .bind(&command.key)
                .fetch_optional(conn)
                .await
                .map(|row| row.is_some()))?;
        if known {
            misfits.repeated.push(index);
        }
    }
    for (index, lease) in batch.guards.iter().enumerate() {
        let held = with_tx!(&mut *tx, conn => sqlx::query(STILL_HELD)
            .bind(&lease.name)
            .bind(&lease.holder)
            .bind(lease.fence)
            .execute(conn)
            .await
            .map(|done| done.rows_affected()))?;
        if held == 0 {
            misfits.lost.push(index);
        }
    }
    Ok(misfits)
}

/// Returns whether it was there.
async fn take_away(tx: &mut Tx, note: Uuid) -> Result<bool, StoreError> {
    let note = note.to_string();
    let taken = with_tx!(&mut *tx, conn => sqlx::query("DELETE FROM log_notes WHERE id = $1")
        .bind(&note)
        .execute(conn)
        .await
        .map(|done| done.rows_affected()))?;
    with_tx!(&mut *tx, conn => sqlx::query("DELETE FROM log_reserved WHERE note = $1")
        .bind(&note)
        .execute(conn)
        .await
        .map(drop))?;
    Ok(taken == 1)
}
