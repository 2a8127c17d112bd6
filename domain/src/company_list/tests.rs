//! Given / when / then.

mod changing;
mod erasing;

use std::collections::BTreeSet;

use cqrs_es::test::TestFramework;

use super::*;
use crate::ids::{CompanyId, SessionKey};
use crate::personal::{Closed, Mark, Noted};

type Lists = TestFramework<CompanyList>;

fn id(number: u128) -> CompanyId {
    CompanyId::new(uuid::Uuid::from_u128(number))
}

fn marks(names: &[&str]) -> Vec<Mark> {
    names.iter().copied().map(Mark::new).collect()
}

fn row(names: &[&str], sought: &[&str], new: u128) -> Row {
    Row {
        sure: marks(names),
        kept: marks(&[]),
        sought: marks(sought),
        new_id: id(new),
    }
}

fn met(company: u128, names: &[&str]) -> CompanyListEvent {
    CompanyMet {
        company: id(company),
        marks: marks(names),
    }
    .into()
}

fn saved(company: u128) -> CompanyListEvent {
    CompanySaved {
        company: id(company),
        session: SessionKey::default(),
        row_idx: 7,
        business: Closed::new("closed"),
    }
    .into()
}

fn save(rows: Vec<Row>, max_saves: u32) -> CompanyListCommand {
    save_after(0, rows, max_saves)
}

fn save_after(erasures: u64, rows: Vec<Row>, max_saves: u32) -> CompanyListCommand {
    let candidates = rows.into_iter().map(|row| Candidate {
        row,
        session: SessionKey::default(),
        row_idx: 7,
        business: Closed::new("closed"),
    });
    CompanyListCommand::Save {
        candidates: candidates.collect(),
        max_saves,
        erasures,
    }
}

#[test]
// ACC-13
fn acc_13_a_new_company_is_met_and_saved_in_one_go() {
    Lists::with(())
        .given_no_previous_events()
        .when(save(vec![row(&["a", "b"], &[], 1)], 10))
        .then_expect_events(vec![met(1, &["a", "b"]), saved(1)]);
}

#[test]
// ACC-13
fn acc_13_the_same_business_of_another_session_is_saved_already() {
    Lists::with(())
        .given(vec![met(1, &["a", "b"]), saved(1)])
        .when(save(vec![row(&["b"], &[], 2)], 10))
        .then_expect_events(vec![]);
    // New identities are remembered.
    Lists::with(())
        .given(vec![met(1, &["a", "b"]), saved(1)])
        .when(save(vec![row(&["b", "c"], &[], 2)], 10))
        .then_expect_events(vec![met(1, &["c"])]);
    Lists::with(())
        .given(vec![met(1, &["a"]), saved(1)])
        .when(save(vec![row(&["c"], &["a"], 2)], 10))
        .then_expect_events(vec![met(1, &["c"])]);
}

#[test]
fn what_a_row_is_found_by_is_not_remembered_of_it() {
    Lists::with(())
        .given_no_previous_events()
        .when(save(vec![row(&["a"], &["b"], 1)], 10))
        .then_expect_events(vec![met(1, &["a"]), saved(1)]);
    Lists::with(())
        .given(vec![met(1, &["a"]), saved(1)])
        .when(save(vec![row(&["b"], &[], 2)], 10))
        .then_expect_events(vec![met(2, &["b"]), saved(2)]);
}

#[test]
fn an_identity_leads_to_one_company_for_ever() {
    // The row's first identity decides; the other one stays with its company.
    Lists::with(())
        .given(vec![met(1, &["a"]), met(2, &["b"])])
        .when(save(vec![row(&["b", "a", "c"], &[], 3)], 10))
        .then_expect_events(vec![met(2, &["c"]), saved(2)]);
}

#[test]
// ACC-13
fn acc_13_no_more_are_saved_than_the_plan_allows() {
    let full = vec![met(1, &["a"]), saved(1), met(2, &["b"]), saved(2)];
    Lists::with(())
        .given(full.clone())
        .when(save(vec![row(&["c"], &[], 3)], 2))
        .then_expect_events(vec![]);
    // A saved one takes no room, and a larger plan has more.
    Lists::with(())
        .given(full.clone())
        .when(save(vec![row(&["a"], &[], 3)], 2))
        .then_expect_events(vec![]);
    Lists::with(())
        .given(full)
        .when(save(vec![row(&["c"], &[], 3)], 3))
        .then_expect_events(vec![met(3, &["c"]), saved(3)]);
}

