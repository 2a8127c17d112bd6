//! A real mail server, aiosmtpd, and what Python's library makes of the e-mails that come to it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, OnceLock, PoisonError};

use serde_json::{Value, json};

use crate::support::PATIENCE;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/http/mail/server.py");
const INSTALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/mail-peer");

/// The Python that has it; none, with a printed reason, if it cannot be installed.
fn python() -> Option<&'static str> {
    static PYTHON: OnceLock<Option<String>> = OnceLock::new();
    let python = PYTHON.get_or_init(|| {
        let output = Command::new(INSTALL).output().ok()?;
        let path = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| path.trim().to_owned())
    });
    if python.is_none() {
        testkit::skipped("scripts/mail-peer cannot install aiosmtpd");
    }
    python.as_deref()
}

/// A mail server that runs. Killed when dropped.
pub(crate) struct MailPeer {
    child: Child,
    input: Mutex<ChildStdin>,
    said: Mutex<Receiver<Value>>,
    pub(crate) port: u16,
}

impl MailPeer {
    /// Starts one; none if it cannot be installed.
    pub(crate) fn start(options: &[&str]) -> Option<Self> {
        let mut child = Command::new(python()?)
            .arg(SCRIPT)
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (says, said) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                // Nobody waits any more once the test is over.
                let _over = says.send(serde_json::from_str(&line).unwrap());
            }
        });
        let begun: Value = said
            .recv_timeout(PATIENCE)
            .expect("the mail server says its port");
        Some(Self {
            port: begun["port"].as_u64().unwrap().try_into().unwrap(),
            input: Mutex::new(child.stdin.take().unwrap()),
            said: Mutex::new(said),
            child,
        })
    }

    /// The setting for it, without TLS.
    pub(crate) fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// What it answers from now on.
    pub(crate) fn answers(&self, answers: &Value) {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(input, "{answers}").unwrap();
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let heard = said
            .recv_timeout(PATIENCE)
            .expect("the mail server listens");
        assert_eq!(heard, json!({"heard": true}), "an e-mail was not looked at");
    }

    /// The next e-mail that comes, which must be sound.
    pub(crate) fn mail(&self) -> Value {
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let came = said.recv_timeout(PATIENCE).expect("an e-mail comes");
        let mail = came["mail"].clone();
        for (what, sound) in [
            ("defects", json!([])),
            ("header_defects", json!([])),
            ("bare_newlines", json!(0)),
            ("is_ascii", json!(true)),
            ("charset", json!("utf-8")),
        ] {
            assert_eq!(mail[what], sound, "{what}: {mail}");
        }
        assert!(
            mail["longest_line"].as_u64().unwrap() < 998,
            "RFC 5322, 2.1.1: {mail}"
        );
        mail
    }

    /// Nothing has come that was not looked at.
    pub(crate) fn has_nothing(&self) {
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let came = said.try_recv();
        assert!(came.is_err(), "{came:?}");
    }
}

impl Drop for MailPeer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ended = self.child.kill();
        let _waited = self.child.wait();
    }
}
