//! Given / when / then.

use std::collections::BTreeMap;

use cqrs_es::test::TestFramework;
use jiff::Timestamp;

use super::*;
use crate::personal::{Closed, Mark, Noted};

type Records = TestFramework<AccountRecord>;

const FIRST: &str = "2026-03-01T09:00:00Z";
const SECOND: &str = "2026-03-02T09:00:00Z";

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// Each encryption of a text differs; its mark does not.
fn noted(text: &str, time: u32) -> Noted {
    Noted {
        mark: Mark::new(text),
        text: Closed::new(format!("{text} closed {time}")),
    }
}

fn recorded(field: CrmField, text: Option<&str>, saved: &str) -> AccountRecordEvent {
    CrmDetailsRecorded {
        changed: BTreeMap::from([(field, text.map(|text| noted(text, 1)))]),
        saved_at: at(saved),
    }
    .into()
}

fn moved(from: ContactStatus, to: ContactStatus, saved: &str) -> AccountRecordEvent {
    CrmStatusChanged {
        from,
        to,
        saved_at: at(saved),
    }
    .into()
}

fn record(
    status: Option<ContactStatus>,
    details: &[(CrmField, Option<Noted>)],
    based_on: Option<Option<&str>>,
) -> AccountRecordCommand {
    AccountRecordCommand::Record(Written {
        status,
        details: details.iter().cloned().collect(),
        based_on: based_on.map(|seen| seen.map(at)),
        now: at(SECOND),
    })
}

#[test]
// ACC-10
fn acc_10_what_changed_is_recorded_and_nothing_else() {
    let email = recorded(CrmField::Email, Some("a@example.com"), FIRST);
    let same = (CrmField::Email, Some(noted("a@example.com", 2)));
    let notes = (CrmField::Notes, Some(noted("call on Monday", 1)));
    Records::with(())
        .given(vec![email.clone()])
        .when(record(
            Some(ContactStatus::NotContacted),
            std::slice::from_ref(&same),
            None,
        ))
        .then_expect_events(vec![]);
    Records::with(())
        .given(vec![email.clone()])
        .when(record(None, &[same, notes], None))
        .then_expect_events(vec![recorded(
            CrmField::Notes,
            Some("call on Monday"),
            SECOND,
        )]);
    // Cleared only once.
    let emptied = recorded(CrmField::Email, None, SECOND);
    Records::with(())
        .given(vec![email.clone()])
        .when(record(None, &[(CrmField::Email, None)], None))
        .then_expect_events(vec![emptied.clone()]);
    Records::with(())
        .given(vec![email, emptied])
        .when(record(None, &[(CrmField::Email, None)], None))
        .then_expect_events(vec![]);
}

#[test]
// ACC-11
fn acc_11_any_status_may_follow_any_other() {
    for from in ContactStatus::ALL {
        for to in ContactStatus::ALL {
            let given = moved(ContactStatus::NotContacted, from, FIRST);
            let then = if from == to {
                vec![]
            } else {
                vec![moved(from, to, SECOND)]
            };
            Records::with(())
                .given(vec![given])
                .when(record(Some(to), &[], None))
                .then_expect_events(then);
        }
    }
}

#[test]
// ACC-10
fn acc_10_a_form_that_was_filled_from_an_older_state_is_refused() {
    let given = vec![recorded(CrmField::Notes, Some("first"), FIRST)];
    let other = (CrmField::Notes, Some(noted("other", 1)));
    let stale = AccountRecordRefusal::Stale {
        saved_at: at(FIRST),
    };
    for seen in [None, Some("2026-02-01T00:00:00Z")] {
        Records::with(())
            .given(given.clone())
            .when(record(None, std::slice::from_ref(&other), Some(seen)))
            .then_expect_error(stale);
    }
    // Accepted: the newest state, no state, or no change.
    for based_on in [Some(Some(FIRST)), None] {
        Records::with(())
            .given(given.clone())
            .when(record(None, std::slice::from_ref(&other), based_on))
            .then_expect_events(vec![recorded(CrmField::Notes, Some("other"), SECOND)]);
    }
    let same = (CrmField::Notes, Some(noted("first", 2)));
    Records::with(())
        .given(given)
        .when(record(None, &[same], Some(None)))
        .then_expect_events(vec![]);
}

#[test]
fn a_version_is_later_than_the_one_before_even_where_the_clock_is_not() {
    let later = "2026-03-02T09:00:00.000001Z";
    Records::with(())
        .given(vec![recorded(CrmField::Notes, Some("first"), SECOND)])
        .when(record(Some(ContactStatus::Contacted), &[], None))
        .then_expect_events(vec![moved(
            ContactStatus::NotContacted,
            ContactStatus::Contacted,
            later,
        )]);
}

#[test]
// ACC-11
fn acc_11_both_vocabularies_name_the_same_statuses() {
    let pairs = [
        ("Account Untouched", "not_contacted"),
        ("Contacted", "contacted"),
        ("Qualified", "qualified"),
        ("Proposal Sent", "proposal_sent"),
        ("Customer", "customer"),
        ("Not Interested", "not_interested"),
    ];
    for (crm, contact) in pairs {
        let status = ContactStatus::from_crm_text(crm).unwrap();
        assert_eq!((status.as_str(), status.crm_text()), (contact, crm));
    }
    for status in ContactStatus::ALL {
        assert_eq!(
            ContactStatus::from_crm_text(status.crm_text()),
            Some(status)
        );
    }
    assert_eq!(ContactStatus::from_crm_text("contacted"), None);
}

#[test]
fn a_day_to_ask_again_is_recorded_once_and_is_no_version_of_the_form() {
    let day = |text: &str| Some(text.parse().unwrap());
    let set = |from, to| AccountRecordEvent::from(FollowUpDateSet { from, to });
    let may = day("2026-05-04");
    Records::with(())
        .given(vec![recorded(CrmField::Notes, Some("a"), FIRST)])
        .when(AccountRecordCommand::FollowUp(may))
        .then_expect_events(vec![set(None, may)]);
    Records::with(())
        .given(vec![set(None, may)])
        .when(AccountRecordCommand::FollowUp(may))
        .then_expect_events(vec![]);
    Records::with(())
        .given(vec![set(None, may)])
        .when(AccountRecordCommand::FollowUp(None))
        .then_expect_events(vec![set(may, None)]);
    // A form filled before is still the newest.
    let notes = [(CrmField::Notes, Some(noted("b", 1)))];
    Records::with(())
        .given(vec![
            recorded(CrmField::Notes, Some("a"), FIRST),
            set(None, may),
        ])
        .when(record(None, &notes, Some(Some(FIRST))))
        .then_expect_events(vec![recorded(CrmField::Notes, Some("b"), SECOND)]);
}
