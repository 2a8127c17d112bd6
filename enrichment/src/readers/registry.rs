//! What each table of areas can tell: gathered from the readers, so that a field knows its tables without
//! being told twice.

use super::reading::{Content, Reading};
use super::{acs, ers, laus, nri, permits, simple, votes, zones};
use crate::fact::GeographyLevel;
use crate::measure::Measure;
use crate::pack::{TableData, TableSpec};

/// Every measure of every table, as a reader may make it.
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

/// Whether all that was read is among the measures of the table, and of areas that the table has.
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
