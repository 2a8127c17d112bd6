//! A repetition tells what became of the companies then, whatever has happened to them since.

use std::collections::BTreeSet;

use domain::account_record::ContactStatus;
use domain::company_list::CompanyList;
use domain::ids::{CompanyId, SessionKey, UserId};
use domain::tier::Tier;
use store::on_both_engines;
use uuid::Uuid;

use super::super::changes::{Changes, TagChange};
use super::super::outcomes::{Failed, Outcome};
use super::super::shared::row;
use super::races::keyed;
use super::{Process, business, longest};

impl Process {
    async fn company(&self, user: &UserId, row_idx: u32) -> CompanyId {
        let store = self.companies.dispatcher.store();
        let list = store.refresh::<CompanyList>(user.as_str()).await.unwrap();
        let key = self.companies.keys.find(user).await.unwrap().unwrap();
        let row = row(&key, &business(row_idx).row);
        list.aggregate().company(&row).unwrap()
    }

    async fn save_once(&self, user: &UserId, rows: &[u32], key: &str) -> Vec<Outcome> {
        let rows = rows.iter().copied().map(business).collect();
        let session = SessionKey::new(Uuid::nil());
        let saved = self.companies.save(user, session, rows, Some(keyed(key)));
        saved.await.unwrap().outcomes
    }

    async fn remove_once(&self, user: &UserId, one: CompanyId, key: &str) -> Told {
        let removed = self.companies.remove(user, [one].into(), Some(keyed(key)));
        told(&removed.await.unwrap())
    }

    async fn restore_once(&self, user: &UserId, all: BTreeSet<CompanyId>, key: &str) -> Told {
        let restored = self.companies.restore(user, all, Some(keyed(key)));
        told(&restored.await.unwrap())
    }
}

/// The number of companies changed and unchanged, and why others failed.
type Told = (usize, usize, Vec<Failed>);

fn told<F>(changes: &Changes<F>) -> Told {
    let failed = changes.failed.iter().map(|(_, why)| *why);
    (changes.changed.len(), changes.unchanged, failed.collect())
}

on_both_engines! {
    async fn myco_03_what_was_removed_and_restored_in_vain_is_told_again_whatever_happened_since(test) {
        let process = Process::start(&test.storage);
        let user = process.with("auth0|ada", 2).await;
        let one = process.company(&user, 0).await;
        assert_eq!(process.restore_once(&user, [one].into(), "restore").await, (0, 1, vec![]));
        assert_eq!(process.remove_once(&user, one, "remove").await, (1, 0, vec![]));
        assert_eq!(process.remove_once(&user, one, "in vain").await, (0, 1, vec![]));
        // It is removed now, and was saved when it was to be restored.
        assert_eq!(process.restore_once(&user, [one].into(), "restore").await, (0, 1, vec![]));
        assert_eq!(process.restore_once(&user, [one].into(), "again").await, (1, 0, vec![]));
        for _ in 0..2 {
            assert_eq!(process.remove_once(&user, one, "remove").await, (1, 0, vec![]));
            assert_eq!(process.remove_once(&user, one, "in vain").await, (0, 1, vec![]));
        }
    }

    async fn myco_03_a_repeated_untagging_is_not_told_that_the_company_is_unknown(test) {
        let process = Process::start(&test.storage);
        let user = process.with("auth0|ada", 1).await;
        let one = process.company(&user, 0).await;
        let untag = TagChange { add: Vec::new(), remove: vec!["spring".to_owned()] };
        let untagged = async || {
            let untagged = process.companies.tag(&user, [one].into(), &untag, Some(keyed("untag")));
            told(&untagged.await.unwrap())
        };
        assert_eq!(untagged().await, (0, 1, vec![]));
        process.remove_once(&user, one, "remove").await;
        assert_eq!(untagged().await, (0, 1, vec![]));
    }

    /// Nor that its plan has no My Companies, where it had then.
    async fn res_06_a_repeated_save_is_not_told_of_a_limit_that_it_did_not_reach(test) {
        let process = Process::start(&test.storage);
        let user = process.with("auth0|ada", 1).await;
        let (there, new) = (Outcome::Unchanged, Outcome::Changed);
        assert_eq!(process.save_once(&user, &[0, 1, 1], "save").await, [there, new, new]);
        assert_eq!(process.save_once(&user, &[0], "one").await, [there]);
        for row_idx in 0..2 {
            let one = process.company(&user, row_idx).await;
            process.remove_once(&user, one, &format!("remove {row_idx}")).await;
        }
        assert_eq!(process.save_once(&user, &[0], "one").await, [there]);
        process.accounts.ensure(&user, Some(Tier::Basic), "test").await.unwrap();
        assert!(process.companies.max_saves(&user).await.is_err());
        assert_eq!(process.save_once(&user, &[0, 1, 1], "save").await, [there, new, new]);
    }

    async fn myco_03_a_limit_that_was_reached_is_told_again_where_there_is_room_now(test) {
        let process = Process::start(&test.storage);
        let (max_saves, _) = longest();
        let user = process.with("auth0|ada", max_saves).await;
        let full = Failed::Full { max_saves };
        assert_eq!(process.save_once(&user, &[max_saves], "save").await, [Outcome::Failed(full)]);
        let (one, two) = (process.company(&user, 0).await, process.company(&user, 1).await);
        process.remove_once(&user, one, "remove").await;
        process.save(&user, std::iter::once(max_saves)).await;
        assert_eq!(process.restore_once(&user, [one, two].into(), "restore").await, (0, 1, vec![full]));
        process.remove_once(&user, two, "remove two").await;
        assert_eq!(process.restore_once(&user, [one, two].into(), "restore").await, (0, 1, vec![full]));
        assert_eq!(process.save_once(&user, &[max_saves], "save").await, [Outcome::Failed(full)]);
    }

    async fn myco_05_repeated_statuses_are_those_of_the_companies_that_were_saved_then(test) {
        let process = Process::start(&test.storage);
        let user = process.with("auth0|ada", 2).await;
        let (one, two) = (process.company(&user, 0).await, process.company(&user, 1).await);
        process.remove_once(&user, two, "remove").await;
        let statuses = [one, two].map(|company| (company, ContactStatus::Contacted)).into();
        let contacted = async || {
            let contacted = process.companies.set_statuses(&user, &statuses, Some(keyed("status")));
            let contacted = contacted.await.unwrap();
            assert_eq!(contacted.changed, [(one, ContactStatus::NotContacted)].into());
            told(&contacted)
        };
        assert_eq!(contacted().await, (1, 0, vec![Failed::Unknown]));
        process.remove_once(&user, one, "remove one").await;
        process.restore_once(&user, [two].into(), "restore").await;
        assert_eq!(contacted().await, (1, 0, vec![Failed::Unknown]));
    }
}
