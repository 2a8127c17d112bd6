//! What a command on a list of companies costs, however long the list is (issue 16).

mod noting;
mod races;
mod repetitions;

use std::sync::Arc;
use std::time::{Duration, Instant};

use domain::company_list::CompanyList;
use domain::ids::{SessionKey, UserId};
use domain::tier::Tier;
use places::{Identities, Identity};
use store::db::Storage;
use store::on_both_engines;
use store::user_keys::{UserKeys, WrappingKey};
use uuid::Uuid;

use super::outcomes::Outcome;
use super::saving::RowToSave;
use super::shared::{Companies, SessionRow};
use crate::accounts::Accounts;
use crate::dispatcher::Dispatcher;
use crate::testing::{SetClock, dispatcher};

const SHORT: u32 = 25;
/// Starts of a process, of which the median counts.
const STARTS: usize = 5;

/// For the first command after a start, on a list as long as a plan allows: what is promised, and what a debug build beside
/// other tests takes.
const COLD: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2_000 } else { 100 });

/// The longest list of a plan; `make soak`: of any.
fn longest() -> (u32, Tier) {
    let tier = testkit::short_or_long(Tier::Pro, Tier::Enterprise);
    (tier.max_saves(), tier)
}

/// One process over the shared storage.
struct Process {
    companies: Companies,
    accounts: Accounts,
}

impl Process {
    fn start(storage: &Storage) -> Self {
        Self::over(storage, dispatcher(storage))
    }

    fn over(storage: &Storage, dispatcher: Dispatcher) -> Self {
        let keys = UserKeys::new(storage.log.clone(), WrappingKey::new(&[7; 32]));
        let clock = SetClock::new();
        Self {
            accounts: Accounts::new(dispatcher.clone(), Arc::clone(&clock) as _),
            companies: Companies::new(dispatcher, clock, keys),
        }
    }

    async fn save(&self, user: &UserId, rows: impl Iterator<Item = u32>) -> usize {
        let rows: Vec<_> = rows.map(business).collect();
        let saved = self
            .companies
            .save(user, SessionKey::new(Uuid::nil()), rows, None);
        let outcomes = saved.await.unwrap().outcomes;
        let saved = outcomes
            .iter()
            .filter(|outcome| **outcome == Outcome::Changed);
        saved.count()
    }

    async fn with(&self, name: &str, companies: u32) -> UserId {
        let user = UserId::new(name).unwrap();
        self.accounts
            .ensure(&user, Some(longest().1), "test")
            .await
            .unwrap();
        let all: Vec<u32> = (0..companies).collect();
        for rows in all.chunks(1_000) {
            assert_eq!(self.save(&user, rows.iter().copied()).await, rows.len());
        }
        user
    }
}

/// A business with as many identities as a real one has.
fn business(row_idx: u32) -> RowToSave {
    let identity = |kind| Identity {
        kind,
        text: format!("business {row_idx}\n{} Main Street\n97201", row_idx % 9_000),
    };
    RowToSave {
        row: SessionRow {
            session: SessionKey::new(Uuid::nil()),
            row_idx,
            identities: Identities {
                sure: ["source", "name, street, ZIP", "phone, street, ZIP"]
                    .map(identity)
                    .into(),
                kept: ["name, phone, city; street", "name, cell; street"]
                    .map(identity)
                    .into(),
                sought: ["name, phone, city; no street", "name, cell; no street"]
                    .map(identity)
                    .into(),
            },
        },
        business: format!("{{\"name\": \"Business {row_idx}\"}}"),
    }
}

fn median(mut all: Vec<Duration>) -> Duration {
    all.sort_unstable();
    all[all.len() / 2]
}

on_both_engines! {
    /// MYCO-08, ES-01.
    async fn myco_08_a_save_in_a_list_of_25_000_costs_what_it_costs_in_one_of_25(test) {
        let (longest, _) = longest();
        let storage = &test.storage;
        let process = Process::start(storage);
        // One further each below the plan's limit.
        let rounds = 200;
        let long = process.with("auth0|long", longest - rounds).await;
        let short = process.with("auth0|short", SHORT).await;
        let (mut in_long, mut in_short) = (Vec::new(), Vec::new());
        for round in 0..rounds {
            for (user, from, times) in [
                (&long, longest - rounds, &mut in_long),
                (&short, SHORT, &mut in_short),
            ] {
                let since = Instant::now();
                assert_eq!(process.save(user, std::iter::once(from + round)).await, 1);
                times.push(since.elapsed());
            }
        }
        assert_eq!(process.save(&long, std::iter::once(longest)).await, 0, "the list is full");
        let (in_long, in_short) = (median(in_long), median(in_short));
        let store = process.companies.dispatcher.store();
        let memory = store.memory();

        store.settled().await;
        let mut cold = Vec::new();
        for _ in 0..STARTS {
            let again = Process::start(storage);
            let since = Instant::now();
            assert_eq!(again.save(&long, std::iter::once(0)).await, 0, "it is there already");
            cold.push(since.elapsed());
        }
        let cold = median(cold);
        eprintln!(
            "{}: a save among {longest} companies {in_long:?}, among 25 {in_short:?} (medians of {rounds}); \
             the first one after a start {cold:?} (median of {STARTS}); all lists take {} MB",
            storage.log.engine(),
            memory / 1_000_000
        );
        assert!(memory < 320 * u64::from(longest), "{memory} bytes");
        assert!(cold < COLD, "{cold:?}");
        assert!(in_long < 3 * in_short, "{in_long:?} against {in_short:?}");
        let list = store.load::<CompanyList>("auth0|long").await.unwrap();
        assert_eq!(list.aggregate().saved(), longest as usize);
    }
}
