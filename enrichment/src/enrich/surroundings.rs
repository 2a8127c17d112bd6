//! Distances: roads, airports, Superfund sites, parks.

use crate::fact::{GeographyLevel, Missing};
use crate::fields::{FIELDS, Field};
use crate::geo::{METERS_PER_MILE, Position};
use crate::geoid::state_by_fips;
use crate::pack::{RoadClass, SiteKind};
use crate::reference::{Areas, HOUSEHOLDS_MI, Reference};
use crate::row::{Enriched, Source, Value};

impl Enriched<'_> {
    /// Records why there are no facts about the surroundings of the row's point.
    pub fn without_surroundings(&mut self, reason: Missing) {
        let of_point = [GeographyLevel::Point, GeographyLevel::Tract];
        for spec in FIELDS.iter().filter(|spec| of_point.contains(&spec.level)) {
            // The industry is the business's own.
            if spec.field != Field::Naics6 {
                self.put_missing(spec.field, reason);
            }
        }
    }
}

/// The radius of 'nearby', in miles.
pub const NEARBY_MI: f64 = 5.0;

/// The fields of an airport: distance, code, name.
const AIRPORTS: [(SiteKind, [Field; 3]); 2] = [
    (
        SiteKind::CommercialAirport,
        [
            Field::DistanceCommercial,
            Field::CommercialCode,
            Field::CommercialName,
        ],
    ),
    (
        SiteKind::GeneralAviationAirport,
        [
            Field::DistanceGeneral,
            Field::GeneralCode,
            Field::GeneralName,
        ],
    ),
];

const ROADS: [(RoadClass, Field, Field); 2] = [
    (
        RoadClass::Interstate,
        Field::DistanceInterstate,
        Field::NearestInterstate,
    ),
    (
        RoadClass::UsHighway,
        Field::DistanceUsHighway,
        Field::NearestUsHighway,
    ),
];

impl Reference {
    /// For points in the country: abroad, the nearest American airport says nothing about a place.
    pub(super) fn put_surroundings<'r>(
        &'r self,
        row: &mut Enriched<'r>,
        at: Position,
        areas: &Areas<'r>,
    ) {
        if areas.county().is_none() {
            return;
        }
        for (class, distance, name) in ROADS {
            if let Some(roads) = self.roads.of(class)
                && let Some((road, miles)) = roads.nearest(at)
            {
                let source = Source::Table(&roads.info);
                row.put_number(distance, Some(miles), source.clone());
                row.put(name, Value::Text(road.into()), source);
            }
        }
        for (kind, [distance, code, name]) in AIRPORTS {
            if let Some(airports) = self.sites.of(kind)
                && let Some((airport, nearest)) = airports.nearest(at)
            {
                let source = Source::Table(&airports.info);
                let miles = nearest.distance_m / METERS_PER_MILE;
                row.put_number(distance, Some(miles), source.clone());
                if let Some(text) = &airport.code {
                    row.put(code, Value::Text(text.as_str().into()), source.clone());
                }
                row.put(name, Value::Text(airport.name.as_str().into()), source);
            }
        }
        self.put_superfund(row, at);
        self.put_interchanges(row, at);
        self.put_neighborhood(row, at);
        if let Some(parks) = self.sites.of(SiteKind::NationalPark)
            && let Some((park, nearest)) = parks.nearest(at)
        {
            let source = Source::Table(&parks.info);
            let miles = nearest.distance_m / METERS_PER_MILE;
            row.put_number(Field::ParkDistance, Some(miles), source.clone());
            row.put(
                Field::ParkName,
                Value::Text(park.name.as_str().into()),
                source,
            );
        }
    }

    fn put_neighborhood<'r>(&'r self, row: &mut Enriched<'r>, at: Position) {
        let (Some(all), Some(around)) =
            (self.neighborhoods(), self.neighborhood(at, HOUSEHOLDS_MI))
        else {
            return;
        };
        let households = all.households_from.iter().map(Source::Table);
        let incomes = all.incomes_from.iter().map(Source::Table);
        let of_income: Vec<Source<'_>> = incomes.chain(households.clone()).collect();
        let of_households: Vec<Source<'_>> = households.collect();
        row.put_number(
            Field::Households3,
            Some(around.households),
            Source::joined(of_households.iter()),
        );
        row.put_number(
            Field::IncomeWithin1,
            around.income,
            Source::joined(of_income.iter()),
        );
    }

    fn put_superfund<'r>(&'r self, row: &mut Enriched<'r>, at: Position) {
        let Some(sites) = self.sites.of(SiteKind::Superfund) else {
            return;
        };
        let Some((site, nearest)) = sites.nearest(at) else {
            return;
        };
        let source = Source::Table(&sites.info);
        let miles = nearest.distance_m / METERS_PER_MILE;
        let count = if miles <= NEARBY_MI {
            sites.within(at, NEARBY_MI * METERS_PER_MILE)
        } else {
            0
        };
        row.put(
            Field::Superfund,
            Value::Bool(miles <= NEARBY_MI),
            source.clone(),
        );
        row.put_number(Field::SuperfundCount, Some(count as f64), source.clone());
        row.put_number(Field::SuperfundDistance, Some(miles), source.clone());
        row.put(
            Field::SuperfundName,
            Value::Text(site.name.as_str().into()),
            source,
        );
    }

    /// Only if the whole circle is within the table's coverage.
    fn put_interchanges<'r>(&'r self, row: &mut Enriched<'r>, at: Position) {
        let radius_m = NEARBY_MI * METERS_PER_MILE;
        let Some(junctions) = self.sites.of(SiteKind::Interchange) else {
            return;
        };
        if junctions.covered_m(at) < radius_m {
            return;
        }
        let count = junctions.within(at, radius_m) as f64;
        let density = count / (std::f64::consts::PI * NEARBY_MI * NEARBY_MI);
        row.put_number(
            Field::InterchangeDensity,
            Some(density),
            Source::Table(&junctions.info),
        );
    }

    /// The number of units of the National Park System in the state.
    pub(super) fn put_parks_of_state<'r>(&'r self, row: &mut Enriched<'r>, areas: &Areas<'r>) {
        let state = areas
            .county()
            .and_then(|county| state_by_fips(county.state()));
        if let Some((count, info)) = state.and_then(|state| self.sites.parks_of(state.code())) {
            row.put_number(Field::MajorParks, Some(count.into()), Source::Table(info));
        }
    }
}
