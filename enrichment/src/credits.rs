//! The sources of a row on one line: each publisher once, with its tables' vintages and licence.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::fact::FactSource;

/// Between a publisher, its vintages and its licence.
pub const PART: &str = " · ";
/// Between two publishers.
pub const LINE: &str = "; ";

/// The publishers of sources, by name. A source computed from several tables is left out if all their
/// publishers are listed already.
#[must_use]
pub fn credits<'s>(sources: impl IntoIterator<Item = &'s FactSource>) -> Vec<String> {
    let (of_one, of_several): (Vec<_>, Vec<_>) = sources
        .into_iter()
        .partition(|source| source.tables.len() < 2);
    let named: HashSet<&str> = of_one.iter().flat_map(|source| tables(source)).collect();
    let others = of_several
        .into_iter()
        .filter(|source| !tables(source).all(|table| named.contains(table)));
    let mut by_publisher: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for source in of_one.iter().copied().chain(others) {
        let publisher = source.publisher.as_deref().unwrap_or(&source.table);
        let licence = source.licence.as_deref().unwrap_or_default();
        let vintages = by_publisher.entry((publisher, licence)).or_default();
        vintages.insert(&source.vintage);
    }
    let lines = by_publisher
        .into_iter()
        .map(|((publisher, licence), vintages)| {
            let vintages: Vec<&str> = vintages.into_iter().collect();
            credit([publisher, &vintages.join(", "), licence])
        });
    lines.collect()
}

/// The credit of one source, without unknown parts.
#[must_use]
pub fn credit<'p>(parts: impl IntoIterator<Item = &'p str>) -> String {
    let known = parts.into_iter().filter(|part| !part.is_empty());
    known.collect::<Vec<_>>().join(PART)
}

fn tables(source: &FactSource) -> impl Iterator<Item = &str> {
    source.tables.iter().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(table: &str, publisher: Option<&str>, vintage: &str, tables: &[&str]) -> FactSource {
        FactSource {
            table: table.to_owned(),
            vintage: vintage.to_owned(),
            publisher: publisher.map(str::to_owned),
            licence: publisher.map(|_| "Public domain".to_owned()),
            tables: tables.iter().map(|id| (*id).to_owned()).collect(),
            level: None,
        }
    }

    #[test]
    // RES-03
    fn res_03_each_publisher_stands_once_with_its_vintages_and_licence() {
        let census = Some("US Census Bureau");
        let sources = [
            source("Survey", census, "2019-2023", &["acs"]),
            source("Estimates", census, "2023", &["popest"]),
            source("Survey", census, "2019-2023", &["acs"]),
            source("Risks", Some("FEMA"), "2023", &["nri"]),
            source("NAICS 2022, by the row's category", None, "2022", &[]),
            source(
                "Survey + Estimates",
                census,
                "2019-2024",
                &["acs", "popest"],
            ),
        ];
        let of_known = [
            "FEMA · 2023 · Public domain",
            "NAICS 2022, by the row's category · 2022",
            "US Census Bureau · 2019-2023, 2023 · Public domain",
        ];
        assert_eq!(credits(&sources), of_known);
        let both = Some("FEMA + US Census Bureau");
        let alone = [source("Risks + Survey", both, "2019-2023", &["nri", "acs"])];
        assert_eq!(
            credits(&alone),
            ["FEMA + US Census Bureau · 2019-2023 · Public domain"],
            "no other source lists its tables"
        );
    }
}
