//! The peers: `bench/peers/enrichment.py`, run by a Python that has their packages
//! (`scripts/bench-python`).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::question::Question;
use crate::error::BenchError;
use crate::rounds::{BoxFuture, Contestant, Figures};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Peer {
    Shapely,
    DuckDb,
}

/// A Python with the peers' packages.
pub(super) struct Python {
    program: PathBuf,
    script: PathBuf,
    folder: PathBuf,
}

impl Python {
    /// Runs `program` on the folder that holds the questions.
    pub(super) fn new(program: &Path, folder: &Path) -> Self {
        Self {
            program: program.to_owned(),
            script: Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/enrichment.py"),
            folder: folder.to_owned(),
        }
    }

    pub(super) fn contestant(&self, peer: Peer, question: Question) -> Script {
        Script {
            program: self.program.clone(),
            script: self.script.clone(),
            folder: self.folder.clone(),
            peer,
            question,
        }
    }
}

/// One peer with one question.
pub(super) struct Script {
    program: PathBuf,
    script: PathBuf,
    folder: PathBuf,
    peer: Peer,
    question: Question,
}

impl Contestant for Script {
    fn name(&self) -> String {
        match self.peer {
            Peer::Shapely => "shapely 2 (STRtree), one process".to_owned(),
            Peer::DuckDb => "DuckDB spatial join, one thread".to_owned(),
        }
    }

    /// The script loads its data (not measured), reads the length of the round and prints its rate.
    fn round(&mut self, _: u32, length: Duration) -> BoxFuture<'_, Result<Figures, BenchError>> {
        let peer = match self.peer {
            Peer::Shapely => "shapely",
            Peer::DuckDb => "duckdb",
        };
        let question = match self.question {
            Question::County => "county",
            Question::Tract => "tract",
            Question::Road | Question::Row => "road",
        };
        let mut command = Command::new(&self.program);
        command
            .arg(&self.script)
            .args([peer, question, &length.as_secs_f64().to_string()])
            .arg(&self.folder);
        Box::pin(async move {
            let work = tokio::task::spawn_blocking(move || run(&mut command));
            let printed = work.await.map_err(BenchError::of("peer"))??;
            let rate: f64 = printed.trim().parse().map_err(BenchError::of("peer"))?;
            Ok(vec![rate])
        })
    }
}

fn run(command: &mut Command) -> Result<String, BenchError> {
    let output = command.output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(BenchError::of("peer")(said));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
