//! The fields that enrichment fills, one entry each. Everything shown about them is generated from here.

use super::format::{FieldKind, Format};
use super::group::Group;
use super::how::{Elsewhere, How};
use crate::fact::GeographyLevel as L;
use crate::measure::Measure as M;
use crate::pack::{RoadClass as R, SiteKind as S};

use Elsewhere::{FloodLayer, Listings, RowItself};
use How::{Computed, Derived, Industry, Measured, Nearby, Outside, Road, Shape, Site};

/// The description of a field that enrichment fills.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FieldSpec {
    pub field: Field,
    pub name: &'static str,
    pub label: &'static str,
    /// Other accepted names.
    pub aliases: &'static [&'static str],
    /// The type of its values and how they are shown.
    pub format: Format,
    pub level: L,
    pub group: Group,
    pub how: How,
    /// How its value is obtained, in words.
    pub description: &'static str,
}

impl FieldSpec {
    /// The type of its values.
    #[must_use]
    pub fn kind(&self) -> FieldKind {
        self.format.kind()
    }
}

macro_rules! fields {
    ($($variant:ident $key:literal $label:literal [$($alias:literal),*] $format:ident $level:ident $group:ident
       $how:expr => $description:literal;)*) => {
        /// A field of an enriched row.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Field { $($variant),* }

        /// All fields, in the order of their discriminants and of exports.
        pub const FIELDS: &[FieldSpec] = &[$(FieldSpec {
            field: Field::$variant,
            name: $key,
            label: $label,
            aliases: &[$($alias),*],
            format: Format::$format,
            level: L::$level,
            group: Group::$group,
            how: $how,
            description: $description,
        }),*];
    };
}

impl Field {
    /// The field's description.
    #[must_use]
    pub fn spec(self) -> &'static FieldSpec {
        &FIELDS[self as usize]
    }

    /// Its canonical name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// Whether a number may be text instead, such as "fewer than 3", because its table omits small cells.
    #[must_use]
    pub fn may_be_left_out(self) -> bool {
        let of_cells = [Self::Establishments, Self::Per1000];
        of_cells.contains(&self)
    }
}

