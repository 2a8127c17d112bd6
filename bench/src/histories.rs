//! A log of finished scrape jobs, from which read models are rebuilt.
//!
//! Written with COPY, bypassing the appender: the events are the product's own. They are sealed where they are verified;
//! projections do not check seals.

use domain::codec::StoredEvent;
use domain::credit_account::{CreditEvent, CreditsDebited, CreditsHeld};
use domain::ids::{HoldId, UserId};
use domain::pricing::DebitKind;
use domain::scrape_job::{
    CityScraped, CompletionReason, JobCompleted, JobKind, JobQueued, JobStarted, RowsDelivered,
    ScrapeJobEvent, Search,
};
use jiff::Timestamp;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use sqlx::{Connection, PgConnection};
use store::seals::{EventText, Seal, SealKey, attach};

use crate::error::BenchError;
use crate::rounds::progress;
use crate::workload;

/// The accounts' group (see [`workload::user`]).
pub(crate) const GROUP: &str = "h-";
/// Accounts that own the jobs.
pub(crate) const USERS: u32 = 2_000;
/// Jobs that are open at the same time.
const OPEN_JOBS: usize = 16;
/// Bytes of one COPY.
const COPY_BYTES: usize = 4 << 20;
const ACCOUNT: &str = "CreditAccount";

/// Fills the empty log of the database at `url` with at least `events` events, those of accounts sealed with `key`, if any;
/// returns their number.
pub(crate) async fn fill(url: &str, events: u32, key: Option<SealKey>) -> Result<u32, BenchError> {
    let mut writer = Writer {
        key,
        seals: vec![Seal::START; USERS as usize],
        connection: PgConnection::connect(url).await?,
        lines: String::new(),
        written: 0,
        sequences: vec![0; USERS as usize],
    };
    for user in 0..USERS {
        for event in workload::opening() {
            let metadata = workload::metadata_json(workload::session(0));
            writer.account(user, &event, &metadata);
        }
    }
    let mut rng = StdRng::seed_from_u64(6);
    let mut number = 0;
    let mut open: Vec<Job> = Vec::new();
    while writer.written < events || !open.is_empty() {
        while open.len() < OPEN_JOBS && writer.written < events {
            open.push(Job::queue(&mut writer, number, &mut rng)?);
            number += 1;
        }
        let index = rng.random_range(0..open.len());
        if open[index].step(&mut writer) {
            open.swap_remove(index);
        }
        writer.flush(COPY_BYTES).await?;
    }
    writer.flush(0).await?;
    writer.put_heads().await?;
    for settle in ["VACUUM ANALYZE events", "CHECKPOINT"] {
        sqlx::query(settle).execute(&mut writer.connection).await?;
    }
    progress(format_args!(
        "the log holds {} events of {number} jobs",
        writer.written
    ));
    Ok(writer.written)
}

struct Writer {
    connection: PgConnection,
    lines: String,
    written: u32,
    key: Option<SealKey>,
    /// Of each account's last event.
    seals: Vec<Seal>,
    /// Per account.
    sequences: Vec<u32>,
}

impl Writer {
    fn account(&mut self, user: u32, event: &CreditEvent, metadata: &str) {
        let sequence = &mut self.sequences[user as usize];
        *sequence += 1;
        let sequence = *sequence;
        let id = workload::user(GROUP, user);
        let Some(key) = &self.key else {
            return self.line(ACCOUNT, &id, sequence, event, metadata);
        };
        let seal = &mut self.seals[user as usize];
        let text = EventText {
            event_type: event.name(),
            event_version: event.version(),
            payload: &event.encode(),
            metadata,
        };
        *seal = key.event(*seal, ACCOUNT, &id, sequence.into(), &text);
        let metadata = attach(metadata, *seal);
        self.line(ACCOUNT, &id, sequence, event, &metadata);
    }

    /// The heads of sealed accounts.
    async fn put_heads(&mut self) -> Result<(), BenchError> {
        let Some(key) = &self.key else {
            return Ok(());
        };
        for (user, seal) in (0..USERS).zip(&self.seals) {
            let id = workload::user(GROUP, user);
            let events = self.sequences[user as usize];
            let seal = key.head(ACCOUNT, &id, events.into(), *seal);
            sqlx::query("INSERT INTO stream_heads (aggregate_type, aggregate_id, events, seal) VALUES ($1, $2, $3, $4)")
                .bind(ACCOUNT)
                .bind(id)
                .bind(i64::from(events))
                .bind(seal.to_string())
                .execute(&mut self.connection)
                .await?;
        }
        Ok(())
    }

