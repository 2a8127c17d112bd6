//! Erasing what is kept about a user.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use commands::CommandError;
use commands::companies::{Companies, Erased};
use domain::ids::UserId;
use domain::metadata::Actor;
use projections::View;
use store::StoreError;
use store::db::Storage;
use store::erasures::Erasures;
use store::fail_points::dies_at;
use store::subscriptions::Subscriptions;

/// Between two scrubs of the files, which hold the only writer of SQLite for as long as they take: users can ask for
/// erasures one after the other.
const BETWEEN_SCRUBS: Duration = Duration::from_secs(600);

/// Why a user's data could not be erased.
#[derive(Debug, thiserror::Error)]
pub enum EraseError {
    /// It was not recorded.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// It is recorded, and its traces could not be removed from the files yet.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It is recorded, and a read model has not forgotten it yet.
    #[error(
        "It is erased from the log, but a read model lags behind or is paused, and still shows it: \
         see demandatlas projections status, then erase once more"
    )]
    Behind,
}

/// Erases everything personal of users: the key that opens it in the log, what read models show of it, and the traces
/// of both in the databases' files. Searches, their results and the ledger stay.
pub struct Eraser {
    storage: Storage,
    subscriptions: Subscriptions,
    companies: Companies,
    erasures: Erasures,
    scrubbed: Mutex<Option<Instant>>,
}

impl Eraser {
    /// Of what lies in `storage`.
    pub fn new(storage: Storage, subscriptions: Subscriptions, companies: Companies) -> Self {
        Self {
            erasures: Erasures::new(storage.log.clone()),
            storage,
            subscriptions,
            companies,
            scrubbed: Mutex::default(),
        }
    }

    /// Erases a user. What cannot be completed, or dies in the middle, is noted, as are the traces of one that comes
    /// soon after another: [`Eraser::complete`] goes on with them.
    pub async fn erase(&self, user: &UserId, by: Actor) -> Result<Erased, EraseError> {
        let is_new = self.erasures.begin(user).await?;
        let erased = self.forget(user, by).await?;
        if is_new && !erased.anything {
            // Nothing was there that could have left traces.
            self.erasures.complete(user).await?;
        } else if self.may_scrub() {
            self.scrub().await?;
            self.erasures.complete(user).await?;
        }
        Ok(erased)
    }

    /// Completes the erasures that were begun; answers whether it could. Those that still cannot be are told in the
    /// log, and stay noted.
    pub async fn complete(&self) -> Result<bool, StoreError> {
        let begun = self.erasures.unfinished().await?;
        let mut forgotten = Vec::with_capacity(begun.len());
        for user in &begun {
            match self.forget(user, Actor::System).await {
                Ok(_) => forgotten.push(user),
                Err(error) => {
                    tracing::error!(%error, "an erasure that was interrupted is not complete yet");
                }
            }
        }
        if forgotten.is_empty() || !self.may_scrub() {
            return Ok(begun.is_empty());
        }
        self.scrub().await?;
        for user in &forgotten {
            self.erasures.complete(user).await?;
        }
        tracing::info!(
            erasures = forgotten.len(),
            "erasures that were begun are complete"
        );
        Ok(forgotten.len() == begun.len())
    }

    /// In the log and in all read models.
    async fn forget(&self, user: &UserId, by: Actor) -> Result<Erased, EraseError> {
        let erased = self.companies.erase(user, by).await?;
        projections::caught_up(&self.subscriptions, erased.cursor).await;
        // One that is paused has not seen it either.
        let views = projections::personal();
        let seen = |view: &View| {
            self.subscriptions
                .has_seen(view.checkpoint(), erased.cursor)
        };
        if views.iter().all(seen) {
            Ok(erased)
        } else {
            Err(EraseError::Behind)
        }
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
        let views = projections::personal();
        let tables: Vec<&str> = views.iter().map(View::checkpoint).collect();
        let scrubbed = self.storage.scrub(&tables).await;
        if scrubbed.is_err() {
            // The next one may try at once.
            *self.scrubbed.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        scrubbed
    }
}
