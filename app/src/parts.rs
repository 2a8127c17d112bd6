//! Parts that are made of what [`Core`] shares.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Context as _;
use api::http::answer_cache::AnswerCache;
use async_trait::async_trait;
use commands::access::Access;
use commands::companies::{Companies, ListingChanges, SavedBusinesses};
use commands::enricher::Enricher;
use commands::erasing::Eraser;
use commands::known::{KnownIndex, KnownUploads};
use commands::limits::{Limited, LiveLimits};
use commands::mail::{MailKeeper, Mailer};
use commands::monitors::{MonitorControl, MonitorPorts, Monitors};
use commands::websites::{Proxies, Websites};
use domain::ids::{CompanyId, UserId};
use outgoing::untrusted::SystemResolver;
use places::Sources;
use projections::READ_YOUR_WRITES;
use projections::jobs::JobsQuery;
use projections::monitor_runs::MonitorRunsQuery;
use projections::monitors::MonitorsQuery;
use projections::saved_companies::{self, SavedCompaniesQuery, SavedCompanyLists};
use store::StoreError;
use store::db::Db;
use store::documents::Documents;
use store::known::KnownLists;
use store::live_requests::LiveRequests;
use store::log::EventLog;
use store::mail::MailAddresses;
use store::monitors::{MonitorAgenda, MonitorDocuments};
use store::subscriptions::Subscriptions;
use store::websites::{UserProxies, WebsitePages};

use crate::core::Core;
use crate::digests::Digests;
use crate::settings::Settings;

/// The sources that are on.
pub(crate) fn sources(settings: &Settings) -> anyhow::Result<Sources> {
    let live = settings.sources.live();
    Ok(Sources::open_with(&settings.server.data_dir, live)?)
}

/// Whom operators keep out.
pub(crate) fn access(core: &Core) -> Access {
    Access::following(core.dispatcher.store().clone(), &core.subscriptions)
}

/// Answers of read models. A data folder has one server (serve.lock); on PostgreSQL there may be several.
pub(crate) fn answer_cache(core: &Core) -> Arc<AnswerCache> {
    let is_alone = matches!(core.storage.views, Db::Sqlite { .. });
    Arc::new(AnswerCache::new(is_alone))
}

/// Users' lists of companies.
pub(crate) fn company_lists(core: &Core) -> SavedCompanyLists {
    let lists = SavedCompanyLists::new(core.storage.views.clone());
    lists.following(&core.subscriptions)
}

/// Reads websites, through users' proxies.
pub(crate) fn websites(core: &Core, settings: &Settings) -> anyhow::Result<(Websites, Proxies)> {
    let db = &core.storage.log;
    let settings = &settings.websites;
    let untrusted = settings.untrusted(Arc::new(SystemResolver))?;
    let test_page = settings.proxy_test_page.clone();
    let kept = UserProxies::new(db.clone());
    let proxies = Proxies::new(kept, core.user_keys.clone(), untrusted.clone(), test_page);
    let pages = WebsitePages::new(db.clone());
    let (clock, removals) = (Arc::clone(&core.clock), core.removals());
    let websites = Websites::new(settings, untrusted, pages, proxies.clone(), removals, clock);
    Ok((websites, proxies))
}

/// What users' searches may ask of live services.
pub(crate) fn live_limits(core: &Core, settings: &Settings) -> Arc<LiveLimits> {
    let counts = LiveRequests::new(core.storage.log.clone());
    let shares = settings.sources.shares;
    Arc::new(LiveLimits::new(counts, shares, Arc::clone(&core.clock)))
}

/// Users' companies, with the daily limit on changes.
pub(crate) fn companies(core: &Core, settings: &Settings) -> Companies {
    let most = settings.user_limits[Limited::ChangedBytes].most;
    let (clock, keys) = (Arc::clone(&core.clock), core.user_keys.clone());
    Companies::new(core.dispatcher.clone(), clock, keys).within(most)
}

