//! B6 and B7: rebuilding all read models, and how much readers are affected by it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::StreamExt;
use jiff::Timestamp;
use projections::credit_status::CreditStatusQuery;
use projections::history::HistoryQuery;
use projections::{RebuildProgress, View};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use sqlx::{Connection, PgConnection};
use store::db::{DatabaseUrl, Storage};
use store::log::EventLog;
use store::subscriptions::Subscriptions;
use tokio::fs::File;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_util::sync::CancellationToken;

use super::{Bench, Pick, at_least, at_most, copy_events_out};
use crate::error::BenchError;
use crate::histories;
use crate::latency::paced;
use crate::options::Benchmark;
use crate::product::Product;
use crate::report::Comparison;
use crate::rounds::{BoxFuture, Client, Contestant, Figures, interleave};
use crate::workload::{self, Share};

const NAME: &str = "rebuild";
/// Clients that read.
const READERS: u32 = 8;
/// Clients that send commands.
const WRITERS: u32 = 4;
/// Bytes that the peer reads and sends at a time.
const COPY_BYTES: usize = 1 << 20;
const INTERVAL: Duration = Duration::from_millis(40);

impl Bench<'_> {
    pub(super) async fn rebuilds(&mut self) -> Result<Vec<Comparison>, BenchError> {
        let (url, product) = self.open().await?;
        let wanted = match (self.options.long, self.options.short) {
            (true, _) => 10_000_000,
            (_, true) => 200_000,
            (false, false) => 2_000_000,
        };
        let events = histories::fill(&url, wanted, None).await?;
        let mut lines = Vec::new();
        if self.options.wants(Benchmark::B6) {
            lines.extend(self.speed(&url, events).await?);
        }
        if self.options.wants(Benchmark::B7) {
            lines.extend(self.under_load(&url, &product).await?);
        }
        Ok(lines)
    }

    /// All views together, and each alone where there is time.
    async fn speed(&self, url: &str, events: u32) -> Result<Vec<Comparison>, BenchError> {
        let title = format!("B6: all read models from {events} events");
        let mut lines = self
            .rebuild_of(&title, url, events, projections::all(), 0.5)
            .await?;
        if !self.options.short {
            for view in projections::all() {
                let title = format!("B6: {} from {events} events", view.name());
                let alone = self
                    .rebuild_of(&title, url, events, vec![view], 0.4)
                    .await?;
                lines.extend(alone.into_iter().take(1));
            }
        }
        Ok(lines)
    }

    /// Speed and memory of one rebuild of `views`.
    async fn rebuild_of(
        &self,
        title: &str,
        url: &str,
        events: u32,
        views: Vec<View>,
        aim: f64,
    ) -> Result<Vec<Comparison>, BenchError> {
        let database = DatabaseUrl::Postgres(url.to_owned());
        let storage = Storage::open(&database, self.folder).await?;
        let limit = CopyOutAndIn {
            url: url.to_owned(),
            events,
            tables: views.iter().map(|view| view.checkpoint()).collect(),
            folder: self.folder.to_owned(),
        };
        let rebuild = Rebuild {
            storage,
            events,
            views,
        };
        let mut contestants: Vec<Box<dyn Contestant>> = vec![Box::new(rebuild), Box::new(limit)];
        let (rounds, length) = (self.options.rounds, self.options.length());
        let mut series = interleave(title, &mut contestants, rounds, length).await?;
        let copied = series.remove(1).remove(0);
        let mut rebuilt = series.remove(0);
        let (mut late, mut early) = (rebuilt.remove(2), rebuilt.remove(1));
        "second half".clone_into(&mut late.name);
        "first half".clone_into(&mut early.name);
        Ok(vec![
            Comparison {
                title: title.to_owned(),
                unit: "events/s",
                product: rebuilt.remove(0),
                peer: copied,
                target: at_least(aim),
            },
            Comparison {
                title: format!("{title}, memory of the process"),
                unit: "MB",
                product: late,
                peer: early,
                target: at_most(1.1),
            },
        ])
    }

    async fn under_load(
        &self,
        url: &str,
        product: &Product,
    ) -> Result<Vec<Comparison>, BenchError> {
        let stop = CancellationToken::new();
        let (log, storage) = (product.log().clone(), product.storage().clone());
        let following = Subscriptions::new(log.clone(), storage.clone(), stop.clone());
        // Not measured. Views that have no rows yet would be built by their start, beside everything below.
        projections::rebuild(&projections::all(), &storage, &log, &stop, &|_| {})
            .await
            .map_err(BenchError::of(NAME))?;
        projections::start(&following).await?;
        product.open_accounts("w-").await?;
        let readers = |rebuilding| Readers {
            url: url.to_owned(),
            product: product.clone(),
            rebuilding,
        };
        let picks: [Pick; 2] = [
            (0, ", median", "µs", None),
            (1, ", 99th percentile", "µs", at_most(1.2)),
        ];
        let (with, without) = (Box::new(readers(true)), Box::new(readers(false)));
        let title = "B7: reads under load, 200/s beside 100 commands/s";
        let lines = self.pair(title, with, without, &picks).await?;
        let never = CancellationToken::new();
        for view in projections::all() {
            let found = projections::verify(&view, &storage, &log, &never, &|_| {}).await;
            let found = found.map_err(BenchError::of(NAME))?;
            if !found.keys.is_empty() {
                let message = format!("{}: rows differ: {:?}", view.name(), found.keys);
                return Err(BenchError::of(NAME)(message));
            }
        }
        stop.cancel();
        following.ended().await;
        Ok(lines)
    }
}

