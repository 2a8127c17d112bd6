//! Where a document's commands are run: a folder with the program in it, a shell, and a server where the document
//! has one.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use tempfile::TempDir;

/// The address that documents name. Another may be in use here, so a free one stands in for it.
const ADDRESS: &str = "127.0.0.1:8080";

/// Longest wait for a server and what it unpacks at its first start.
const PATIENCE: Duration = Duration::from_secs(300);

/// What a command came to.
pub(crate) struct Done {
    pub(crate) printed: Vec<String>,
    pub(crate) succeeded: bool,
}

/// A document's folder.
pub(crate) struct Workspace {
    folder: TempDir,
    server: Option<Child>,
    address: String,
    data: Option<PathBuf>,
}

impl Workspace {
    /// An empty folder, with the program where `make build` puts it. `data` has the shared test data.
    pub(crate) fn new(data: Option<&Path>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let programs = folder.path().join("target/release");
        std::fs::create_dir_all(&programs).unwrap();
        std::os::unix::fs::symlink(
            env!("CARGO_BIN_EXE_demandatlas"),
            programs.join("demandatlas"),
        )
        .unwrap();
        // A script that readers are told to use.
        let documents = folder.path().join("docs");
        std::fs::create_dir_all(&documents).unwrap();
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/verify_export.py");
        std::os::unix::fs::symlink(script, documents.join("verify_export.py")).unwrap();
        Self {
            folder,
            server: None,
            address: ADDRESS.to_owned(),
            data: data.map(|data| data.canonicalize().unwrap()),
        }
    }

    /// A program with nothing of the tests' own settings.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("DEMANDATLAS_") {
                command.env_remove(name);
            }
        }
        if let Some(data) = &self.data {
            command.env("DEMANDATLAS_TEST_DATA", data);
        }
        command
            .env("NO_COLOR", "1")
            .env("NO_PROXY", "127.0.0.1")
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }

    /// Runs commands in a shell that has what former ones have set, and ends at the first that fails.
    pub(crate) fn run(&self, script: &str) -> Done {
        let hidden = tempfile::tempdir().unwrap();
        let (block, printed) = (hidden.path().join("block"), hidden.path().join("printed"));
        std::fs::write(&block, script.replace(ADDRESS, &self.address)).unwrap();
        let state = self.folder.path().join("target/state");
        let output = self
            .command("timeout")
            .args(["300", "bash", "-c", "set -a; [ ! -f \"$1\" ] || . \"$1\"; set -eo pipefail; . \"$2\" >\"$3\" 2>&1; export -p >\"$1\""])
            .arg("bash")
            .args([&state, &block, &printed])
            .output()
            .unwrap();
        let text = std::fs::read(&printed).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).replace(&self.address, ADDRESS);
        Done {
            printed: text
                .lines()
                // Where the store lies is another folder each time.
                .filter(|line| !line.starts_with("demandatlas: store "))
                .map(str::to_owned)
                .collect(),
            succeeded: output.status.success(),
        }
    }

    /// Starts the server for the first time and waits until everything is there that it ships with.
    pub(crate) fn serve(&mut self) {
        let mut server = self
            .command("target/release/demandatlas")
            .args(["serve", "--addr", "127.0.0.1:0"])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = BufReader::new(server.stderr.take().unwrap()).lines();
        self.server = Some(server);
        let (say, said) = mpsc::channel();
        // To its end, so that the server is never kept from saying more; nobody may listen by then.
        std::thread::spawn(move || {
            log.map_while(Result::ok)
                .for_each(|line| drop(say.send(line)));
        });
        let next = || {
            said.recv_timeout(PATIENCE)
                .expect("the server is not ready")
        };
        self.address = loop {
            if let Some(address) = next().strip_prefix("DemandAtlas serves http://") {
                break address.to_owned();
            }
        };
        while !next().contains("starter listing added") {}
    }

    /// Stops the server, as Ctrl-C would.
    pub(crate) fn stop(&mut self) {
        if let Some(mut server) = self.server.take() {
            let pid = server.id().to_string();
            // Where it cannot be asked it is ended below.
            let asked = Command::new("kill").args(["-INT", &pid]).status();
            if !asked.is_ok_and(|status| status.success()) {
                let _gone = server.kill();
            }
            let _ended = server.wait();
        }
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        self.stop();
    }
}
