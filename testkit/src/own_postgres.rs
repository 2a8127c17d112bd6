//! A PostgreSQL server of a test's own, to be killed, stopped and started again.

use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tempfile::TempDir;

use crate::{Dice, PATIENCE, skipped};

/// The folder of PostgreSQL's programs.
const PROGRAMS: &str = "DEMANDATLAS_TEST_POSTGRES_BIN";
/// Below the ports that systems give to outgoing connections: one of those could take the port while the server
/// is down.
const PORTS: std::ops::Range<u64> = 15_000..32_000;
/// Ports that are tried.
const TRIES: u32 = 8;

/// A server with an empty cluster. It ends, and its files go, when it is dropped.
#[derive(Debug)]
pub struct OwnPostgres {
    programs: PathBuf,
    /// Who it runs as, where it refuses to run as this process does.
    user: Option<(String, String)>,
    data: PathBuf,
    port: u64,
    /// Goes with it.
    _folder: Option<TempDir>,
}

/// How a server is asked to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Every process of it is killed (kill -9), the first one first.
    Killed,
    /// It breaks off what is under way, and says so to its clients.
    Fast,
    /// It breaks off without a word, and recovers at its next start.
    Immediate,
}

impl OwnPostgres {
    /// Makes and starts one. None, which is said, where PostgreSQL's programs are not known.
    ///
    /// # Panics
    /// Where it does not start.
    #[must_use]
    pub fn start() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let at = folder.path().join("cluster");
        let mut server = Self::start_at(&at, &[])?;
        server._folder = Some(folder);
        Some(server)
    }

    /// The same with its files in the folder `at`, which is made, and with further settings.
    ///
    /// # Panics
    /// Where it does not start.
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
        let mut dice = Dice::from_seed(now());
        for _ in 0..TRIES {
            server.port = PORTS.start + dice.below(PORTS.end - PORTS.start);
            if server.try_start().is_ok() {
                return Some(server);
            }
        }
        panic!(
            "PostgreSQL does not start: {}",
            std::fs::read_to_string(at.join("log")).unwrap_or_default()
        );
    }

    /// Where clients reach it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("postgres://demandatlas@127.0.0.1:{}/postgres", self.port)
    }

    /// The same through another port.
    #[must_use]
    pub fn url_through(&self, port: u16) -> String {
        format!("postgres://demandatlas@127.0.0.1:{port}/postgres")
    }

    /// Where it listens.
    #[must_use]
    pub fn port(&self) -> u16 {
        u16::try_from(self.port).expect("ports are chosen below 32,000")
    }

    /// One of PostgreSQL's programs.
    #[must_use]
    pub fn program(&self, name: &str) -> PathBuf {
        self.programs.join(name)
    }

    /// Ends it; all of its processes are gone afterwards.
    ///
    /// # Panics
    /// Where it does not run, or does not end.
    pub fn stop(&self, how: Stop) {
        match how {
            Stop::Killed => self.kill(),
            Stop::Fast => self.stop_with("fast"),
            Stop::Immediate => self.stop_with("immediate"),
        }
    }

    /// Starts it again at the same address.
    ///
    /// # Panics
    /// Where it does not start.
    pub fn start_again(&self) {
        let since = Instant::now();
        // What is left of killed processes may hold its shared memory for a moment.
        while let Err(error) = self.try_start() {
            assert!(
                since.elapsed() < PATIENCE,
                "PostgreSQL does not start again: {error}"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Does it run?
    #[must_use]
    pub fn is_running(&self) -> bool {
        let mut status = self.as_its_user("pg_ctl");
        status.arg("status").arg("-D").arg(&self.data);
        finished(&mut status).is_ok()
    }

    fn make(&self, at: &Path, settings: &[&str]) -> Result<()> {
        std::fs::create_dir_all(at)?;
        if let Some((user, _)) = &self.user {
            // The folders above it are this process's alone.
            for folder in at.ancestors().take_while(|folder| {
                folder.starts_with(std::env::temp_dir()) && *folder != std::env::temp_dir()
            }) {
                finished(Command::new("chmod").arg("a+x").arg(folder))?;
            }
            finished(Command::new("chown").arg(user).arg(at))?;
        }
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
            // Those of clients that are cut off stay for a while.
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
        // It lives on and would keep a pipe open.
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
        // Those that have ended by themselves meanwhile are no failure.
        let _killed = Command::new("kill")
            .arg("-9")
            .arg(first)
            .args(children)
            .stderr(Stdio::null())
            .status();
    }

    fn as_its_user(&self, program: &str) -> Command {
        let program = self.program(program);
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
        // One that it may look at.
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

/// Somebody without rights and their group, where this process is root's: the server refuses to run as root.
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

/// Another number for each process and moment.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanos = since.map_or(0, |since| since.subsec_nanos());
    u64::from(nanos) << 20 | u64::from(std::process::id())
}
