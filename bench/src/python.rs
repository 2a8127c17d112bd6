//! Peers in Python (`bench/peers`), run by an interpreter that has their packages (`scripts/bench-python`).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::error::BenchError;
use crate::rounds::{BoxFuture, Contestant, Figures};

/// A script with the folder of what it is asked about.
pub(crate) struct Python {
    program: PathBuf,
    script: PathBuf,
    folder: PathBuf,
}

impl Python {
    /// Runs a script of `bench/peers` with `program`.
    pub(crate) fn new(program: &Path, script: &str, folder: &Path) -> Self {
        let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
        Self {
            program: program.to_owned(),
            script: peers.join(script),
            folder: folder.to_owned(),
        }
    }

    /// The script with these words before the length of a round and the folder. It loads its data (not measured), works
    /// for so long and prints its rate.
    pub(crate) fn contestant(&self, name: &'static str, words: &[&'static str]) -> Script {
        let mut command = vec![self.script.clone().into_os_string()];
        command.extend(words.iter().map(Into::into));
        Script {
            name,
            program: self.program.clone(),
            command,
            folder: self.folder.clone(),
        }
    }

    /// What the script prints for these words.
    pub(crate) fn print(&self, words: &[&str]) -> Result<String, BenchError> {
        let mut command = Command::new(&self.program);
        command.arg(&self.script).args(words).arg(&self.folder);
        run(&mut command)
    }
}

/// A script with one question.
pub(crate) struct Script {
    name: &'static str,
    program: PathBuf,
    command: Vec<std::ffi::OsString>,
    folder: PathBuf,
}

impl Contestant for Script {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn round(&mut self, _: u32, length: Duration) -> BoxFuture<'_, Result<Figures, BenchError>> {
        let mut command = Command::new(&self.program);
        command
            .args(&self.command)
            .arg(length.as_secs_f64().to_string())
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
