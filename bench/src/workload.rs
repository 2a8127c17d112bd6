//! The work of every contestant: a credit account's holds and debits, as a scrape job makes them.
//!
//! A client owns a share of the accounts and picks a random one each time: it settles the hold that is
//! open there, or takes one. Each command makes one event. No two clients use the same account.

use domain::credit_account::{
    AccountOpened, AllowanceGranted, CreditCommand, CreditEvent, CreditsDebited, CreditsHeld,
};
use domain::ids::{HoldId, SessionKey};
use domain::metadata::{Actor, Metadata};
use domain::pricing::DebitKind;
use domain::tier::Tier;
use jiff::{SignedDuration, Timestamp};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use uuid::Uuid;

/// Accounts used in a round.
pub(crate) const ACCOUNTS: u32 = 1000;
/// Events in one of B3's commits.
pub(crate) const DEBIT_ROWS: u32 = 100;

/// The subject id of an account; as long as the identity provider's.
pub(crate) fn user(group: &str, number: u32) -> String {
    format!("auth0|{group}{number:020}")
}

/// The job that an account's holds belong to.
pub(crate) fn session(number: u32) -> SessionKey {
    SessionKey::new(Uuid::from_u128(
        0x7f1c_0e0a_6d0b_4e0e_9a53_0000_0000_0000 | u128::from(number),
    ))
}

/// Opens an account with the most credits that a plan includes.
pub(crate) const fn open(now: Timestamp) -> CreditCommand {
    CreditCommand::OpenAccount {
        tier: Tier::Enterprise,
        now,
    }
}

/// The accounts of one client.
#[derive(Debug)]
pub(crate) struct Share {
    group: String,
    round: u32,
    first: u32,
    accounts: Vec<Account>,
    rng: StdRng,
}

#[derive(Debug, Clone, Default)]
struct Account {
    slices: u32,
    held: bool,
}

/// A command and its target.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) user: String,
    pub(crate) session: SessionKey,
    pub(crate) command: CreditCommand,
    /// The time used in the command.
    pub(crate) now: Timestamp,
}

impl Share {
    /// Splits the `accounts` accounts of a group among `clients`. Each round has its own holds and its own order of
    /// accounts, the same in each run.
    pub(crate) fn split(group: &str, accounts: u32, clients: u32, round: u32) -> Vec<Self> {
        let each = accounts / clients;
        (0..clients)
            .map(|client| Self {
                group: group.to_owned(),
                round,
                first: client * each,
                accounts: vec![Account::default(); each as usize],
                rng: StdRng::seed_from_u64(u64::from(round) << 32 | u64::from(client)),
            })
            .collect()
    }

    pub(crate) fn next_step(&mut self) -> Step {
        let index = self.rng.random_range(0..self.accounts.len());
        let number = self.first + u32::try_from(index).unwrap_or(0);
        let account = &mut self.accounts[index];
        let session = session(number);
        let hold = HoldId::for_slice(session, account.slices, self.round);
        let now = Timestamp::now();
        let command = if account.held {
            account.slices += 1;
            CreditCommand::SettleHold {
                hold,
                results: 1,
                kind: DebitKind::Standard,
                now,
            }
        } else {
            CreditCommand::HoldCredits {
                hold,
                session,
                wanted: 1,
                expires_at: now + SignedDuration::from_mins(15),
                now,
            }
        };
        account.held = !account.held;
        Step {
            user: user(&self.group, number),
            session,
            command,
            now,
        }
    }
}

/// A hold event, for peers that insert a similar row.
pub(crate) fn sample_hold() -> CreditEvent {
    let session = session(1);
    CreditsHeld {
        hold: HoldId::for_slice(session, 120, 0),
        session,
        amount: 1,
        expires_at: Timestamp::now(),
    }
    .into()
}

/// The debit of one row.
pub(crate) fn debit(number: u32, row: u32) -> CreditEvent {
    let session = session(number);
    CreditsDebited {
        hold: HoldId::for_slice(session, row, 0),
        session,
        amount: 1,
        from_monthly: 1,
        results: 1,
        kind: DebitKind::Standard,
    }
    .into()
}

/// The first events of an account that never runs out of credits.
pub(crate) fn opening() -> Vec<CreditEvent> {
    let now = Timestamp::now();
    let tier = Tier::Enterprise;
    let credits = 1_000_000_000;
    vec![
        AccountOpened {
            tier,
            opened_at: now,
        }
        .into(),
        AllowanceGranted {
            period: 0,
            starts_at: now,
            credits,
        }
        .into(),
    ]
}

/// A hold and its settlement, with a run number that no round uses.
pub(crate) fn paid_slice(slice: u32) -> [CreditEvent; 2] {
    let session = session(0);
    let hold = HoldId::for_slice(session, slice, u32::MAX);
    [
        CreditsHeld {
            hold: hold.clone(),
            session,
            amount: 1,
            expires_at: Timestamp::now() + SignedDuration::from_mins(15),
        }
        .into(),
        CreditsDebited {
            hold,
            session,
            amount: 1,
            from_monthly: 1,
            results: 1,
            kind: DebitKind::Standard,
        }
        .into(),
    ]
}

/// Metadata as the dispatcher writes it for a worker's commands.
pub(crate) fn metadata(session: SessionKey) -> Metadata {
    Metadata {
        command_id: Uuid::new_v4().to_string(),
        correlation_id: session.to_string(),
        causation_id: None,
        actor: Actor::System,
        at: Timestamp::now(),
    }
}

/// The same, in its stored form.
pub(crate) fn metadata_json(session: SessionKey) -> String {
    serde_json::to_string(&metadata(session)).expect("metadata is strings and a time: always JSON")
}

#[cfg(test)]
mod tests {
    use cqrs_es::Aggregate;
    use cqrs_es::event_sink::EventSink;
    use domain::credit_account::CreditAccount;

    use super::*;

    #[tokio::test]
    async fn every_command_of_a_share_is_carried_out_and_makes_one_event() {
        let mut shares = Share::split("t", 10, 2, 0);
        let mut accounts = std::collections::HashMap::new();
        for number in 0..10 {
            let mut account = CreditAccount::default();
            let sink = EventSink::default();
            let opened = account.handle(open(Timestamp::now()), &(), &sink).await;
            opened.unwrap();
            accounts.insert(user("t", number), account);
        }
        for _ in 0..200 {
            for share in &mut shares {
                let step = share.next_step();
                let sink = EventSink::default();
                let account = accounts.get_mut(&step.user).unwrap();
                account.handle(step.command, &(), &sink).await.unwrap();
                assert_eq!(sink.collect().await.len(), 1);
            }
        }
    }
}
