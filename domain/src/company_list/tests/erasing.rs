//! What is erased, and what comes beside it.

use cqrs_es::Aggregate;

use super::*;

const fn erase(had_key: bool) -> CompanyListCommand {
    CompanyListCommand::Erase { had_key }
}

#[test]
fn erased_companies_are_met_no_more_each_of_them_is_named_once() {
    let erased = |company| {
        CompanyErased {
            company: id(company),
        }
        .into()
    };
    let end = || PersonalDataErased {}.into();
    let all = vec![
        met(1, &["a", "b"]),
        saved(1),
        met(2, &["c"]),
        met(3, &[]),
        saved(3),
        removed(3),
    ];
    Lists::with(())
        .given(all.clone())
        .when(erase(false))
        .then_expect_events(vec![end(), erased(1), erased(2), erased(3)]);
    // A process that died before the last ones were named.
    let half = [all.clone(), vec![end(), erased(1)]].concat();
    for next in [erase(false), CompanyListCommand::EraseNext] {
        Lists::with(())
            .given(half.clone())
            .when(next)
            .then_expect_events(vec![erased(2), erased(3)]);
    }
    let then = [all, vec![end(), erased(1), erased(2), erased(3)]].concat();
    Lists::with(())
        .given(then.clone())
        .when(CompanyListCommand::EraseNext)
        .then_expect_events(vec![]);
    Lists::with(())
        .given(then.clone())
        .when(erase(false))
        .then_expect_events(vec![]);
    Lists::with(())
        .given(then)
        .when(save_after(1, vec![row(&["a"], &[], 4)], 1))
        .then_expect_events(vec![met(4, &["a"]), saved(4)]);
}

#[test]
// ES-01
fn es_01_the_companies_of_a_long_list_are_erased_in_portions() {
    let all: Vec<_> = (0..2_500).map(|number| met(number, &[])).collect();
    let all = all.into_iter().chain((0..2_500).map(saved));
    let mut list = CompanyList::default();
    for event in all {
        list.apply(event);
    }
    let mut commits = Vec::new();
    let mut command = erase(true);
    loop {
        let decided = list.decide(command).unwrap();
        if decided.is_empty() {
            break;
        }
        commits.push(decided.len());
        for event in decided {
            list.apply(event);
        }
        command = CompanyListCommand::EraseNext;
        assert_eq!(list.saved(), 0, "none is saved from the first commit on");
    }
    assert_eq!(commits, [1_001, 1_000, 500]);
}

#[test]
fn what_is_closed_with_a_key_that_was_destroyed_is_not_saved() {
    let erased = || vec![PersonalDataErased {}.into()];
    // There was nothing yet, but a key that something may be closed with.
    Lists::with(())
        .given_no_previous_events()
        .when(erase(true))
        .then_expect_events(erased());
    Lists::with(())
        .given_no_previous_events()
        .when(erase(false))
        .then_expect_events(vec![]);
    let meet = |erasures| CompanyListCommand::Meet {
        row: row(&["a"], &[], 1),
        company: id(1),
        erasures,
    };
    for late in [save(vec![row(&["a"], &[], 1)], 10), meet(0)] {
        Lists::with(())
            .given(erased())
            .when(late)
            .then_expect_error(CompanyListRefusal::Overtaken);
    }
    Lists::with(())
        .given(erased())
        .when(meet(1))
        .then_expect_events(vec![met(1, &["a"])]);
}
