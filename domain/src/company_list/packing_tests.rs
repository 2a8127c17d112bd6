//! A list's state, however it is packed.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cqrs_es::Aggregate as _;

use super::*;
use crate::codec::EventSourced as _;
use crate::ids::{CompanyId, SessionKey};
use crate::personal::{Closed, Mark, Noted};

fn id(number: u128) -> CompanyId {
    CompanyId::new(uuid::Uuid::from_u128(number))
}

/// A mark as users' keys make them.
fn real_mark(number: u128) -> Mark {
    let bytes = number.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
    Mark::new(URL_SAFE_NO_PAD.encode(bytes.to_be_bytes()))
}

/// What happens to a list of so many companies: met, saved, and some tagged, removed and refreshed.
fn history(companies: std::ops::Range<u128>) -> Vec<CompanyListEvent> {
    let noted = |mark| Noted {
        mark,
        text: Closed::new("closed"),
    };
    let each = companies.flat_map(|number| {
        let company = id(number.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835));
        let marks = vec![real_mark(3 * number), real_mark(3 * number + 1)];
        let met = CompanyMet { company, marks };
        let saved = CompanySaved {
            company,
            session: SessionKey::default(),
            row_idx: 7,
            business: Closed::new("closed"),
        };
        let mut events: Vec<CompanyListEvent> = vec![met.into(), saved.into()];
        if number.is_multiple_of(3) {
            let added = [1, 2 + number % 5].map(|tag| noted(real_mark(u128::MAX - tag)));
            events.push(
                CompanyTagged {
                    company,
                    added: added.into(),
                    removed: vec![],
                }
                .into(),
            );
        }
        if number.is_multiple_of(4) {
            let business = noted(real_mark(3 * number + 2));
            events.push(CompanyRefreshed { company, business }.into());
        }
        if number.is_multiple_of(7) {
            let change = noted(real_mark(u128::MAX / 2 - number));
            events.push(CompanyChanged { company, change }.into());
        }
        if number.is_multiple_of(5) {
            events.push(CompanyRemoved { company }.into());
        }
        events
    });
    each.collect()
}

fn after(mut list: CompanyList, events: Vec<CompanyListEvent>) -> CompanyList {
    for event in events {
        list.apply(event);
    }
    list
}

fn restored(list: &CompanyList) -> CompanyList {
    serde_json::from_str(&serde_json::to_string(list).unwrap()).unwrap()
}

/// Whatever is packed when, and whether it comes from a snapshot.
#[test]
fn a_packed_list_knows_what_happened() {
    const COMPANIES: u128 = 9_000;
    let list = after(CompanyList::default(), history(0..COMPANIES));
    let half = after(CompanyList::default(), history(0..COMPANIES / 2));
    let other = after(restored(&half), history(COMPANIES / 2..COMPANIES));
    assert_eq!(other, list);
    assert_eq!(restored(&list), list);
    for list in [&list, &other, &restored(&list)] {
        assert_eq!(list.saved(), COMPANIES as usize / 5 * 4);
        for number in 0..COMPANIES {
            let company = id(number.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835));
            for mark in [3 * number, 3 * number + 1] {
                assert_eq!(list.met(&real_mark(mark)), Some(company));
            }
            assert_eq!(list.met(&real_mark(3 * number + 2)), None);
            assert_eq!(list.is_saved(company), number % 5 != 0);
            assert_eq!(list.is_removed(company), number.is_multiple_of(5));
            assert_eq!(
                list.tags(company).len(),
                if number.is_multiple_of(3) { 2 } else { 0 }
            );
            let known = list.state(company).known;
            assert_eq!(
                known,
                (number.is_multiple_of(4)).then(|| real_mark(3 * number + 2))
            );
            assert_eq!(
                list.noted_change(company),
                (number.is_multiple_of(7)).then(|| real_mark(u128::MAX / 2 - number))
            );
        }
    }
    // A later word counts, before and after it is packed.
    let company = id(0);
    let tag = real_mark(u128::MAX - 1);
    let untagged = CompanyTagged {
        company,
        added: vec![],
        removed: vec![tag.clone()],
    };
    let changed = after(
        list.clone(),
        vec![untagged.into(), CompanyRestored { company }.into()],
    );
    for list in [&changed, &restored(&changed)] {
        assert!(list.is_saved(company));
        assert_eq!(list.tags(company), [real_mark(u128::MAX - 2)]);
    }
    assert!(list.heap_bytes() < 100 * COMPANIES as usize * 3);
}

#[test]
fn a_damaged_list_is_not_read() {
    let list = after(CompanyList::default(), history(0..10));
    let mut state = serde_json::to_value(&list).unwrap();
    let packed = state["packed"].as_str().unwrap().to_owned();
    for damaged in [
        "",
        "AAAA",
        &packed[..packed.len() - 8],
        &format!("{packed}AAAA"),
    ] {
        state["packed"] = damaged.into();
        assert!(
            serde_json::from_value::<CompanyList>(state.clone()).is_err(),
            "{damaged}"
        );
    }
}
