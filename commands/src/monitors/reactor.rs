//! Notes in the agenda when monitors are due, as their events say.

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;
use cqrs_es::Aggregate;
use domain::ids::MonitorId;
use domain::monitor::{Monitor, MonitorEventType};
use store::StoreError;
use store::aggregates::AggregateStore;
use store::log::RecordedEvent;
use store::monitors::{MonitorAgenda, MonitorDocuments};
use store::subscriptions::{ReactError, Reactor};

use crate::clock::Clock;

/// The checkpoint of [`KeepMonitors`].
pub const KEEP_MONITORS: &str = "reactor.monitor_agenda";

/// Notes when monitors are due, and forgets deleted ones.
pub struct KeepMonitors {
    log: AggregateStore,
    agenda: MonitorAgenda,
    documents: MonitorDocuments,
    clock: Arc<dyn Clock>,
}

impl KeepMonitors {
    /// Feeds `agenda`.
    pub fn new(
        log: AggregateStore,
        agenda: MonitorAgenda,
        documents: MonitorDocuments,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            log,
            agenda,
            documents,
            clock,
        }
    }
}

/// Notes what the log says of a monitor now: again, if something came meanwhile that another one has noted before.
pub(super) async fn note(
    log: &AggregateStore,
    agenda: &MonitorAgenda,
    id: MonitorId,
    clock: &dyn Clock,
) -> Result<(), StoreError> {
    loop {
        let loaded = log.refresh::<Monitor>(&id.to_string()).await?;
        let (monitor, now) = (loaded.aggregate(), clock.now());
        match monitor.user().filter(|_| !monitor.is_over()) {
            Some(user) => {
                let (due, running) = (monitor.due(now), monitor.running());
                agenda.note(id, user, due, running, now).await?;
            }
            None => agenda.remove(id).await?,
        }
        let since = log.refresh::<Monitor>(&id.to_string()).await?;
        if since.sequence() == loaded.sequence() {
            return Ok(());
        }
    }
}

#[async_trait]
impl Reactor for KeepMonitors {
    fn checkpoint(&self) -> &str {
        KEEP_MONITORS
    }

    /// Events that this version does not know concern it too: it stops there instead of losing a slot.
    fn concerns(&self, event: &RecordedEvent) -> bool {
        event.aggregate_type == Monitor::TYPE
    }

    async fn react(&self, event: &RecordedEvent) -> Result<(), ReactError> {
        self.react_all(std::slice::from_ref(event)).await
    }

    async fn react_all(&self, events: &[RecordedEvent]) -> Result<(), ReactError> {
        let mut changed: BTreeSet<MonitorId> = BTreeSet::new();
        for event in events {
            let damaged = |why: &str| ReactError::Event(format!("event {}: {why}", event.cursor));
            if MonitorEventType::from_name(&event.event_type).is_none() {
                return Err(damaged("a newer version has written it"));
            }
            let id = event.aggregate_id.parse();
            changed.insert(id.map_err(|_| damaged("its monitor has no id"))?);
        }
        for id in changed {
            let monitor = self.log.refresh::<Monitor>(&id.to_string()).await?;
            if monitor.aggregate().is_over() {
                self.documents.forget(id).await?;
            }
            note(&self.log, &self.agenda, id, &*self.clock).await?;
        }
        Ok(())
    }
}
