//! What is measured against what, and the targets.

mod demand;
mod enrichment;
mod growth;
mod rebuilds;
mod verification;
mod visibility;

use std::path::{Path, PathBuf};

use futures::StreamExt;
use sqlx::PgConnection;
use store::db::DatabaseUrl;

use crate::databases::Server;
use crate::error::BenchError;
use crate::options::{Benchmark, Options};
use crate::pgbench::{self, Insert};
use crate::product::{self, Accounts, Product};
use crate::report::{Comparison, Target};
use crate::rounds::{Contestant, Series, interleave};
use crate::stock::{self, Stock};
use crate::{many_accounts, sqlite_peer};

/// Clients of B2, and its peers' connections.
const MANY: u32 = 64;
/// Clients of B3.
const SEVERAL: u32 = 8;
/// Accounts in B2's growth measurement.
const MILLION: u32 = 1_000_000;

/// The least that reading the whole log takes: COPY of all events out, in order.
async fn copy_events_out(connection: &mut PgConnection) -> Result<(), BenchError> {
    let mut events = connection
        .copy_out_raw(
            "COPY (SELECT position, aggregate_type, aggregate_id, sequence, event_type, event_version, payload, \
             metadata, recorded_at FROM events ORDER BY position) TO STDOUT",
        )
        .await?;
    while let Some(bytes) = events.next().await {
        drop(bytes?);
    }
    Ok(())
}

/// The databases and folders of one run.
pub(crate) struct Bench<'a> {
    options: &'a Options,
    server: &'a mut Server,
    folder: &'a Path,
}

/// A peer, and the target ratio to it.
type Peer = (Box<dyn Contestant>, Option<Target>);

/// A figure of both contestants of a pair: its index, the title's suffix, its unit, its target.
type Pick = (usize, &'static str, &'static str, Option<Target>);

impl<'a> Bench<'a> {
    /// Writes to `server` and `folder`.
    pub(crate) const fn new(
        options: &'a Options,
        server: &'a mut Server,
        folder: &'a Path,
    ) -> Self {
        Self {
            options,
            server,
            folder,
        }
    }

    /// Runs everything that the options ask for.
    pub(crate) async fn run(&mut self) -> Result<Vec<Comparison>, BenchError> {
        let mut lines = Vec::new();
        if self.wants_any(&[Benchmark::B1, Benchmark::B2, Benchmark::B3]) {
            lines.extend(self.peers().await?);
        }
        if self.options.wants(Benchmark::B4) {
            lines.extend(self.ledger_length().await?);
        }
        if self.options.wants(Benchmark::B5) {
            lines.extend(self.store_size().await?);
        }
        if self.wants_any(&[Benchmark::B6, Benchmark::B7]) {
            lines.extend(self.rebuilds().await?);
        }
        if self.options.wants(Benchmark::B8) {
            lines.extend(self.visibility().await?);
        }
        if self.options.wants(Benchmark::B15) {
            lines.extend(self.verification().await?);
        }
        if self.options.wants(Benchmark::B10) {
            lines.extend(self.enrichment().await?);
        }
        if self.options.wants(Benchmark::B18) {
            lines.extend(self.demand().await?);
        }
        Ok(lines)
    }

    fn wants_any(&self, benchmarks: &[Benchmark]) -> bool {
        benchmarks.iter().any(|one| self.options.wants(*one))
    }

    async fn open(&mut self) -> Result<(String, Product), BenchError> {
        let url = self.server.make_database().await?;
        let database = DatabaseUrl::Postgres(url.clone());
        let product = Product::open(&database, self.folder).await?;
        Ok((url, product))
    }

    /// B1 to B3.
    async fn peers(&mut self) -> Result<Vec<Comparison>, BenchError> {
        let (url, product) = self.open().await?;
        let _sealing = product.seal();
        pgbench::make_table(&url).await?;
        let stock_url = self.server.make_database().await?;
        let stock = Stock::open(&stock_url, MANY).await?;
        let mut lines = Vec::new();
        if self.options.wants(Benchmark::B1) {
            let title = "B1: a full command, 1 client";
            let peers = vec![
                (self.pgbench(&url, Insert::One, 1, false), at_least(0.7)),
                (self.pgbench(&url, Insert::One, 1, true), None),
            ];
            lines.extend(self.commands(title, &product, 1, peers).await?);
        }
        if self.options.wants(Benchmark::B2) {
            let title = "B2: full commands, 64 clients";
            let stock = stock::Commands {
                stock: stock.clone(),
                clients: MANY,
            };
            let peers: Vec<Peer> = vec![
                (self.pgbench(&url, Insert::One, MANY, false), at_least(1.0)),
                (self.pgbench(&url, Insert::One, MANY, true), None),
                (Box::new(stock), at_least(3.0)),
            ];
            lines.extend(self.commands(title, &product, MANY, peers).await?);
        }
        if self.options.wants(Benchmark::B3) {
            lines.extend(self.debits(&url, &product, stock).await?);
        }
        if self.options.million {
            lines.extend(self.million(&product).await?);
        }
        if !self.options.no_sqlite {
            lines.extend(self.sqlite().await?);
        }
        Ok(lines)
    }

    fn pgbench(
        &self,
        url: &str,
        insert: Insert,
        clients: u32,
        prepared: bool,
    ) -> Box<dyn Contestant> {
        Box::new(pgbench::Inserts {
            url: url.to_owned(),
            program: pgbench::program(self.options.postgres_bin.as_deref()),
            insert,
            clients,
            prepared,
            folder: self.folder.to_owned(),
        })
    }

