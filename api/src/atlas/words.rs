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
        Untold::Absent(Absent::Base(base)) => match base {
            Base::Residents => "residents are",
            Base::Under18 => "residents under 18 are",
            Base::From65 => "residents of 65 years and over are",
            Base::Households => "households are",
            Base::Vehicles => "vehicles are",
        },
    };
    format!("No {what} published for {county}.")
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
    let mut letters = kind.name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// As people say it: dentists, breweries, churches.
fn plural(kind: &str) -> String {
    if let Some(stem) = kind
        .strip_suffix('y')
        .filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']))
    {
        return format!("{stem}ies");
    }
    match kind {
        _ if kind.ends_with('s') && !kind.ends_with("ss") => kind.to_owned(),
        _ if ["s", "x", "ch", "sh"].iter().any(|end| kind.ends_with(end)) => format!("{kind}es"),
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