/// Rebuilds read models. Figures: events/s, and the peak memory in each half of the log, MB.
struct Rebuild {
    storage: Storage,
    events: u32,
    views: Vec<View>,
}

impl Contestant for Rebuild {
    fn name(&self) -> String {
        "DemandAtlas, rebuild".to_owned()
    }

    fn round(&mut self, _: u32, _: Duration) -> BoxFuture<'_, Result<Figures, BenchError>> {
        Box::pin(async move {
            let halves = Mutex::new([0.0_f64; 2]);
            let middle = u64::from(self.events / 2);
            let progress = |done: RebuildProgress| {
                let mut halves = halves.lock().unwrap_or_else(PoisonError::into_inner);
                let half = &mut halves[usize::from(done.events > middle)];
                *half = half.max(resident_mb());
            };
            let log = EventLog::new(&self.storage);
            let stop = CancellationToken::new();
            let start = Instant::now();
            projections::rebuild(&self.views, &self.storage, &log, &stop, &progress)
                .await
                .map_err(BenchError::of(NAME))?;
            let rate = f64::from(self.events) / start.elapsed().as_secs_f64();
            let halves = halves.into_inner().unwrap_or_else(PoisonError::into_inner);
            Ok(vec![rate, halves[0], halves[1]])
        })
    }
}

/// Memory of this process in MB; 0 if the system does not say.
fn resident_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}

/// The least that the database itself needs for a rebuild: COPY of the events out, in order, and COPY of the rows that
/// the views have into empty tables with the same indexes.
struct CopyOutAndIn {
    url: String,
    events: u32,
    /// Of the views, which are full.
    tables: Vec<&'static str>,
    /// Where the rows of each table are kept, so that they are in no memory that is measured.
    folder: PathBuf,
}

impl Contestant for CopyOutAndIn {
    fn name(&self) -> String {
        "COPY of the events out, COPY of the rows in".to_owned()
    }

    fn round(&mut self, _: u32, _: Duration) -> BoxFuture<'_, Result<Figures, BenchError>> {
        Box::pin(async move {
            let mut connection = PgConnection::connect(&self.url).await?;
            for table in &self.tables {
                let copy = format!("COPY {table} TO STDOUT (FORMAT binary)");
                let mut rows = connection.copy_out_raw(&copy).await?;
                let mut file = File::create(self.folder.join(table)).await?;
                while let Some(bytes) = rows.next().await {
                    file.write_all(&bytes?).await?;
                }
                file.flush().await?;
            }
            for table in &self.tables {
                let double = format!("CREATE TABLE double_of_{table} (LIKE {table} INCLUDING ALL)");
                sqlx::query(&double).execute(&mut connection).await?;
            }
            let start = Instant::now();
            copy_events_out(&mut connection).await?;
            for table in &self.tables {
                let copy = format!("COPY double_of_{table} FROM STDIN (FORMAT binary)");
                let mut rows = connection.copy_in_raw(&copy).await?;
                let mut file = File::open(self.folder.join(table)).await?;
                let mut part = Vec::with_capacity(COPY_BYTES);
                while file.read_buf(&mut part).await? > 0 {
                    rows.send(part.as_slice()).await?;
                    part.clear();
                }
                rows.finish().await?;
            }
            let rate = f64::from(self.events) / start.elapsed().as_secs_f64();
            for table in &self.tables {
                let drop = format!("DROP TABLE double_of_{table}");
                sqlx::query(&drop).execute(&mut connection).await?;
            }
            Ok(vec![rate])
        })
    }
}

