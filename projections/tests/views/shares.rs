//! Users' shares of the memory for lists: a list beyond its share is light, finds the same, and harms no other.

use std::collections::BTreeSet;

use domain::account_record::{
    AccountRecordEvent, ContactStatus, CrmDetailsRecorded, CrmField, CrmStatusChanged,
    FollowUpDateSet,
};
use domain::company_list::{CompanyListEvent, CompanySaved, CompanyTagged};
use domain::ids::{CompanyId, RecordId, SessionKey, UserId};
use domain::personal::Noted;
use jiff::civil::date;
use projections::saved_companies::{
    Filters, Found, ListMemory, ListQuery, Page, SavedCompanyLists, ScoreBand, Sort, SortKey,
};
use store::on_both_engines;
use uuid::Uuid;

use crate::support::{History, at, log_of, stored, subscriptions};

const HEAVY: &str = "u1";
const OTHERS: [&str; 2] = ["u2", "u3"];
const COMPANIES: u32 = 300;
const CITIES: [&str; 4] = ["Portland", "Bend", "Salem", "eugene"];
const WORDS: [&str; 5] = ["alpha", "Bräuhaus", "gamma-ray", "delta 5", "epsilon"];
const TAGS: [&str; 3] = ["Spring", "fair", "übersee"];

fn id(user: &str, number: u32) -> CompanyId {
    let user = u128::from(user.as_bytes()[1]);
    CompanyId::new(Uuid::from_u128(user << 64 | u128::from(number)))
}

/// A company that is saved, and written about: `notes` and, for some, a tag, a status and a date.
async fn company(history: &mut History, user: &str, number: u32, notes: &str) {
    let key = history.key(user).await;
    let noted = |kind: &str, text: &str| Noted {
        mark: key.mark(kind, text),
        text: key.close(text),
    };
    let company = id(user, number);
    let city = CITIES[number as usize % 4];
    let score = if number.is_multiple_of(5) {
        String::new()
    } else {
        let score = 50 + number % 50;
        format!(r#","known":{{"sources":[],"facts":{{"market_intelligence_score":[{score},0]}}}}"#)
    };
    let business = format!(
        r#"{{"place":{{"name":"Brewery {}","city":"{city}","state":"OR","zip":"97{:03}",
        "address":"{number} Main Street, {city}, OR","main_category":"{}","categories":["brewery","bar"],
        "provenance":{{"source":"made up"}}}}{score}}}"#,
        number % 100,
        number % 7,
        ["brewery", "Bar", "10", "9.5"][number as usize % 4],
    );
    let mut listed: Vec<CompanyListEvent> = vec![
        CompanySaved {
            company,
            session: SessionKey::default(),
            row_idx: number,
            business: key.close(&business),
        }
        .into(),
    ];
    if number.is_multiple_of(3) {
        let added = TAGS[..=number as usize % 2].iter();
        let added = added.map(|tag| noted("tag", tag)).collect();
        let removed = Vec::new();
        listed.push(
            CompanyTagged {
                company,
                added,
                removed,
            }
            .into(),
        );
    }
    let mut written: Vec<AccountRecordEvent> = vec![
        CrmDetailsRecorded {
            changed: [(CrmField::Notes, Some(noted("notes", notes)))].into(),
            saved_at: at(1),
        }
        .into(),
    ];
    if number.is_multiple_of(6) {
        let from = ContactStatus::NotContacted;
        let to = ContactStatus::Customer;
        let saved_at = at(2);
        written.push(CrmStatusChanged { from, to, saved_at }.into());
        let to = Some(date(2026, 5, 1 + i8::try_from(number % 20).unwrap()));
        written.push(FollowUpDateSet { from: None, to }.into());
    }
    let tick = i64::from(number / 4);
    let listed = listed.iter().map(|event| stored(event, tick)).collect();
    let written = written.iter().map(|event| stored(event, 2)).collect();
    let user = UserId::new(user).unwrap();
    let record = RecordId { company, user };
    let parts = vec![
        ("CompanyList", record.user.to_string(), listed),
        ("AccountRecord", record.to_string(), written),
    ];
    history.append(parts).await;
}

fn notes(number: u32) -> String {
    let words = WORDS.iter().cycle().skip(number as usize).take(3);
    let words: Vec<&str> = words.copied().collect();
    format!("{} n{number} {}", words.join(" "), "x".repeat(1_000))
}

fn set(values: &[&str]) -> BTreeSet<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

fn filters() -> [Filters; 7] {
    [
        Filters::default(),
        Filters {
            tags: set(&["fair", "Spring"]),
            ..Filters::default()
        },
        Filters {
            tags: set(&["fair"]),
            cities: set(&["BEND", "Eugene"]),
            ..Filters::default()
        },
        Filters {
            statuses: vec![ContactStatus::Customer],
            ..Filters::default()
        },
        Filters {
            scores: vec![ScoreBand { from: 71, to: 80 }],
            ..Filters::default()
        },
        Filters {
            due: Some(date(2026, 5, 9)),
            industries: set(&["brewery"]),
            ..Filters::default()
        },
        Filters {
            companies: Some((0..9).map(|number| id(HEAVY, number)).collect()),
            ..Filters::default()
        },
    ]
}

