//! Two workers that take one piece of work over from each other: who was overtaken reserves and settles nothing any
//! more, however late its commits come.

use std::time::Duration;

use commands::{CommandError, Context};
use domain::credit_account::{CreditAccount, CreditCommand};
use domain::ids::{HoldId, SessionKey};
use domain::metadata::Actor;
use store::db::Storage;
use store::leases::{Lease, Leases};
use store::log::EventLog;
use store::with_writer;

use crate::process::Process;

/// Longer than any test: leases end when the history says so.
const LEASE: Duration = Duration::from_secs(3_600);

pub(crate) struct Workers {
    leases: Leases,
    storage: Storage,
    session: SessionKey,
    name: String,
    /// What each process believes to hold.
    believed: [Option<Lease>; 2],
    /// Who does hold it, if somebody does.
    holder: Option<usize>,
    /// The last hold of each process.
    holds: [Option<HoldId>; 2],
    /// Counts holders.
    taken: u32,
    /// Counts holds.
    held: u32,
}

impl Workers {
    pub(crate) fn new(storage: &Storage, session: SessionKey) -> Self {
        Self {
            leases: Leases::new(storage.log.clone()),
            storage: storage.clone(),
            session,
            name: format!("simulation:{session}"),
            believed: [None, None],
            holder: None,
            holds: [None, None],
            taken: 0,
            held: 0,
        }
    }

    /// The lease runs out, and the process takes it. The other one does not hear of it.
    pub(crate) async fn take_over(&mut self, process: usize) {
        let expired = with_writer!(&self.storage.log, pool =>
            sqlx::query("UPDATE leases SET expires_at = 0 WHERE name = $1")
                .bind(&self.name).execute(pool).await.map(drop));
        expired.unwrap();
        self.taken += 1;
        let holder = format!("process {process}, time {}", self.taken);
        let lease = self.leases.acquire(&self.name, &holder, LEASE).await;
        let lease = lease.unwrap().expect("what has run out is free");
        assert_eq!(lease.fence, i64::from(self.taken), "fences never go back");
        self.believed[process] = Some(lease);
        self.holder = Some(process);
    }

    /// The process begins anew, and knows of no lease.
    pub(crate) fn forget(&mut self, process: usize) {
        self.believed[process] = None;
        self.holds[process] = None;
        if self.holder == Some(process) {
            self.holder = None;
        }
    }

    /// How often the lease was taken.
    pub(crate) const fn taken(&self) -> u32 {
        self.taken
    }

    /// The database is as it was when the lease had been taken that often: nobody holds it, whoever did then.
    pub(crate) fn go_back_to(&mut self, taken: u32) {
        self.taken = taken;
        self.forget(0);
        self.forget(1);
    }

    /// Reserves or settles, if the process believes that it may. An answer that must not be is a failure.
    pub(crate) async fn work(
        &mut self,
        process: usize,
        at: &Process,
        user: &str,
        wanted: i64,
    ) -> Option<Result<(), CommandError>> {
        let lease = self.believed[process].clone()?;
        let command = self.next_command(process, at, &lease, wanted);
        let mut context = Context::new(Actor::System, "simulation", command.now());
        context.guard = Some(lease);
        let done = at
            .dispatcher
            .execute::<CreditAccount>(user, command, &context);
        let outcome = done.await.map(drop);
        let is_holder = self.holder == Some(process);
        let is_overtaken = matches!(outcome, Err(CommandError::Overtaken));
        let is_stored = outcome.is_ok();
        assert!(
            !(is_holder && is_overtaken),
            "the holder was taken for overtaken"
        );
        assert!(
            is_holder || !is_stored,
            "an overtaken worker's command was carried out"
        );
        Some(if is_overtaken { Ok(()) } else { outcome })
    }

    fn next_command(
        &mut self,
        process: usize,
        at: &Process,
        lease: &Lease,
        wanted: i64,
    ) -> CreditCommand {
        let now = at.clock.now();
        if let Some(hold) = self.holds[process].take() {
            return CreditCommand::SettleHold {
                hold,
                results: u32::try_from(wanted).unwrap_or(0),
                kind: domain::pricing::DebitKind::Standard,
                now,
            };
        }
        self.held += 1;
        // Beyond the rows of all other holds.
        let hold = HoldId::for_slice(self.session, 1_000 + self.held, lease.fence);
        self.holds[process] = Some(hold.clone());
        CreditCommand::HoldCredits {
            hold,
            session: self.session,
            wanted,
            expires_at: now + jiff::SignedDuration::from_mins(15),
            now,
        }
    }

    /// In the log, each holder's reservations come before the next one's.
    pub(crate) async fn check(&self, log: &EventLog, user: &str) -> Result<(), String> {
        let events = log.read_stream::<CreditAccount>(user, 0).await;
        let Ok(events) = events else {
            // The database was away, and is asked again after the next step.
            return Ok(());
        };
        let mut last = 0;
        for event in events
            .iter()
            .filter(|event| event.event_type == "CreditsHeld")
        {
            let Some(fence) = self.fence_of(&event.payload) else {
                continue;
            };
            if fence < last {
                return Err(format!(
                    "a hold of fence {fence} came after one of fence {last}"
                ));
            }
            last = fence;
        }
        Ok(())
    }

    fn fence_of(&self, held: &serde_json::Value) -> Option<i64> {
        let hold = held.get("hold")?.as_str()?;
        let rest = hold.strip_prefix(&format!("{}:", self.session))?;
        let (row, fence) = rest.split_once(':')?;
        let row: u32 = row.parse().ok()?;
        (row > 1_000).then(|| fence.parse().ok()).flatten()
    }
}