/// Reads balances and histories while commands run. Figures: median and 99th percentile of a read, µs.
struct Readers {
    url: String,
    product: Product,
    rebuilding: bool,
}

struct ReadClient {
    status: CreditStatusQuery,
    history: HistoryQuery,
    rng: StdRng,
}

impl Client for ReadClient {
    async fn step(&mut self) -> Result<(), BenchError> {
        let user = workload::user(histories::GROUP, self.rng.random_range(0..histories::USERS));
        let balance = self.status.at(&user, Timestamp::now()).await?;
        let sessions = self.history.since(&user, Timestamp::UNIX_EPOCH, 25).await?;
        if balance.is_none() || sessions.is_empty() {
            return Err(BenchError::of(NAME)(format!("{user} is not shown")));
        }
        Ok(())
    }
}

struct WriteClient {
    product: Product,
    share: Share,
}

impl Client for WriteClient {
    async fn step(&mut self) -> Result<(), BenchError> {
        self.product
            .carry_out(self.share.next_step())
            .await
            .map(drop)
    }
}

impl Contestant for Readers {
    fn name(&self) -> String {
        let what = if self.rebuilding { "while" } else { "no" };
        format!("{what} rebuild runs")
    }

    /// Lasts at least `length`, and until the rebuild ends.
    fn round(
        &mut self,
        round: u32,
        length: Duration,
    ) -> BoxFuture<'_, Result<Figures, BenchError>> {
        Box::pin(async move {
            let rebuilt = Arc::new(AtomicBool::new(!self.rebuilding));
            let rebuild = self.rebuilding.then(|| {
                let (url, rebuilt) = (self.url.clone(), Arc::clone(&rebuilt));
                std::thread::spawn(move || rebuild_apart(&url, &rebuilt))
            });
            let end = Instant::now() + length;
            let go_on = move || Instant::now() < end || !rebuilt.load(Ordering::Acquire);
            let views = &self.product.storage().views;
            let readers = (0..READERS).map(|number| ReadClient {
                status: CreditStatusQuery::new(views.clone()),
                history: HistoryQuery::new(views.clone()),
                rng: StdRng::seed_from_u64(u64::from(round * READERS + number)),
            });
            let shares = Share::split("w-", workload::ACCOUNTS, WRITERS, round);
            let writers = shares.into_iter().map(|share| WriteClient {
                product: self.product.clone(),
                share,
            });
            let (read, written) = tokio::join!(
                paced(readers.collect(), INTERVAL, go_on.clone()),
                paced(writers.collect(), INTERVAL, go_on)
            );
            if let Some(rebuild) = rebuild {
                let ended = tokio::task::spawn_blocking(move || rebuild.join()).await;
                let ended = ended.map_err(BenchError::of(NAME))?;
                ended.map_err(|_| BenchError::of(NAME)("it panicked"))??;
            }
            written?;
            let (_, times) = read?;
            Ok(vec![times.quantile(0.5), times.quantile(0.99)])
        })
    }
}

/// A rebuild with its own runtime and connections, as on the command line.
fn rebuild_apart(url: &str, done: &AtomicBool) -> Result<(), BenchError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let rebuilt = runtime.block_on(async {
        let database = DatabaseUrl::Postgres(url.to_owned());
        let storage = Storage::open(&database, std::path::Path::new("")).await?;
        let (log, never) = (EventLog::new(&storage), CancellationToken::new());
        let views = projections::all();
        let rebuilt = projections::rebuild(&views, &storage, &log, &never, &|_| {}).await;
        storage.close().await;
        rebuilt.map(drop).map_err(BenchError::of(NAME))
    });
    done.store(true, Ordering::Release);
    rebuilt
}
