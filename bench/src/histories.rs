//! A log of finished scrape jobs, from which read models are rebuilt.
//!
//! Written with COPY, bypassing the appender: the events are the product's own, but unsealed, since projections do not
//! check seals.

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

/// Fills the empty log of the database at `url` with at least `events` events; returns their number.
pub(crate) async fn fill(url: &str, events: u32) -> Result<u32, BenchError> {
    let mut writer = Writer {
        connection: PgConnection::connect(url).await?,
        lines: String::new(),
        written: 0,
        sequences: vec![0; USERS as usize],
    };
    for user in 0..USERS {
        for event in workload::opening() {
            writer.account(user, &event);
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
    /// Per account.
    sequences: Vec<u32>,
}

impl Writer {
    fn account(&mut self, user: u32, event: &CreditEvent) {
        let sequence = &mut self.sequences[user as usize];
        *sequence += 1;
        let sequence = *sequence;
        self.line(
            "CreditAccount",
            &workload::user(GROUP, user),
            sequence,
            event,
        );
    }

    fn line(&mut self, kind: &str, id: &str, sequence: u32, event: &impl StoredEvent) {
        let metadata = workload::metadata_json(workload::session(sequence));
        let fields = [
            kind,
            id,
            &sequence.to_string(),
            event.name(),
            event.version(),
            &event.encode(),
            &metadata,
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
        job.event(writer, &queued.into());
        let source = "catalogue".to_owned();
        let sample = false;
        job.event(writer, &JobStarted { source, sample }.into());
        Ok(job)
    }

    /// Adds a paid slice of twenty rows, or ends the job. Returns whether it ended.
    fn step(&mut self, writer: &mut Writer) -> bool {
        let results = self.done * 20;
        if self.done == self.slices {
            let city = CityScraped {
                city: "Bend".to_owned(),
                found: results,
                delivered: results,
            };
            self.event(writer, &city.into());
            let reason = CompletionReason::AllFound;
            self.event(writer, &JobCompleted { results, reason }.into());
            return true;
        }
        let session = workload::session(self.number);
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
        writer.account(self.user, &held.into());
        writer.account(self.user, &debited.into());
        let rows = RowsDelivered {
            first_row: results,
            rows: 20,
        };
        self.event(writer, &rows.into());
        self.done += 1;
        false
    }

    fn event(&mut self, writer: &mut Writer, event: &ScrapeJobEvent) {
        self.sequence += 1;
        let id = workload::session(self.number).to_string();
        writer.line("ScrapeJob", &id, self.sequence, event);
    }
}