/// Searches that run again.
pub(crate) fn monitors(core: &Core, sources: &Arc<Sources>, enricher: &Arc<Enricher>) -> Monitors {
    let db = &core.storage.log;
    Monitors::new(MonitorPorts {
        dispatcher: core.dispatcher.clone(),
        sources: Arc::clone(sources),
        facts: Arc::clone(enricher) as _,
        agenda: MonitorAgenda::new(db.clone()),
        documents: MonitorDocuments::new(db.clone()),
        keys: core.user_keys.clone(),
        clock: Arc::clone(&core.clock),
    })
}

/// What is told of them by e-mail.
pub(crate) fn digests(core: &Core, monitors: &Monitors) -> Digests {
    let views = &core.storage.views;
    Digests {
        monitors: monitors.clone(),
        list: MonitorsQuery::new(views.clone()),
        runs: MonitorRunsQuery::new(views.clone()),
        jobs: JobsQuery::new(views.clone()),
        documents: Documents::new(core.storage.log.clone()),
        credits: core.credit_status.clone(),
        clock: Arc::clone(&core.clock),
    }
}

/// What operators and erasures do with them.
pub(crate) fn monitor_control(core: &Core) -> MonitorControl {
    let db = &core.storage.log;
    MonitorControl::new(
        core.dispatcher.clone(),
        MonitorAgenda::new(db.clone()),
        MonitorDocuments::new(db.clone()),
        Arc::clone(&core.clock),
    )
}

/// Erases users.
pub(crate) fn eraser(core: &Core, companies: Companies) -> Eraser {
    let (storage, subscriptions) = (core.storage.clone(), core.subscriptions.clone());
    let (monitors, shown_in) = (monitor_control(core), projections::personal());
    Eraser::new(storage, subscriptions, companies, monitors, shown_in)
}

/// What users saved, as the view of saved companies has it.
struct SavedInView {
    companies: SavedCompaniesQuery,
    log: EventLog,
    subscriptions: Subscriptions,
}

#[async_trait]
impl SavedBusinesses for SavedInView {
    async fn businesses(
        &self,
        user: &UserId,
        companies: &[CompanyId],
    ) -> Result<HashMap<CompanyId, String>, StoreError> {
        let head = self.log.head().await?;
        let view = [saved_companies::CHECKPOINT];
        let shown = self
            .subscriptions
            .wait_for_all(&view, head, READ_YOUR_WRITES);
        if !shown.await {
            return Ok(HashMap::new());
        }
        let ids: Vec<String> = companies.iter().map(ToString::to_string).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let found = self.companies.businesses(user.as_str(), &ids).await?;
        let found = found.into_iter();
        Ok(found
            .filter_map(|(company, business)| Some((company.parse().ok()?, business)))
            .collect())
    }
}

/// How listings differ from what users saved.
pub(crate) fn listing_changes(core: &Core, companies: Companies) -> ListingChanges {
    let saved = SavedInView {
        companies: SavedCompaniesQuery::new(core.storage.views.clone()),
        log: core.log.clone(),
        subscriptions: core.subscriptions.clone(),
    };
    ListingChanges::new(companies, Arc::new(saved))
}

/// The businesses that users know.
pub(crate) fn known(core: &Core, sources: &Sources) -> KnownUploads {
    let lists = KnownLists::new(core.storage.log.clone());
    let known = KnownIndex::new(lists, core.user_keys.clone());
    let catalogue = Arc::clone(sources.catalogue());
    KnownUploads::new(known, catalogue, Arc::clone(&core.clock))
}

/// Sends what is new by e-mail; none without a mail server.
pub(crate) fn mail_keeper(
    core: &Core,
    settings: &Settings,
    source: Digests,
) -> anyhow::Result<Option<MailKeeper>> {
    let Some(mail) = &settings.mail else {
        return Ok(None);
    };
    let mailer = Mailer::new(mail).context("the connection to the mail server cannot be set up")?;
    Ok(Some(MailKeeper::new(
        MailAddresses::new(core.storage.log.clone()),
        core.user_keys.clone(),
        Arc::new(source),
        Arc::new(mailer),
        mail.public.clone(),
        Arc::clone(&core.clock),
        core.log.problems().clone(),
    )))
}
