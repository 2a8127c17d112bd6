//! How many establishments of some industries a county has, even where its table leaves some out.

use std::borrow::Cow;

use atlas::Count;

use crate::fact::Missing;
use crate::industry_codes::{Edition, sector};
use crate::pack::Industry;
use crate::reference::Industries;

const NATION: u32 = 0;

/// Industries of a table.
#[derive(Debug, Clone)]
pub(crate) struct Counted<'r> {
    pub(crate) industries: Industries<'r>,
    pub(crate) edition: Edition,
    /// With six digits, sorted.
    pub(crate) asked: Vec<u32>,
    /// Those that have rows; or one of fewer digits that holds exactly what was asked for.
    pub(crate) codes: Vec<u32>,
}

impl From<Uncounted> for Missing {
    fn from(reason: Uncounted) -> Self {
        match reason {
            Uncounted::NoIndustry => Self::NoIndustry,
            Uncounted::OutOfScope => Self::OutOfScope,
        }
    }
}

/// Why a table cannot count them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Uncounted {
    /// No industry has these codes.
    NoIndustry,
    /// The table has no row of them anywhere.
    OutOfScope,
}

impl<'r> Counted<'r> {
    /// The six-digit codes `asked` for are of the table's edition, sorted. A row of fewer digits that holds exactly these is
    /// read first.
    pub(crate) fn new(industries: Industries<'r>, asked: Vec<u32>) -> Result<Self, Uncounted> {
        if asked.is_empty() {
            return Err(Uncounted::NoIndustry);
        }
        let edition = industries.edition();
        let knows = |code: &u32| industries.table.knows(*code);
        let whole = edition.exactly(&asked).find(knows);
        let codes: Vec<u32> = match whole {
            Some(one) => vec![one],
            None => asked.iter().copied().filter(knows).collect(),
        };
        if codes.is_empty() {
            return Err(Uncounted::OutOfScope);
        }
        Ok(Self {
            industries,
            edition,
            asked,
            codes,
        })
    }

    /// The published rows of an area: of a county, a state (its code times 1000), or the nation (0).
    pub(crate) fn rows(&self, area: u32) -> impl Iterator<Item = &'r Industry> {
        let table = self.industries.table;
        self.codes
            .iter()
            .filter_map(move |code| table.get(area, *code))
    }

    /// What was published, and what may stand beside it: at most the sector's unpublished remainder. None where a row has
    /// no number.
    pub(crate) fn count(&self, county: u32) -> Option<Count> {
        let mut published = 0;
        let mut left_out = Vec::new();
        for code in &self.codes {
            match self.industries.table.get(county, *code) {
                Some(row) => published += row.establishments?,
                None => left_out.push(*code),
            }
        }
        if left_out.is_empty() || self.industries.most_left_out() == 0 {
            return Some(Count::exact(published));
        }
        let remainder = self
            .codes
            .first()
            .and_then(|code| self.industries.table.left_out_of(county, sector(*code)));
        let at_most = remainder.map_or(usize::MAX, |left| left as usize);
        let all = self.in_the_nation(&self.codes);
        let shares: Vec<f64> = left_out
            .iter()
            .map(|code| self.in_the_nation(&[*code]) / all)
            .collect();
        Some(Count::with_left_out(published, &shares, at_most))
    }

    fn in_the_nation(&self, codes: &[u32]) -> f64 {
        let table = self.industries.table;
        let of = |code: &u32| {
            let own = table.get(NATION, *code).and_then(|row| row.establishments);
            own.or_else(|| table.sum(NATION, *code)).unwrap_or_default()
        };
        f64::from(codes.iter().map(of).sum::<u32>())
    }

    /// The titles of what is counted, with the codes.
    pub(crate) fn title(&self) -> Cow<'static, str> {
        let one = match self.codes[..] {
            [_] => None,
            _ => self.edition.exactly(&self.codes).next(),
        };
        let codes = one.map_or_else(|| self.codes.clone(), |one| vec![one]);
        let named = codes.iter().map(|code| {
            let title = self.edition.title(*code).unwrap_or("Industry");
            let elsewhere =
                self.edition == Edition::Of2017 && Edition::Of2022.title(*code).is_none();
            let edition = if elsewhere { ", NAICS 2017" } else { "" };
            format!("{title} ({code}{edition})")
        });
        named.collect::<Vec<_>>().join("; ").into()
    }
}
