//! Makes the links of the chain over the log: one process at a time, shortly after the events are stored.

use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use crate::error::StoreError;
use crate::installation::taken_over;
use crate::leases::{Lease, Leases};
use crate::links::{End, Kind, LONGEST, Link, Links, adopt, insert, last_within};
use crate::log::{Cursor, EventLog, RecordedEvent};
use crate::seals::SealKey;

/// How long events wait for others to be linked with.
const PACE: Duration = Duration::from_millis(250);
/// How often the log is looked at for other processes' events.
const POLL: Duration = Duration::from_secs(1);
/// A further wait after a failure: the log may have become another key's for good.
const AFTER_A_FAILURE: Duration = Duration::from_secs(2);
/// Events read, and linked in one transaction, at a time.
const PORTION: usize = 10 * LONGEST;
/// How long nobody else makes links.
const LEASE: Duration = Duration::from_secs(5);
/// Events that wait for longer than this are a problem.
const LATE: Duration = Duration::from_secs(5);
/// How long a process that ends goes on.
const LAST: Duration = Duration::from_secs(3);
/// The lease's name, and the chain's among the problems of a process.
const CHAIN: &str = "chain";

/// What a look at the log has led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Round {
    /// Nothing is left to be linked.
    Done,
    /// Links were made, and there may be more to do.
    Linked,
    /// Another process makes the links.
    Elsewhere,
}

/// Where this process has seen the chain end. It counts until there is a doubt about the databases.
#[derive(Debug, Clone, Copy)]
struct Known {
    end: End,
    /// How many events were in the log before it had a chain.
    adopts: u64,
    doubts: u64,
    era: u64,
    /// Of the lease under which this process has made that end: as long as it is the same, nobody else made links.
    fence: Option<i64>,
}

/// Follows the log and links its events.
pub struct Sealer {
    log: EventLog,
    links: Links,
    key: SealKey,
    leases: Leases,
    holder: String,
    held: Option<(Lease, Instant)>,
    known: Option<Known>,
    /// The first event that waits, and since when this process knows of it.
    waiting: Option<(Cursor, Instant)>,
}

impl Sealer {
    /// A sealer of this process, with the key that seals now.
    pub fn new(log: EventLog, links: Links, key: &SealKey) -> Self {
        let mut bytes = [0; 16];
        aws_lc_rs::rand::fill(&mut bytes)
            .expect("the system's random source works, or nothing can be signed either");
        Self {
            leases: Leases::new(links.db().clone()),
            log,
            links,
            key: key.clone(),
            holder: hex::encode(bytes),
            held: None,
            known: None,
            waiting: None,
        }
    }