fields! {
    CountyFips "county_fips" "County FIPS" ["County FIPS Code", "FIPS"] Text County Location
        Shape(L::County) => "The county whose shape contains the point (from the tract if one is known); without coordinates, the county of the ZIP code.";
    County "county" "County" ["County Name", "county_name"] Text County Location
        Shape(L::County) => "The name of the county, without \"County\".";
    StateFips "state_fips" "State FIPS" [] Text State Location Shape(L::County) => "The first two digits of county_fips.";
    TractGeoid "tract_geoid" "Census Tract GEOID" ["Census Tract", "tract"] Text Tract Location
        Shape(L::Tract) => "The tract whose shape contains the point; of two censuses, the newer.";
    GeographyMatch "geography_match" "Geography Match" [] Text Point Location
        Shape(L::County) => "\"point\": a shape contains the coordinates; \"nearest shape\": they are outside all shapes, at most 2 km from the nearest; \"zip\": from the ZIP code; \"given\": from the row's own county code.";
    ShoreDistance "geography_distance_mi" "Distance To Matched Geography (mi)" [] Miles Point Location
        Shape(L::County) => "Only where geography_match is \"nearest shape\".";
    FloodZone "flood_zone" "FEMA Flood Zone (Point)" ["Flood Zone", "fema_flood_zone"] Text Point Location
        Outside(FloodLayer) => "FLD_ZONE of the layer's polygon at the point; absent if FEMA has not mapped it.";
    FloodSpecial "flood_special_hazard" "Special Flood Hazard Area (T/F)" [] Flag Point Location
        Outside(FloodLayer) => "SFHA_TF of the same polygon.";
    FoodDesert "food_desert" "Food Desert (T/F)" ["Food Desert"] Flag Tract Socioeconomics
        Measured(M::FoodDesert) => "Low income, and low access to food at 1 mile (urban) or 10 miles (rural): LILATracts_1And10.";
    Qoz "qoz" "QOZ (T/F)" ["Qualified Opportunity Zone", "opportunity_zone"] Flag Tract Socioeconomics
        Measured(M::OpportunityZone) => "Whether the tract is designated; no for tracts that a complete list does not name, absent if the list is an extract.";
    Superfund "superfund" "Superfund Within 5mi (T/F)" ["superfund_within_5mi"] Flag Point Risk
        Site(S::Superfund) => "Whether a site on the list is within 5 miles.";
    SuperfundCount "superfund_sites_within_5mi" "Superfund Sites Within 5mi" [] Count Point Risk
        Site(S::Superfund) => "Number of sites on the list within 5 miles.";
    SuperfundDistance "distance_to_superfund" "Distance to Nearest Superfund Site (mi)" [] Miles Point Risk
        Site(S::Superfund) => "Distance to the nearest site on the list, however far.";
    SuperfundName "nearest_superfund_site" "Nearest Superfund Site" [] Text Point Risk
        Site(S::Superfund) => "The name of the nearest site on the list.";
    PopulationTract "population_tract" "Population (Tract)" [] People Tract Neighborhood
        Measured(M::Population) => "As published; in the ACS B01003.";
    PopulationGrowth "population_growth" "Population Growth (Tract)" ["population_growth_tract"] Percent Tract Neighborhood
        Measured(M::PopulationGrowth) => "Mean annual change between the two vintages, compounded; never between overlapping periods, never between tracts of two censuses.";
    MedianAgeTract "median_age_tract" "Median Age (Tract)" [] Years Tract Neighborhood
        Measured(M::MedianAge) => "As published; in the ACS B01002.";
    MedianIncomeTract "median_income_tract" "Median Household Income (Tract)" ["Median Income (Tract)", "median_household_income_tract"] Usd Tract Neighborhood
        Measured(M::MedianHouseholdIncome) => "As published; in the ACS B19013.";
    PerCapitaIncomeTract "per_capita_income_tract" "Per Capita Income (Tract)" [] Usd Tract Neighborhood
        Measured(M::PerCapitaIncome) => "As published; in the ACS B19301.";
    HomePriceTract "home_price_tract" "Median Home Value (Tract)" ["Home Price (Tract)", "median_home_value_tract"] Usd Tract Neighborhood
        Measured(M::HomeValue) => "As published; in the ACS B25077.";
    AvgRentTract "avg_rent_tract" "Median Gross Rent (Tract)" ["Average Rent (Tract)", "median_gross_rent_tract"] Usd Tract Neighborhood
        Measured(M::GrossRent) => "As published; in the ACS B25064.";
    VacancyRate "vacancy_rate" "Vacancy Rate (Tract)" ["vacancy_rate_tract"] Percent Tract Neighborhood
        Measured(M::VacancyRate) => "As published; in the ACS B25002.";
    OwnerOccupied "owner_occupied" "Owner Occupied (Tract)" ["owner_occupied_tract"] Percent Tract Neighborhood
        Measured(M::Homeownership) => "As published; in the ACS B25003.";
    Age65Plus "age_65_plus" "Age 65+ (Tract)" ["age_65_plus_tract"] Percent Tract Neighborhood
        Measured(M::Age65Plus) => "As published; in the ACS DP05.";
    PovertyRateTract "poverty_rate_tract" "Poverty Rate (Tract)" [] Percent Tract Neighborhood
        Measured(M::PovertyRate) => "As published; in the ACS B17001.";
    UnemploymentTract "unemployment_rate_tract" "Unemployment Rate (Tract)" [] Percent Tract Neighborhood
        Measured(M::UnemploymentRate) => "As published; in the ACS B23025.";
    NoHighSchoolTract "no_high_school_pct_tract" "No High School Diploma % (Tract)" [] Percent Tract Neighborhood
        Measured(M::NoHighSchool) => "As published, or the remainder of those with a diploma; in the ACS B15003.";
    UninsuredTract "uninsured_pct_tract" "Without Health Insurance % (Tract)" [] Percent Tract Neighborhood
        Measured(M::Uninsured) => "As published; in the ACS B27001.";
    BachelorsTract "bachelors_tract" "Bachelor's or Higher (Tract)" ["Bachelors (Tract)"] Percent Tract Neighborhood
        Measured(M::BachelorsOrHigher) => "As published; in the ACS B15003.";
    HouseholdSizeTract "household_size_tract" "Household Size (Tract)" [] MeanPeople Tract Neighborhood
        Measured(M::HouseholdSize) => "As published; in the ACS B25010.";
    Households3 "households_within_3mi" "Households Within 3mi" [] Count Point Neighborhood
        Nearby(&[M::Households2010]) => "Those of the census of 2010; a tract counts by the part of it that is within 3 miles, as a circle of its size around its middle.";
    IncomeWithin1 "income_within_1mi" "Household Income Within 1mi" [] Usd Point Neighborhood
        Nearby(&[M::MedianHouseholdIncome, M::Households2010]) => "The mean of the tracts' medians, weighted by their households within 1 mile.";
    HousingUnitsTract "housing_units_tract" "Housing Units (Tract)" [] Count Tract Neighborhood
        Measured(M::HousingUnits) => "As published; in the ACS B25001.";
    WorkersTract "workers_tract" "Employed Residents (Tract)" [] People Tract Neighborhood
        Measured(M::Workers) => "As published; in the ACS B08301.";
    MobileHomesTract "mobile_homes_pct_tract" "Mobile Homes % (Tract)" [] Percent Tract Neighborhood
        Measured(M::MobileHomes) => "As published; in the ACS B25024.";
    UnitDensityTract "housing_unit_density_tract" "Housing Units per Sq Mi (Tract)" [] PerSqMi Tract Neighborhood
        Measured(M::UnitDensity) => "As published; in the ACS B25001 and land area.";
    LongTermTract "long_term_residents_pct_tract" "Long-Term Residents % (Tract)" [] Percent Tract Neighborhood
        Measured(M::LongTermResidents) => "As published; in the ACS B25038.";
    RetailWorkersTract "retail_workers_pct_tract" "Residents Working in Retail % (Tract)" [] Percent Tract Neighborhood
        Measured(M::RetailWorkers) => "As published; in the ACS C24050.";
    HealthWorkersTract "health_care_workers_pct_tract" "Residents Working in Health Care % (Tract)" [] Percent Tract Neighborhood
        Measured(M::HealthCareWorkers) => "As published; in the ACS C24050.";
    EducationWorkersTract "education_workers_pct_tract" "Residents Working in Education % (Tract)" [] Percent Tract Neighborhood
        Measured(M::EducationWorkers) => "As published; in the ACS C24050.";
    CountyPopulation "county_population" "Population (County)" ["Total Population (County)"] People County County
        Measured(M::Population) => "As published.";
    CountyGrowth "county_growth_rate" "Population Growth (County)" [] Percent County County
        Measured(M::PopulationGrowth) => "The newest year over the year before; without annual estimates, the mean annual change since the 2010 census, compounded.";
    CountyBachelors "county_bachelors" "Bachelor's or Higher (County)" ["Bachelors (County)"] Percent County County
        Measured(M::BachelorsOrHigher) => "As published.";
    CountyHomeValue "county_home_value" "Median Home Value (County)" [] Usd County County
        Measured(M::HomeValue) => "As published; in the ACS B25077.";
    CountyMedianRent "county_median_rent" "Median Gross Rent (County)" [] Usd County County
        Measured(M::GrossRent) => "As published; in the ACS B25064.";
    UnemploymentRate "unemployment_rate" "Unemployment Rate (County)" ["unemployment_rate_county"] Percent County County
        Measured(M::UnemploymentRate) => "As published.";
    LaborForce "labor_force" "Labor Force (County)" [] People County County Measured(M::LaborForce) => "As published.";
    Employed "employed_residents" "Employed Residents (County)" [] People County County Measured(M::Employed) => "As published.";
    LaborForceParticipation "labor_force_participation" "Labor Force Participation (County)" [] Percent County County
        Measured(M::LaborForceParticipation) => "As published; in the ACS B23025.";
    MedianAgeCounty "median_age_county" "Median Age (County)" [] Years County County
        Measured(M::MedianAge) => "As published; in the ACS B01002.";
    MedianIncomeCounty "median_income_county" "Median Household Income (County)" ["median_household_income_county"] Usd County County
        Measured(M::MedianHouseholdIncome) => "As published.";
    PerCapitaIncome "per_capita_income_county" "Per Capita Income (County)" [] Usd County County
        Measured(M::PerCapitaIncome) => "As published; in the ACS B19301.";
    HomeownershipRate "homeownership_rate" "Homeownership Rate (County)" [] Percent County County
        Measured(M::Homeownership) => "Share of occupied units that are owner-occupied; in the ACS B25003.";
    PovertyRate "poverty_rate" "Poverty Rate (County)" ["poverty_rate_county"] Percent County County
        Measured(M::PovertyRate) => "As published.";
    EmploymentGrowth "employment_growth_rate" "Employment Growth Rate (County)" [] Percent County County
        Measured(M::EmploymentGrowth) => "Mean annual change of employed residents between two years, compounded.";
    Age65County "age_65_plus_county" "Age 65+ (County)" [] Percent County County
        Measured(M::Age65Plus) => "As published; in the ACS DP05.";
    HouseholdSizeCounty "household_size_county" "Household Size (County)" [] MeanPeople County County
        Measured(M::HouseholdSize) => "As published; in the ACS B25010.";
    HousingUnits "housing_units_county" "Housing Units (County)" [] Count County County
        Measured(M::HousingUnits) => "As published; in the ACS B25001.";
    VacancyCounty "vacancy_rate_county" "Vacancy Rate (County)" [] Percent County County
        Measured(M::VacancyRate) => "As published; in the ACS B25002.";
    NoHighSchool "no_high_school_pct" "No High School Diploma % (County)" [] Percent County County
        Measured(M::NoHighSchool) => "As published.";
    Gini "gini_index" "Income Inequality, Gini Index (County)" [] Ratio County County
        Measured(M::GiniIndex) => "As published; in the ACS B19083.";
    NoInternet "no_internet_pct" "Households Without Internet % (County)" [] Percent County County
        Measured(M::NoInternet) => "Households without any access to the internet, as published; in the ACS B28002.";
    Uninsured "uninsured_pct" "Without Health Insurance % (County)" [] Percent County County
        Measured(M::Uninsured) => "As published.";
    Disability "disability_pct" "With a Disability % (County)" [] Percent County County
        Measured(M::Disability) => "As published.";
    MobileHomes "mobile_homes_pct" "Mobile Homes % (County)" [] Percent County County Measured(M::MobileHomes) => "As published.";
    RepublicanPct "republican_pct" "Republican %" ["Rep %", "rep_pct"] Percent County Politics
        Measured(M::RepublicanShare) => "As published.";
    DemocratPct "democrat_pct" "Democrat %" ["Dem %", "dem_pct"] Percent County Politics
        Measured(M::DemocratShare) => "As published.";
    GreenPct "green_pct" "Green %" [] Percent County Politics Measured(M::GreenShare) => "As published.";
    LibertarianPct "libertarian_pct" "Libertarian %" [] Percent County Politics Measured(M::LibertarianShare) => "As published.";
    OtherPct "other_pct" "Other Party %" [] Percent County Politics Measured(M::OtherPartyShare) => "As published.";
    VotesCast "votes_cast" "Presidential Votes Cast (County)" [] Count County Politics Measured(M::VotesCast) => "As published.";
    RiskIndex "natural_hazard_risk_score" "Natural Hazard Risk Index (County)" ["NRI Risk Score"] Score County Risk
        Measured(M::RiskScore) => "As published.";
    ExpectedLoss "expected_annual_loss_score" "Expected Annual Loss Score (County)" [] Score County Risk
        Measured(M::ExpectedLossScore) => "As published.";
    SocialVulnerability "social_vulnerability_score" "Social Vulnerability Score (County)" [] Score County Risk
        Measured(M::SocialVulnerability) => "As published.";
    Resilience "community_resilience_score" "Community Resilience Score (County)" [] Score County Risk
        Measured(M::Resilience) => "As published.";
    Lightning "lightning_risk" "Lightning Risk Score" [] Score County Weather Measured(M::LightningRisk) => "As published.";
    Hurricane "hurricane_risk" "Hurricane Risk Score" [] Score County Weather Measured(M::HurricaneRisk) => "As published.";
    Wildfire "wildfire_risk" "Wildfire Risk Score" [] Score County Weather Measured(M::WildfireRisk) => "As published.";
    Tornado "tornado_risk" "Tornado Risk Score" [] Score County Weather Measured(M::TornadoRisk) => "As published.";
    Earthquake "earthquake_risk" "Earthquake Risk Score" [] Score County Weather Measured(M::EarthquakeRisk) => "As published.";
    Hail "hail_risk" "Hail Risk Score" [] Score County Weather Measured(M::HailRisk) => "As published.";
    HeatWave "heat_wave_risk" "Heat Wave Risk Score" [] Score County Weather Measured(M::HeatWaveRisk) => "As published.";
    Drought "drought_risk" "Drought Risk Score" [] Score County Weather Measured(M::DroughtRisk) => "As published.";
    RiverineFlood "riverine_flood_risk" "Riverine Flood Risk Score" ["inland_flood_risk"] Score County Weather
        Measured(M::RiverineFloodRisk) => "As published.";
    CoastalFlood "coastal_flood_risk" "Coastal Flood Risk Score" [] Score County Weather
        Measured(M::CoastalFloodRisk) => "As published.";
    Avalanche "avalanche_risk" "Avalanche Risk Score" [] Score County Weather Measured(M::AvalancheRisk) => "As published.";
    ColdWave "cold_wave_risk" "Cold Wave Risk Score" [] Score County Weather Measured(M::ColdWaveRisk) => "As published.";
    IceStorm "ice_storm_risk" "Ice Storm Risk Score" [] Score County Weather Measured(M::IceStormRisk) => "As published.";
    Landslide "landslide_risk" "Landslide Risk Score" [] Score County Weather Measured(M::LandslideRisk) => "As published.";
    StrongWind "strong_wind_risk" "Strong Wind Risk Score" [] Score County Weather Measured(M::StrongWindRisk) => "As published.";
    Tsunami "tsunami_risk" "Tsunami Risk Score" [] Score County Weather Measured(M::TsunamiRisk) => "As published.";
    Volcanic "volcanic_activity_risk" "Volcanic Activity Risk Score" [] Score County Weather
        Measured(M::VolcanicRisk) => "As published.";
    WinterWeather "winter_weather_risk" "Winter Weather Risk Score" [] Score County Weather
        Measured(M::WinterWeatherRisk) => "As published.";
    WorkFromHome "work_from_home_pct" "Work From Home %" [] Percent County Commuting
        Measured(M::WorkedFromHome) => "As published; in the ACS B08301.";
    PublicTransport "public_transport_pct" "Public Transport %" ["public_transit_pct"] Percent County Commuting
        Measured(M::PublicTransport) => "As published; in the ACS B08301.";
    CommuteTime "average_commute_time" "Average Commute Time (min)" ["Average Commute Time"] Minutes County Commuting
        Measured(M::CommuteMinutes) => "As published; in the ACS B08013 and B08303, or DP03.";
    DroveAlone "drive_alone_pct" "Drive Alone %" [] Percent County Vehicles
        Measured(M::DroveAlone) => "As published; in the ACS B08301.";
    Carpool "carpool_pct" "Carpool %" [] Percent County Vehicles Measured(M::Carpooled) => "As published; in the ACS B08301.";
    Walk "walk_pct" "Walk %" [] Percent County Vehicles Measured(M::Walked) => "As published; in the ACS B08301.";
    OtherCommute "other_commute_pct" "Other Commute %" [] Percent County Vehicles
        Measured(M::OtherMeans) => "As published; in the ACS B08301.";
    NoVehicle "no_vehicle_households_pct" "No Vehicle Households %" [] Percent County Vehicles
        Measured(M::NoVehicleShare) => "As published; in the ACS B08201.";
    NoVehicleHouseholds "no_vehicle_households" "No Vehicle Households" [] Count County Vehicles
        Measured(M::NoVehicleHouseholds) => "As published; in the ACS B08201.";
    OneVehicle "one_vehicle_households_pct" "One Vehicle Households %" [] Percent County Vehicles
        Measured(M::OneVehicleShare) => "As published; in the ACS B08201.";
    TwoVehicles "two_vehicle_households_pct" "Two Vehicle Households %" [] Percent County Vehicles
        Measured(M::TwoVehicleShare) => "As published; in the ACS B08201.";
    ThreeVehicles "three_plus_vehicle_households_pct" "Three+ Vehicle Households %" [] Percent County Vehicles
        Measured(M::ThreePlusVehicleShare) => "As published; in the ACS B08201.";
    DaytimePopulation "daytime_population" "Daytime Population (County)" [] People County Commuting
        Measured(M::DaytimePopulation) => "As published.";
    HousingPermits "housing_permits" "Housing Permits" [] Count County Housing
        Measured(M::PermitBuildings) => "Buildings permitted in the year.";
    UnitsPermitted "housing_units_permitted" "Housing Units Permitted" [] Count County Housing
        Measured(M::PermitUnits) => "As published.";
    ConstructionValue "housing_construction_value" "Housing Construction Value" [] Usd County Housing
        Measured(M::PermitValue) => "As published.";
    SingleFamily "single_family_permits" "Single Family Units Permitted" ["Single Family Permits"] Count County Housing
        Measured(M::SingleFamilyUnits) => "Housing units (not permits) permitted in buildings of one unit.";
    MultiFamily "multi_family_permits" "Multi Family Units Permitted" ["Multi Family Permits"] Count County Housing
        Measured(M::MultiFamilyUnits) => "Housing units (not permits) permitted in buildings of two or more.";
    PermitsGrowth "housing_permits_growth_pct" "Housing Units Permitted Growth %" ["Housing Permits Growth %"] Percent County Housing
        Measured(M::PermitGrowth) => "Units, change from the year before (mean annual change if the years are further apart).";
    VacantUnits "vacant_housing_units" "Vacant Housing Units" [] Count County Tourism
        Measured(M::VacantUnits) => "As published, or units minus households, or units times vacancy rate; in the ACS B25004.";
    SeasonalUnits "seasonal_housing_units" "Seasonal Housing Units" [] Count County Tourism
        Measured(M::SeasonalUnits) => "As published; in the ACS B25004.";
    FloodRisk "flood_risk" "Flood Risk Score" [] Score County Weather
        Computed(&[M::RiverineFloodRisk, M::CoastalFloodRisk]) => "The higher of riverine (inland) and coastal flooding.";
    AggregatedRisk "weather_risk_score" "Aggregated_Risk_Score" ["Aggregated Risk Score", "Weather Risk Score", "overall_risk_score"] Score County Weather
        Derived => "Mean of the nine hazards (lightning, hurricane, wildfire, tornado, flood, earthquake, hail, heat wave, drought) over those the table has; at least five.";
    TopRisk1 "top_risk_1" "Top_Risk_1" ["Top Risk 1"] Text County Weather
        Derived => "The name of the hazard with the highest score above 0.";
    TopRisk1Score "top_risk_1_score" "Top_Risk_1_Score" ["Top Risk 1 Score"] Score County Weather
        Derived => "The score of the highest hazard.";
    TopRisk2 "top_risk_2" "Top_Risk_2" ["Top Risk 2"] Text County Weather
        Derived => "The name of the hazard with the second-highest score above 0.";
    TopRisk2Score "top_risk_2_score" "Top_Risk_2_Score" ["Top Risk 2 Score"] Score County Weather
        Derived => "The score of the second-highest hazard.";
    TopRisk3 "top_risk_3" "Top_Risk_3" ["Top Risk 3"] Text County Weather
        Derived => "The name of the hazard with the third-highest score above 0.";
    TopRisk3Score "top_risk_3_score" "Top_Risk_3_Score" ["Top Risk 3 Score"] Score County Weather
        Derived => "The score of the third-highest hazard.";
    PopulationDensity "population_density" "Population Density (County)" [] PerSqMi County County
        Computed(&[M::Population, M::LandAreaSqMi]) => "Population per square mile of land.";
    TotalCommuters "total_commuters" "Total Commuters" [] People County Commuting
        Computed(&[M::Workers, M::WorkedFromHome]) => "Workers minus those who work from home; in the ACS B08301.";
    DaytimeJobs "daytime_jobs" "Daytime Jobs (County)" ["total_employment", "Total Employment (County)"] Count County Commuting
        Industry => "Jobs in the county, all industries and ownerships.";
    DaytimeRatio "daytime_population_ratio" "Daytime Population Ratio" [] Ratio County Commuting
        Computed(&[M::DaytimePopulation, M::Population]) => "Daytime population divided by resident population, from the same table.";
    PopulationType "population_type" "Population Type" [] Text County Commuting
        Computed(&[M::DaytimePopulation, M::Population]) => "\"Daytime (work destination)\" if the daytime ratio is above 1.1, \"Residential (bedroom)\" below 0.9, else \"Balanced\".";
    SingleFamilyPct "single_family_pct" "Single Family % of Units Permitted" ["Single Family %"] Percent County Housing
        Computed(&[M::SingleFamilyUnits, M::PermitUnits]) => "Share of permitted units in buildings of one unit.";
    PermitsPer1000 "housing_permits_per_1000" "Housing Units Permitted per 1000" ["Housing Permits per 1000"] PerThousand County Housing
        Computed(&[M::PermitUnits, M::Population]) => "Units permitted per 1,000 residents.";
    MarketTrend "housing_market_trend" "Housing Market Trend" [] Text County Housing
        Computed(&[M::PermitGrowth]) => "\"Growing\" if permits grew by more than 5 %, \"Declining\" below -5 %, else \"Stable\".";
    MarketActivity "housing_market_activity_level" "Housing Market Activity Level" [] Text County Housing
        Computed(&[M::PermitUnits, M::Population]) => "Units permitted per 1,000 residents: \"High\" from 7, \"Moderate\" from 3, else \"Low\".";
    VehicleDependency "vehicle_dependency_level" "Vehicle Dependency Level" [] Text County Vehicles
        Computed(&[M::DroveAlone, M::Carpooled]) => "Drive alone and carpool together: \"High\" from 85 %, \"Moderate\" from 70 %, else \"Low\"; in the ACS B08301.";
    VacantPct "vacant_housing_units_pct" "Vacant Housing Units %" [] Percent County Tourism
        Computed(&[M::VacantUnits, M::HousingUnits]) => "Share of units that are vacant; in the ACS B25002.";
    SeasonalPct "seasonal_housing_units_pct" "Seasonal Housing Units %" [] Percent County Tourism
        Computed(&[M::SeasonalUnits, M::HousingUnits]) => "Share of units that are seasonal; in the ACS B25004.";
    DistanceInterstate "distance_to_interstate" "Distance to Interstate (mi)" [] Miles Point Infrastructure
        Road(R::Interstate) => "Distance to the nearest point of an interstate; absent if a nearer one could be outside the table's coverage.";
    NearestInterstate "nearest_interstate" "Nearest Interstate" [] Text Point Infrastructure
        Road(R::Interstate) => "The nearest interstate's number.";
    DistanceUsHighway "distance_to_us_highway" "Distance to US Highway (mi)" [] Miles Point Infrastructure
        Road(R::UsHighway) => "Distance to the nearest point of a US highway; absent if a nearer one could be outside the table's coverage.";
    NearestUsHighway "nearest_us_highway" "Nearest US Highway" [] Text Point Infrastructure
        Road(R::UsHighway) => "The nearest US highway's number.";
    InterchangeDensity "highway_interchange_density" "Highway Interchange Density" [] SparsePerSqMi Point Infrastructure
        Site(S::Interchange) => "Junctions within 5 miles, per square mile of that circle.";
    DistanceCommercial "distance_to_commercial_airport" "Distance to Commercial Airport (mi)" ["Distance to Nearest Commercial Airport (mi)"] Miles Point Infrastructure
        Site(S::CommercialAirport) => "Distance to the nearest airport with scheduled service.";
    CommercialCode "nearest_commercial_airport" "Nearest Commercial Airport Code" ["nearest_commercial_airport_code", "commercial_airport_code"] Text Point Infrastructure
        Site(S::CommercialAirport) => "The airport's IATA code, or else its local one.";
    CommercialName "nearest_commercial_airport_name" "Nearest Commercial Airport" [] Text Point Infrastructure
        Site(S::CommercialAirport) => "The airport's name.";
    DistanceGeneral "distance_to_ga_airport" "Distance to General Aviation Airport (mi)" ["distance_to_general_aviation_airport"] Miles Point Infrastructure
        Site(S::GeneralAviationAirport) => "Distance to the nearest airport without scheduled service; the list that ships with the product has no small airports, but OurAirports' own does.";
    GeneralCode "nearest_ga_airport" "Nearest General Aviation Airport Code" ["nearest_ga_airport_code", "ga_airport_code", "general_aviation_airport_code"] Text Point Infrastructure
        Site(S::GeneralAviationAirport) => "The airport's IATA code, or else its local one.";
    GeneralName "nearest_ga_airport_name" "Nearest General Aviation Airport" [] Text Point Infrastructure
        Site(S::GeneralAviationAirport) => "The airport's name.";
    AccessScore "transportation_access_score" "Transportation Access Score" [] Score Point Access
        Derived => "Weighted mean of its inputs, 0 to 100 (docs/scores.md).";
    ParkDistance "national_park_proximity" "National Park Proximity (mi)" [] Miles Point Tourism
        Site(S::NationalPark) => "Distance to the center of the nearest national park.";
    ParkName "nearest_national_park" "Nearest National Park" [] Text Point Tourism Site(S::NationalPark) => "The park's name.";
    MajorParks "major_parks_state" "Major Parks (State)" [] Count State Tourism
        Site(S::ParkUnit) => "Units of the National Park System in the state.";
    Competitors5 "competitors_within_5mi" "Competitors Within 5mi" [] Count Point Competitors
        Outside(Listings) => "Number of other businesses of the same category within 5 miles in the imported listings, if these cover the whole circle.";
    Competitors3 "competitors_within_3mi" "Competitors Within 3mi" [] Count Point Competitors
        Outside(Listings) => "The same within 3 miles.";
    Competitors "competitors" "Competitors" [] Businesses Point Competitors
        Outside(Listings) => "The nearest competitors within 5 miles, at most 20.";
    Naics6 "naics6_code" "NAICS6 Code" ["NAICS"] Text Point Density
        Outside(RowItself) => "As given in the row, or else derived from its category.";
    WeeklyWage "county_weekly_wage" "Average Weekly Wage (County)" ["Average Weekly Wage", "average_weekly_wage_county"] Usd County County
        Industry => "Average weekly wage of all industries and ownerships.";
    StateWeeklyWage "state_weekly_wage" "State Average Weekly Wage" ["average_weekly_wage_state"] Usd State County
        Industry => "Average weekly wage of all industries and ownerships in the state.";
    StateJobs "state_jobs" "State Jobs" ["total_employment_state"] Count State Commuting
        Industry => "Jobs in the state, all industries and ownerships.";
    CountedAs "industry_counted_as" "Industry Counted" [] Text County Density
        Industry => "What the figures of the row's industry count: the industry, or the shorter code that the table has, in the table's own edition of NAICS. Several kinds of business may share one.";
    Establishments "county_total_establishments_same_industry" "Establishments in Same Industry (County)" [] Count County Density
        Industry => "Employers' establishments in the industry counted. \"fewer than 3\" if the table omits it, as it does below 3; \"none\" if its sector has no more.";
    Employees "county_total_employees_same_industry" "Employees in Same Industry (County)" [] Count County Density
        Industry => "Jobs in the industry counted.";
    IndustryWage "county_weekly_wage_same_industry" "Average Weekly Wage in Same Industry (County)" [] Usd County Density
        Industry => "Average weekly wage in the industry counted.";
    Per1000 "establishments_per_1000_residents" "Establishments per 1000 Residents" [] PerThousand County Density
        Industry => "Establishments in the industry counted per 1,000 residents of the county; a range if the table omits some.";
    IndustryRank "industry_rank_in_county" "Industry Rank in County" [] Count County Density
        Industry => "1 for the industry with the most establishments among all codes with the same number of digits.";
    LocationQuotient "location_quotient" "Location Quotient" [] Ratio County Density
        Industry => "The industry's share of the county's jobs divided by its share of the nation's; of establishments if jobs are withheld.";
    SaturationState "market_saturation_vs_state" "Market Saturation vs State" [] Index100 County Saturation
        Industry => "100: as many as the people, incomes and density of the county's state would usually keep there; what little data say counts less (docs/atlas.md). Absent where that cannot be told.";
    SaturationNational "market_saturation_vs_national" "Market Saturation vs National" [] Index100 County Saturation
        Industry => "100: as many as the county's people and incomes usually keep in the nation; what little data say counts less (docs/atlas.md). Absent where that cannot be told.";
    Opportunity "market_opportunity_assessment" "Market Opportunity Assessment" [] Text County Saturation
        Industry => "Both saturations below 80: \"High opportunity (low saturation)\"; either above 120: \"Limited opportunity (highly saturated)\"; else \"Moderate opportunity\".";
    MarketClass "market_class" "Market Class" [] Text County Saturation
        Industry => "Compared with similar counties: \"Room for more\", \"About as usual\" or \"Crowded\" where that is 80 % sure, else \"Can't tell\" (docs/atlas.md).";
    MarketIndex "market_index_here" "Market Index Here" [] Index100 Point Saturation
        Industry => "Supply beside demand around the point; 100 is usual, more is crowded. Where complete listings cover the point: what the other businesses within 5 miles offer its people. Else: the county with its surroundings (docs/atlas.md).";
    Intensity "competitive_intensity" "Competitive Intensity" [] Text Point Competitors
        Outside(Listings) => "Competitors within 5 miles: \"Low\" below 5, \"Moderate\" below 20, else \"High\".";
    TourismEmployment "tourism_employment" "Tourism Employment (County)" [] Count County Tourism
        Industry => "Jobs in NAICS 71 (arts, entertainment, recreation) and 72 (accommodation, food).";
    TourismIntensity "tourism_intensity" "Tourism Intensity" [] Percent County Tourism
        Industry => "Tourism employment as a share of all jobs.";
    StateTourismJobs "state_tourism_employment" "State Tourism Employment" [] Count State Tourism
        Industry => "Jobs in NAICS 71 and 72 in the state.";
    StateTourismShare "state_tourism_intensity" "State Tourism Intensity" [] Percent State Tourism
        Industry => "The state's tourism employment as a share of all its jobs.";
    TourismImpact "tourism_economic_impact_score" "Tourism Economic Impact Score" [] Score County Tourism
        Derived => "Weighted mean of its inputs, 0 to 100 (docs/scores.md).";
    EnvironmentalRisk "environmental_risk_score" "Environmental Risk Score" [] Score Point Risk
        Derived => "The aggregated risk score, raised by up to 20 if a Superfund site is near; higher is riskier.";
    EconomicScore "economic_strength_score" "Economic Strength Score" [] Score County Scoring
        Derived => "Weighted mean of its factors' points, 0 to 100 (docs/scores.md).";
    EconomicFactors "economic_strength_factors" "Economic Strength Factors" ["economic_factors"] Factors County Scoring
        Derived => "The factors of the score: input, points and weight of each.";
    DemographicScore "demographic_score" "Demographic Score" [] Score County Scoring
        Derived => "Weighted mean of its factors' points, 0 to 100 (docs/scores.md).";
    DemographicFactors "demographic_factors" "Demographic Factors" [] Factors County Scoring
        Derived => "The factors of the score: input, points and weight of each.";
    HousingMarketScore "housing_market_score" "Housing Market Score" [] Score County Scoring
        Derived => "Weighted mean of its factors' points, 0 to 100 (docs/scores.md).";
    HousingMarketFactors "housing_market_factors" "Housing Market Factors" [] Factors County Scoring
        Derived => "The factors of the score: input, points and weight of each.";
    TransportationScore "transportation_score" "Transportation Score" [] Score Point Scoring
        Derived => "Weighted mean of its factors' points, 0 to 100 (docs/scores.md).";
    TransportationFactors "transportation_factors" "Transportation Factors" [] Factors Point Scoring
        Derived => "The factors of the score: input, points and weight of each.";
    TourismScore "tourism_score" "Tourism Score" [] Score County Scoring
        Derived => "Weighted mean of its factors' points, 0 to 100 (docs/scores.md).";
    TourismFactors "tourism_factors" "Tourism Factors" [] Factors County Scoring
        Derived => "The factors of the score: input, points and weight of each.";
    MarketScore "market_intelligence_score" "Market Intelligence Score" [] Score Point Scoring
        Derived => "Weighted mean of its factors' points, 0 to 100 (docs/scores.md).";
    MarketFactors "market_intelligence_factors" "Market Intelligence Factors" [] Factors Point Scoring
        Derived => "The factors of the score: input, points and weight of each.";
    Sentiment "market_sentiment" "Market Sentiment" [] Text Point Scoring
        Derived => "Market intelligence score: \"Positive\" from 60, \"Neutral\" from 40, else \"Negative\".";
    RiskLevel "risk_level" "Risk Level" [] Text Point Risk
        Derived => "From the mean of environmental risk and economic weakness: \"High\" from 60, \"Moderate\" from 35, else \"Low\".";
    Recommendation "market_recommendation" "Market Recommendation" [] Text Point Scoring
        Derived => "Follows from the market intelligence score and the risk level (docs/scores.md).";
}
