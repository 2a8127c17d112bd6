//! What follows the log besides the views: work, agendas, and what is forgotten.

use std::sync::Arc;

use commands::agenda::{Agenda, KeepAgenda};
use commands::monitors::KeepMonitors;
use commands::scraping::{CancelSuspended, EnqueueJobs, WorkTable};
use commands::websites::ForgetWebsites;
use store::monitors::{MonitorAgenda, MonitorDocuments};
use store::websites::WebsiteReads;

use crate::core::Core;

/// Starts the reactors.
pub(crate) async fn react(core: &Core, work: &WorkTable, agenda: Agenda) -> anyhow::Result<()> {
    let cancel = CancelSuspended::new(
        work.clone(),
        core.dispatcher.clone(),
        Arc::clone(&core.clock),
    );
    let subscriptions = &core.subscriptions;
    subscriptions.react(EnqueueJobs::new(work.clone())).await?;
    subscriptions.react(KeepAgenda::new(agenda)).await?;
    subscriptions.react(cancel).await?;
    let reads = WebsiteReads::new(core.storage.log.clone());
    subscriptions.react(ForgetWebsites::new(reads)).await?;
    let db = &core.storage.log;
    let monitors = KeepMonitors::new(
        core.dispatcher.store().clone(),
        MonitorAgenda::new(db.clone()),
        MonitorDocuments::new(db.clone()),
        Arc::clone(&core.clock),
    );
    subscriptions.react(monitors).await?;
    Ok(())
}
