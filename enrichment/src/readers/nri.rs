//! FEMA's National Risk Index, by county or tract.

use super::columns::{From, Rows, area_of};
use super::reading::{FileName, ReadError, Reading};
use super::sheet::Sheet;
use crate::measure::{Measure as M, Unit};
use crate::pack::{TableSpec, table};
use crate::vintage::{Vintage, year_in};

pub(super) const NRI: &TableSpec = table("nri");

/// Scores are the index's own, 0 to 100. In newer releases `IFLD` is inland (riverine) flooding.
pub(super) const COLUMNS: &[(M, &[&str])] = &[
    (M::RiskScore, &["RISK_SCORE"]),
    (M::ExpectedLossScore, &["EAL_SCORE"]),
    (M::ExpectedAnnualLoss, &["EAL_VALT"]),
    (M::SocialVulnerability, &["SOVI_SCORE"]),
    (M::Resilience, &["RESL_SCORE"]),
    (M::LightningRisk, &["LTNG_RISKS"]),
    (M::HurricaneRisk, &["HRCN_RISKS"]),
    (M::WildfireRisk, &["WFIR_RISKS"]),
    (M::TornadoRisk, &["TRND_RISKS"]),
    (M::RiverineFloodRisk, &["RFLD_RISKS", "IFLD_RISKS"]),
    (M::CoastalFloodRisk, &["CFLD_RISKS"]),
    (M::EarthquakeRisk, &["ERQK_RISKS"]),
    (M::HailRisk, &["HAIL_RISKS"]),
    (M::HeatWaveRisk, &["HWAV_RISKS"]),
    (M::DroughtRisk, &["DRGT_RISKS"]),
    (M::AvalancheRisk, &["AVLN_RISKS"]),
    (M::ColdWaveRisk, &["CWAV_RISKS"]),
    (M::IceStormRisk, &["ISTM_RISKS"]),
    (M::LandslideRisk, &["LNDS_RISKS"]),
    (M::StrongWindRisk, &["SWND_RISKS"]),
    (M::TsunamiRisk, &["TSUN_RISKS"]),
    (M::VolcanicRisk, &["VLCN_RISKS"]),
    (M::WinterWeatherRisk, &["WNTW_RISKS"]),
];

pub(super) fn is_nri(sheet: &Sheet<'_>) -> bool {
    sheet.has(&["NRI_ID", "STCOFIPS", "RISK_SCORE", "SOVI_SCORE"])
}

pub(super) fn read(sheet: &mut Sheet<'_>, name: FileName<'_>) -> Result<Reading, ReadError> {
    let key = match sheet.column("TRACTFIPS") {
        Some(column) => column,
        None => sheet.need("STCOFIPS")?,
    };
    let version = sheet.column("NRI_VER");
    let (measures, columns): (Vec<_>, Vec<_>) = COLUMNS
        .iter()
        .filter_map(|(measure, names)| {
            let column = names.iter().find_map(|name| sheet.column(name))?;
            Some((*measure, From::Column(column)))
        })
        .unzip();
    let of_columns = measures.clone();
    let mut rows = Rows::new(measures);
    let mut release = None;
    while let Some(row) = sheet.next()? {
        if release.is_none() {
            let text = row.maybe(version).trim().to_owned();
            release = year_in(&text).map(|year| Vintage::release(&text, year));
        }
        let values = columns.iter().zip(&of_columns).map(|(column, measure)| {
            let value = column.value(&row)?;
            Some(on_scale(*measure, value))
        });
        let values = values.collect();
        rows.push(area_of(&row.get(key)), values);
    }
    // A dictionary in the folder dates the files whose name has no other year.
    let own = year_in(name.stem);
    let of_folder = name
        .release
        .filter(|release| own.is_none_or(|year| year == release.last));
    let vintage = release
        .or_else(|| of_folder.cloned())
        .or_else(|| name.year().map(Vintage::year))
        .ok_or(ReadError::NoVintage(NRI.id))?;
    rows.finish(NRI, vintage)
}

/// Scores run to 100; one beyond that was written to 1,000.
fn on_scale(measure: M, value: f64) -> f64 {
    if measure.unit() == Unit::Score && value > 100.0 {
        value / 10.0
    } else {
        value
    }
}

/// The release named by the index's data dictionary.
pub(crate) fn release_of_dictionary(bytes: &[u8]) -> Option<Vintage> {
    let mut sheet = Sheet::open(bytes).ok()?;
    if !sheet.has(&["Field Name", "Field Alias", "Relevant Layer", "Version"]) {
        return None;
    }
    let version = sheet.column("Version")?;
    let row = sheet.next().ok()??;
    let text = row.get(version).trim().to_owned();
    Some(Vintage::release(&text, year_in(&text)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acc_07_scores_over_100_are_divided_by_10() {
        let scaled = |score| on_scale(M::LightningRisk, score);
        assert_eq!([83.4, 100.0, 834.0].map(scaled), [83.4, 100.0, 83.4]);
        assert_eq!(on_scale(M::ExpectedAnnualLoss, 834.0), 834.0, "dollars");
    }
}
