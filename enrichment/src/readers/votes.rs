//! Presidential results by county.
//!
//! Alaska counts by state House district, not by borough, and the district numbers look like borough numbers:
//! they are skipped, never joined.

use std::collections::BTreeMap;

use super::cells::number;
use super::columns::Rows;
use super::reading::{FileName, ReadError, Reading};
use super::sheet::Sheet;
use crate::geoid::CountyFips;
use crate::measure::Measure as M;
use crate::pack::{Area, TableSpec, table};
use crate::vintage::Vintage;

pub(super) const RESULTS: &TableSpec = table("votes");
pub(super) const RETURNS: &TableSpec = table("votes-by-party");

/// The measures of results without parties beyond the two.
pub(super) const OF_RESULTS: [M; 4] = [
    M::RepublicanShare,
    M::DemocratShare,
    M::OtherPartyShare,
    M::VotesCast,
];

const ALASKA: u32 = 2;
const DISTRICT: &str = "Alaska's election districts are not boroughs";

pub(super) fn is_results(sheet: &Sheet<'_>) -> bool {
    sheet.has(&["county_fips", "votes_gop", "votes_dem", "total_votes"])
}

pub(super) fn read_results(
    sheet: &mut Sheet<'_>,
    name: FileName<'_>,
) -> Result<Reading, ReadError> {
    let [fips, county_name] = [sheet.need("county_fips")?, sheet.need("county_name")?];
    let columns = [
        sheet.need("votes_gop")?,
        sheet.need("votes_dem")?,
        sheet.need("total_votes")?,
    ];
    let mut rows = Rows::new(OF_RESULTS.to_vec());
    while let Some(row) = sheet.next()? {
        let county = CountyFips::parse(&row.get(fips));
        if county.is_some_and(|c| c.state() == ALASKA) || row.get(county_name).contains("District ")
        {
            rows.left.add(DISTRICT);
            continue;
        }
        let votes = columns.map(|column| number(&row.get(column)));
        let [Some(gop), Some(dem), Some(total)] = votes else {
            rows.push(county.map(Area::County), vec![]);
            continue;
        };
        if total <= 0.0 || gop + dem > total {
            rows.left.add("votes that do not add up");
            continue;
        }
        let share = |votes: f64| Some(100.0 * votes / total);
        let values = vec![
            share(gop),
            share(dem),
            share(total - gop - dem),
            Some(total),
        ];
        rows.push(county.map(Area::County), values);
    }
    let year = name.year().ok_or(ReadError::NoVintage(RESULTS.id))?;
    rows.finish(RESULTS, Vintage::year(year))
}

/// One line per candidate, with parties.
pub(super) fn is_returns(sheet: &Sheet<'_>) -> bool {
    sheet.has(&[
        "year",
        "county_fips",
        "office",
        "party",
        "candidatevotes",
        "totalvotes",
    ])
}

/// Reads the newest year. If votes are given only by mode of voting, the modes are added up.
pub(super) fn read_returns(sheet: &mut Sheet<'_>, _: FileName<'_>) -> Result<Reading, ReadError> {
    let names = [
        "year",
        "county_fips",
        "office",
        "party",
        "candidatevotes",
        "totalvotes",
    ];
    let mut columns = [0; 6];
    for (column, name) in columns.iter_mut().zip(names) {
        *column = sheet.need(name)?;
    }
    let mode = sheet.column("mode");
    let mut counties: BTreeMap<(u16, CountyFips), County> = BTreeMap::new();
    let mut alaska = 0_u32;
    while let Some(row) = sheet.next()? {
        let cell = |place: usize| row.get(columns[place]).trim().to_ascii_uppercase();
        let year = cell(0).parse::<u16>().ok();
        let (Some(year), Some(county)) = (year, CountyFips::parse(&cell(1))) else {
            continue;
        };
        if county.state() == ALASKA {
            alaska += 1;
        } else if cell(2).contains("PRESIDENT") {
            let total = row.maybe(mode).trim().to_ascii_uppercase();
            let is_total = matches!(total.as_str(), "" | "TOTAL" | "TOTAL VOTES");
            let county = counties.entry((year, county)).or_default();
            county.add(&cell(3), number(&cell(4)), number(&cell(5)), is_total);
        }
    }
    let newest = counties.keys().map(|(year, _)| *year).max();
    let newest = newest.ok_or_else(|| ReadError::Empty(RETURNS.id, String::new()))?;
    let mut rows = Rows::new(of_returns());
    (0..alaska).for_each(|_| rows.left.add(DISTRICT));
    for ((year, fips), county) in counties {
        if year == newest {
            rows.push(Some(Area::County(fips)), county.shares());
        }
    }
    rows.finish(RETURNS, Vintage::year(newest))
}

/// The measures of returns by party.
pub(super) fn of_returns() -> Vec<M> {
    let parties = PARTIES.iter().map(|party| party.1);
    parties.chain([M::OtherPartyShare, M::VotesCast]).collect()
}

const PARTIES: [(&str, M); 4] = [
    ("REPUBLICAN", M::RepublicanShare),
    ("DEMOCRAT", M::DemocratShare),
    ("GREEN", M::GreenShare),
    ("LIBERTARIAN", M::LibertarianShare),
];

/// The votes of a county: by party, in the order of `PARTIES`, then all others.
#[derive(Default)]
struct Votes {
    by_party: [Option<f64>; 5],
    total: Option<f64>,
}

#[derive(Default)]
struct County {
    /// From lines marked as totals; `modes` from lines of single modes.
    totals: Votes,
    modes: Votes,
}

impl County {
    fn add(&mut self, party: &str, votes: Option<f64>, total: Option<f64>, is_total: bool) {
        let place = PARTIES
            .iter()
            .position(|(name, _)| *name == party)
            .unwrap_or(4);
        let to = if is_total {
            &mut self.totals
        } else {
            &mut self.modes
        };
        to.total = to.total.or(total);
        if let Some(votes) = votes {
            *to.by_party[place].get_or_insert(0.0) += votes;
        }
    }

    fn shares(self) -> Vec<Option<f64>> {
        let has = |votes: &Votes| votes.by_party.iter().any(Option::is_some);
        let votes = if has(&self.totals) {
            self.totals
        } else {
            self.modes
        };
        let cast: f64 = votes.by_party.iter().flatten().sum();
        let total = votes.total.filter(|total| *total >= cast && *total > 0.0);
        let Some(total) = total.or((cast > 0.0).then_some(cast)) else {
            return vec![];
        };
        let share = |votes: Option<f64>| Some(100.0 * votes? / total);
        let mut shares: Vec<_> = votes.by_party[..4]
            .iter()
            .map(|votes| share(*votes))
            .collect();
        shares.push(share(Some(
            total - votes.by_party[..4].iter().flatten().sum::<f64>(),
        )));
        shares.push(Some(total));
        shares
    }
}
