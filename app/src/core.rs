//! What the server shares with the commands of the command line: storage, log, views, dispatcher.

use std::sync::Arc;
use std::time::Duration;

use commands::accounts::Accounts;
use commands::coupons::Coupons;
use commands::mail::Mail;
use commands::websites::{ContactKey, Proxies, Removals};
use commands::{Clock, Dispatcher, SystemClock};
use projections::credit_status::CreditStatusQuery;
use store::aggregates::AggregateStore;
use store::db::Storage;
use store::installation;
use store::links::Links;
use store::log::{Appender, EventLog};
use store::sealer::Sealer;
use store::seals::SealKeys;
use store::snapshots::Snapshots;
use store::subscriptions::Subscriptions;
use store::user_keys::UserKeys;
use store::websites::{RemovedContacts, UserProxies, WebsitePages, WebsiteReads};
use tokio_util::sync::CancellationToken;

use crate::mail;
use crate::secret::SecretKey;
use crate::settings::Settings;

/// How long a process that ends waits for its snapshots.
const SETTLING: Duration = Duration::from_secs(5);

/// What the server shares with the commands that change or audit accounts.
pub struct Core {
    pub storage: Storage,
    pub log: EventLog,
    pub subscriptions: Subscriptions,
    pub accounts: Accounts,
    pub coupons: Coupons,
    pub credit_status: CreditStatusQuery,
    pub seals: SealKeys,
    /// Encrypts personal texts.
    pub user_keys: UserKeys,
    contact_key: ContactKey,
    /// Addresses that e-mails go to.
    pub mail: Mail,
    pub clock: Arc<dyn Clock>,
    pub dispatcher: Dispatcher,
    /// Ends what runs.
    pub(crate) stop: CancellationToken,
}

impl Core {
    /// Opens the databases and starts the views.
    pub async fn start(settings: &Settings) -> anyhow::Result<Self> {
        Self::start_by(settings, Arc::new(SystemClock)).await
    }

    /// The same with a clock other than the machine's.
    pub(crate) async fn start_by(
        settings: &Settings,
        clock: Arc<dyn Clock>,
    ) -> anyhow::Result<Self> {
        let storage = settings.storage().await?;
        let secret = match installation::owner(&storage.log).await? {
            Some(owner) => SecretKey::of_database(settings, &owner)?,
            None => SecretKey::open(settings)?,
        };
        let owner = installation::claim(&storage.log, &secret.fingerprint()).await?;
        let stop = CancellationToken::new();
        let user_keys = UserKeys::new(storage.log.clone(), secret.user_keys());
        let seals = secret.seals();
        let log = EventLog::new(&storage)
            .with_keys(user_keys.clone())
            .with_seals(seals.current().clone())
            .owned_by(owner);
        log.reach().await?;
        let snapshots = Snapshots::new(storage.log.clone(), seals.current().clone());
        let appender = Appender::start(log.clone());
        let sealing = seals.current().clone();
        let aggregates = AggregateStore::new(log.clone(), appender, snapshots, sealing)
            .with_memory(settings.aggregate_cache);
        let dispatcher = Dispatcher::new(aggregates);
        let subscriptions = Subscriptions::new(log.clone(), storage.clone(), stop.clone());
        projections::start(&subscriptions).await?;
        subscriptions.watch_log();
        let accounts = Accounts::new(dispatcher.clone(), Arc::clone(&clock));
        let codes = secret.coupon_codes();
        let (keys, key) = (user_keys.clone(), secret.addresses());
        let mail = mail::addresses(&storage.log, keys, key, settings, Arc::clone(&clock));
        Ok(Self {
            accounts,
            coupons: Coupons::new(dispatcher.clone(), Arc::clone(&clock), codes),
            credit_status: CreditStatusQuery::new(storage.views.clone()),
            user_keys,
            contact_key: secret.contacts(),
            mail,
            storage,
            log,
            subscriptions,
            seals,
            clock,
            dispatcher,
            stop,
        })
    }

    /// Users' proxies, which nothing goes through from here.
    pub fn proxies(&self) -> Proxies {
        let kept = UserProxies::new(self.storage.log.clone());
        Proxies::new(kept, self.user_keys.clone(), None, None)
    }

    /// Removes people from what websites say.
    pub fn removals(&self) -> Removals {
        let db = &self.storage.log;
        Removals::new(
            self.contact_key.clone(),
            RemovedContacts::new(db.clone()),
            WebsiteReads::new(db.clone()),
            WebsitePages::new(db.clone()),
        )
    }

    /// Makes the links of the chain over the log.
    pub fn sealer(&self) -> Sealer {
        let links = Links::new(self.storage.log.clone());
        Sealer::new(self.log.clone(), links, self.seals.current())
    }

    /// Stops the views, saves the snapshots that are due, and closes the databases.
    pub async fn stop(&self) {
        self.stop.cancel();
        self.subscriptions.ended().await;
        // They only make the next start faster.
        let settled = self.dispatcher.store().settled();
        let _settled_or_late = tokio::time::timeout(SETTLING, settled).await;
        self.storage.close().await;
    }
}
