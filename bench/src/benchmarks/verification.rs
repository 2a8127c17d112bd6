//! B15: verifying the whole log, every seal and every balance, against reading the log.

use std::time::{Duration, Instant};

use projections::ledger::{Scope, audit_all};
use sqlx::{Connection, PgConnection};
use store::db::{DatabaseUrl, Storage};
use store::links::Links;
use store::log::EventLog;
use store::sealer::Sealer;
use store::seals::{SealKey, SealKeys};
use tokio_util::sync::CancellationToken;

use super::{Bench, at_least, copy_events_out};
use crate::error::BenchError;
use crate::histories;
use crate::report::Comparison;
use crate::rounds::{BoxFuture, Contestant, Figures, interleave};

const NAME: &str = "verification";

impl Bench<'_> {
    pub(super) async fn verification(&mut self) -> Result<Vec<Comparison>, BenchError> {
        let (url, _) = self.open().await?;
        let wanted = if self.options.short {
            200_000
        } else {
            1_000_000
        };
        let key = SealKey::new(b"the key of a log that is only measured");
        let events = histories::fill(&url, wanted, Some(key.clone())).await?;
        let storage = Storage::open(&DatabaseUrl::Postgres(url.clone()), self.folder).await?;
        let log = EventLog::new(&storage);
        let links = Links::new(storage.log.clone());
        Sealer::new(log.clone(), links, &key).link_all().await?;
        let stop = CancellationToken::new();
        projections::rebuild(&projections::all(), &storage, &log, &stop, &|_| {})
            .await
            .map_err(BenchError::of(NAME))?;
        let verification = Verification {
            storage,
            log,
            keys: SealKeys::new(key, []),
            events,
        };
        let copy = CopyOut { url, events };
        let mut contestants: Vec<Box<dyn Contestant>> =
            vec![Box::new(verification), Box::new(copy)];
        let title = format!("B15: ledger verify --all of {events} events");
        let (rounds, length) = (self.options.rounds, self.options.length());
        let mut series = interleave(&title, &mut contestants, rounds, length).await?;
        let peer = series.remove(1).remove(0);
        Ok(vec![Comparison {
            title,
            unit: "events/s",
            product: series.remove(0).remove(0),
            peer,
            target: at_least(0.5),
        }])
    }
}

/// Figure: events/s.
struct Verification {
    storage: Storage,
    log: EventLog,
    keys: SealKeys,
    events: u32,
}

impl Contestant for Verification {
    fn name(&self) -> String {
        "DemandAtlas, verification".to_owned()
    }

    fn round(&mut self, _: u32, _: Duration) -> BoxFuture<'_, Result<Figures, BenchError>> {
        Box::pin(async move {
            let start = Instant::now();
            let summary = audit_all(
                &self.storage,
                &self.log,
                &self.keys,
                Scope::default(),
                &|_| {},
            )
            .await?;
            let rate = f64::from(self.events) / start.elapsed().as_secs_f64();
            let linked = summary.chain.links > 0 && summary.chain.unlinked == 0;
            if summary.wrong > 0 || !linked || !summary.compared {
                let message = format!("the log does not verify: {summary:?}");
                return Err(BenchError::of(NAME)(message));
            }
            Ok(vec![rate])
        })
    }
}

/// The least that the database itself needs: COPY of the events out, in order. Figure: events/s.
struct CopyOut {
    url: String,
    events: u32,
}

impl Contestant for CopyOut {
    fn name(&self) -> String {
        "COPY of the events out".to_owned()
    }

    fn round(&mut self, _: u32, _: Duration) -> BoxFuture<'_, Result<Figures, BenchError>> {
        Box::pin(async move {
            let mut connection = PgConnection::connect(&self.url).await?;
            let start = Instant::now();
            copy_events_out(&mut connection).await?;
            Ok(vec![f64::from(self.events) / start.elapsed().as_secs_f64()])
        })
    }
}
