//! How listings differ from what was saved.

use super::*;

fn changed(company: u128, mark: &str) -> CompanyListEvent {
    CompanyChanged {
        company: id(company),
        change: tag(mark),
    }
    .into()
}

fn note_changes(erasures: u64, changes: &[(u128, &str)]) -> CompanyListCommand {
    let changes = changes
        .iter()
        .map(|(company, mark)| (id(*company), tag(mark)));
    CompanyListCommand::NoteChanges {
        changes: changes.collect(),
        erasures,
    }
}

#[test]
fn how_a_listing_differs_is_noted_once_until_it_differs_otherwise() {
    let saved_two = vec![
        met(1, &["a"]),
        saved(1),
        met(2, &["b"]),
        saved(2),
        met(3, &["c"]),
    ];
    Lists::with(())
        .given(saved_two.clone())
        .when(note_changes(
            0,
            &[(1, "new phone"), (3, "not saved"), (9, "unknown")],
        ))
        .then_expect_events(vec![changed(1, "new phone")]);
    let noted = || [saved_two.clone(), vec![changed(1, "new phone")]].concat();
    Lists::with(())
        .given(noted())
        .when(note_changes(0, &[(1, "new phone"), (2, "new phone")]))
        .then_expect_events(vec![changed(2, "new phone")]);
    Lists::with(())
        .given(noted())
        .when(note_changes(0, &[(1, "new name")]))
        .then_expect_events(vec![changed(1, "new name")]);
    Lists::with(())
        .given(noted())
        .when(note_changes(1, &[(1, "new name")]))
        .then_expect_error(CompanyListRefusal::Overtaken);
}

#[test]
fn what_is_refreshed_or_saved_anew_does_not_differ_any_more() {
    let removed: CompanyListEvent = CompanyRemoved { company: id(1) }.into();
    let refreshed: CompanyListEvent = CompanyRefreshed {
        company: id(1),
        business: tag("facts"),
    }
    .into();
    for since in [vec![refreshed], vec![removed, saved(1)]] {
        let given = vec![met(1, &["a"]), saved(1), changed(1, "new phone")];
        Lists::with(())
            .given([given, since].concat())
            .when(note_changes(0, &[(1, "new phone")]))
            .then_expect_events(vec![changed(1, "new phone")]);
    }
}
