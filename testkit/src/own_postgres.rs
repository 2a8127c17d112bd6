//! A PostgreSQL server for a single test, to be killed, stopped and restarted.

mod copies;

use std::ffi::OsStr;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tempfile::TempDir;

use crate::{Dice, PATIENCE, skipped};

/// Names the folder of PostgreSQL's programs.
const PROGRAMS: &str = "DEMANDATLAS_TEST_POSTGRES_BIN";
/// Below the ports that systems use for outgoing connections: one of those could take the port while the server is
/// down.
const PORTS: std::ops::Range<u64> = 15_000..32_000;
const TRIES: u32 = 8;

/// A server with an empty cluster. Dropping it stops the server and removes its files.
#[derive(Debug)]
pub struct OwnPostgres {
    programs: PathBuf,
    /// The user it runs as, if PostgreSQL refuses to run as this process's user.
    user: Option<(String, String)>,
    data: PathBuf,
    port: u64,
    /// Removed with it.
    _folder: Option<TempDir>,
}

/// How a server is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// All its processes are killed (kill -9), the postmaster first.
    Killed,
    /// It aborts what is running, and tells its clients.
    Fast,
    /// It aborts without a word, and recovers at its next start.
    Immediate,
}

impl OwnPostgres {
    /// Starts a server. `None`, with a printed reason, if PostgreSQL's programs are not known.
    ///
    /// # Panics
    /// When it does not start.
    #[must_use]
    pub fn start() -> Option<Self> {
        Self::start_with(&[])
    }

