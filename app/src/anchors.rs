//! Keeps an anchor of the chain over the log each day, where the operator has said: only an anchor shows that the whole
//! log was put back.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use commands::Clock;
use jiff::tz::TimeZone;
use outgoing::{Client, Limits};
use store::db::Db;
use store::installation;
use store::leases::Leases;
use store::links::{Anchor, Links};
use store::problems::Problems;
use tokio_util::sync::CancellationToken;
use url::Url;
use uuid::Uuid;

/// How often it is checked whether today's anchor is kept, and how long it waits after a failure.
const PACE: Duration = Duration::from_secs(10);
const AFTER_A_FAILURE: Duration = Duration::from_secs(600);
/// How long nobody else keeps today's.
const LEASE: Duration = Duration::from_secs(60);
/// The lease's name, and the anchors' among the problems of a process.
const ANCHORS: &str = "anchors";
const TIMEOUT: Duration = Duration::from_secs(20);
const LARGEST_ANSWER: u64 = 1 << 16;

/// Where anchors are kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnchorSettings {
    /// A file to which a line is added.
    pub file: Option<PathBuf>,
    /// An address to which the line is posted, as JSON.
    pub url: Option<Url>,
}

impl AnchorSettings {
    const fn is_empty(&self) -> bool {
        self.file.is_none() && self.url.is_none()
    }
}

#[derive(Clone)]
pub(crate) struct AnchorKeeper {
    db: Db,
    clock: Arc<dyn Clock>,
    problems: Problems,
    to: AnchorSettings,
    holder: String,
    /// The day whose anchor this process has added to the file: the address may have failed since.
    in_file: Option<String>,
}

impl AnchorKeeper {
    pub(crate) fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        problems: Problems,
        to: AnchorSettings,
    ) -> Self {
        Self {
            db,
            clock,
            problems,
            to,
            holder: Uuid::new_v4().to_string(),
            in_file: None,
        }
    }

    /// Keeps one each day until `stop` is cancelled.
    pub(crate) async fn run(mut self, stop: CancellationToken) {
        while !self.to.is_empty() && !stop.is_cancelled() {
            let pause = match self.keep().await {
                Ok(()) => {
                    self.problems.clear(ANCHORS);
                    PACE
                }
                Err(error) => {
                    tracing::error!("today's anchor could not be kept: {error:#}");
                    let problem =
                        "today's anchor of the log could not be kept: the reason is in the log";
                    self.problems.report(ANCHORS, problem);
                    AFTER_A_FAILURE
                }
            };
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Keeps today's (UTC), unless some process has done so.
    async fn keep(&mut self) -> anyhow::Result<()> {
        let now = self.clock.now();
        let today = now.to_zoned(TimeZone::UTC).date().to_string();
        if installation::anchored_on(&self.db).await?.as_ref() == Some(&today) {
            return Ok(());
        }
        let leases = Leases::new(self.db.clone());
        let lease = leases.acquire(ANCHORS, &self.holder, LEASE).await?;
        let last = Links::new(self.db.clone()).last().await?;
        let (Some(_), Some(last)) = (lease, last) else {
            return Ok(());
        };
        let anchor = Anchor::new(now.to_string(), &last);
        if let Some(path) = &self.to.file
            && self.in_file.as_ref() != Some(&today)
        {
            append(path, &anchor).with_context(|| format!("{}", path.display()))?;
            self.in_file = Some(today.clone());
        }
        if let Some(url) = &self.to.url {
            post(url, &anchor).await?;
        }
        installation::set_anchored_on(&self.db, &today).await?;
        Ok(())
    }
}

fn append(path: &Path, anchor: &Anchor) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.append(true).create(true).open(path)?;
    file.write_all(format!("{anchor}\n").as_bytes())?;
    file.sync_all()
}

async fn post(url: &Url, anchor: &Anchor) -> anyhow::Result<()> {
    // An address may hold a password or a token.
    let server = url.host_str().unwrap_or("the server").to_owned();
    let client = Client::new(Limits::of_answer(TIMEOUT, LARGEST_ANSWER))?;
    let request = client
        .http()
        .post(url.clone())
        .header("Content-Type", "application/json")
        .body(anchor.to_string());
    let answer = client.send(request).await.with_context(|| server.clone())?;
    if !answer.status().is_success() {
        bail!("{server} has answered with {}", answer.status());
    }
    Ok(())
}
