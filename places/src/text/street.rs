//! Street addresses, as far as company keys need them: `12 North Main Street, Suite 4` equals
//! `12 N Main St #4`.

use super::word::{fold, split_parts};

/// Words of USPS Publication 28 that listings both write out and abbreviate.
const SHORT_FORMS: [(&str, &str); 34] = [
    ("street", "st"),
    ("avenue", "ave"),
    ("av", "ave"),
    ("boulevard", "blvd"),
    ("road", "rd"),
    ("drive", "dr"),
    ("lane", "ln"),
    ("court", "ct"),
    ("circle", "cir"),
    ("place", "pl"),
    ("plaza", "plz"),
    ("square", "sq"),
    ("parkway", "pkwy"),
    ("pky", "pkwy"),
    ("highway", "hwy"),
    ("terrace", "ter"),
    ("trail", "trl"),
    ("turnpike", "tpke"),
    ("center", "ctr"),
    ("crossing", "xing"),
    ("expressway", "expy"),
    ("freeway", "fwy"),
    ("heights", "hts"),
    ("mount", "mt"),
    ("saint", "st"),
    ("fort", "ft"),
    ("north", "n"),
    ("south", "s"),
    ("east", "e"),
    ("west", "w"),
    ("northeast", "ne"),
    ("northwest", "nw"),
    ("southeast", "se"),
    ("southwest", "sw"),
];

/// Words that only announce a unit number.
const UNIT_MARKS: [&str; 6] = ["suite", "ste", "unit", "apt", "apartment", "number"];

/// A key that the usual spellings of one address line share.
pub(crate) fn street_key(street: &str) -> String {
    let folded = fold(street);
    let parts: Vec<&str> = split_parts(&folded)
        .filter(|part| !UNIT_MARKS.contains(part))
        .map(|part| {
            SHORT_FORMS
                .iter()
                .find(|(long, _)| *long == part)
                .map_or(part, |(_, short)| *short)
        })
        .collect();
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_address_are_equal() {
        assert_eq!(
            street_key("12 North Main Street, Suite 4"),
            street_key("12 N. Main St #4")
        );
        assert_eq!(
            street_key("1 Saint Clair Avenue NE"),
            street_key("1 St Clair Ave Northeast")
        );
    }

    #[test]
    fn neighbours_stay_different() {
        assert_ne!(street_key("12 Main St"), street_key("14 Main St"));
        assert_ne!(
            street_key("12 Main St Ste A"),
            street_key("12 Main St Ste B")
        );
        assert_ne!(street_key("12 N Main St"), street_key("12 S Main St"));
    }
}