fn queries() -> Vec<ListQuery> {
    let searches = [
        "",
        "salem",
        "brewery 24",
        "alpha",
        "brauhaus gamma",
        "al 9",
        "n12",
        "spring",
        "uberse bend",
        "alpha salem",
        "nothing of it",
        "gamma-",
        "...",
        "brewwery",
        "oregon 97001 epsilon",
    ];
    let keys = [
        SortKey::CompanyName,
        SortKey::City,
        SortKey::State,
        SortKey::MainCategory,
        SortKey::Score,
        SortKey::Status,
        SortKey::SavedAt,
        SortKey::FollowUp,
    ];
    let mut queries = Vec::new();
    for (number, search) in searches.iter().enumerate() {
        for filters in filters() {
            let number = number + queries.len();
            queries.push(ListQuery {
                search: (*search).to_owned(),
                filters,
                sort: Sort {
                    key: keys[number % keys.len()],
                    descending: number.is_multiple_of(3),
                },
                page: [
                    Some(Page { skip: 0, take: 20 }),
                    Some(Page { skip: 30, take: 50 }),
                    None,
                ][number % 3],
                today: Some(date(2026, 5, 9)),
                facets: number.is_multiple_of(4),
                ..ListQuery::default()
            });
        }
    }
    queries
}

/// All that a query says.
fn said(found: &Found) -> Vec<String> {
    let counts = format!(
        "{} of {}, {} due, {} stale, {:?}",
        found.total, found.saved, found.due, found.stale, found.facets
    );
    let each = found.companies.iter();
    let each = each.map(|listed| format!("{:?} {}", listed.company, listed.enriched));
    std::iter::once(counts).chain(each).collect()
}

async fn found(lists: &SavedCompanyLists, query: &ListQuery) -> Found {
    let mut found = lists.find(HEAVY, query.clone()).await.unwrap();
    let companies = std::mem::take(&mut found.companies);
    found.companies = lists.completed(HEAVY, companies).await.unwrap();
    found
}

async fn name_of_first(lists: &SavedCompanyLists, user: &str) -> String {
    let query = ListQuery {
        page: Some(Page { skip: 0, take: 1 }),
        ..ListQuery::default()
    };
    let found = lists.find(user, query).await.unwrap();
    found.companies[0].company.summary.name.to_string()
}

on_both_engines! {
    // MYCO-01, MYCO-03
    async fn myco_01_a_list_beyond_its_share_finds_what_it_finds_within_it(storage) {
        let storage = &storage.storage;
        let log = log_of(storage);
        let (following, stop) = subscriptions(storage, &log).await;
        let mut history = History::new(storage, &log);
        for number in 0..COMPANIES {
            company(&mut history, HEAVY, number, &notes(number)).await;
        }
        assert!(projections::caught_up(&following, history.last).await);
        let within = SavedCompanyLists::new(storage.views.clone());
        let share = 400_000;
        let beyond = SavedCompanyLists::within(storage.views.clone(), ListMemory { all: 64 << 20, share });
        let mut matches = 0;
        for query in queries() {
            let expected = found(&within, &query).await;
            let light = found(&beyond, &query).await;
            assert_eq!(said(&light), said(&expected), "{query:?}");
            matches += expected.companies.len();
        }
        assert!(matches > 1_000, "{matches}");
        let (in_memory, light) = (within.memory(), beyond.memory());
        assert!(in_memory > share as u64 && light < share as u64, "{in_memory}, {light}");
        // It follows the view, too.
        company(&mut history, HEAVY, COMPANIES, "something new").await;
        assert!(projections::caught_up(&following, history.last).await);
        let new = ListQuery { search: "somethi".to_owned(), ..ListQuery::default() };
        let (expected, light) = (found(&within, &new).await, found(&beyond, &new).await);
        assert_eq!((said(&light), light.total), (said(&expected), 1));
        // What differs: a typing mistake is forgiven in what is in memory alone.
        let mistaken = ListQuery { search: "somethign".to_owned(), ..ListQuery::default() };
        assert_eq!((found(&within, &mistaken).await.total, found(&beyond, &mistaken).await.total), (1, 0));
        stop.cancel();
        following.ended().await;
    }

    /// The rows change beneath, with no word of it: who shows the new ones has read the list again.
    // JOB-11
    async fn job_11_a_list_beyond_its_share_is_read_once_and_the_others_stay_in_memory(storage) {
        let storage = &storage.storage;
        let log = log_of(storage);
        let (following, stop) = subscriptions(storage, &log).await;
        let mut history = History::new(storage, &log);
        for user in OTHERS {
            company(&mut history, user, 1, "short").await;
        }
        for number in 0..COMPANIES {
            company(&mut history, HEAVY, number, &notes(number)).await;
        }
        assert!(projections::caught_up(&following, history.last).await);
        // The heavy list would take more than there is for all.
        let memory = ListMemory { all: 450_000, share: 300_000 };
        let lists = SavedCompanyLists::within(storage.views.clone(), memory);
        for user in OTHERS {
            assert_eq!(name_of_first(&lists, user).await, "Brewery 1");
        }
        let name = name_of_first(&lists, HEAVY).await;
        let beneath = "UPDATE saved_companies_v4 SET summary = REPLACE(summary, 'Brewery', 'Changed')";
        storage.views.run_script(beneath).await.unwrap();
        for _ in 0..3 {
            assert_eq!(name_of_first(&lists, HEAVY).await, name, "it was read again");
            for user in OTHERS {
                assert_eq!(name_of_first(&lists, user).await, "Brewery 1", "{user} was pushed out");
            }
        }
        let anew = SavedCompanyLists::within(storage.views.clone(), memory);
        assert!(name_of_first(&anew, HEAVY).await.starts_with("Changed"));
        stop.cancel();
        following.ended().await;
    }
}
