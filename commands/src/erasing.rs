//! Erasing what is stored about a user.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use domain::ids::UserId;
use domain::metadata::Actor;
use store::StoreError;
use store::db::Storage;
use store::erasures::{Begun, Erasures, Unfinished};
use store::fail_points::dies_at;
use store::known::{KnownLists, LeftOut};
use store::log::Cursor;
use store::mail::MailAddresses;
use store::seen::SeenSessions;
use store::subscriptions::Subscriptions;
use store::websites::{UserProxies, WebsiteReads};

use crate::companies::{Companies, Erased};
use crate::error::CommandError;
use crate::monitors::MonitorControl;

/// Between two scrubs of the files, which hold SQLite's only writer while they run: users can ask for erasures one
/// after the other.
const BETWEEN_SCRUBS: Duration = Duration::from_secs(600);
/// How long an erasure waits for the read models.
const SHOWN_FOR: Duration = Duration::from_secs(2);

/// The outcome of an erasure.
#[derive(Debug)]
pub struct Erasure {
    pub anything: bool,
    /// What remains to be done; the server completes it on its own.
    pub left: Option<Left>,
}

/// Why traces remain of what was erased from the log.
#[derive(Debug, thiserror::Error)]
pub enum Left {
    #[error("its traces remain in the files until the next scrub")]
    Traces,
    #[error(
        "a read model lags behind or is paused, and still shows it: see demandatlas projections status"
    )]
    Shown,
    #[error("its traces could not be removed from the files: {0}")]
    Unscrubbed(#[from] StoreError),
}

/// Erases everything personal about users: the key that opens it in the log, what read models show of it, when they
/// opened their searches, what was read of their companies' websites, their proxies and addresses
/// for e-mails, their monitors, and the traces of all that in the databases' files. Searches, their results and the ledger stay.
pub struct Eraser {
    storage: Storage,
    subscriptions: Subscriptions,
    companies: Companies,
    erasures: Erasures,
    shown_in: Vec<&'static str>,
    seen: SeenSessions,
    websites: WebsiteReads,
    proxies: UserProxies,
    known: KnownLists,
    left_out: LeftOut,
    mail: MailAddresses,
    monitors: MonitorControl,
    scrubbed: Mutex<Option<Instant>>,
}

impl Eraser {
    /// `shown_in` names the tables of read models that show personal data in the clear; each is also the name of its
    /// subscription.
    pub fn new(
        storage: Storage,
        subscriptions: Subscriptions,
        companies: Companies,
        monitors: MonitorControl,
        shown_in: Vec<&'static str>,
    ) -> Self {
        Self {
            erasures: Erasures::new(storage.log.clone()),
            seen: SeenSessions::new(storage.log.clone()),
            websites: WebsiteReads::new(storage.log.clone()),
            proxies: UserProxies::new(storage.log.clone()),
            known: KnownLists::new(storage.log.clone()),
            left_out: LeftOut::new(storage.log.clone()),
            mail: MailAddresses::new(storage.log.clone()),
            monitors,
            storage,
            subscriptions,
            companies,
            shown_in,
            scrubbed: Mutex::default(),
        }
    }

    /// Erases a user. If something remains, or the process dies on the way, [`Eraser::complete`] continues with it.
    /// An error means that the erasure was not recorded.
    pub async fn erase(&self, user: &UserId, by: Actor) -> Result<Erasure, CommandError> {
        let Begun {
            erasure: begun,
            is_only,
            is_resumed,
        } = self.erasures.begin(user).await?;
        let beside = self.erase_beside(user).await?;
        let erasing = self.companies.erase(user, by, is_resumed);
        let Erased { anything, cursor } = erasing.await?;
        let known = self.erase_known(user).await?;
        let anything = anything || beside || known;
        if is_only && !anything {
            // There was nothing that could have left traces.
            self.erasures.complete(&begun).await?;
            let left = None;
            return Ok(Erasure { anything, left });
        }
        self.erasures.forgotten(&begun).await?;
        let left = self.erase_rest(&[begun], cursor).await.err();
        Ok(Erasure { anything, left })
    }

