//! The measures of each table of areas, gathered from the readers, so that a field's tables need not be
//! listed a second time.

use super::reading::{Content, Reading};
use super::{acs, ers, laus, nri, permits, simple, votes, zones};
use crate::fact::GeographyLevel;
use crate::measure::Measure;
use crate::pack::{TableData, TableSpec};

/// Every measure of every table that a reader may return.
pub(crate) fn measured() -> Vec<(&'static TableSpec, Measure)> {
    let mut all: Vec<(&'static TableSpec, Measure)> = Vec::new();
    let mut add = |table, measures: Vec<Measure>| {
        all.extend(measures.into_iter().map(|measure| (table, measure)));
    };
    add(acs::ACS, acs::measures());
    add(laus::LAUS, laus::MEASURES.to_vec());
    add(laus::RATES, vec![Measure::UnemploymentRate]);
    add(
        nri::NRI,
        nri::COLUMNS.iter().map(|(measure, _)| *measure).collect(),
    );
    add(votes::RESULTS, votes::OF_RESULTS.to_vec());
    add(votes::RETURNS, votes::of_returns());
    add(permits::PERMITS, permits::MEASURES.to_vec());
    for table in simple::TABLES {
        let measures = table.measures.iter().map(|(measure, _)| *measure);
        add(table.table, measures.collect());
    }
    let zones = zones::TABLES.map(|table| (table, Measure::OpportunityZone));
    all.extend(zones);
    all.extend(ers::measures());
    all
}

/// Whether everything read is a known measure of the table, for a level that the table has.
pub(super) fn knows(reading: &Reading) -> bool {
    let Content::Table(table) = &reading.content else {
        return true;
    };
    let TableData::Metrics(metrics) = &table.data else {
        return true;
    };
    let (spec, known) = (table.info.spec(), measured());
    let level = if metrics.geography.is_tracts() {
        GeographyLevel::Tract
    } else {
        GeographyLevel::County
    };
    let is_known = |measure| {
        let mut known = known.iter();
        known.any(|(table, there)| table.id == spec.id && *there == measure)
    };
    spec.areas.contains(&level) && metrics.measures().all(|(_, measure)| is_known(measure))
}