    /// Links what is appended until `stop` is cancelled; then what is left, as far as a moment allows.
    pub async fn run(mut self, stop: CancellationToken) {
        let mut wake = self.log.subscribe();
        while !stop.is_cancelled() {
            let longest = self.log.limits().step();
            let round = tokio::time::timeout(longest, self.round()).await;
            let silent = || Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut));
            let round = round.unwrap_or_else(|_| silent());
            if let Err(error) = &round {
                tracing::warn!(%error, "could not link events");
                self.known = None;
                self.held = None;
            }
            self.tell(matches!(round, Ok(Round::Done | Round::Linked)));
            if matches!(round, Ok(Round::Linked)) {
                tokio::task::yield_now().await;
                continue;
            }
            let woken = async {
                if round.is_err() {
                    tokio::time::sleep(AFTER_A_FAILURE).await;
                }
                tokio::select! {
                    _ = wake.changed() => {}
                    () = tokio::time::sleep(POLL) => {}
                }
                tokio::time::sleep(PACE).await;
            };
            tokio::select! {
                () = stop.cancelled() => {}
                () = woken => {}
            }
        }
        let rest = tokio::time::timeout(LAST, self.link_all()).await;
        if !matches!(rest, Ok(Ok(true))) {
            tracing::info!("the last events are linked by the next server");
        }
        self.release().await;
    }

    /// Lets another process make the links at once.
    pub async fn release(&mut self) {
        if let Some((lease, _)) = self.held.take() {
            // It ends by itself.
            let _released = self.leases.release(&lease.name, &lease.holder).await;
        }
    }

    /// Links everything that is in the log now. False if another process does that.
    pub async fn link_all(&mut self) -> Result<bool, StoreError> {
        loop {
            match self.round().await? {
                Round::Done => return Ok(true),
                Round::Linked => {}
                Round::Elsewhere => return Ok(false),
            }
        }
    }

    /// Adds a note, after what is in the log now. None if another process makes the links.
    pub async fn note(&mut self, kind: Kind, note: &str) -> Result<Option<Link>, StoreError> {
        loop {
            if !self.link_all().await? {
                return Ok(None);
            }
            let known = self.known().await?;
            let link = known.end.note(&self.key, kind, note);
            if self.store(known, std::slice::from_ref(&link)).await? {
                return Ok(Some(link));
            }
        }
    }

    async fn round(&mut self) -> Result<Round, StoreError> {
        let known = self.known().await?;
        let events = self.log.read_many_after(known.end.at, PORTION).await?;
        self.see(&events);
        if events.is_empty() {
            return Ok(Round::Done);
        }
        if !self.hold().await? {
            // Where the other process has come to is looked up next time.
            self.known = None;
            return Ok(Round::Elsewhere);
        }
        let links = known.end.links_over(&events, known.adopts, &self.key);
        let stored = self.store(known, &links).await?;
        if stored {
            let left = events.len() == PORTION;
            self.see(&[]);
            return Ok(if left { Round::Linked } else { Round::Done });
        }
        Ok(Round::Linked)
    }

    /// The chain's end, which is read from the database unless this process has made it.
    async fn known(&mut self) -> Result<Known, StoreError> {
        let (doubts, era) = (self.log.doubts().count(), self.log.era());
        if let Some(known) = self.known
            && (known.doubts, known.era) == (doubts, era)
        {
            return Ok(known);
        }
        let last = self.links.last().await?;
        let mut adopts = self.links.adopts().await?;
        if last.is_none() && self.log.is_elsewhere() && adopts == 0 {
            // The database did not know of them when it got the table of links.
            adopts = self.log.count_all().await?;
            let mut tx = self.links.db().begin().await?;
            adopt(&mut tx, adopts).await?;
            tx.commit().await?;
        }
        let known = Known {
            end: last.as_ref().map(End::from).unwrap_or_default(),
            adopts,
            doubts,
            era,
            fence: None,
        };
        self.known = Some(known);
        Ok(known)
    }

    /// Takes the lease, or extends it in time. False while another process has it.
    async fn hold(&mut self) -> Result<bool, StoreError> {
        if let Some((_, since)) = &self.held
            && since.elapsed() < LEASE / 2
        {
            return Ok(true);
        }
        let now = Instant::now();
        let lease = self.leases.acquire(CHAIN, &self.holder, LEASE).await?;
        self.held = lease.map(|lease| (lease, now));
        Ok(self.held.is_some())
    }

    /// Stores links that follow what is known. False if the chain ends elsewhere, or another process has taken over.
    async fn store(&mut self, known: Known, links: &[Link]) -> Result<bool, StoreError> {
        if !self.hold().await? {
            return Ok(false);
        }
        let mut tx = self.links.db().begin().await?;
        let fence = match &self.held {
            Some((lease, _)) if lease.still_held(&mut tx).await? => Some(lease.fence),
            _ => None,
        };
        if fence.is_none() {
            self.held = None;
            self.known = None;
            return Ok(false);
        }
        if let Some(owner) = self.log.owner()
            && !owner.owns(&mut tx).await?
        {
            return Err(taken_over());
        }
        let last = last_within(&mut tx).await?;
        let end = last.as_ref().map(End::from).unwrap_or_default();
        if end != known.end {
            drop(tx);
            self.known = None;
            if known.fence == fence {
                self.tell_turned_back(known, end).await?;
            }
            return Ok(false);
        }
        insert(&mut tx, links).await?;
        tx.commit().await?;
        if let Some(last) = links.last() {
            self.known = Some(Known {
                end: End::from(last),
                fence,
                ..known
            });
        }
        Ok(true)
    }

    /// The chain does not end where this process has left it. With lost events, or after a lost connection, it may have
    /// been put back in all honesty; else somebody has changed it.
    async fn tell_turned_back(&self, known: Known, end: End) -> Result<(), StoreError> {
        self.log.verify().await?;
        let (left, found) = (known.end.number, end.number);
        if known.doubts == self.log.doubts().count() && known.era == self.log.era() {
            tracing::error!(
                left,
                found,
                "the chain over the log was changed outside the server"
            );
            self.log.problems().report(
                CHAINED,
                format!(
                    "the chain over the log ended with link {left} and was changed outside the server: `demandatlas \
                     ledger verify --all --anchor` with your last anchor says what is missing"
                ),
            );
        } else {
            tracing::warn!(
                left,
                found,
                "the chain over the log was put back with its database"
            );
        }
        Ok(())
    }

    /// Notes what waits to be linked.
    fn see(&mut self, events: &[RecordedEvent]) {
        let first = events.first().map(|event| event.cursor);
        self.waiting = first.map(|first| match self.waiting {
            Some((cursor, since)) if cursor == first => (first, since),
            _ => (first, Instant::now()),
        });
        let since = self.waiting.map(|(_, since)| since.elapsed());
        telemetry::chain_lag(events.len() as u64, since.unwrap_or_default().as_secs_f64());
    }

    /// Has the health say so while events wait for too long.
    fn tell(&self, went_well: bool) {
        let problems = self.log.problems();
        let late = self.waiting.filter(|(_, since)| since.elapsed() >= LATE);
        match late {
            Some((first, since)) if !went_well => problems.report(
                CHAIN,
                format!(
                    "events from {first} on have not been linked for {} s, so that a change of them would not be found",
                    since.elapsed().as_secs()
                ),
            ),
            _ => problems.clear(CHAIN),
        }
    }
}

/// The name, among the problems of a process, of a chain that was changed.
const CHAINED: &str = "chain changed";
