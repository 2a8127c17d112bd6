//! All columns of a row: its own, then the facts, with every spelling that a client may use.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use super::format::Format;
use super::group::Group;
use super::list::{FIELDS, Field, FieldSpec};
use super::own::{OWN_COLUMNS, OwnColumn};

/// A column of a row.
#[derive(Debug)]
pub struct Column {
    pub of: ColumnOf,
    /// Other accepted names, in any case: never its name or label, never a name of another column.
    pub aliases: Vec<String>,
}

/// The description of a column.
#[derive(Debug, Clone, Copy)]
pub enum ColumnOf {
    /// Data of a maps service about the business.
    Business(&'static OwnColumn),
    /// Enrichment's data about its surroundings.
    Fact(&'static FieldSpec),
}

impl ColumnOf {
    /// Its name in JSON rows.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Business(own) => own.name,
            Self::Fact(spec) => spec.name,
        }
    }

    /// Its label on screens.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Business(own) => own.label,
            Self::Fact(spec) => spec.label,
        }
    }

    /// Its head in tables: the label, with the unit unless the label contains it.
    #[must_use]
    pub fn head(self) -> Cow<'static, str> {
        let label = self.label();
        match self.format().unit_in_head(label) {
            Some(unit) => format!("{label} ({unit})").into(),
            None => label.into(),
        }
    }

    /// How its values are shown.
    #[must_use]
    pub fn format(self) -> Format {
        match self {
            Self::Business(own) => own.format,
            Self::Fact(spec) => spec.format,
        }
    }

    /// The group it is shown in.
    #[must_use]
    pub fn group(self) -> Group {
        match self {
            Self::Business(own) => own.group,
            Self::Fact(spec) => spec.group,
        }
    }

    /// Its description for people.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Business(own) => own.description,
            Self::Fact(spec) => spec.description,
        }
    }

    /// The aliases listed in its entry.
    pub(super) fn listed(self) -> &'static [&'static str] {
        match self {
            Self::Business(own) => own.aliases,
            Self::Fact(spec) => spec.aliases,
        }
    }
}

struct Columns {
    list: Vec<Column>,
    /// Maps every spelling in lower case to its index in the list.
    places: HashMap<String, usize>,
}

static COLUMNS: LazyLock<Columns> = LazyLock::new(|| {
    let own = OWN_COLUMNS.iter().map(ColumnOf::Business);
    let all: Vec<ColumnOf> = own.chain(FIELDS.iter().map(ColumnOf::Fact)).collect();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (place, of) in all.iter().enumerate() {
        for listed in [of.name(), of.label()].iter().chain(of.listed()) {
            places.entry(listed.to_lowercase()).or_insert(place);
        }
    }
    let list = all.into_iter().enumerate().map(|(place, of)| {
        let mut aliases: Vec<String> = of.listed().iter().map(|name| (*name).to_owned()).collect();
        for spelling in [spaced(of.name()), snake(of.label())] {
            let known = spelling.to_lowercase();
            if let std::collections::hash_map::Entry::Vacant(free) = places.entry(known) {
                free.insert(place);
                aliases.push(spelling);
            }
        }
        Column { of, aliases }
    });
    let list = list.collect();
    Columns { list, places }
});

/// All columns of a row: the business's own, then the facts.
#[must_use]
pub fn columns() -> &'static [Column] {
    &COLUMNS.list
}

/// Finds a column by name, label or another spelling, in any case.
#[must_use]
pub fn column_named(text: &str) -> Option<&'static Column> {
    let place = COLUMNS.places.get(&text.trim().to_lowercase())?;
    Some(&COLUMNS.list[*place])
}

impl Field {
    /// Finds a field by canonical name, label or another spelling, in any case.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        match column_named(text)?.of {
            ColumnOf::Fact(spec) => Some(spec.field),
            ColumnOf::Business(_) => None,
        }
    }
}

/// Turns `median_income_tract` into `Median Income Tract`.
fn spaced(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect::<String>()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Turns `Median Household Income (Tract)` into `median_household_income_tract`.
fn snake(label: &str) -> String {
    let text = label.replace("(T/F)", "").replace('%', "pct");
    let text = text.replace('+', " plus").replace('\'', "");
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("_")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    // RES-03
    fn res_03_a_head_says_the_unit_once_and_no_two_columns_share_one() {
        let head = |name: &str| column_named(name).unwrap().of.head();
        assert_eq!(head("name"), "Name");
        assert_eq!(head("walk_pct"), "Walk %");
        assert_eq!(
            head("median_income_tract"),
            "Median Household Income (Tract) ($)"
        );
        assert_eq!(
            head("distance_to_interstate"),
            "Distance to Interstate (mi)"
        );
        assert_eq!(head("years_in_business"), "Years in Business");
        let mut seen = HashSet::new();
        for column in columns() {
            let head = column.of.head();
            assert!(seen.insert(head.to_lowercase()), "{head} is there twice");
        }
    }

    #[test]
    // ACC-02
    fn acc_02_spaced_and_snake_case_spellings_name_the_same_column() {
        for (spelling, name) in [
            ("Median Household Income (Tract)", "median_income_tract"),
            ("median_household_income_tract", "median_income_tract"),
            ("Median Income Tract", "median_income_tract"),
            ("QOZ (T/F)", "qoz"),
            ("food desert", "food_desert"),
            (" TOP_RISK_1 ", "top_risk_1"),
            ("Age 65+ (Tract)", "age_65_plus"),
            ("age_65_plus_tract", "age_65_plus"),
            ("Industry", "main_category"),
            ("Owner Names", "owner_names_csv"),
        ] {
            let found = column_named(spelling).map(|column| column.of.name());
            assert_eq!(found, Some(name), "{spelling}");
        }
        assert!(column_named("no such column").is_none());
    }
}
