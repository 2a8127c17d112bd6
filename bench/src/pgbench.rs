//! pgbench as the peer: bare inserts of rows like the product's events into a table with the same columns, defaults and
//! indexes, without anything else that a command does.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use cqrs_es::Aggregate;
use domain::codec::StoredEvent;
use domain::credit_account::{CreditAccount, CreditEvent};
use sqlx::{Connection, PgConnection};

use crate::error::BenchError;
use crate::rounds::{BoxFuture, Contestant, Figures};
use crate::workload::{self, ACCOUNTS, DEBIT_ROWS};

/// Threads of pgbench: the number of cores of the reference machine.
const THREADS: u32 = 2;

/// What a transaction inserts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Insert {
    One,
    /// A hundred rows sent over the wire, as any client would.
    ManySent,
    /// A hundred rows that the server generates from one literal: no client could do this with its own data.
    ManyGenerated,
}

/// pgbench on the product's own database, in a table next to `events`.
pub(crate) struct Inserts {
    pub(crate) url: String,
    pub(crate) program: PathBuf,
    pub(crate) insert: Insert,
    pub(crate) clients: u32,
    /// Statements are prepared once per connection.
    pub(crate) prepared: bool,
    /// The folder for the script.
    pub(crate) folder: PathBuf,
}

/// pgbench's path.
pub(crate) fn program(bin: Option<&Path>) -> PathBuf {
    bin.map_or_else(|| "pgbench".into(), |folder| folder.join("pgbench"))
}

/// Makes the peer's table in the product's database.
pub(crate) async fn make_table(url: &str) -> Result<(), BenchError> {
    let mut connection = PgConnection::connect(url).await?;
    sqlx::query("CREATE TABLE peer_events (LIKE events INCLUDING ALL)")
        .execute(&mut connection)
        .await?;
    Ok(())
}

impl Inserts {
    /// `group` keeps the keys of different rounds and contestants apart.
    fn script(&self, group: &str) -> String {
        let accounts = ACCOUNTS / self.clients;
        let mut script = format!(
            "\\set n :n + 1\n\\set account random(1, {accounts})\nINSERT INTO peer_events \
             (aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata)\n"
        );
        match self.insert {
            Insert::One => {
                let user = format!("'auth0|{group}' || :client_id || 'account00000' || :account");
                let row = row(&user, ":n", &workload::sample_hold());
                writeln!(script, "VALUES ({row});")
            }
            Insert::ManySent => {
                let user = format!("'auth0|{group}' || :client_id || 'commit00' || :n");
                let rows: Vec<String> = (0..DEBIT_ROWS)
                    .map(|n| row(&user, &(n + 1).to_string(), &workload::debit(1, n)))
                    .map(|row| format!("({row})"))
                    .collect();
                writeln!(script, "VALUES {};", rows.join(",\n"))
            }
            Insert::ManyGenerated => {
                let user = format!("'auth0|{group}' || :client_id || 'commit00' || :n");
                let row = row(&user, "row_number", &workload::debit(1, 1));
                writeln!(
                    script,
                    "SELECT {row} FROM generate_series(1, {DEBIT_ROWS}) row_number;"
                )
            }
        }
        .expect("writing to a String cannot fail");
        script
    }

    async fn run(&self, round: u32, length: Duration) -> Result<f64, BenchError> {
        let group = format!(
            "{:?}{}p{}r{round}",
            self.insert,
            self.clients,
            u8::from(self.prepared)
        );
        let path = self.folder.join("pgbench.sql");
        tokio::fs::write(&path, self.script(&group)).await?;
        let mut command = Command::new(&self.program);
        command
            .args(["-n", "-D", "n=0", "-M"])
            .arg(if self.prepared { "prepared" } else { "simple" })
            .arg("-f")
            .arg(&path)
            .args(["-c", &self.clients.to_string()])
            .args(["-j", &THREADS.min(self.clients).to_string()])
            .args(["-T", &length.as_secs().max(1).to_string()])
            .arg(&self.url);
        let output = tokio::task::spawn_blocking(move || command.output())
            .await
            .map_err(BenchError::of("pgbench"))?
            .map_err(|error| {
                let program = self.program.display();
                BenchError::Pgbench(format!(
                    "{program} could not be started ({error}): name its folder with --postgres-bin"
                ))
            })?;
        let text = String::from_utf8_lossy(&output.stdout);
        let rate = transactions_per_second(&text).filter(|_| output.status.success());
        let rate = rate.ok_or_else(|| {
            BenchError::Pgbench(String::from_utf8_lossy(&output.stderr).trim().to_owned())
        })?;
        Ok(match self.insert {
            Insert::One => rate,
            Insert::ManySent | Insert::ManyGenerated => rate * f64::from(DEBIT_ROWS),
        })
    }
}

/// One row's values; the server validates the peer's JSON as it does the product's.
fn row(user: &str, sequence: &str, event: &CreditEvent) -> String {
    let aggregate_type = CreditAccount::TYPE;
    let (name, version, payload) = (event.name(), event.version(), event.encode());
    let metadata = workload::metadata_json(workload::session(1));
    format!(
        "'{aggregate_type}', {user}, {sequence}, '{name}', '{version}', '{payload}', '{metadata}'"
    )
}

fn transactions_per_second(output: &str) -> Option<f64> {
    let line = output.lines().find(|line| line.starts_with("tps = "))?;
    line.split_whitespace().nth(2)?.parse().ok()
}

impl Contestant for Inserts {
    fn name(&self) -> String {
        let what = match self.insert {
            Insert::One => "one INSERT each",
            Insert::ManySent => "100-row INSERT",
            Insert::ManyGenerated => "100-row INSERT … generate_series",
        };
        let mode = if self.prepared { ", prepared" } else { "" };
        format!("pgbench, {what}{mode}")
    }

    fn round(
        &mut self,
        round: u32,
        length: Duration,
    ) -> BoxFuture<'_, Result<Figures, BenchError>> {
        Box::pin(async move { Ok(vec![self.run(round, length).await?]) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_read_from_pgbench_s_report() {
        let report = "transaction type: x.sql\nlatency average = 0.4 ms\n\
                      tps = 2412.345678 (without initial connection time)\n";
        assert_eq!(transactions_per_second(report), Some(2_412.345_678));
        assert_eq!(transactions_per_second("pgbench: error"), None);
    }
}