#[test]
// ACC-10
fn acc_10_a_company_that_is_written_about_has_an_id_and_is_not_saved() {
    let meet = |new, company| CompanyListCommand::Meet {
        row: row(&["a"], &[], new),
        company: id(company),
        erasures: 0,
    };
    Lists::with(())
        .given_no_previous_events()
        .when(meet(1, 1))
        .then_expect_events(vec![met(1, &["a"])]);
    Lists::with(())
        .given(vec![met(1, &["a"])])
        .when(meet(2, 1))
        .then_expect_events(vec![]);
    // Another call has met it.
    Lists::with(())
        .given(vec![met(1, &["a"])])
        .when(meet(2, 2))
        .then_expect_error(CompanyListRefusal::Overtaken);
    // It is the same company when it is saved later.
    Lists::with(())
        .given(vec![met(1, &["a"])])
        .when(save(vec![row(&["a"], &[], 2)], 10))
        .then_expect_events(vec![saved(1)]);
}

#[test]
// RES-06
fn res_06_rows_of_one_command_are_saved_in_their_order_each_company_once() {
    let rows = vec![
        row(&["a"], &[], 1),
        row(&["b"], &[], 2),
        row(&["b", "c"], &[], 3),
        row(&["d"], &[], 4),
    ];
    Lists::with(())
        .given(vec![met(9, &["a"]), saved(9)])
        .when(save(rows, 2))
        .then_expect_events(vec![met(2, &["b"]), saved(2), met(2, &["c"])]);
}

#[test]
fn what_is_only_remembered_of_a_row_is_not_what_it_is_found_by() {
    let kept = |new, sought: &[&str]| Row {
        kept: marks(&["weak"]),
        ..row(&[], sought, new)
    };
    Lists::with(())
        .given(vec![met(1, &["weak"]), saved(1)])
        .when(save(vec![kept(2, &[])], 10))
        .then_expect_events(vec![met(2, &[]), saved(2)]);
    Lists::with(())
        .given(vec![met(1, &["weak"]), saved(1)])
        .when(save(vec![kept(2, &["weak"])], 10))
        .then_expect_events(vec![]);
}

fn removed(company: u128) -> CompanyListEvent {
    let company = id(company);
    CompanyRemoved { company }.into()
}

fn restored(company: u128) -> CompanyListEvent {
    let company = id(company);
    CompanyRestored { company }.into()
}

fn ids(numbers: &[u128]) -> BTreeSet<CompanyId> {
    numbers.iter().copied().map(id).collect()
}

fn restore(numbers: &[u128], max_saves: u32) -> CompanyListCommand {
    CompanyListCommand::Restore {
        companies: ids(numbers),
        max_saves,
    }
}

#[test]
fn what_is_saved_can_be_removed_and_what_was_removed_put_back() {
    let two = vec![met(1, &["a"]), saved(1), met(2, &["b"]), saved(2)];
    Lists::with(())
        .given(two.clone())
        .when(CompanyListCommand::Remove(ids(&[1, 2, 3])))
        .then_expect_events(vec![removed(1), removed(2)]);
    Lists::with(())
        .given([two.clone(), vec![removed(1)]].concat())
        .when(CompanyListCommand::Remove(ids(&[1])))
        .then_expect_events(vec![]);
    Lists::with(())
        .given([two.clone(), vec![removed(1)]].concat())
        .when(restore(&[1, 2, 3], 10))
        .then_expect_events(vec![restored(1)]);
    Lists::with(())
        .given([two, vec![removed(1), restored(1)]].concat())
        .when(restore(&[1], 10))
        .then_expect_events(vec![]);
}

#[test]
// MYCO-08
fn myco_08_a_removed_company_makes_room_and_takes_it_again_when_it_is_put_back() {
    let full = vec![
        met(1, &["a"]),
        saved(1),
        met(2, &["b"]),
        saved(2),
        removed(1),
    ];
    Lists::with(())
        .given(full.clone())
        .when(save(vec![row(&["c"], &[], 3)], 2))
        .then_expect_events(vec![met(3, &["c"]), saved(3)]);
    Lists::with(())
        .given([full.clone(), vec![met(3, &["c"]), saved(3)]].concat())
        .when(restore(&[1], 2))
        .then_expect_events(vec![]);
    Lists::with(())
        .given([full.clone(), vec![removed(2)]].concat())
        .when(restore(&[1, 2], 1))
        .then_expect_events(vec![restored(1)]);
    // Saving it from a search restores it, too, as found there.
    Lists::with(())
        .given(full)
        .when(save(vec![row(&["a"], &[], 3)], 2))
        .then_expect_events(vec![saved(1)]);
}

