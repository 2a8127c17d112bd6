//! NAICS codes: those of the 2017 and 2022 editions, their titles, and how they correspond.

use std::collections::BTreeMap;
use std::sync::LazyLock;

const TITLES: &str = include_str!("../../data/naics/titles.tsv");
const CONCORDANCE: &str = include_str!("../../data/naics/2022-to-2017.tsv");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edition {
    Of2017,
    Of2022,
}

struct Codes {
    of_2017: BTreeMap<u32, &'static str>,
    of_2022: BTreeMap<u32, &'static str>,
}

static CODES: LazyLock<Codes> = LazyLock::new(|| {
    let of = |edition: &str| {
        let rows = lines(TITLES).filter_map(|(code, rest)| {
            let (only_in, title) = rest.split_once('\t')?;
            (only_in.is_empty() || only_in == edition).then_some((code, title))
        });
        rows.collect()
    };
    Codes {
        of_2017: of("2017"),
        of_2022: of("2022"),
    }
});

/// For each 2022 code, the 2017 codes it replaced.
static FORMER: LazyLock<BTreeMap<u32, Vec<u32>>> = LazyLock::new(|| {
    let mut former: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (code, before) in lines(CONCORDANCE) {
        former
            .entry(code)
            .or_default()
            .extend(before.parse::<u32>());
    }
    former
});

fn lines(table: &'static str) -> impl Iterator<Item = (u32, &'static str)> {
    table.lines().filter_map(|line| {
        let (code, rest) = line.split_once('\t')?;
        Some((code.parse().ok()?, rest))
    })
}

impl Edition {
    /// The edition of a table's codes: decided by a code that only one edition has, else by the table's year.
    pub(crate) fn of_table(detected: Option<Self>, year: u16) -> Self {
        detected.unwrap_or(if year < 2022 {
            Self::Of2017
        } else {
            Self::Of2022
        })
    }

    /// The only edition that has one of these six-digit codes.
    pub(crate) fn told_by(mut codes: impl Iterator<Item = u32>) -> Option<Self> {
        codes.find_map(|code| {
            let of = |edition: Self| edition.codes().contains_key(&code);
            match (of(Self::Of2017), of(Self::Of2022)) {
                (true, false) => Some(Self::Of2017),
                (false, true) => Some(Self::Of2022),
                _ => None,
            }
        })
    }

    fn codes(self) -> &'static BTreeMap<u32, &'static str> {
        match self {
            Self::Of2017 => &CODES.of_2017,
            Self::Of2022 => &CODES.of_2022,
        }
    }

    pub(crate) fn title(self, code: u32) -> Option<&'static str> {
        let codes = self.codes();
        // A five-digit code with a single six-digit industry takes that industry's title.
        codes
            .get(&code)
            .or_else(|| codes.get(&(code * 10)))
            .copied()
    }

    /// The six-digit industries within a code of three to six digits.
    pub(crate) fn within(self, code: u32) -> Vec<u32> {
        let scale = 10_u32.pow(5_u32.saturating_sub(code.checked_ilog10().unwrap_or_default()));
        let held = code * scale..(code + 1) * scale;
        self.codes().range(held).map(|(code, _)| *code).collect()
    }

    /// The codes of three to five digits that contain exactly these industries, longest first.
    pub(crate) fn exactly(self, industries: &[u32]) -> impl Iterator<Item = u32> {
        let first = industries.first().copied().unwrap_or_default();
        [10, 100, 1000]
            .map(|scale| first / scale)
            .into_iter()
            .filter(move |code| *code >= 100 && self.within(*code) == industries)
    }

    /// What a 2022 industry is in this edition: itself, or the industries it was made from.
    pub(crate) fn of_2022(self, code: u32) -> Vec<u32> {
        match self {
            Self::Of2017 => FORMER.get(&code).cloned().unwrap_or_else(|| vec![code]),
            Self::Of2022 => vec![code],
        }
    }

    /// A foreign code in this edition. If it is not an industry, what its leading digits contain, down to
    /// four of them.
    pub(crate) fn of_given(self, code: u32) -> Vec<u32> {
        let here = self.of_2022(code);
        let [mut code] = here[..] else {
            return here;
        };
        while code >= 1000 {
            let held = self.within(code);
            if !held.is_empty() {
                return held;
            }
            code /= 10;
        }
        Vec::new()
    }
}

/// The sector of an industry. Manufacturing, retail and transportation span several codes and use the first
/// one.
pub(crate) fn sector(code: u32) -> u32 {
    let first_two = code / 10_u32.pow(code.checked_ilog10().unwrap_or_default().saturating_sub(1));
    match first_two {
        32 | 33 => 31,
        45 => 44,
        49 => 48,
        _ => first_two,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Edition::{Of2017, Of2022};

    #[test]
    fn each_edition_has_its_own_codes_and_titles() {
        let six = |edition: Edition| edition.codes().keys().filter(|c| **c > 99_999).count();
        assert_eq!((six(Of2017), six(Of2022)), (1057, 1012));
        assert_eq!(
            Of2017.title(447_110).unwrap(),
            "Gasoline Stations with Convenience Stores"
        );
        assert_eq!(Of2022.title(447_110), None);
        assert_eq!(Of2022.title(62_121), Of2022.title(621_210));
        assert_eq!(
            Edition::told_by([722_515, 457_110].into_iter()),
            Some(Of2022)
        );
        assert_eq!(
            Edition::told_by([722_515, 447_110].into_iter()),
            Some(Of2017)
        );
        assert_eq!(Edition::told_by([722_515].into_iter()), None);
        assert_eq!(Edition::of_table(None, 2021), Of2017);
        assert_eq!(Edition::of_table(None, 2022), Of2022);
        assert_eq!(Edition::of_table(Some(Of2017), 2022), Of2017);
    }

    #[test]
    fn fewer_digits_hold_industries() {
        assert_eq!(Of2017.within(4471), [447_110, 447_190]);
        assert_eq!(
            Of2022.exactly(&[621_210]).collect::<Vec<_>>(),
            [62_121, 6212]
        );
        assert_eq!(
            Of2017.exactly(&[447_110, 447_190]).collect::<Vec<_>>(),
            [4471, 447]
        );
        assert_eq!(Of2017.exactly(&[811_212]).count(), 0);
    }

    #[test]
    fn a_code_of_2022_is_what_it_was_made_of_and_each_code_of_2017_is_in_one() {
        let mut seen = Vec::new();
        for (code, former) in &*FORMER {
            assert!(Of2022.codes().contains_key(code), "{code}");
            for former in former {
                assert!(Of2017.codes().contains_key(former), "{former}");
                assert!(!seen.contains(former), "{former} counts twice");
                seen.push(*former);
            }
        }
        assert_eq!(seen.len(), 40);
        assert_eq!(Of2017.of_2022(449_210), [443_141, 443_142]);
        assert_eq!(Of2022.of_2022(449_210), [449_210]);
    }

    #[test]
    fn a_given_code_that_is_no_industry_is_read_by_its_first_digits_down_to_four() {
        assert_eq!(Of2017.of_given(722_515), [722_515]);
        assert_eq!(Of2017.of_given(458_110).len(), 6);
        assert_eq!(Of2022.of_given(7225), [722_511, 722_513, 722_514, 722_515]);
        assert_eq!(Of2022.of_given(722_519), Of2022.of_given(7225));
        assert_eq!([72, 7225, 453_110, 332_710].map(sector), [72, 72, 44, 31]);
        for no_industry in [722, 72, 999_999, 0] {
            assert!(Of2022.of_given(no_industry).is_empty(), "{no_industry}");
        }
    }
}
