//! One user's random history.

use std::sync::Arc;
use std::time::Duration;

use commands::{CommandError, Refusal};
use domain::credit_account::{CreditAccount, CreditCommand, ReleaseReason};
use domain::ids::{HoldId, SessionKey, UserId};
use domain::pricing::DebitKind;
use domain::tier::Tier;
use jiff::SignedDuration;
use projections::ledger::audit_account;
use store::StoreError;
use store::db::Storage;
use store::log::{CommandRecord, EventLog};
use testkit::Dice;
use uuid::Uuid;

use crate::process::{Process, SimulatedClock, seal_keys};
use crate::workers::Workers;
use crate::{coupon, coupons};

/// Looks that may find no free connection.
const PATIENCE: u32 = 20;

pub(crate) struct History {
    storage: Storage,
    log: EventLog,
    clock: Arc<SimulatedClock>,
    dice: Dice,
    seed: u64,
    user: UserId,
    processes: [Process; 2],
    sessions: [SessionKey; 3],
    workers: Workers,
    holds: Vec<HoldId>,
    /// Was the account there after the step before? What opens it may arrive while a step is refused.
    was_open: bool,
    /// What was done, for whoever looks into a failure.
    done: Vec<String>,
}

/// What a history knows of the database at a moment.
pub(crate) struct Noted {
    was_open: bool,
    /// None where leases do not go back with the log.
    leases_taken: Option<u32>,
}

impl History {
    pub(crate) fn new(storage: Storage, number: u64, seed: u64) -> Self {
        let mut dice = Dice::from_seed(seed);
        let clock = SimulatedClock::new();
        let processes =
            [(); 2].map(|()| Process::start(&storage, &clock, 1 + dice.below(u64::MAX - 1)));
        let sessions = [1, 2, 3].map(|n| SessionKey::new(Uuid::from_u128(u128::from(seed) + n)));
        Self {
            log: EventLog::new(&storage),
            clock,
            dice,
            seed,
            user: UserId::new(format!("u{number}")).unwrap(),
            processes,
            workers: Workers::new(&storage, sessions[0]),
            sessions,
            holds: Vec::new(),
            was_open: false,
            done: Vec::new(),
            storage,
        }
    }

    /// Answers how many steps it had.
    pub(crate) async fn run(&mut self) -> usize {
        let steps = 15 + self.below(20);
        for _ in 0..steps {
            let outcome = self.step().await;
            self.check(&outcome).await;
        }
        steps
    }

    /// Its processes look at the log, as each does every few seconds.
    #[cfg(feature = "kurrentdb-testing")]
    pub(crate) async fn look(&self) {
        for process in &self.processes {
            store::testing::knows_its_end(process.dispatcher.store().log()).await;
        }
    }

    /// The database is as it was at that moment, and the processes remember what came after it.
    pub(crate) fn go_back_to(&mut self, moment: &Noted) {
        self.done.push("the database goes back".to_owned());
        self.was_open = moment.was_open;
        let taken = moment.leases_taken;
        self.workers
            .go_back_to(taken.unwrap_or(self.workers.taken()));
    }

    /// What this test knows of the database at a moment.
    pub(crate) fn note(&self) -> Noted {
        Noted {
            was_open: self.was_open,
            leases_taken: self.storage.events.is_none().then(|| self.workers.taken()),
        }
    }

    fn below(&mut self, bound: u64) -> usize {
        usize::try_from(self.dice.below(bound)).unwrap()
    }

    fn tier(&mut self) -> Tier {
        Tier::ALL[self.below(4)]
    }