    /// Compares the first contestant with each of the others.
    async fn compare(
        &self,
        title: &str,
        unit: &'static str,
        product: Box<dyn Contestant>,
        peers: Vec<Peer>,
    ) -> Result<Vec<Comparison>, BenchError> {
        let (peers, targets): (Vec<_>, Vec<_>) = peers.into_iter().unzip();
        let mut contestants = vec![product];
        contestants.extend(peers);
        let (rounds, length) = (self.options.rounds, self.options.length());
        let mut series: Vec<Series> = interleave(title, &mut contestants, rounds, length)
            .await?
            .into_iter()
            .map(|mut figures| figures.swap_remove(0))
            .collect();
        let peers = series.split_off(1);
        let product = series.remove(0);
        let line = |(peer, target)| Comparison {
            title: title.to_owned(),
            unit,
            product: product.clone(),
            peer,
            target,
        };
        Ok(peers.into_iter().zip(targets).map(line).collect())
    }

    /// Compares two contestants by several figures.
    async fn pair(
        &self,
        title: &str,
        product: Box<dyn Contestant>,
        peer: Box<dyn Contestant>,
        picks: &[Pick],
    ) -> Result<Vec<Comparison>, BenchError> {
        let mut contestants = vec![product, peer];
        let (rounds, length) = (self.options.rounds, self.options.length());
        let series = interleave(title, &mut contestants, rounds, length).await?;
        let line = |&(figure, what, unit, target): &Pick| Comparison {
            title: format!("{title}{what}"),
            unit,
            product: series[0][figure].clone(),
            peer: series[1][figure].clone(),
            target,
        };
        Ok(picks.iter().map(line).collect())
    }

    async fn commands(
        &self,
        title: &str,
        product: &Product,
        clients: u32,
        peers: Vec<Peer>,
    ) -> Result<Vec<Comparison>, BenchError> {
        let product = commands("DemandAtlas", product, clients, Accounts::Fresh);
        self.compare(title, "commands/s", product, peers).await
    }

    async fn debits(
        &self,
        url: &str,
        product: &Product,
        stock: Stock,
    ) -> Result<Vec<Comparison>, BenchError> {
        let product = Box::new(product::Debits {
            product: product.clone(),
            clients: SEVERAL,
        });
        let stock = Box::new(stock::Debits {
            stock,
            clients: SEVERAL,
        });
        let peers: Vec<Peer> = vec![
            (
                self.pgbench(url, Insert::ManySent, SEVERAL, false),
                at_least(0.8),
            ),
            (
                self.pgbench(url, Insert::ManyGenerated, SEVERAL, false),
                None,
            ),
            (stock, at_least(4.0)),
        ];
        let title = "B3: commits of 100 events, 8 clients";
        self.compare(title, "events/s", product, peers).await
    }

    /// B2 on a log of a million accounts, compared with B2 on a small one.
    async fn million(&mut self, small: &Product) -> Result<Vec<Comparison>, BenchError> {
        let (url, large) = self.open().await?;
        many_accounts::fill(&url, MILLION).await?;
        let everywhere = Accounts::Stored(MILLION);
        let cold = commands("1M accounts, random ones", &large, MANY, everywhere);
        let warm = commands(
            "1M accounts, 1,000 of them busy",
            &large,
            MANY,
            Accounts::Fresh,
        );
        let few = || commands("1,000 accounts", small, MANY, Accounts::Fresh);
        let title = "B2: growth, 64 clients";
        let mut contestants = vec![cold, warm, few()];
        let (rounds, length) = (self.options.rounds, self.options.length());
        let mut series = interleave(title, &mut contestants, rounds, length).await?;
        let few = series.split_off(2).remove(0);
        let line = |figures: Vec<Series>| Comparison {
            title: title.to_owned(),
            unit: "commands/s",
            product: figures[0].clone(),
            peer: few[0].clone(),
            target: None,
        };
        Ok(series.into_iter().map(line).collect())
    }

    /// The embedded engine, for information only.
    async fn sqlite(&self) -> Result<Vec<Comparison>, BenchError> {
        let folder: PathBuf = self.folder.join("sqlite");
        let product = Product::open(&DatabaseUrl::Sqlite, &folder).await?;
        let mut lines = Vec::new();
        for (benchmark, clients) in [(Benchmark::B1, 1), (Benchmark::B2, MANY)] {
            if self.options.wants(benchmark) {
                let name = format!("{benchmark:?}");
                let peer = sqlite_peer::Inserts::open(&folder, &name, 1).await?;
                let title = format!("{benchmark:?} on SQLite, {clients} client(s)");
                let peers: Vec<Peer> = vec![(Box::new(peer), None)];
                lines.extend(self.commands(&title, &product, clients, peers).await?);
            }
        }
        if self.options.wants(Benchmark::B3) {
            let rows = crate::workload::DEBIT_ROWS;
            let peer = sqlite_peer::Inserts::open(&folder, "B3", rows).await?;
            let title = "B3 on SQLite, 8 clients";
            let debits = Box::new(product::Debits {
                product: product.clone(),
                clients: SEVERAL,
            });
            let peers: Vec<Peer> = vec![(Box::new(peer), None)];
            lines.extend(self.compare(title, "events/s", debits, peers).await?);
        }
        product.storage().close().await;
        Ok(lines)
    }
}

const fn at_least(ratio: f64) -> Option<Target> {
    Some(Target::AtLeast(ratio))
}

const fn at_most(ratio: f64) -> Option<Target> {
    Some(Target::AtMost(ratio))
}

fn commands(
    label: &str,
    product: &Product,
    clients: u32,
    accounts: Accounts,
) -> Box<dyn Contestant> {
    Box::new(product::Commands {
        label: label.to_owned(),
        product: product.clone(),
        clients,
        accounts,
        cold: false,
    })
}
