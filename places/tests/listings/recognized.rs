//! How many businesses of a real listing are recognized in a later import with other spellings, and how many
//! are mistaken for another one (ACC-13; docs/adr/0026).

use std::collections::HashMap;
use std::path::Path;

use places::{Identities, Place, UsState, identities};
use serde_json::json;

/// The listing's American breweries that have not closed.
fn breweries(file: &Path) -> Vec<Place> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let rows = reader
        .deserialize::<HashMap<String, String>>()
        .map(Result::unwrap);
    let american = rows.filter(|row| row["country"] == "United States");
    american.map(|row| place(&row)).collect()
}

fn place(row: &HashMap<String, String>) -> Place {
    let text = |column: &str| Some(row[column].trim()).filter(|text| !text.is_empty());
    let number = |column: &str| text(column).and_then(|text| text.parse::<f64>().ok());
    serde_json::from_value(json!({
        "key": row["id"], "name": row["name"], "street_address": text("address_1"), "city": text("city"),
        "state": UsState::parse(&row["state_province"]).map(UsState::code),
        "zip": text("postal_code"), "phone": text("phone"),
        "latitude": number("latitude"), "longitude": number("longitude"),
        "provenance": {"source": "openbrewerydb", "source_id": row["id"], "storable": true, "sample": false},
    }))
    .unwrap()
}

/// What is known of the companies seen so far.
#[derive(Default)]
struct Met(HashMap<(&'static str, String), usize>);

impl Met {
    fn add(&mut self, known: &Identities, company: usize) {
        for one in known.sure.iter().chain(&known.kept) {
            let identity = (one.kind, one.text.clone());
            self.0.entry(identity).or_insert(company);
        }
    }

    fn find(&self, row: &Identities) -> Option<usize> {
        let mut looked_for = row.sure.iter().chain(&row.sought);
        looked_for.find_map(|one| self.0.get(&(one.kind, one.text.clone())).copied())
    }
}

/// The company of each row, and the companies themselves.
fn companies(rows: &[Place]) -> (Vec<usize>, Met) {
    let mut met = Met::default();
    let mut company_of = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        let known = identities(row);
        let company = met.find(&known).unwrap_or(index);
        met.add(&known, company);
        company_of.push(company);
    }
    (company_of, met)
}

/// The name as another importer or a later release may write it: every word that a rule covers changes.
fn respelt(name: &str) -> String {
    let words = name.split_whitespace().map(|word| match word {
        "&" => "and".to_owned(),
        "and" => "&".to_owned(),
        "Co" | "Co." => "Company".to_owned(),
        "Company" => "Co.".to_owned(),
        "Brewing" => "Brewery".to_owned(),
        "Brewery" => "Brewing Co".to_owned(),
        "Brewpub" => "Brew Pub".to_owned(),
        other => other.to_uppercase(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The name with one letter missing: a typo.
fn misspelt(name: &str) -> String {
    let longest = name.split_whitespace().max_by_key(|word| word.len());
    let longest = longest.unwrap_or_default();
    let middle = longest.chars().count() / 2;
    let without = longest.chars().enumerate();
    let without: String = without
        .filter(|(index, _)| *index != middle)
        .map(|(_, letter)| letter)
        .collect();
    name.replacen(longest, &without, 1)
}

/// The row in another data set.
fn elsewhere(row: &Place, name: String) -> Place {
    let mut other = row.clone();
    other.name = name;
    other.provenance.source = "another".to_owned();
    other.provenance.source_id = Some(format!("other {}", row.key));
    other
}

struct Figures {
    again: usize,
    wrongly: usize,
}

/// What happens to the rows when they are imported again, changed by `change`.
fn imported_again(
    rows: &[Place],
    companies: &(Vec<usize>, Met),
    change: impl Fn(&Place) -> Place,
) -> Figures {
    let (company_of, met) = companies;
    let found: Vec<_> = rows
        .iter()
        .map(|row| met.find(&identities(&change(row))))
        .collect();
    let pairs = || found.iter().zip(company_of);
    Figures {
        again: pairs()
            .filter(|(found, own)| **found == Some(**own))
            .count(),
        wrongly: pairs()
            .filter(|(found, own)| found.is_some_and(|found| found != **own))
            .count(),
    }
}

/// How many rows of the listing are merged with an earlier one; those with another name are printed.
fn merged(rows: &[Place], company_of: &[usize]) -> usize {
    let key = |row: &Place| -> String {
        let letters = row.name.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let merged = || {
        let all = company_of.iter().enumerate();
        let merged = all.filter(|&(index, &company)| index != company);
        merged.map(|(index, &company)| (&rows[index], &rows[company]))
    };
    for (row, earlier) in merged().filter(|(row, earlier)| key(row) != key(earlier)) {
        eprintln!(
            "{} is taken for {} at {:?} with {:?}",
            row.name, earlier.name, row.street_address, row.phone
        );
    }
    merged().count()
}

#[test]
// ACC-13
fn acc_13_real_breweries_are_met_again_whatever_their_names_are_spelt_like() {
    let Some(file) = testkit::shared_data_file("openbrewerydb/breweries.csv") else {
        return;
    };
    let rows = breweries(&file);
    let all = rows.len();
    assert!(all > 8_000, "{all}");
    let known = companies(&rows);

    let merged = merged(&rows, &known.0);

    let same_source = imported_again(&rows, &known, |row| {
        let mut later = row.clone();
        later.name = misspelt(&respelt(&row.name));
        later
    });
    assert_eq!(
        (same_source.again, same_source.wrongly),
        (all, 0),
        "by the source's id"
    );

    let told = |what: &str, figures: &Figures| {
        let share = |count: usize| 100.0 * count as f64 / all as f64;
        eprintln!(
            "{what}: {} met again ({:.1} %), {} wrongly ({:.2} %)",
            figures.again,
            share(figures.again),
            figures.wrongly,
            share(figures.wrongly)
        );
    };
    let same_names = imported_again(&rows, &known, |row| elsewhere(row, row.name.clone()));
    told("another data set, same names", &same_names);
    let spelt = imported_again(&rows, &known, |row| elsewhere(row, respelt(&row.name)));
    told("another data set, names re-spelt", &spelt);
    let wrong = imported_again(&rows, &known, |row| elsewhere(row, misspelt(&row.name)));
    told("another data set, a letter missing", &wrong);
    let has_phone = rows.iter().filter(|row| row.phone.is_some()).count();
    let bare = imported_again(&rows, &known, |row| {
        let mut other = elsewhere(row, respelt(&row.name));
        other.phone = None;
        other
    });
    told("another data set, names re-spelt, no phone", &bare);
    eprintln!("{all} rows, {has_phone} have a phone number; {merged} are taken for an earlier one");

    let most = all / 1_000;
    for figures in [&same_names, &spelt, &wrong, &bare] {
        assert!(
            figures.wrongly <= most,
            "{} rows are taken for others",
            figures.wrongly
        );
    }
    assert!(same_names.again * 100 >= all * 90, "{}", same_names.again);
    assert!(spelt.again * 100 >= all * 75, "{}", spelt.again);
    assert!(
        merged * 100 <= all,
        "{merged} rows of one listing are taken for others"
    );
}
