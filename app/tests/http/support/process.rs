//! The real binary: an installation that tests start, kill and start again.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use sign_in::dev_idp::{DevIdpConfig, Person, mint_access_token};
use store::db::{DatabaseUrl, Storage};
use store::testing::TestStorage;

use super::signing_key::give_signing_key;
use super::{Client, Ledger, PATIENCE, eventually};
use crate::tokens::{AUDIENCE, CLIENT};

/// A data folder and a database, with the binary that uses them.
pub(crate) struct Install {
    binary: PathBuf,
    data_dir: PathBuf,
    url: DatabaseUrl,
    events_url: Option<String>,
}

impl Install {
    pub(crate) fn new(test: &TestStorage) -> Self {
        Self {
            binary: this_binary(),
            data_dir: test.folder().to_owned(),
            url: test.url.clone(),
            events_url: test.events_url.clone(),
        }
    }

    /// The file that holds the installation's secret key.
    pub(crate) fn secret_key(&self) -> PathBuf {
        self.data_dir.join("secret.key")
    }

    /// On SQLite in a folder.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self {
            binary: this_binary(),
            data_dir: folder.to_owned(),
            url: DatabaseUrl::Sqlite,
            events_url: None,
        }
    }

    /// On a PostgreSQL database, with its own files in a folder.
    pub(crate) fn on_postgres(folder: &Path, url: String) -> Self {
        Self {
            binary: this_binary(),
            data_dir: folder.to_owned(),
            url: DatabaseUrl::Postgres(url),
            events_url: None,
        }
    }

    /// The same with the binary of another version.
    pub(crate) fn with_binary(self, binary: PathBuf) -> Self {
        Self { binary, ..self }
    }

    /// The binary with this installation's settings and nothing else from outside.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("DEMANDATLAS_") {
                command.env_remove(name);
            }
        }
        let url = match &self.url {
            DatabaseUrl::Sqlite => "sqlite:",
            DatabaseUrl::Postgres(url) => url,
        };
        command
            .args(arguments)
            .current_dir(std::env::temp_dir())
            .env("DEMANDATLAS_DATA_DIR", &self.data_dir)
            .env("DEMANDATLAS_DATABASE_URL", url)
            .env("DEMANDATLAS_AUTH_AUDIENCE", AUDIENCE)
            .env("DEMANDATLAS_AUTH_CLIENT_ID", CLIENT)
            .env("DEMANDATLAS_WORKER_LEASE_MS", "500")
            .env("DEMANDATLAS_STARTER", "none")
            // Tests look more often than people do.
            .env("DEMANDATLAS_CALLS_PER_SECOND", "100000")
            .env("DEMANDATLAS_LOG", "warn")
            .stdin(Stdio::null());
        if let Some(url) = &self.events_url {
            command.env("DEMANDATLAS_EVENTSTORE_URL", url);
        }
        command
    }

    /// Runs a command to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that must succeed; answers its standard output.
    pub(crate) fn succeed(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that must fail and print no result; answers what it complains about, without the name of its
    /// store.
    pub(crate) fn fail(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        let mut lines: Vec<&str> = told.split_inclusive('\n').collect();
        lines.retain(|line| !line.starts_with("demandatlas: store "));
        lines.concat()
    }

    /// Starts the server on any free port and waits until it is healthy.
    pub(crate) async fn serve(&self) -> Process {
        self.serve_with(&[]).await
    }

    /// The same with further settings.
    pub(crate) async fn serve_with(&self, settings: &[(&str, &str)]) -> Process {
        self.serve_and_listen(settings).await.0
    }

    /// The same; all of its log is there to be read.
    pub(crate) async fn serve_and_listen(
        &self,
        settings: &[(&str, &str)],
    ) -> (Process, Arc<Mutex<String>>) {
        give_signing_key(&self.data_dir);
        let mut child = self
            .command(&["serve", "--addr", "127.0.0.1:0"])
            .envs(settings.iter().copied())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::default();
        let base = announced_address(&mut child, Arc::clone(&log));
        let addr = base.strip_prefix("http://").unwrap().parse().unwrap();
        let idp = DevIdpConfig::for_addr(addr, &self.data_dir, CLIENT, AUDIENCE).unwrap();
        let process = Process {
            child,
            idp,
            anonymous: Client::anonymous(&base),
        };
        eventually("the server is healthy", || async {
            let request = process
                .anonymous
                .request(reqwest::Method::GET, "/api/health");
            let answer = Client::try_send(request).await?;
            (answer.status == 200).then_some(())
        })
        .await;
        (process, log)
    }

    /// The databases, to look at from beside the server.
    pub(crate) async fn storage(&self) -> Storage {
        let storage = Storage::open(&self.url, &self.data_dir).await.unwrap();
        let events = self.events_url.as_ref();
        storage.with_events_in(events.map(|url| url.parse().unwrap()))
    }

    /// The log as it is now.
    pub(crate) async fn ledger(&self) -> Ledger {
        let storage = self.storage().await;
        let ledger = Ledger::read(&storage).await;
        storage.close().await;
        ledger
    }
}

fn this_binary() -> PathBuf {
    let named = std::env::var_os("DEMANDATLAS_TEST_BINARY");
    named.map_or_else(|| env!("CARGO_BIN_EXE_demandatlas").into(), Into::into)
}

/// Reads what the server says until it names its address, and on, so that it never blocks.
fn announced_address(child: &mut Child, log: Arc<Mutex<String>>) -> String {
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let (found, address) = mpsc::channel();
    std::thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            let mut log = log.lock().unwrap();
            log.push_str(&line);
            log.push('\n');
            drop(log);
            if let Some((_, address)) = line.split_once("DemandAtlas serves ") {
                // In JSON more follows. Nobody waits for a second one.
                let address = address.split('"').next().unwrap_or_default();
                let _ = found.send(address.to_owned());
            } else if line.contains("ERROR") || line.contains("panicked") {
                eprintln!("server: {line}");
            }
        }
    });
    address
        .recv_timeout(PATIENCE)
        .expect("the server says where it serves")
}

/// A running server. Killed when dropped.
pub(crate) struct Process {
    child: Child,
    idp: DevIdpConfig,
    pub(crate) anonymous: Client,
}

impl Process {
    /// Somebody who has signed in at the development issuer of this server.
    pub(crate) fn user(&self, email: &str, tier: &str) -> Client {
        let token = mint_access_token(&self.idp, email, Some(tier)).unwrap();
        let sub = Person::new(email, None).unwrap().sub();
        self.anonymous.with_token(&sub, token)
    }

    /// Its number.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// kill -9.
    pub(crate) fn kill(mut self) {
        self.end();
    }

    /// Waits until it has died by itself.
    pub(crate) async fn dies(mut self) -> ExitStatus {
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(since.elapsed() < PATIENCE, "the server lives on");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Is the process still there?
    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    fn end(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}
