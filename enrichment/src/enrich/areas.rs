//! What the tables say about a row's tract and county.

use crate::fact::GeographyLevel;
use crate::fields::{FIELDS, Field, How};
use crate::geo::METERS_PER_MILE;
use crate::measure::{Measure as M, Unit};
use crate::reference::{Areas, Match, Reference};
use crate::row::{Enriched, Source, Value};

impl Reference {
    pub(super) fn put_areas<'r>(&'r self, row: &mut Enriched<'r>, areas: &Areas<'r>) {
        let Some(county) = areas.county() else {
            return;
        };
        let named = self.county_name(county);
        let source = match (areas.table.or(named.map(|(_, info)| info)), areas.matched) {
            (_, Some(Match::Given)) => Source::other("The row itself", "as given"),
            (Some(table), _) => Source::Table(table),
            (None, _) => return,
        };
        row.put(
            Field::CountyFips,
            Value::Text(county.to_string().into()),
            source.clone(),
        );
        if let Some((name, info)) = named {
            row.put(
                Field::County,
                Value::Text(bare(name).into()),
                Source::Table(info),
            );
        }
        let state = format!("{:02}", county.state());
        row.put(Field::StateFips, Value::Text(state.into()), source.clone());
        if let Some(tract) = areas.tract() {
            row.put(
                Field::TractGeoid,
                Value::Text(tract.to_string().into()),
                source.clone(),
            );
        }
        let how = match areas.matched {
            Some(Match::NearestShape(outside_m)) => {
                let miles = outside_m / METERS_PER_MILE;
                row.put_number(Field::ShoreDistance, Some(miles), source.clone());
                "nearest shape"
            }
            Some(Match::Zip) => "zip",
            Some(Match::Given) => "given",
            Some(Match::Point) | None => "point",
        };
        row.put(Field::GeographyMatch, Value::Text(how.into()), source);
    }

    /// Adds every field that is a table's own measure.
    pub(super) fn put_measures<'r>(&'r self, row: &mut Enriched<'r>, areas: &Areas<'r>) {
        for spec in FIELDS {
            let How::Measured(measure) = spec.how else {
                continue;
            };
            let found = match spec.level {
                GeographyLevel::Tract => self.tract(areas, measure),
                _ => self.county(areas, measure),
            };
            let Some(found) = found else {
                continue;
            };
            let value = if measure.unit() == Unit::Flag {
                Value::Bool(found.value > 0.0)
            } else {
                Value::Number(found.value)
            };
            row.put(spec.field, value, Source::Table(found.table));
        }
    }

    /// Adds fields computed from measures of the county.
    pub(super) fn put_area_sums<'r>(&'r self, row: &mut Enriched<'r>, areas: &Areas<'r>) {
        let pair = |a, b| self.county_pair(areas, (a, b));
        if let Some((people, area, info)) = pair(M::Population, M::LandAreaSqMi) {
            let density = (area > 0.0).then(|| people / area);
            row.put_number(Field::PopulationDensity, density, Source::Table(info));
        }
        if let Some((workers, home, info)) = pair(M::Workers, M::WorkedFromHome) {
            let commuters = (workers * (1.0 - home / 100.0)).round();
            row.put_number(Field::TotalCommuters, Some(commuters), Source::Table(info));
        }
        if let Some((daytime, people, info)) = pair(M::DaytimePopulation, M::Population) {
            let ratio = (people > 0.0).then(|| daytime / people);
            row.put_number(Field::DaytimeRatio, ratio, Source::Table(info));
            if let Some(ratio) = ratio {
                let kind = match ratio {
                    r if r > 1.1 => "Daytime (work destination)",
                    r if r < 0.9 => "Residential (bedroom)",
                    _ => "Balanced",
                };
                row.put(
                    Field::PopulationType,
                    Value::Text(kind.into()),
                    Source::Table(info),
                );
            }
        }
        if let Some((alone, pool, info)) = pair(M::DroveAlone, M::Carpooled) {
            let level = level(alone + pool, [(85.0, "High"), (70.0, "Moderate")], "Low");
            row.put(
                Field::VehicleDependency,
                Value::Text(level.into()),
                Source::Table(info),
            );
        }
        for (units, field) in [
            (M::VacantUnits, Field::VacantPct),
            (M::SeasonalUnits, Field::SeasonalPct),
        ] {
            if let Some((part, all, info)) = pair(units, M::HousingUnits) {
                let share = (all > 0.0).then(|| 100.0 * part / all);
                row.put_number(field, share, Source::Table(info));
            }
        }
        self.put_housing(row, areas);
    }

    fn put_housing<'r>(&'r self, row: &mut Enriched<'r>, areas: &Areas<'r>) {
        if let Some((single, units, info)) =
            self.county_pair(areas, (M::SingleFamilyUnits, M::PermitUnits))
        {
            let share = (units > 0.0).then(|| 100.0 * single / units);
            row.put_number(Field::SingleFamilyPct, share, Source::Table(info));
        }
        let units = self.county(areas, M::PermitUnits);
        let people = units.and_then(|units| self.of_county(units.area, M::Population));
        if let (Some(units), Some(people)) = (units, people.filter(|p| p.value > 0.0)) {
            let rate = 1000.0 * units.value / people.value;
            let source =
                Source::joined([Source::Table(units.table), Source::Table(people.table)].iter());
            row.put_number(Field::PermitsPer1000, Some(rate), source.clone());
            let level = level(rate, [(7.0, "High"), (3.0, "Moderate")], "Low");
            row.put(Field::MarketActivity, Value::Text(level.into()), source);
        }
        if let Some(growth) = self.county(areas, M::PermitGrowth) {
            let trend = match growth.value {
                g if g > 5.0 => "Growing",
                g if g < -5.0 => "Declining",
                _ => "Stable",
            };
            row.put(
                Field::MarketTrend,
                Value::Text(trend.into()),
                Source::Table(growth.table),
            );
        }
    }
}

/// The first step that a value reaches.
pub(super) fn level(
    value: f64,
    steps: [(f64, &'static str); 2],
    lowest: &'static str,
) -> &'static str {
    steps
        .iter()
        .find(|(from, _)| value >= *from)
        .map_or(lowest, |(_, name)| name)
}

/// Shortens `Providence County` to `Providence`.
pub(crate) fn bare(name: &str) -> &str {
    name.strip_suffix(" County")
        .or_else(|| name.strip_suffix(" Parish"))
        .unwrap_or(name)
}
