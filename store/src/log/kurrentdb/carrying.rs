//! Completing what is noted: by the process that noted it, or by one that finds it in its way or left behind.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::append::{Standing, Stopped};
use super::connection::{Connection, deleted};
use super::journal::{self, Journal, Note, Noted};
use crate::db::{Db, Tx, now_micros};
use crate::error::StoreError;
use crate::fail_points::dies_at;
use crate::installation::Owner;
use crate::log::batch::{Barred, Batch, Misfits, Places, Verdict};
use crate::log::cursor::Cursor;

/// How long a process may take to complete its note before others do so.
const PATIENCE: Duration = Duration::from_millis(200);
const LOOK_AGAIN: Duration = Duration::from_millis(10);
/// How long to wait for a moment at which nothing is in flight.
const QUIET_WITHIN: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(super) struct Carrier {
    connection: Connection,
    journal: Journal,
}

/// How a note has ended.
enum Ended {
    /// Everything of it is in the log, up to this cursor; these heads contradict the events before.
    Stored(Cursor, Vec<usize>),
    /// Nothing of it is in the log: these of its streams have changed.
    Refused(Misfits),
}

impl Carrier {
    /// Over that server; `db` is next to the log.
    pub(super) fn new(connection: Connection, db: &Db) -> Self {
        Self {
            connection,
            journal: Journal::new(db.clone()),
        }
    }

    pub(super) async fn try_append(
        &self,
        batch: &Batch<'_>,
        owner: Option<&Owner>,
    ) -> Result<Verdict, StoreError> {
        let note = Note::of(batch, &self.connection.address.prefix);
        loop {
            let others = match self.journal.note(&note, batch, owner).await? {
                Noted::Done => break,
                Noted::Refused(misfits) => return Ok(Verdict::Refused(misfits)),
                Noted::Blocked(others) => others,
            };
            let stuck = self.make_way(&others).await?.into_iter();
            let barred: Vec<_> = stuck
                .map(|(other, why)| note.barred_by(other, why))
                .collect();
            if !barred.is_empty() {
                return Ok(Verdict::Refused(Misfits {
                    barred,
                    ..Misfits::default()
                }));
            }
        }
        dies_at("kurrentdb.noted");
        Ok(match self.carry_out(&note).await? {
            Ended::Stored(end, astray) => Verdict::Stored {
                places: Places {
                    // Not necessarily consecutive.
                    at: end,
                    consecutive: false,
                },
                astray,
            },
            Ended::Refused(misfits) => Verdict::Refused(misfits),
        })
    }

    /// When this returns, nothing that was decided on the stream is still in flight.
    pub(super) async fn settle_stream(&self, stream: &str) -> Result<(), StoreError> {
        let notes = self.journal.on_stream(stream).await?;
        let stuck = self.make_way(&notes).await?;
        stuck.into_iter().next().map_or(Ok(()), |(_, why)| Err(why))
    }