    /// The same with extra settings.
    ///
    /// # Panics
    /// When it does not start.
    #[must_use]
    pub fn start_with(settings: &[&str]) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let at = folder.path().join("cluster");
        let mut server = Self::start_at(&at, settings)?;
        server._folder = Some(folder);
        Some(server)
    }

    /// The same with its files in the new folder `at`, and with extra settings.
    ///
    /// # Panics
    /// When it does not start.
    #[must_use]
    pub fn start_at(at: &Path, settings: &[&str]) -> Option<Self> {
        let Some(programs) = std::env::var_os(PROGRAMS) else {
            skipped(&format!(
                "{PROGRAMS} does not name the folder of PostgreSQL's programs"
            ));
            return None;
        };
        let mut server = Self {
            programs: programs.into(),
            user: unprivileged(),
            data: at.join("data"),
            port: 0,
            _folder: None,
        };
        server.make(at, settings).expect("a cluster can be made");
        for _ in 0..TRIES {
            server.port = drawn_port();
            if server.try_start().is_ok() {
                return Some(server);
            }
        }
        panic!("PostgreSQL does not start: {}", server.log());
    }

    /// What it has logged.
    fn log(&self) -> String {
        std::fs::read_to_string(self.data.with_file_name("log")).unwrap_or_default()
    }

    /// The URL for clients.
    #[must_use]
    pub fn url(&self) -> String {
        format!("postgres://demandatlas@127.0.0.1:{}/postgres", self.port)
    }

    /// The same through another port.
    #[must_use]
    pub fn url_through(&self, port: u16) -> String {
        format!("postgres://demandatlas@127.0.0.1:{port}/postgres")
    }

    /// The port it listens on.
    #[must_use]
    pub fn port(&self) -> u16 {
        u16::try_from(self.port).expect("ports are chosen below 32,000")
    }

    /// One of PostgreSQL's programs.
    #[must_use]
    pub fn program(&self, name: &str) -> PathBuf {
        self.programs.join(name)
    }

    /// Stops it; all of its processes are gone afterwards.
    ///
    /// # Panics
    /// When it is not running, or does not stop.
    pub fn stop(&self, how: Stop) {
        match how {
            Stop::Killed => self.kill(),
            Stop::Fast => self.stop_with("fast"),
            Stop::Immediate => self.stop_with("immediate"),
        }
    }

    /// Restarts it at the same address.
    ///
    /// # Panics
    /// When it does not start.
    pub fn start_again(&self) {
        let since = Instant::now();
        // What is left of killed processes may hold its shared memory for a moment.
        while let Err(error) = self.try_start() {
            assert!(
                since.elapsed() < PATIENCE,
                "PostgreSQL does not start again: {error}: {}",
                self.log()
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Whether it is running.
    #[must_use]
    pub fn is_running(&self) -> bool {
        let mut status = self.as_its_user("pg_ctl");
        status.arg("status").arg("-D").arg(&self.data);
        finished(&mut status).is_ok()
    }

    fn make(&self, at: &Path, settings: &[&str]) -> Result<()> {
        self.own(at)?;
        let mut initdb = self.as_its_user("initdb");
        initdb.arg("-D").arg(&self.data).args([
            "-U",
            "demandatlas",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
            "-N",
            "--wal-segsize=1",
        ]);
        finished(&mut initdb)?;
        let more = [
            "listen_addresses='127.0.0.1'",
            "unix_socket_directories=''",
            // Connections of clients that were cut off linger for a while.
            "max_connections=300",
        ];
        let lines: String = more
            .iter()
            .chain(settings)
            .map(|line| format!("{line}\n"))
            .collect();
        let file = self.data.join("postgresql.auto.conf");
        let text = std::fs::read_to_string(&file)?;
        std::fs::write(&file, text + &lines)
    }

    /// Makes a folder of its user's.
    fn own(&self, at: &Path) -> Result<()> {
        std::fs::create_dir_all(at)?;
        if let Some((user, _)) = &self.user {
            // This process alone may enter the folders above it.
            for folder in at.ancestors().take_while(|folder| {
                folder.starts_with(std::env::temp_dir()) && *folder != std::env::temp_dir()
            }) {
                finished(Command::new("chmod").arg("a+x").arg(folder))?;
            }
            finished(Command::new("chown").arg(user).arg(at))?;
        }
        Ok(())
    }

    fn try_start(&self) -> Result<()> {
        let log = self.data.with_file_name("log");
        let mut start = self.as_its_user("pg_ctl");
        start
            .args(["start", "-w", "-t", "60", "-D"])
            .arg(&self.data);
        start
            .arg("-l")
            .arg(log)
            .arg("-o")
            .arg(format!("-p {}", self.port));
        // The server lives on and would keep a pipe open.
        start.stdout(Stdio::null()).stderr(Stdio::null());
        match start.status()?.success() {
            true => Ok(()),
            false => Err(Error::other("pg_ctl start failed")),
        }
    }

    fn stop_with(&self, mode: &str) {
        let mut stop = self.as_its_user("pg_ctl");
        stop.args(["stop", "-w", "-t", "60", "-m", mode, "-D"])
            .arg(&self.data);
        finished(&mut stop).expect("a server that runs can be stopped");
    }

    fn kill(&self) {
        let file = std::fs::read_to_string(self.data.join("postmaster.pid"));
        let file = file.expect("a server that runs says its process");
        let first = file.lines().next().expect("its first line is the process");
        let listed = finished(Command::new("ps").args(["-A", "-o", "pid=,ppid="]));
        let listed =
            String::from_utf8_lossy(&listed.expect("ps lists processes").stdout).into_owned();
        let children = listed.lines().filter_map(|line| {
            let (process, parent) = line.trim().split_once(char::is_whitespace)?;
            (parent.trim() == first).then_some(process)
        });
        // Processes that have ended meanwhile are no failure.
        let _killed = Command::new("kill")
            .arg("-9")
            .arg(first)
            .args(children)
            .stderr(Stdio::null())
            .status();
    }

    /// A command of PostgreSQL's.
    fn as_its_user(&self, program: &str) -> Command {
        self.command(self.program(program))
    }

    /// Any command, as the server's user.
    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = match &self.user {
            None => Command::new(program),
            Some((user, group)) => {
                let mut command = Command::new("setpriv");
                command.arg(format!("--reuid={user}"));
                command.arg(format!("--regid={group}"));
                command.args(["--clear-groups", "--"]).arg(program);
                command
            }
        };
        // A folder that the user can read.
        command.current_dir("/").stdin(Stdio::null());
        command
    }
}

impl Drop for OwnPostgres {
    fn drop(&mut self) {
        let mut stop = self.as_its_user("pg_ctl");
        stop.args(["stop", "-m", "immediate", "-D"]).arg(&self.data);
        // It may be down already.
        let _stopped = stop.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

/// A user without privileges and their group, if this process runs as root: PostgreSQL refuses to run as root.
fn unprivileged() -> Option<(String, String)> {
    let id = |arguments: &[&str]| {
        let output = finished(Command::new("id").args(arguments)).ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    if id(&["-u"])? != "0" {
        return None;
    }
    let group_of = |user: &str| Some((user.to_owned(), id(&["-g", user])?));
    ["postgres", "nobody"].into_iter().find_map(group_of)
}

fn finished(command: &mut Command) -> Result<Output> {
    let output = command.output()?;
    match output.status.success() {
        true => Ok(output),
        false => Err(Error::other(format!("{command:?}: {output:?}"))),
    }
}

fn drawn_port() -> u64 {
    PORTS.start + Dice::from_seed(now()).below(PORTS.end - PORTS.start)
}

/// A different number for each process and moment.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanos = since.map_or(0, |since| since.subsec_nanos());
    u64::from(nanos) << 20 | u64::from(std::process::id())
}
