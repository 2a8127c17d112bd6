//! ZIP codes, their counties and center points.

use serde::{Deserialize, Serialize};

use super::numbers::{differences, sums};
use super::pen::{Pen, Reader, Track};
use crate::geoid::CountyFips;
use crate::pack::{ZipEntry, ZipTable};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Written {
    zips: Vec<i64>,
    /// How many counties each ZIP code has.
    counts: Vec<u32>,
    counties: Vec<i64>,
    /// Whether each has a center point.
    placed: Vec<bool>,
    middles: Track,
}

pub(super) fn write(table: &ZipTable) -> Written {
    let entries = table.entries();
    let middles = || entries.iter().filter_map(|entry| entry.at);
    let mut pen = Pen::new(middles());
    middles().for_each(|at| pen.draw(at));
    let counties = entries.iter().flat_map(|entry| &entry.counties);
    let count = |entry: &ZipEntry| u32::try_from(entry.counties.len()).expect("a few");
    Written {
        zips: differences(entries.iter().map(|entry| entry.zip.into())),
        counts: entries.iter().map(count).collect(),
        counties: differences(counties.map(|county| county.0.into())),
        placed: entries.iter().map(|entry| entry.at.is_some()).collect(),
        middles: pen.track(),
    }
}

pub(super) fn read(written: &Written) -> Option<ZipTable> {
    let mut counties = sums(&written.counties);
    let mut middles = Reader::new(&written.middles);
    if written.zips.len() != written.counts.len() || written.zips.len() != written.placed.len() {
        return None;
    }
    let each = sums(&written.zips)
        .zip(&written.counts)
        .zip(&written.placed);
    let entry = |((zip, count), placed): ((i64, &u32), &bool)| {
        let own = (0..*count).map(|_| counties.next()?.try_into().ok().map(CountyFips));
        Some(ZipEntry {
            zip: zip.try_into().ok()?,
            counties: own.collect::<Option<_>>()?,
            at: if *placed { Some(middles.next()?) } else { None },
        })
    };
    Some(ZipTable::new(each.map(entry).collect::<Option<_>>()?))
}
