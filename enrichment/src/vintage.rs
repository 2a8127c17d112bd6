//! The period that a table describes.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A period: one year, several, or a release dated in another way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vintage {
    /// For display: `2018`, `2013-2017`, `November 2021`.
    pub label: String,
    pub first: u16,
    pub last: u16,
}

impl Vintage {
    /// One year.
    #[must_use]
    pub fn year(year: u16) -> Self {
        Self {
            label: year.to_string(),
            first: year,
            last: year,
        }
    }

    /// Several years, both included.
    #[must_use]
    pub fn years(first: u16, last: u16) -> Self {
        if first == last {
            return Self::year(last);
        }
        Self {
            label: format!("{first}-{last}"),
            first,
            last,
        }
    }

    /// The five years that the American Community Survey's release of `last` describes.
    #[must_use]
    pub fn five_years_to(last: u16) -> Self {
        Self::years(last.saturating_sub(4), last)
    }

    /// A release dated in words, such as `November 2021`.
    #[must_use]
    pub fn release(label: &str, year: u16) -> Self {
        Self {
            label: label.to_owned(),
            first: year,
            last: year,
        }
    }

    /// For something that states no period: older than everything that does.
    #[must_use]
    pub fn undated() -> Self {
        Self::release("undated", 0)
    }

    /// The vintage of something computed from both. Undated vintages do not count.
    #[must_use]
    pub fn spanning(&self, other: &Self) -> Self {
        if self == other || other.last == 0 {
            return self.clone();
        }
        if self.last == 0 {
            return other.clone();
        }
        Self::years(self.first.min(other.first), self.last.max(other.last))
    }
}

impl PartialOrd for Vintage {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Vintage {
    /// The newer one is the one with the later middle, because a five-year average does not describe its last
    /// year; if the middles are equal, the shorter one.
    fn cmp(&self, other: &Self) -> Ordering {
        let twice_the_middle = |vintage: &Self| u32::from(vintage.first) + u32::from(vintage.last);
        (twice_the_middle(self), self.first, &self.label).cmp(&(
            twice_the_middle(other),
            other.first,
            &other.label,
        ))
    }
}

impl fmt::Display for Vintage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

/// The last plausible year in a text such as a file name: `SVI2018_US_COUNTY`, `fips-unemp-23`, `laucnty16`,
/// `cb_2020_us_tract_500k`. Four digits take precedence over two; two count only at the end of the name.
#[must_use]
pub fn year_in(text: &str) -> Option<u16> {
    let runs = || {
        text.split(|c: char| !c.is_ascii_digit())
            .filter(|run| !run.is_empty())
    };
    let four = runs()
        .filter(|run| run.len() == 4)
        .filter_map(|run| run.parse().ok())
        .rfind(|year| (1990..2100).contains(year));
    if four.is_some() {
        return four;
    }
    // A name of just two digits is a state's code.
    let last = runs()
        .next_back()
        .filter(|run| text.ends_with(run) && text.len() > 2)?;
    match last.len() {
        2 => last.parse::<u16>().ok().map(|year| 2000 + year),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_tells_its_year() {
        for (name, year) in [
            ("SVI2018_US_COUNTY", Some(2018)),
            ("fips-unemp-23", Some(2023)),
            ("laucnty16", Some(2016)),
            ("laucnty2020", Some(2020)),
            ("cb_2020_us_tract_500k", Some(2020)),
            ("acs2017_county_data", Some(2017)),
            ("C_Latest", None),
            ("EC01", Some(2001)),
            ("superfund_sites", None),
            ("44", None),
            ("census-tracts-2015", Some(2015)),
        ] {
            assert_eq!(year_in(name), year, "{name}");
        }
    }

    #[test]
    fn what_is_undated_is_oldest_and_adds_no_years() {
        let dated = Vintage::year(1999);
        assert!(Vintage::undated() < dated);
        assert_eq!(Vintage::undated().spanning(&dated), dated);
        assert_eq!(dated.spanning(&Vintage::undated()), dated);
    }

    #[test]
    fn the_later_middle_is_newer() {
        assert!(Vintage::year(2019) > Vintage::years(2014, 2018));
        assert!(Vintage::year(2018) > Vintage::years(2014, 2018));
        assert!(Vintage::year(2022) > Vintage::five_years_to(2023));
        assert!(Vintage::year(2022) > Vintage::five_years_to(2024));
        assert!(Vintage::five_years_to(2024) > Vintage::year(2021));
        assert_eq!(Vintage::five_years_to(2018).label, "2014-2018");
    }
}