    async fn step(&mut self) -> Result<(), CommandError> {
        let which = self.below(100);
        let process = self.below(2);
        match which {
            0..15 => self.time_passes(),
            15..25 => return self.signs_in(process).await,
            25..40 => return self.holds(process).await,
            40..57 => return self.settles(process).await,
            57..70 => return self.redeems(process).await,
            70..75 => return self.adjusts(process).await,
            75..82 => return self.other_command(process).await,
            82..86 => {
                self.done
                    .push(format!("process {process} takes the work over"));
                self.workers.take_over(process).await;
            }
            86..94 => return self.works(process).await,
            _ => {
                // A crash: what was in memory is gone, holds and cached state.
                self.done.push(format!("process {process} crashes"));
                let seed = 1 + self.dice.below(u64::MAX - 1);
                self.processes[process] = Process::start(&self.storage, &self.clock, seed);
                self.workers.forget(process);
            }
        }
        Ok(())
    }

    fn time_passes(&mut self) {
        let day = 24 * 60;
        let minutes = [
            0,
            1,
            14,
            16,
            day,
            27 * day,
            31 * day,
            152 * day,
            -1,
            -16,
            -day,
            -40 * day,
        ];
        let minutes = minutes[self.below(12)];
        self.done.push(format!("{minutes} minutes pass"));
        self.clock.advance(SignedDuration::from_mins(minutes));
    }

    async fn signs_in(&mut self, process: usize) -> Result<(), CommandError> {
        let claim = (self.below(2) == 0).then(|| self.tier());
        self.done.push(format!("signs in with {claim:?}"));
        let accounts = &self.processes[process].accounts;
        accounts
            .ensure(&self.user, claim, "simulation")
            .await
            .map(drop)
    }

    async fn holds(&mut self, process: usize) -> Result<(), CommandError> {
        let session = self.sessions[self.below(3)];
        let hold = HoldId::for_slice(session, u32::try_from(self.holds.len()).unwrap(), 0);
        self.holds.push(hold.clone());
        let now = self.processes[process].clock.now();
        let wanted = i64::try_from(self.below(40)).unwrap();
        let command = CreditCommand::HoldCredits {
            hold,
            session,
            wanted,
            expires_at: now + SignedDuration::from_mins(15),
            now,
        };
        self.may_be_dropped(process, command).await
    }

    async fn settles(&mut self, process: usize) -> Result<(), CommandError> {
        let Some(last) = self.holds.len().checked_sub(1) else {
            return Ok(());
        };
        let which = self.below(last as u64 + 1);
        let hold = self.holds[which].clone();
        let kind = [DebitKind::Standard, DebitKind::Enrichment][self.below(2)];
        let command = CreditCommand::SettleHold {
            hold,
            results: u32::try_from(self.below(42)).unwrap(),
            kind,
            now: self.processes[process].clock.now(),
        };
        self.may_be_dropped(process, command).await
    }

    /// Under its lease, where it believes to have one.
    async fn works(&mut self, process: usize) -> Result<(), CommandError> {
        let wanted = 1 + i64::try_from(self.below(20)).unwrap();
        self.done
            .push(format!("process {process} works under its lease"));
        let (at, user) = (&self.processes[process], self.user.as_str());
        let outcome = self.workers.work(process, at, user, wanted).await;
        outcome.unwrap_or(Ok(()))
    }

    async fn adjusts(&mut self, process: usize) -> Result<(), CommandError> {
        let command = CreditCommand::Adjust {
            credits: i64::try_from(self.below(400)).unwrap() - 200,
            by: "simulation".to_owned(),
            reason: "chance".to_owned(),
            now: self.processes[process].clock.now(),
        };
        self.may_be_dropped(process, command).await
    }

    async fn other_command(&mut self, process: usize) -> Result<(), CommandError> {
        let now = self.processes[process].clock.now();
        let command = match self.below(12) {
            // Now and then, and not for long: nothing is reserved meanwhile.
            0 => CreditCommand::Suspend {
                reason: "chance".to_owned(),
                now,
            },
            1..=3 => CreditCommand::Resume { now },
            4 => CreditCommand::EndSessions { now },
            5 | 6 => CreditCommand::SweepHolds { now },
            7..=9 => CreditCommand::ReleaseSession {
                session: self.sessions[self.below(3)],
                reason: ReleaseReason::JobCancelled,
                now,
            },
            _ => CreditCommand::ChangePlan {
                to: self.tier(),
                now,
            },
        };
        self.may_be_dropped(process, command).await
    }

