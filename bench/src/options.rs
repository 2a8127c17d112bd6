//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};

/// Which figures to measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Benchmark {
    /// A full command, one client.
    B1,
    /// Full commands, 64 clients.
    B2,
    /// Commits of 100 events, as a job's debit of 100 rows makes them.
    B3,
    /// A command against the length of its account's ledger.
    B4,
    /// A command against the size of the log.
    B5,
    /// A rebuild of all read models against reading the log.
    B6,
    /// Reads while a rebuild runs.
    B7,
    /// From a commit until the read models show it.
    B8,
    /// Enrichment of points, beside shapely and DuckDB.
    B10,
    /// Verifying the whole ledger against reading the log.
    B15,
    /// The Demand Map's figures, beside numpy and scipy.
    B18,
}

/// Measures DemandAtlas beside its peers: in each round every contestant runs once, one after the
/// other, on the same PostgreSQL cluster, and the ratios are taken round by round.
///
/// The cluster comes from `scripts/with-postgres --durable`. The report is Markdown on standard output;
/// progress goes to standard error.
#[derive(Debug, Clone, Parser)]
#[command(name = "bench")]
pub(crate) struct Options {
    /// What to measure; everything where none is named.
    #[arg(value_enum)]
    pub(crate) benchmarks: Vec<Benchmark>,

    /// Seconds each contestant runs in each round.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) seconds: u32,

    /// Rounds; a shorter one before them warms up and is not counted.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) rounds: u32,

    /// Also measure B2 on a log that holds 1,000,000 accounts (fills it first: about a minute).
    #[arg(long)]
    pub(crate) million: bool,

    /// Measure B4 up to 1,000,000 events in one ledger (else 100,000), B5 with 10,000,000 events in the
    /// log (else 1,000,000) and B6 with 10,000,000 (else 2,000,000). Filling takes its time.
    #[arg(long)]
    pub(crate) long: bool,

    /// The short forms that `make bench-guard` compares: B6 from 200,000 events; B10 over a tenth of the nation,
    /// without DuckDB and without the figures that have a limit for a peer.
    #[arg(long, conflicts_with = "long")]
    pub(crate) short: bool,

    /// Also write the ratios to this file, as JSON.
    #[arg(long)]
    pub(crate) ratios: Option<PathBuf>,

    /// The Python that has the peers of B10 and B18; `scripts/bench-python` makes one and prints its path.
    #[arg(long, default_value = "python3")]
    pub(crate) python: PathBuf,

    /// Leave the SQLite figures out.
    #[arg(long)]
    pub(crate) no_sqlite: bool,

    /// Address of the PostgreSQL server. Databases named bench_… are made there and removed again.
    #[arg(long, env = "DEMANDATLAS_TEST_POSTGRES_URL", hide_env_values = true)]
    pub(crate) postgres_url: String,

    /// Folder of the pgbench program; searched in PATH where it is not named.
    #[arg(long, env = "DEMANDATLAS_TEST_POSTGRES_BIN")]
    pub(crate) postgres_bin: Option<PathBuf>,
}

impl Options {
    /// Is it to be measured?
    pub(crate) fn wants(&self, benchmark: Benchmark) -> bool {
        self.benchmarks.is_empty() || self.benchmarks.contains(&benchmark)
    }

    /// How long each contestant runs in each round.
    pub(crate) fn length(&self) -> Duration {
        Duration::from_secs(u64::from(self.seconds))
    }
}
