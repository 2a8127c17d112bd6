//! What the Demand Map says in words.

use enrichment::Reference;
use enrichment::atlas::{Absent, Base, Class, Kind, NoMarket, Untold, class_text};
use enrichment::geoid::CountyFips;
use places::UsState;
use serde::Serialize;
use utoipa::ToSchema;

/// A limit of the answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasNotice)]
pub struct NoticeBody {
    #[schema(example = "too_rare")]
    pub(crate) code: &'static str,
    #[schema(example = "Too rare in this table. States only.")]
    pub(crate) text: String,
}

/// Why a kind has no market.
pub(crate) fn no_market(reason: NoMarket, kind: Kind) -> NoticeBody {
    let (code, text) = match reason {
        NoMarket::NoTable => ("no_table", "No industry table is loaded.".to_owned()),
        NoMarket::NoInputs => (
            "no_table",
            "No table with people and incomes by county is loaded.".to_owned(),
        ),
        NoMarket::NoIndustry | NoMarket::OutOfScope => (
            "no_industry",
            format!(
                "No industry code counts {}. Count from our listings.",
                plural(kind.name)
            ),
        ),
    };
    NoticeBody { code, text }
}

pub(crate) fn untold_text(reason: Untold, county: &str) -> String {
    let what = match reason {
        Untold::NotCovered => return format!("{county} is not in this table."),
        Untold::Absent(Absent::Income) => "income is",
        Untold::Absent(Absent::DaytimePeople) => "people in the daytime are",
        Untold::Absent(Absent::Base(base)) => &format!("{} are", base_words(base)),
    };
    format!("No {what} published for {county}.")
}

/// Whom a kind serves.
pub(crate) const fn base_words(base: Base) -> &'static str {
    match base {
        Base::Residents => "residents",
        Base::Under18 => "residents under 18",
        Base::From65 => "residents of 65 years and over",
        Base::Households => "households",
        Base::Vehicles => "vehicles",
    }
}

/// As in `Union County, OR`.
pub fn name_of(reference: &Reference, county: CountyFips) -> String {
    let state = UsState::from_fips(county.state()).map_or("", UsState::code);
    match reference.county_name_in_full(county) {
        Some(name) => format!("{name}, {state}"),
        None => format!("{county}, {state}"),
    }
}

/// No data set is whole for a kind, or not in a state.
pub(crate) fn no_listing(kind: Kind, state: Option<UsState>) -> NoticeBody {
    let place = state.map_or(String::new(), |state| format!(" in {}", state.name()));
    NoticeBody {
        code: "no_listing",
        text: format!("No listing here is whole for {}{place}.", plural(kind.name)),
    }
}

/// A kind's name on screens.
pub(crate) fn title(kind: Kind) -> String {
    // Letters that stand for words.
    match kind.name {
        "hvac" => return "HVAC".to_owned(),
        "it services" => return "IT services".to_owned(),
        _ => {}
    }
    let mut letters = kind.name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// What is not counted: "computer repair", "ice cream".
const UNCOUNTED: &str = "alcohol beauty care childcare coffee control convenience cream doityourself food fuel furniture \
    gift grocery hand hardware hvac improvement insurance janitorial jewelry laundry management pizza preparation repair \
    seafood security software solar storage tattoo veterinary";

/// As people say it: dentists, pharmacies, places of worship.
pub(crate) fn plural(kind: &str) -> String {
    if let Some((first, rest)) = kind.split_once(" of ") {
        return format!("{} of {rest}", plural(first));
    }
    let word = kind.rsplit(' ').next().unwrap_or(kind);
    let is_uncounted = UNCOUNTED.split_whitespace().any(|one| one == word);
    if is_uncounted || word.ends_with('s') || word.ends_with("ing") {
        return kind.to_owned();
    }
    match kind.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if ["ch", "sh", "x"].iter().any(|end| kind.ends_with(end)) => format!("{kind}es"),
        _ => format!("{kind}s"),
    }
}

/// To what a reader can use: hundredths below 10, else tenths.
pub(crate) fn short(value: f64) -> f64 {
    let scale = if value.abs() < 10.0 { 100.0 } else { 10.0 };
    (value * scale).round() / scale
}

pub(crate) fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// A class in words.
pub const fn in_words(class: Class) -> &'static str {
    class_text(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_of_a_kind_are_called_as_people_do() {
        for (kind, many) in [
            ("dentist", "dentists"),
            ("pharmacy", "pharmacies"),
            ("church", "churches"),
            ("toy store", "toy stores"),
            ("place of worship", "places of worship"),
            ("ice cream", "ice cream"),
            ("car repair", "car repair"),
            ("it services", "it services"),
            ("accounting", "accounting"),
        ] {
            assert_eq!(plural(kind), many);
        }
    }
}
