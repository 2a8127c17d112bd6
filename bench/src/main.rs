//! Measures the product against its peers: B1 to B8, B10, B15 and B18 (B11 is the program `catalogue`; see `docs/benchmarks.md`).
//!
//! Every figure is a ratio of rates measured in the same rounds on the same cluster. A measurement that fails ends the
//! run; nothing is estimated.

mod benchmarks;
mod databases;
mod error;
mod histories;
mod latency;
mod many_accounts;
mod options;
mod pgbench;
mod product;
mod python;
mod report;
mod rounds;
mod sqlite_peer;
mod stock;
mod workload;

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser;

use benchmarks::Bench;
use databases::Server;
use error::BenchError;
use options::Options;

/// The product's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::parse();
    match run(&options).await {
        Ok(report) => match std::io::stdout().write_all(report.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Err(error) => {
            rounds::progress(format_args!("bench: {error}"));
            ExitCode::FAILURE
        }
    }
}

async fn run(options: &Options) -> Result<String, BenchError> {
    let folder = tempfile::tempdir()?;
    let mut server = Server::new(&options.postgres_url);
    let about = server.describe().await?;
    let measured = Bench::new(options, &mut server, folder.path()).run().await;
    server.remove_databases().await?;
    let measured = measured?;
    if let Some(file) = &options.ratios {
        std::fs::write(file, report::ratios(&measured))?;
    }
    Ok(report::markdown(&about, options.rounds, &measured))
}