    /// Completes notes; those that their own process may still complete, only after a moment. Returns those that
    /// cannot be completed, and why.
    async fn make_way<'a>(
        &self,
        notes: &'a [Note],
    ) -> Result<Vec<(&'a Note, StoreError)>, StoreError> {
        let mut stuck = Vec::new();
        let mut waited = Duration::ZERO;
        for note in notes {
            let age = || u64::try_from(now_micros() - note.noted_at).unwrap_or(0);
            let is_fresh = || Duration::from_micros(age()) < PATIENCE;
            while is_fresh() && waited < PATIENCE {
                tokio::time::sleep(LOOK_AGAIN).await;
                waited += LOOK_AGAIN;
                if !self.journal.is_noted(note).await? {
                    break;
                }
            }
            if self.journal.is_noted(note).await?
                && let Err(why) = self.complete(note).await
            {
                stuck.push((note, why));
            }
        }
        Ok(stuck)
    }

    /// Completes what was noted that long ago. An obstacle to one note does not stop the others, and is reported at
    /// the end.
    pub(super) async fn settle(&self, age: Duration) -> Result<usize, StoreError> {
        let age = i64::try_from(age.as_micros()).unwrap_or(i64::MAX);
        let before = match age {
            // Whatever the clock of the process that noted it says.
            0 => i64::MAX,
            age => now_micros().saturating_sub(age),
        };
        let notes = self.journal.before(before).await?;
        let mut hindered = None;
        for note in &notes {
            if let Err(why) = self.complete(note).await {
                hindered.get_or_insert(why);
            }
        }
        hindered.map_or(Ok(notes.len()), Err)
    }

    /// The end of the log at a moment at which nothing is noted, and the database as of then.
    pub(super) async fn quiet_end(&self) -> Result<(Cursor, Tx), StoreError> {
        let lock = self.quiet().await?;
        let mut beside = self.journal.snapshot().await?;
        // Its first read determines what it sees.
        journal::is_empty(&mut beside).await?;
        let end = self.connection.head().await?;
        lock.commit().await?;
        Ok((end, beside))
    }

    /// A transaction that begins when nothing is noted, and until whose end nothing is.
    pub(super) async fn quiet(&self) -> Result<Tx, StoreError> {
        let since = Instant::now();
        while since.elapsed() < QUIET_WITHIN {
            self.settle(Duration::ZERO).await?;
            let mut lock = self.journal.keep_out().await?;
            if becomes_empty(&mut lock).await? {
                return Ok(lock);
            }
            lock.commit().await?;
        }
        Err(StoreError::Log(format!(
            "a commit was in flight all through {} s; try again under less load, or stop the \
             servers meanwhile",
            QUIET_WITHIN.as_secs()
        )))
    }

    /// Carries out what another process noted.
    async fn complete(&self, note: &Note) -> Result<(), StoreError> {
        if let Ended::Stored(_, astray) = self.carry_out(note).await? {
            note.tell(&astray);
        }
        Ok(())
    }

    /// Appends what is noted, all or nothing, and removes the note. Several processes may do so at once.
    async fn carry_out(&self, note: &Note) -> Result<Ended, StoreError> {
        let mut standings = self.connection.standings(note).await?;
        loop {
            let has = |standing| standings.contains(&standing);
            if has(Standing::Stale) || has(Standing::Gone) {
                if has(Standing::Begun) {
                    return self.hindered(note, cannot_go_on(note, &standings)).await;
                }
                self.journal.discard(note).await?;
                return Ok(Ended::Refused(misfits(note, &standings)));
            }
            let moved = match self.connection.append(note).await {
                Ok(end) => {
                    dies_at("kurrentdb.appended");
                    let astray = self.journal.finish(note).await?;
                    return Ok(Ended::Stored(end, astray));
                }
                Err(Stopped::Failed(error)) => return Err(error),
                Err(Stopped::Moved(stream)) => stream,
            };
            let now = self.connection.standings(note).await?;
            if now == standings {
                // Others have written between events of ours, where the first of them does not show it.
                return self.hindered(note, written_by_others(&[&moved])).await;
            }
            standings = now;
        }
    }

    /// A note that cannot continue; unless another process has completed it, and the log has moved on.
    async fn hindered(&self, note: &Note, why: StoreError) -> Result<Ended, StoreError> {
        if self.journal.is_noted(note).await? {
            return Err(why);
        }
        Ok(Ended::Stored(self.connection.head().await?, Vec::new()))
    }
}

/// Is everything noted completed, while nothing new is noted? Not on SQLite: completing waits for the same lock.
async fn becomes_empty(lock: &mut Tx) -> Result<bool, StoreError> {
    let mut waited = Duration::ZERO;
    while !journal::is_empty(lock).await? {
        if matches!(lock, Tx::Sqlite(_)) || waited >= PATIENCE {
            return Ok(false);
        }
        tokio::time::sleep(LOOK_AGAIN).await;
        waited += LOOK_AGAIN;
    }
    Ok(true)
}

/// Of the note's streams, by their indexes.
fn those(standings: &[Standing], wanted: Standing) -> impl Iterator<Item = usize> {
    let standings = standings.iter().enumerate();
    standings.filter_map(move |(index, standing)| (*standing == wanted).then_some(index))
}

fn misfits(note: &Note, standings: &[Standing]) -> Misfits {
    let gone = those(standings, Standing::Gone).map(|index| Barred {
        heads: vec![index],
        commands: Vec::new(),
        why: Arc::new(deleted(&note.streams[index].name)),
    });
    Misfits {
        stale: those(standings, Standing::Stale).collect(),
        barred: gone.collect(),
        ..Misfits::default()
    }
}

fn cannot_go_on(note: &Note, standings: &[Standing]) -> StoreError {
    let name = |index: usize| note.streams[index].name.as_str();
    if let Some(gone) = those(standings, Standing::Gone).next() {
        return deleted(name(gone));
    }
    let names: Vec<_> = those(standings, Standing::Stale).map(name).collect();
    written_by_others(&names)
}

fn written_by_others(names: &[&str]) -> StoreError {
    StoreError::Damaged(format!(
        "another program has written to {} in KurrentDB: half-appended commits cannot be completed",
        names.join(", ")
    ))
}