    fn line(
        &mut self,
        kind: &str,
        id: &str,
        sequence: u32,
        event: &impl StoredEvent,
        metadata: &str,
    ) {
        let fields = [
            kind,
            id,
            &sequence.to_string(),
            event.name(),
            event.version(),
            &event.encode(),
            metadata,
        ];
        // No field contains a tab or a line break; JSON's own backslashes are doubled.
        self.lines
            .push_str(&fields.join("\t").replace('\\', "\\\\"));
        self.lines.push('\n');
        self.written += 1;
    }

    async fn flush(&mut self, above: usize) -> Result<(), BenchError> {
        if self.lines.len() <= above {
            return Ok(());
        }
        progress(format_args!("filling the log: {} events", self.written));
        let mut copy = self
            .connection
            .copy_in_raw(
                "COPY events (aggregate_type, aggregate_id, sequence, event_type, event_version, \
                 payload, metadata) FROM STDIN",
            )
            .await?;
        copy.send(std::mem::take(&mut self.lines).into_bytes())
            .await?;
        copy.finish().await?;
        Ok(())
    }
}

/// An unfinished job.
struct Job {
    number: u32,
    user: u32,
    sequence: u32,
    slices: u32,
    done: u32,
}

impl Job {
    fn queue(writer: &mut Writer, number: u32, rng: &mut StdRng) -> Result<Self, BenchError> {
        let mut job = Self {
            number,
            user: rng.random_range(0..USERS),
            sequence: 0,
            slices: rng.random_range(1..=10),
            done: 0,
        };
        let user =
            UserId::new(workload::user(GROUP, job.user)).map_err(BenchError::of("a user"))?;
        let cities = ["Bend".to_owned(), "Salem".to_owned()];
        let search = Search::new("brewery", "OR", &cities, None, None)
            .map_err(BenchError::of("a search"))?;
        let queued = JobQueued {
            user,
            search,
            kind: JobKind::GoogleMaps,
            enrich: false,
        };
        let metadata = workload::metadata_json(workload::session(number));
        job.event(writer, &queued.into(), &metadata);
        let source = "catalogue".to_owned();
        let sample = false;
        job.event(writer, &JobStarted { source, sample }.into(), &metadata);
        Ok(job)
    }

    /// Adds a paid slice of twenty rows, or ends the job. Returns whether it ended.
    fn step(&mut self, writer: &mut Writer) -> bool {
        let results = self.done * 20;
        let session = workload::session(self.number);
        let metadata = workload::metadata_json(session);
        if self.done == self.slices {
            let city = CityScraped {
                city: "Bend".to_owned(),
                found: results,
                delivered: results,
            };
            self.event(writer, &city.into(), &metadata);
            let reason = CompletionReason::AllFound;
            self.event(
                writer,
                &JobCompleted::new(results, reason).into(),
                &metadata,
            );
            return true;
        }
        let hold = HoldId::for_slice(session, self.done, 0);
        let held = CreditsHeld {
            hold: hold.clone(),
            session,
            amount: 20,
            expires_at: Timestamp::now(),
        };
        let debited = CreditsDebited {
            hold,
            session,
            amount: 20,
            from_monthly: 20,
            results: 20,
            kind: DebitKind::Standard,
        };
        writer.account(self.user, &held.into(), &workload::metadata_json(session));
        // One command pays rows and delivers them.
        writer.account(self.user, &debited.into(), &metadata);
        let rows = RowsDelivered {
            first_row: results,
            rows: 20,
        };
        self.event(writer, &rows.into(), &metadata);
        self.done += 1;
        false
    }

    fn event(&mut self, writer: &mut Writer, event: &ScrapeJobEvent, metadata: &str) {
        self.sequence += 1;
        let id = workload::session(self.number).to_string();
        writer.line("ScrapeJob", &id, self.sequence, event, metadata);
    }
}
