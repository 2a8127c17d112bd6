//! What drives the demand for each kind: its base is chosen, and
//! `scripts/atlas-constants` finds ω and ε by cross-validation.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use atlas::{Base, Demand};

use crate::enrich::naics::kinds;
use crate::industry_codes::Edition;

const TABLE: &str = include_str!("../../../data/atlas/constants.tsv");

/// By the kinds' codes with six digits in either edition.
static CONSTANTS: LazyLock<[BTreeMap<Vec<u32>, Demand>; 2]> = LazyLock::new(|| {
    let table = parse(TABLE).expect("the table of constants ships with the product");
    [Edition::Of2017, Edition::Of2022].map(|edition| {
        let kinds =
            kinds().filter_map(|kind| Some((kind.codes_in(edition), *table.get(kind.name)?)));
        kinds.collect()
    })
});

/// Everybody alike, as often as they are there.
const PLAIN: Demand = Demand {
    base: Base::Residents,
    omega: 0.0,
    epsilon: 0.0,
};

/// The constants of industries; those of all residents where no kind has just these.
pub(crate) fn of_codes(edition: Edition, codes: &[u32]) -> Demand {
    let [of_2017, of_2022] = &*CONSTANTS;
    let table = match edition {
        Edition::Of2017 => of_2017,
        Edition::Of2022 => of_2022,
    };
    table.get(codes).copied().unwrap_or(PLAIN)
}

/// Lines of kind, base, ω and ε, separated by tabs; `#` begins a comment.
fn parse(table: &str) -> Option<BTreeMap<&str, Demand>> {
    let lines = table
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let mut cells = line.split('\t');
            let kind = cells.next()?;
            let base = Base::named(cells.next()?)?;
            let omega = cells.next()?.parse().ok()?;
            let epsilon = cells.next()?.parse().ok()?;
            Some((
                kind,
                Demand {
                    base,
                    omega,
                    epsilon,
                },
            ))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_constants_that_the_formula_allows() {
        let table = parse(TABLE).unwrap();
        let named: Vec<&str> = kinds().map(|kind| kind.name).collect();
        assert_eq!(table.keys().copied().collect::<Vec<_>>(), named);
        for (kind, demand) in &table {
            assert!([0.0, 0.5].contains(&demand.omega), "{kind}");
            assert!(
                [0.0, 0.5, 1.0, 1.5, 2.0].contains(&demand.epsilon),
                "{kind}"
            );
        }
    }

    #[test]
    fn kinds_that_count_the_same_have_the_same_constants() {
        let table = parse(TABLE).unwrap();
        for kind in kinds() {
            for edition in [Edition::Of2017, Edition::Of2022] {
                assert_eq!(
                    of_codes(edition, &kind.codes_in(edition)),
                    table[kind.name],
                    "{}",
                    kind.name
                );
            }
        }
    }
}