fn tag(name: &str) -> Noted {
    Noted {
        mark: Mark::new(name),
        text: Closed::new(format!("{name} closed")),
    }
}

fn tagged(company: u128, added: &[&str], gone: &[&str]) -> CompanyListEvent {
    CompanyTagged {
        company: id(company),
        added: added.iter().copied().map(tag).collect(),
        removed: marks(gone),
    }
    .into()
}

fn tag_all(numbers: &[u128], add: &[&str], remove: &[&str]) -> CompanyListCommand {
    CompanyListCommand::Tag {
        companies: ids(numbers),
        add: add.iter().copied().map(tag).collect(),
        remove: marks(remove),
    }
}

#[test]
fn saved_companies_are_tagged_each_tag_once() {
    let two = vec![saved(1), saved(2), tagged(1, &["a"], &[])];
    Lists::with(())
        .given(two.clone())
        .when(tag_all(&[1, 2, 3], &["a", "b"], &[]))
        .then_expect_events(vec![tagged(1, &["b"], &[]), tagged(2, &["a", "b"], &[])]);
    Lists::with(())
        .given(two.clone())
        .when(tag_all(&[1, 2], &[], &["a", "c"]))
        .then_expect_events(vec![tagged(1, &[], &["a"])]);
    // A removed and restored company keeps its tags.
    Lists::with(())
        .given([two, vec![removed(1), restored(1)]].concat())
        .when(tag_all(&[1], &["a"], &[]))
        .then_expect_events(vec![]);
}

#[test]
fn a_company_has_so_many_tags_at_most() {
    let names: Vec<String> = (0..MOST_TAGS).map(|number| number.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let full = vec![saved(1), saved(2), tagged(1, &names, &[])];
    Lists::with(())
        .given(full.clone())
        .when(tag_all(&[1, 2], &["more"], &[]))
        .then_expect_events(vec![tagged(2, &["more"], &[])]);
    Lists::with(())
        .given(full)
        .when(tag_all(&[1], &["more"], &["0"]))
        .then_expect_events(vec![tagged(1, &["more"], &["0"])]);
}

fn refresh(known: &[(u128, &str)]) -> CompanyListCommand {
    let known = known
        .iter()
        .map(|(company, facts)| (id(*company), tag(facts)));
    CompanyListCommand::Refresh(known.collect())
}

fn refreshed(company: u128, facts: &str) -> CompanyListEvent {
    CompanyRefreshed {
        company: id(company),
        business: tag(facts),
    }
    .into()
}

#[test]
fn what_is_known_anew_is_kept_of_all_companies_that_are_paid_for_or_of_none() {
    let three = vec![saved(1), saved(2), saved(3), removed(3)];
    Lists::with(())
        .given(three.clone())
        .when(refresh(&[(1, "2026"), (2, "2026")]))
        .then_expect_events(vec![refreshed(1, "2026"), refreshed(2, "2026")]);
    let then = [three, vec![refreshed(1, "2026")]].concat();
    Lists::with(())
        .given(then.clone())
        .when(refresh(&[(1, "2027")]))
        .then_expect_events(vec![refreshed(1, "2027")]);
    // Restored, it has those facts; saved again from a search, it has the search's facts.
    Lists::with(())
        .given([then.clone(), vec![removed(1), restored(1)]].concat())
        .when(refresh(&[(1, "2026")]))
        .then_expect_error(CompanyListRefusal::KnownAlready);
    Lists::with(())
        .given([then.clone(), vec![removed(1), saved(1)]].concat())
        .when(refresh(&[(1, "2026")]))
        .then_expect_events(vec![refreshed(1, "2026")]);
    // Refreshed by two concurrent calls, removed, never saved.
    for refused in [
        [(1, "2026"), (2, "2026")],
        [(2, "2026"), (3, "2026")],
        [(2, "2026"), (4, "2026")],
    ] {
        Lists::with(())
            .given(then.clone())
            .when(refresh(&refused))
            .then_expect_error(CompanyListRefusal::KnownAlready);
    }
}
