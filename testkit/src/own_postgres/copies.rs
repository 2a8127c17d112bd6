//! Copies of a server: a standby that takes over from it, a backup that is put in its place. And what operators do to
//! one, as documents tell it.

use std::net::TcpListener;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::{OwnPostgres, drawn_port, finished};
use crate::PATIENCE;

impl OwnPostgres {
    /// A standby at an address of its own, which an operator makes by these shell commands; `PRIMARY` says where the
    /// server is.
    ///
    /// # Panics
    /// When they fail.
    #[must_use]
    pub fn standby(&self, script: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let at = folder.path().join("cluster");
        self.own(&at).expect("a folder can be made");
        let standby = Self {
            programs: self.programs.clone(),
            user: self.user.clone(),
            data: at.join("data"),
            port: free_port(),
            _folder: Some(folder),
        };
        let primary = format!("host=127.0.0.1 port={}", self.port);
        standby.operate(script, &[("PRIMARY", &primary)]);
        standby
    }

    /// Waits until this standby has all that the other server has.
    ///
    /// # Panics
    /// When that does not happen.
    pub fn catches_up_with(&self, primary: &Self) {
        // What is not flushed is not sent either; that may take PostgreSQL a quarter of a minute.
        let end = primary.ask("SELECT pg_current_wal_flush_lsn()");
        let has_all = format!("SELECT pg_last_wal_replay_lsn() >= '{end}'");
        self.waits_until(&has_all);
    }

    /// Starts it at another address than before, so that nobody finds it who knew it. Answers the former one.
    ///
    /// # Panics
    /// When it does not start.
    pub fn start_elsewhere(&mut self) -> u16 {
        let former = self.port();
        self.port = free_port();
        self.start_again();
        former
    }

    /// Starts it at that address.
    ///
    /// # Panics
    /// When it does not start.
    pub fn start_again_at(&mut self, port: u16) {
        self.port = port.into();
        self.start_again();
    }

    /// The answer to a statement, without headings.
    ///
    /// # Panics
    /// When it fails.
    #[must_use]
    pub fn ask(&self, statement: &str) -> String {
        let mut psql = self.as_its_user("psql");
        psql.args(["-X", "-v", "ON_ERROR_STOP=1", "-At", "-c", statement]);
        let answer = finished(psql.arg(self.url())).expect("the statement can be executed");
        String::from_utf8_lossy(&answer.stdout).trim().to_owned()
    }

    /// Runs shell commands as an operator does who is signed in on its machine: as its user, with its programs, folder
    /// (`PGDATA`) and address in the environment, and with further variables. Answers what they print.
    ///
    /// # Panics
    /// When one of them fails.
    pub fn operate(&self, script: &str, variables: &[(&str, &str)]) -> String {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut bash = self.command("bash");
        bash.args(["-euo", "pipefail", "-c", script])
            .env("PATH", format!("{}:{path}", self.programs.display()))
            .env("PGDATA", &self.data)
            .env("PGHOST", "127.0.0.1")
            .env("PGPORT", self.port.to_string())
            .env("PGUSER", "demandatlas")
            .env("PGDATABASE", "postgres")
            .envs(variables.iter().copied());
        let done = finished(&mut bash).unwrap_or_else(|error| panic!("{error}\n{}", self.log()));
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    /// A new folder of its user's, beside its own; removed with it.
    ///
    /// # Panics
    /// When it cannot be made.
    #[must_use]
    pub fn folder(&self, name: &str) -> PathBuf {
        let folder = self.data.with_file_name(name);
        let mut make = self.command("mkdir");
        finished(make.arg(&folder)).expect("a folder can be made");
        folder
    }

    /// Waits until a condition is true.
    ///
    /// # Panics
    /// When that does not happen.
    pub fn waits_until(&self, condition: &str) {
        let since = Instant::now();
        while self.ask(condition) != "t" {
            assert!(since.elapsed() < PATIENCE, "never: {condition}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// A port that nobody listens on now.
fn free_port() -> u64 {
    let is_free = |port: &u64| {
        u16::try_from(*port).is_ok_and(|port| TcpListener::bind(("127.0.0.1", port)).is_ok())
    };
    std::iter::repeat_with(drawn_port)
        .find(is_free)
        .expect("it goes on until one is free")
}