    /// Completes the erasures that were begun; returns whether nothing remains. What still cannot be completed is
    /// logged and retried later.
    pub async fn complete(&self) -> Result<bool, StoreError> {
        let unfinished = self.erasures.unfinished().await?;
        let mut forgotten = Vec::with_capacity(unfinished.len());
        let all = unfinished.len();
        for erasure in unfinished {
            match self.forget(&erasure).await {
                Ok(()) => forgotten.push(erasure),
                Err(error) => {
                    tracing::error!(%error, "an erasure that was interrupted is not recorded yet");
                }
            }
        }
        if forgotten.is_empty() {
            return Ok(all == 0);
        }
        let head = self.subscriptions.log_head().await?;
        match self.erase_rest(&forgotten, head).await {
            Ok(()) => {
                let erasures = forgotten.len();
                tracing::info!(erasures, "erasures that were begun are complete");
                Ok(erasures == all)
            }
            Err(Left::Traces) => Ok(false),
            Err(left) => {
                tracing::error!(%left, "an erasure is not complete yet");
                Ok(false)
            }
        }
    }

    /// Erases from the log, once: a user who continues after that starts over.
    async fn forget(&self, erasure: &Unfinished) -> Result<(), CommandError> {
        // The caller may have completed it since the list was read.
        if !erasure.forgotten && self.erasures.is_owed(erasure).await? {
            self.erase_beside(&erasure.user).await?;
            let erasing = self.companies.erase(&erasure.user, Actor::System, true);
            erasing.await?;
            self.erase_known(&erasure.user).await?;
            self.erasures.forgotten(erasure).await?;
        }
        Ok(())
    }

    /// Erases what lies beside the log; returns whether there was anything.
    async fn erase_beside(&self, user: &UserId) -> Result<bool, CommandError> {
        let opened = self.seen.erase(user).await?;
        let websites = self.websites.erase(user).await?;
        let proxy = self.proxies.erase(user).await?;
        let mail = self.mail.erase(user).await?;
        let monitors = self.monitors.erase(user).await?;
        Ok(opened || websites || proxy || mail || monitors)
    }

    /// Erases which businesses the user knows, once the key is destroyed: what was being uploaded then is not stored, or
    /// is there already.
    async fn erase_known(&self, user: &UserId) -> Result<bool, StoreError> {
        let list = self.known.remove(user).await?;
        let left_out = self.left_out.erase(user).await?;
        Ok(list || left_out)
    }

    /// Erases from all read models and the files what the log has forgotten before `cursor`.
    async fn erase_rest(&self, forgotten: &[Unfinished], cursor: Cursor) -> Result<(), Left> {
        let waiting = self
            .subscriptions
            .wait_for_all(&self.shown_in, cursor, SHOWN_FOR);
        if !waiting.await {
            return Err(Left::Shown);
        }
        if !self.may_scrub() {
            return Err(Left::Traces);
        }
        self.scrub().await?;
        for erasure in forgotten {
            self.erasures.complete(erasure).await?;
        }
        Ok(())
    }

    fn may_scrub(&self) -> bool {
        let mut scrubbed = self.scrubbed.lock().unwrap_or_else(PoisonError::into_inner);
        let may = scrubbed.is_none_or(|since| since.elapsed() >= BETWEEN_SCRUBS);
        if may {
            *scrubbed = Some(Instant::now());
        }
        may
    }

    async fn scrub(&self) -> Result<(), StoreError> {
        dies_at("erasure.before_scrub");
        let scrubbed = self.storage.scrub(&self.shown_in).await;
        if scrubbed.is_err() {
            // The next call may try at once.
            *self.scrubbed.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        scrubbed
    }
}
