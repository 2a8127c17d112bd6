use std::collections::BTreeMap;

use super::*;
use crate::measure::Unit;

#[test]
fn every_spelling_names_one_column() {
    let mut seen = BTreeMap::new();
    for column in columns() {
        let (name, label) = (column.of.name(), column.of.label());
        let mut own: Vec<String> = column.aliases.iter().map(|a| a.to_lowercase()).collect();
        own.extend([name.to_lowercase(), label.to_lowercase()]);
        own.sort();
        let aliases = own.len();
        own.dedup();
        // Only a name and its own label may be the same word.
        assert!(
            aliases - own.len() <= usize::from(name.eq_ignore_ascii_case(label)),
            "{name}"
        );
        for spelling in own {
            let found = column_named(&spelling).map(|column| column.of.name());
            assert_eq!(found, Some(name), "{spelling}");
            assert_eq!(seen.insert(spelling.clone(), name), None, "{spelling}");
        }
    }
    for spec in FIELDS {
        assert_eq!(FIELDS[spec.field as usize].name, spec.name);
        assert_eq!(Field::find(spec.label), Some(spec.field), "{}", spec.label);
    }
}

#[test]
fn every_group_has_columns_and_every_description_is_a_sentence() {
    for group in Group::ALL {
        assert!(
            columns().iter().any(|column| column.of.group() == *group),
            "{group:?}"
        );
    }
    for column in columns() {
        let text = column.of.description();
        assert!(
            text.ends_with('.') && !text.starts_with(char::is_lowercase),
            "{text}"
        );
    }
}

#[test]
fn a_field_is_shown_in_the_unit_of_its_measure() {
    for spec in FIELDS {
        let How::Measured(measure) = spec.how else {
            continue;
        };
        let unit = match spec.format {
            Format::Percent => Unit::Percent,
            Format::Usd => Unit::Usd,
            Format::People => Unit::People,
            Format::MeanPeople => Unit::MeanPeople,
            Format::Count => Unit::Count,
            Format::Years | Format::WholeYears => Unit::Years,
            Format::Minutes => Unit::Minutes,
            Format::PerSqMi | Format::SparsePerSqMi => Unit::PerSqMi,
            Format::Score => Unit::Score,
            Format::Ratio => Unit::Ratio,
            Format::Flag => Unit::Flag,
            other => panic!("{}: {other:?} is not the unit of a measure", spec.name),
        };
        assert_eq!(unit, measure.unit(), "{}: {measure:?}", spec.name);
    }
}

/// The specification's labels and mapped fields that a public table or the catalogue can fill.
#[test]
// ENR-06, ENR-07, ACC-02
fn enr_06_enr_07_acc_02_every_field_of_the_specification_is_there() {
    for name in SPECIFIED.split_whitespace() {
        assert!(FIELDS.iter().any(|spec| spec.name == name), "{name}");
    }
    for label in LABELS {
        assert!(FIELDS.iter().any(|spec| spec.label == *label), "{label}");
    }
    for name in ROW.split_whitespace().chain(MAPPED.split_whitespace()) {
        assert!(column_named(name).is_some(), "{name}");
    }
    assert!(FIELDS.len() >= 60);
}

/// The result row's names that are not facts.
const ROW: &str = "name address street_address city state zip county county_fips phone additional_phones website
    rating reviews price_range main_category latitude longitude url emails_csv email_count location_count
    owner_names_csv founding_date years_in_business social_media_links row_idx polygon_coords";

/// The mapped account record's names for the business itself.
const MAPPED: &str = "name address city state zip phone website industry latitude longitude county emails owner_names
    founding_date years_in_business location_count additional_phones social_media_links business_hours price_range
    service_areas technology_stack content_freshness";

const LABELS: &[&str] = &[
    "NAICS6 Code",
    "Average Weekly Wage (County)",
    "Unemployment Rate (County)",
    "Median Household Income (Tract)",
    "Food Desert (T/F)",
    "QOZ (T/F)",
    "Superfund Within 5mi (T/F)",
    "FEMA Flood Zone (Point)",
    "Distance to Interstate (mi)",
    "Transportation Access Score",
    "Competitors Within 5mi",
    "Top_Risk_1",
    "Top_Risk_2",
    "Top_Risk_3",
    "Aggregated_Risk_Score",
    "Environmental Risk Score",
    "Market Intelligence Score",
    "Market Sentiment",
];

const SPECIFIED: &str = "county county_fips flood_zone food_desert qoz superfund
    population_tract population_growth median_age_tract median_income_tract home_price_tract
    avg_rent_tract vacancy_rate owner_occupied age_65_plus poverty_rate_tract bachelors_tract
    household_size_tract
    county_population county_growth_rate county_bachelors county_home_value county_median_rent
    county_weekly_wage unemployment_rate labor_force_participation median_age_county
    median_income_county homeownership_rate poverty_rate employment_growth_rate
    democrat_pct republican_pct green_pct libertarian_pct other_pct
    weather_risk_score top_risk_1 top_risk_2 top_risk_3 top_risk_1_score top_risk_2_score
    top_risk_3_score competitors_within_5mi competitors
    distance_to_interstate distance_to_us_highway highway_interchange_density
    distance_to_commercial_airport distance_to_ga_airport nearest_commercial_airport
    nearest_ga_airport transportation_access_score
    market_saturation_vs_state market_saturation_vs_national market_opportunity_assessment
    competitive_intensity county_total_establishments_same_industry
    county_total_employees_same_industry establishments_per_1000_residents industry_rank_in_county
    market_intelligence_score market_sentiment risk_level market_recommendation
    economic_strength_score demographic_score housing_market_score transportation_score
    tourism_score economic_strength_factors demographic_factors housing_market_factors
    transportation_factors tourism_factors
    total_commuters work_from_home_pct public_transport_pct average_commute_time
    no_vehicle_households_pct daytime_jobs daytime_population_ratio population_type
    housing_permits housing_units_permitted housing_construction_value single_family_permits
    multi_family_permits single_family_pct housing_permits_growth_pct housing_market_trend
    housing_permits_per_1000 housing_market_activity_level vehicle_dependency_level
    tourism_employment vacant_housing_units seasonal_housing_units vacant_housing_units_pct
    seasonal_housing_units_pct tourism_intensity tourism_economic_impact_score major_parks_state
    national_park_proximity";
