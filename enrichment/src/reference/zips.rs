//! ZIP codes from every table that has them.

use crate::geo::Position;
use crate::geoid::CountyFips;
use crate::pack::{Table, TableData, TableInfo, ZipEntry, ZipTable, parse_zip};

/// ZIP codes by table, most trusted first: a table of addresses is more accurate than one of areas, whatever
/// their vintage.
#[derive(Debug)]
pub(super) struct ZipCodes {
    tables: Vec<(TableInfo, ZipTable)>,
}

impl ZipCodes {
    /// Moves the tables of ZIP codes out of a pack's tables.
    pub(super) fn new(tables: &mut [Table]) -> Self {
        let mut taken: Vec<_> = tables
            .iter_mut()
            .filter_map(|table| match &mut table.data {
                TableData::Zips(zips) => Some((table.info.clone(), std::mem::take(zips))),
                _ => None,
            })
            .collect();
        taken.sort_by(|(a, _), (b, _)| {
            let newest = b.vintage.cmp(&a.vintage);
            a.spec().rank.cmp(&b.spec().rank).then(newest)
        });
        Self { tables: taken }
    }

    /// The county with most of the ZIP code's addresses, and the table it is from.
    pub(super) fn county(&self, zip: &str) -> Option<(CountyFips, &TableInfo)> {
        self.entries(zip)
            .find_map(|(info, entry)| Some((*entry.counties.first()?, info)))
    }

    /// All counties that any table names, without duplicates.
    pub(super) fn counties(&self, zip: &str) -> Vec<CountyFips> {
        let each = self.entries(zip).flat_map(|(_, entry)| &entry.counties);
        let mut counties: Vec<CountyFips> = each.copied().collect();
        counties.sort_unstable();
        counties.dedup();
        counties
    }

    pub(super) fn middle(&self, zip: &str) -> Option<Position> {
        self.entries(zip).find_map(|(_, entry)| entry.at)
    }

    fn entries(&self, zip: &str) -> impl Iterator<Item = (&TableInfo, &ZipEntry)> {
        let zip = parse_zip(zip);
        self.tables
            .iter()
            .filter_map(move |(info, table)| Some((info, table.get(zip?)?)))
    }

    pub(super) fn memory(&self) -> usize {
        let entry = |entry: &ZipEntry| entry.counties.capacity() * 4 + size_of::<ZipEntry>();
        let each = self.tables.iter().flat_map(|(_, table)| table.entries());
        each.map(entry).sum()
    }
}