    /// Now and then the caller goes away while its command is under way.
    async fn may_be_dropped(
        &mut self,
        process: usize,
        command: CreditCommand,
    ) -> Result<(), CommandError> {
        self.done.push(format!("{command:?}"));
        let patience = match self.below(10) {
            0 => self.dice.within(Duration::from_millis(2)),
            _ => Duration::from_secs(60),
        };
        let command = self.processes[process].execute(self.user.as_str(), command);
        tokio::time::timeout(patience, command)
            .await
            .unwrap_or(Ok(()))
    }

    /// With a key, and once or twice more with the same key, in either process.
    async fn redeems(&mut self, process: usize) -> Result<(), CommandError> {
        let (code, _) = coupon(self.dice.below(coupons()));
        let record = CommandRecord {
            key: format!("{}-{}", self.seed, self.done.len()),
            body_hash: code.clone(),
            answer: String::new(),
        };
        self.done.push(format!("redeems {code}"));
        let tries = 1 + self.below(3);
        let mut outcome = Ok(());
        let mut succeeded = false;
        for n in 0..tries {
            let coupons = &self.processes[(process + n) % 2].coupons;
            let once = coupons
                .redeem(&self.user, &code, Some(record.clone()), "simulation")
                .await;
            assert!(
                !succeeded || matches!(once, Ok(_) | Err(CommandError::Unavailable(_))),
                "a redemption that succeeded was answered otherwise: {once:?}; {}",
                self.story()
            );
            succeeded |= once.is_ok();
            outcome = once.map(drop);
        }
        outcome
    }

    /// The auditor finds nothing, and nobody was refused for a wrong reason.
    async fn check(&mut self, outcome: &Result<(), CommandError>) {
        if let Err(CommandError::Conflict | CommandError::NotFound(_) | CommandError::KeyReused) =
            outcome
        {
            panic!("{outcome:?}: {}", self.story());
        }
        let user = self.user.as_str();
        let keys = seal_keys();
        let audited = patiently(|| audit_account(&self.storage, &self.log, &keys, user, None));
        let audit = audited.await;
        assert_eq!(audit.finding, None, "{}", self.story());
        let in_turn = self.workers.check(&self.log, user).await;
        assert_eq!(in_turn, Ok(()), "{}", self.story());
        if let Err(CommandError::Refused(Refusal::Credit(refusal))) = outcome {
            let says_not_open = *refusal == domain::credit_account::CreditRefusal::NotOpened;
            assert!(!(self.was_open && says_not_open), "{}", self.story());
        }
        self.was_open = audit.stream.balance().is_some();
        // The aggregate as a fresh process loads it, snapshot and all, is what the others have. A command
        // whose caller went away may still arrive in between.
        loop {
            let starting = Process::start(&self.storage, &self.clock, 0);
            let store = starting.dispatcher.store();
            let fresh = patiently(|| store.load::<CreditAccount>(user)).await;
            let store = self.processes[0].dispatcher.store();
            let cached = patiently(|| store.refresh::<CreditAccount>(user)).await;
            if fresh.sequence() == cached.sequence() {
                assert_eq!(fresh.aggregate(), cached.aggregate(), "{}", self.story());
                return;
            }
        }
    }

    fn story(&self) -> String {
        format!("seed {}:\n{}", self.seed, self.done.join("\n"))
    }
}

/// A machine with much else to do may keep a look waiting for longer than the pool does.
async fn patiently<T, F>(look: impl Fn() -> F) -> T
where
    F: Future<Output = Result<T, StoreError>>,
{
    for _ in 0..PATIENCE {
        match look().await {
            Err(StoreError::Unavailable(sqlx::Error::PoolTimedOut)) => {}
            // The server of the events is away, or its double says so.
            Err(StoreError::Log(_)) => {}
            seen => return seen.unwrap(),
        }
    }
    look().await.unwrap()
}
