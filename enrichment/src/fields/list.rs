//! The fields, one entry each. What is shown of them is generated from here (`docs/fields.md`).

use super::{FieldSpec, How, Unit};
use crate::fact::GeographyLevel as L;
use crate::measure::Measure as M;

macro_rules! fields {
    ($($variant:ident $name:literal $label:literal [$($alias:literal),*] $unit:ident $level:ident
       $(= $measure:expr)? => $official:literal, $formula:literal;)*) => {
        /// A field of an enriched row.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "each is described by its entry in FIELDS")]
        pub enum Field { $($variant),* }

        /// All fields, in the order of their discriminants and of exports.
        pub const FIELDS: &[FieldSpec] = &[$(FieldSpec {
            field: Field::$variant,
            name: $name,
            label: $label,
            aliases: &[$($alias),*],
            unit: Unit::$unit,
            level: L::$level,
            how: fields!(@how $($measure)?),
            official: $official,
            formula: $formula,
        }),*];
    };
    (@how $measure:expr) => { How::Measured($measure) };
    (@how) => { How::Computed };
}

fields! {
    CountyFips "county_fips" "County FIPS" ["County FIPS Code", "FIPS"] Text County
        => "Cartographic boundaries, counties (Census Bureau)", "the county whose shape holds the point (from the tract where one is known); without coordinates the county of the ZIP code";
    County "county" "County" ["County Name", "county_name"] Text County
        => "Cartographic boundaries, counties (Census Bureau)", "the name of the county, without \"County\"";
    StateFips "state_fips" "State FIPS" [] Text State
        => "Cartographic boundaries, counties (Census Bureau)", "the first two digits of county_fips";
    TractGeoid "tract_geoid" "Census Tract GEOID" ["Census Tract", "tract"] Text Tract
        => "Cartographic boundaries, tracts (Census Bureau)", "the tract whose shape holds the point; of two censuses the newer";
    GeographyMatch "geography_match" "Geography Match" [] Text Point
        => "Cartographic boundaries (Census Bureau)", "\"point\": a shape holds the coordinates; \"nearest shape\": they lie outside all shapes, at most 2 km from the nearest; \"zip\": from the ZIP code; \"given\": from the row's own county code";
    ShoreDistance "geography_distance_mi" "Distance To Matched Geography (mi)" [] Miles Point
        => "Cartographic boundaries (Census Bureau)", "only where geography_match is \"nearest shape\"";
    FloodZone "flood_zone" "FEMA Flood Zone (Point)" ["Flood Zone", "fema_flood_zone"] Text Point
        => "National Flood Hazard Layer (FEMA), online look-up", "FLD_ZONE of the layer's polygon at the point; absent where FEMA has not mapped it";
    FloodSpecial "flood_special_hazard" "Special Flood Hazard Area (T/F)" [] Flag Point
        => "National Flood Hazard Layer (FEMA), online look-up", "SFHA_TF of the same polygon";
    FoodDesert "food_desert" "Food Desert (T/F)" ["Food Desert"] Flag Tract = M::FoodDesert
        => "Food Access Research Atlas (USDA ERS)", "LILATracts_1And10: low income, and low access at 1 mile (urban) or 10 miles (rural)";
    Qoz "qoz" "QOZ (T/F)" ["Qualified Opportunity Zone", "opportunity_zone"] Flag Tract = M::OpportunityZone
        => "Designated Qualified Opportunity Zones (CDFI Fund)", "the tract is designated; false for tracts that a whole list does not name, absent where the list is an extract";
    Superfund "superfund" "Superfund Within 5mi (T/F)" ["superfund_within_5mi"] Flag Point
        => "Superfund National Priorities List sites (EPA)", "a site on the list lies within 5 miles";
    SuperfundCount "superfund_sites_within_5mi" "Superfund Sites Within 5mi" [] Count Point
        => "Superfund National Priorities List sites (EPA)", "how many";
    SuperfundDistance "distance_to_superfund" "Distance to Nearest Superfund Site (mi)" [] Miles Point
        => "Superfund National Priorities List sites (EPA)", "to the nearest site on the list, wherever it is";
    SuperfundName "nearest_superfund_site" "Nearest Superfund Site" [] Text Point
        => "Superfund National Priorities List sites (EPA)", "its name";
    PopulationTract "population_tract" "Population (Tract)" [] People Tract = M::Population
        => "ACS 5-year, tracts, B01003 (Census Bureau)", "the table's own value";
    PopulationGrowth "population_growth" "Population Growth (Tract)" ["population_growth_tract"] Percent Tract = M::PopulationGrowth
        => "ACS 5-year, tracts, B01003 of two vintages (Census Bureau)", "mean annual change between the two vintages, compounded; never between overlapping periods, never between tracts of two censuses";
    MedianAgeTract "median_age_tract" "Median Age (Tract)" [] Years Tract = M::MedianAge
        => "ACS 5-year, tracts, B01002 (Census Bureau)", "the table's own value";
    MedianIncomeTract "median_income_tract" "Median Household Income (Tract)" ["Median Income (Tract)", "median_household_income_tract"] Usd Tract = M::MedianHouseholdIncome
        => "ACS 5-year, tracts, B19013 (Census Bureau)", "the table's own value";
    PerCapitaIncomeTract "per_capita_income_tract" "Per Capita Income (Tract)" [] Usd Tract = M::PerCapitaIncome
        => "ACS 5-year, tracts, B19301 (Census Bureau)", "the table's own value";
    HomePriceTract "home_price_tract" "Median Home Value (Tract)" ["Home Price (Tract)", "median_home_value_tract"] Usd Tract = M::HomeValue
        => "ACS 5-year, tracts, B25077 (Census Bureau)", "the table's own value";
    AvgRentTract "avg_rent_tract" "Median Gross Rent (Tract)" ["Average Rent (Tract)", "median_gross_rent_tract"] Usd Tract = M::GrossRent
        => "ACS 5-year, tracts, B25064 (Census Bureau)", "the table's own value";
    VacancyRate "vacancy_rate" "Vacancy Rate (Tract)" ["vacancy_rate_tract"] Percent Tract = M::VacancyRate
        => "ACS 5-year, tracts, B25002 (Census Bureau)", "the table's own value";
    OwnerOccupied "owner_occupied" "Owner Occupied (Tract)" ["owner_occupied_tract"] Percent Tract = M::Homeownership
        => "ACS 5-year, tracts, B25003 (Census Bureau)", "the table's own value";
    Age65Plus "age_65_plus" "Age 65+ (Tract)" ["age_65_plus_tract"] Percent Tract = M::Age65Plus
        => "ACS 5-year, tracts, DP05 (Census Bureau)", "the table's own value";
    PovertyRateTract "poverty_rate_tract" "Poverty Rate (Tract)" [] Percent Tract = M::PovertyRate
        => "ACS 5-year, tracts, B17001 (Census Bureau)", "the table's own value";
    UnemploymentTract "unemployment_rate_tract" "Unemployment Rate (Tract)" [] Percent Tract = M::UnemploymentRate
        => "ACS 5-year, tracts, B23025 (Census Bureau)", "the table's own value";
    NoHighSchoolTract "no_high_school_pct_tract" "No High School Diploma % (Tract)" [] Percent Tract = M::NoHighSchool
        => "ACS 5-year, tracts, B15003 (Census Bureau)", "the table's own value, or what is left of those with a diploma";
    UninsuredTract "uninsured_pct_tract" "Without Health Insurance % (Tract)" [] Percent Tract = M::Uninsured
        => "ACS 5-year, tracts, B27001 (Census Bureau)", "the table's own value";
    BachelorsTract "bachelors_tract" "Bachelor's or Higher (Tract)" ["Bachelors (Tract)"] Percent Tract = M::BachelorsOrHigher
        => "ACS 5-year, tracts, B15003 (Census Bureau)", "the table's own value";
    HouseholdSizeTract "household_size_tract" "Household Size (Tract)" [] People Tract = M::HouseholdSize
        => "ACS 5-year, tracts, B25010 (Census Bureau)", "the table's own value";
    HousingUnitsTract "housing_units_tract" "Housing Units (Tract)" [] Count Tract = M::HousingUnits
        => "ACS 5-year, tracts, B25001 (Census Bureau)", "the table's own value";
    WorkersTract "workers_tract" "Employed Residents (Tract)" [] People Tract = M::Workers
        => "ACS 5-year, tracts, B08301 (Census Bureau)", "the table's own value";
    MobileHomesTract "mobile_homes_pct_tract" "Mobile Homes % (Tract)" [] Percent Tract = M::MobileHomes
        => "ACS 5-year, tracts, B25024 (Census Bureau)", "the table's own value";
    UnitDensityTract "housing_unit_density_tract" "Housing Units per Sq Mi (Tract)" [] PerSqMi Tract = M::UnitDensity
        => "ACS 5-year, tracts, B25001 and land area (Census Bureau)", "the table's own value";
    LongTermTract "long_term_residents_pct_tract" "Long-Term Residents % (Tract)" [] Percent Tract = M::LongTermResidents
        => "ACS 5-year, tracts, B25038 (Census Bureau)", "the table's own value";
    RetailWorkersTract "retail_workers_pct_tract" "Residents Working in Retail % (Tract)" [] Percent Tract = M::RetailWorkers
        => "ACS 5-year, tracts, C24050 (Census Bureau)", "the table's own value";
    HealthWorkersTract "health_care_workers_pct_tract" "Residents Working in Health Care % (Tract)" [] Percent Tract = M::HealthCareWorkers
        => "ACS 5-year, tracts, C24050 (Census Bureau)", "the table's own value";
    EducationWorkersTract "education_workers_pct_tract" "Residents Working in Education % (Tract)" [] Percent Tract = M::EducationWorkers
        => "ACS 5-year, tracts, C24050 (Census Bureau)", "the table's own value";
    CountyPopulation "county_population" "Population (County)" ["Total Population (County)"] People County = M::Population
        => "Population Estimates Program (Census Bureau)", "the table's own value";
    CountyGrowth "county_growth_rate" "Population Growth (County)" [] Percent County = M::PopulationGrowth
        => "Population Estimates Program (Census Bureau)", "the newest year over the year before; without estimates by year the mean annual change since the 2010 census, compounded";
    CountyBachelors "county_bachelors" "Bachelor's or Higher (County)" ["Bachelors (County)"] Percent County = M::BachelorsOrHigher
        => "County-level educational attainment (USDA ERS)", "the table's own value";
    CountyHomeValue "county_home_value" "Median Home Value (County)" [] Usd County = M::HomeValue
        => "ACS 5-year, counties, B25077 (Census Bureau)", "the table's own value";
    CountyMedianRent "county_median_rent" "Median Gross Rent (County)" [] Usd County = M::GrossRent
        => "ACS 5-year, counties, B25064 (Census Bureau)", "the table's own value";
    UnemploymentRate "unemployment_rate" "Unemployment Rate (County)" ["unemployment_rate_county"] Percent County = M::UnemploymentRate
        => "Local Area Unemployment Statistics (BLS)", "the table's own value";
    LaborForce "labor_force" "Labor Force (County)" [] People County = M::LaborForce
        => "Local Area Unemployment Statistics (BLS)", "the table's own value";
    Employed "employed_residents" "Employed Residents (County)" [] People County = M::Employed
        => "Local Area Unemployment Statistics (BLS)", "the table's own value";
    LaborForceParticipation "labor_force_participation" "Labor Force Participation (County)" [] Percent County = M::LaborForceParticipation
        => "ACS 5-year, counties, B23025 (Census Bureau)", "the table's own value";
    MedianAgeCounty "median_age_county" "Median Age (County)" [] Years County = M::MedianAge
        => "ACS 5-year, counties, B01002 (Census Bureau)", "the table's own value";
    MedianIncomeCounty "median_income_county" "Median Household Income (County)" ["median_household_income_county"] Usd County = M::MedianHouseholdIncome
        => "Small Area Income and Poverty Estimates (Census Bureau, USDA ERS)", "the table's own value";
    PerCapitaIncome "per_capita_income_county" "Per Capita Income (County)" [] Usd County = M::PerCapitaIncome
        => "ACS 5-year, counties, B19301 (Census Bureau)", "the table's own value";
    HomeownershipRate "homeownership_rate" "Homeownership Rate (County)" [] Percent County = M::Homeownership
        => "ACS 5-year, counties, B25003 (Census Bureau)", "owner-occupied of all occupied units";
    PovertyRate "poverty_rate" "Poverty Rate (County)" ["poverty_rate_county"] Percent County = M::PovertyRate
        => "Small Area Income and Poverty Estimates (Census Bureau, USDA ERS)", "the table's own value";
    EmploymentGrowth "employment_growth_rate" "Employment Growth Rate (County)" [] Percent County = M::EmploymentGrowth
        => "Local Area Unemployment Statistics (BLS), two years", "mean annual change of employed residents between two years, compounded";
    Age65County "age_65_plus_county" "Age 65+ (County)" [] Percent County = M::Age65Plus
        => "ACS 5-year, counties, DP05 (Census Bureau)", "the table's own value";
    HouseholdSizeCounty "household_size_county" "Household Size (County)" [] People County = M::HouseholdSize
        => "ACS 5-year, counties, B25010 (Census Bureau)", "the table's own value";
    HousingUnits "housing_units_county" "Housing Units (County)" [] Count County = M::HousingUnits
        => "ACS 5-year, counties, B25001 (Census Bureau)", "the table's own value";
    VacancyCounty "vacancy_rate_county" "Vacancy Rate (County)" [] Percent County = M::VacancyRate
        => "ACS 5-year, counties, B25002 (Census Bureau)", "the table's own value";
    NoHighSchool "no_high_school_pct" "No High School Diploma % (County)" [] Percent County = M::NoHighSchool
        => "Social Vulnerability Index (CDC/ATSDR)", "the table's own value";
    Gini "gini_index" "Income Inequality, Gini Index (County)" [] Ratio County = M::GiniIndex
        => "ACS 5-year, counties, B19083 (Census Bureau)", "the table's own value";
    NoInternet "no_internet_pct" "Households Without Internet % (County)" [] Percent County = M::NoInternet
        => "ACS 5-year, counties, B28002 (Census Bureau)", "the table's own value";
    Uninsured "uninsured_pct" "Without Health Insurance % (County)" [] Percent County = M::Uninsured
        => "Social Vulnerability Index (CDC/ATSDR)", "the table's own value";
    Disability "disability_pct" "With a Disability % (County)" [] Percent County = M::Disability
        => "Social Vulnerability Index (CDC/ATSDR)", "the table's own value";
    MobileHomes "mobile_homes_pct" "Mobile Homes % (County)" [] Percent County = M::MobileHomes
        => "Social Vulnerability Index (CDC/ATSDR)", "the table's own value";
    RepublicanPct "republican_pct" "Republican %" ["Rep %", "rep_pct"] Percent County = M::RepublicanShare
        => "County presidential returns (MIT Election Data and Science Lab)", "the table's own value";
    DemocratPct "democrat_pct" "Democrat %" ["Dem %", "dem_pct"] Percent County = M::DemocratShare
        => "County presidential returns (MIT Election Data and Science Lab)", "the table's own value";
    GreenPct "green_pct" "Green %" [] Percent County = M::GreenShare
        => "County presidential returns (MIT Election Data and Science Lab)", "the table's own value";
    LibertarianPct "libertarian_pct" "Libertarian %" [] Percent County = M::LibertarianShare
        => "County presidential returns (MIT Election Data and Science Lab)", "the table's own value";
    OtherPct "other_pct" "Other Party %" [] Percent County = M::OtherPartyShare
        => "County presidential returns (MIT Election Data and Science Lab)", "the table's own value";
    VotesCast "votes_cast" "Presidential Votes Cast (County)" [] Count County = M::VotesCast
        => "County presidential returns (MIT Election Data and Science Lab)", "the table's own value";
    RiskIndex "natural_hazard_risk_score" "Natural Hazard Risk Index (County)" ["NRI Risk Score"] Score County = M::RiskScore
        => "National Risk Index (FEMA)", "the table's own value";
    ExpectedLoss "expected_annual_loss_score" "Expected Annual Loss Score (County)" [] Score County = M::ExpectedLossScore
        => "National Risk Index (FEMA)", "the table's own value";
    SocialVulnerability "social_vulnerability_score" "Social Vulnerability Score (County)" [] Score County = M::SocialVulnerability
        => "National Risk Index (FEMA)", "the table's own value";
    Resilience "community_resilience_score" "Community Resilience Score (County)" [] Score County = M::Resilience
        => "National Risk Index (FEMA)", "the table's own value";
    Lightning "lightning_risk" "Lightning Risk Score" [] Score County = M::LightningRisk
        => "National Risk Index (FEMA)", "the table's own value";
    Hurricane "hurricane_risk" "Hurricane Risk Score" [] Score County = M::HurricaneRisk
        => "National Risk Index (FEMA)", "the table's own value";
    Wildfire "wildfire_risk" "Wildfire Risk Score" [] Score County = M::WildfireRisk
        => "National Risk Index (FEMA)", "the table's own value";
    Tornado "tornado_risk" "Tornado Risk Score" [] Score County = M::TornadoRisk
        => "National Risk Index (FEMA)", "the table's own value";
    Earthquake "earthquake_risk" "Earthquake Risk Score" [] Score County = M::EarthquakeRisk
        => "National Risk Index (FEMA)", "the table's own value";
    Hail "hail_risk" "Hail Risk Score" [] Score County = M::HailRisk
        => "National Risk Index (FEMA)", "the table's own value";
    HeatWave "heat_wave_risk" "Heat Wave Risk Score" [] Score County = M::HeatWaveRisk
        => "National Risk Index (FEMA)", "the table's own value";
    Drought "drought_risk" "Drought Risk Score" [] Score County = M::DroughtRisk
        => "National Risk Index (FEMA)", "the table's own value";
    RiverineFlood "riverine_flood_risk" "Riverine Flood Risk Score" ["inland_flood_risk"] Score County = M::RiverineFloodRisk
        => "National Risk Index (FEMA)", "the table's own value";
    CoastalFlood "coastal_flood_risk" "Coastal Flood Risk Score" [] Score County = M::CoastalFloodRisk
        => "National Risk Index (FEMA)", "the table's own value";
    Avalanche "avalanche_risk" "Avalanche Risk Score" [] Score County = M::AvalancheRisk
        => "National Risk Index (FEMA)", "the table's own value";
    ColdWave "cold_wave_risk" "Cold Wave Risk Score" [] Score County = M::ColdWaveRisk
        => "National Risk Index (FEMA)", "the table's own value";
    IceStorm "ice_storm_risk" "Ice Storm Risk Score" [] Score County = M::IceStormRisk
        => "National Risk Index (FEMA)", "the table's own value";
    Landslide "landslide_risk" "Landslide Risk Score" [] Score County = M::LandslideRisk
        => "National Risk Index (FEMA)", "the table's own value";
    StrongWind "strong_wind_risk" "Strong Wind Risk Score" [] Score County = M::StrongWindRisk
        => "National Risk Index (FEMA)", "the table's own value";
    Tsunami "tsunami_risk" "Tsunami Risk Score" [] Score County = M::TsunamiRisk
        => "National Risk Index (FEMA)", "the table's own value";
    Volcanic "volcanic_activity_risk" "Volcanic Activity Risk Score" [] Score County = M::VolcanicRisk
        => "National Risk Index (FEMA)", "the table's own value";
    WinterWeather "winter_weather_risk" "Winter Weather Risk Score" [] Score County = M::WinterWeatherRisk
        => "National Risk Index (FEMA)", "the table's own value";
    WorkFromHome "work_from_home_pct" "Work From Home %" [] Percent County = M::WorkedFromHome
        => "ACS 5-year, counties, B08301 (Census Bureau)", "the table's own value";
    PublicTransport "public_transport_pct" "Public Transport %" ["public_transit_pct"] Percent County = M::PublicTransport
        => "ACS 5-year, counties, B08301 (Census Bureau)", "the table's own value";
    CommuteTime "average_commute_time" "Average Commute Time (min)" ["Average Commute Time"] Minutes County = M::CommuteMinutes
        => "ACS 5-year, counties, B08013 and B08303, or DP03 (Census Bureau)", "the table's own value";
    DroveAlone "drive_alone_pct" "Drive Alone %" [] Percent County = M::DroveAlone
        => "ACS 5-year, counties, B08301 (Census Bureau)", "the table's own value";
    Carpool "carpool_pct" "Carpool %" [] Percent County = M::Carpooled
        => "ACS 5-year, counties, B08301 (Census Bureau)", "the table's own value";
    Walk "walk_pct" "Walk %" [] Percent County = M::Walked
        => "ACS 5-year, counties, B08301 (Census Bureau)", "the table's own value";
    OtherCommute "other_commute_pct" "Other Commute %" [] Percent County = M::OtherMeans
        => "ACS 5-year, counties, B08301 (Census Bureau)", "the table's own value";
    NoVehicle "no_vehicle_households_pct" "No Vehicle Households %" [] Percent County = M::NoVehicleShare
        => "ACS 5-year, counties, B08201 (Census Bureau)", "the table's own value";
    NoVehicleHouseholds "no_vehicle_households" "No Vehicle Households" [] Count County = M::NoVehicleHouseholds
        => "ACS 5-year, counties, B08201 (Census Bureau)", "the table's own value";
    OneVehicle "one_vehicle_households_pct" "One Vehicle Households %" [] Percent County = M::OneVehicleShare
        => "ACS 5-year, counties, B08201 (Census Bureau)", "the table's own value";
    TwoVehicles "two_vehicle_households_pct" "Two Vehicle Households %" [] Percent County = M::TwoVehicleShare
        => "ACS 5-year, counties, B08201 (Census Bureau)", "the table's own value";
    ThreeVehicles "three_plus_vehicle_households_pct" "Three+ Vehicle Households %" [] Percent County = M::ThreePlusVehicleShare
        => "ACS 5-year, counties, B08201 (Census Bureau)", "the table's own value";
    DaytimePopulation "daytime_population" "Daytime Population (County)" [] People County = M::DaytimePopulation
        => "Social Vulnerability Index (CDC/ATSDR)", "the table's own value";
    HousingPermits "housing_permits" "Housing Permits" [] Count County = M::PermitBuildings
        => "Building Permits Survey, counties (Census Bureau)", "buildings";
    UnitsPermitted "housing_units_permitted" "Housing Units Permitted" [] Count County = M::PermitUnits
        => "Building Permits Survey, counties (Census Bureau)", "the table's own value";
    ConstructionValue "housing_construction_value" "Housing Construction Value" [] Usd County = M::PermitValue
        => "Building Permits Survey, counties (Census Bureau)", "the table's own value";
    SingleFamily "single_family_permits" "Single Family Permits" [] Count County = M::SingleFamilyUnits
        => "Building Permits Survey, counties (Census Bureau)", "units in buildings of one unit";
    MultiFamily "multi_family_permits" "Multi Family Permits" [] Count County = M::MultiFamilyUnits
        => "Building Permits Survey, counties (Census Bureau)", "units in buildings of two or more";
    PermitsGrowth "housing_permits_growth_pct" "Housing Permits Growth %" [] Percent County = M::PermitGrowth
        => "Building Permits Survey, counties (Census Bureau), two years", "units, this year over the year before (mean annual change where the years lie further apart)";
    VacantUnits "vacant_housing_units" "Vacant Housing Units" [] Count County = M::VacantUnits
        => "ACS 5-year, counties, B25004 (Census Bureau)", "the table's own value, or its units less its households, or its units times its vacancy rate";
    SeasonalUnits "seasonal_housing_units" "Seasonal Housing Units" [] Count County = M::SeasonalUnits
        => "ACS 5-year, counties, B25004 (Census Bureau)", "the table's own value";
    FloodRisk "flood_risk" "Flood Risk Score" [] Score County
        => "National Risk Index (FEMA)", "the higher of riverine (inland) and coastal flooding";
    AggregatedRisk "weather_risk_score" "Aggregated_Risk_Score" ["aggregated_risk_score", "Aggregated Risk Score", "Weather Risk Score"] Score County
        => "National Risk Index (FEMA)", "mean of the nine hazards (lightning, hurricane, wildfire, tornado, flood, earthquake, hail, heat wave, drought) over those the table has; at least five";
    TopRisk1 "top_risk_1" "Top_Risk_1" ["Top Risk 1"] Text County
        => "National Risk Index (FEMA)", "the name of the hazard with the highest score above 0";
    TopRisk1Score "top_risk_1_score" "Top_Risk_1_Score" ["Top Risk 1 Score"] Score County
        => "National Risk Index (FEMA)", "its score";
    TopRisk2 "top_risk_2" "Top_Risk_2" ["Top Risk 2"] Text County
        => "National Risk Index (FEMA)", "the name of the hazard with the second score above 0";
    TopRisk2Score "top_risk_2_score" "Top_Risk_2_Score" ["Top Risk 2 Score"] Score County
        => "National Risk Index (FEMA)", "its score";
    TopRisk3 "top_risk_3" "Top_Risk_3" ["Top Risk 3"] Text County
        => "National Risk Index (FEMA)", "the name of the hazard with the third score above 0";
    TopRisk3Score "top_risk_3_score" "Top_Risk_3_Score" ["Top Risk 3 Score"] Score County
        => "National Risk Index (FEMA)", "its score";
    PopulationDensity "population_density" "Population Density (County)" [] PerSqMi County
        => "Population Estimates Program and boundaries (Census Bureau)", "population by square mile of land";
    TotalCommuters "total_commuters" "Total Commuters" [] People County
        => "ACS 5-year, counties, B08301 (Census Bureau)", "workers less those who work from home";
    DaytimeJobs "daytime_jobs" "Daytime Jobs (County)" ["total_employment", "Total Employment (County)"] Count County
        => "Quarterly Census of Employment and Wages (BLS) or County Business Patterns (Census Bureau)", "jobs in the county, all industries and ownerships";
    DaytimeRatio "daytime_population_ratio" "Daytime Population Ratio" [] Ratio County
        => "Social Vulnerability Index (CDC/ATSDR)", "daytime population by resident population of the same table";
    PopulationType "population_type" "Population Type" [] Text County
        => "Social Vulnerability Index (CDC/ATSDR)", "\"Daytime (work destination)\" where the daytime ratio is above 1.1, \"Residential (bedroom)\" below 0.9, else \"Balanced\"";
    SingleFamilyPct "single_family_pct" "Single Family %" [] Percent County
        => "Building Permits Survey, counties (Census Bureau)", "units in buildings of one unit, of all units permitted";
    PermitsPer1000 "housing_permits_per_1000" "Housing Permits per 1000" [] PerThousand County
        => "Building Permits Survey, counties (Census Bureau)", "units permitted by 1,000 residents";
    MarketTrend "housing_market_trend" "Housing Market Trend" [] Text County
        => "Building Permits Survey, counties (Census Bureau), two years", "\"Growing\" where permits grew by more than 5 %, \"Declining\" below -5 %, else \"Stable\"";
    MarketActivity "housing_market_activity_level" "Housing Market Activity Level" [] Text County
        => "Building Permits Survey, counties (Census Bureau)", "units permitted by 1,000 residents: \"High\" from 7, \"Moderate\" from 3, else \"Low\"";
    VehicleDependency "vehicle_dependency_level" "Vehicle Dependency Level" [] Text County
        => "ACS 5-year, counties, B08301 (Census Bureau)", "drive alone and carpool together: \"High\" from 85 %, \"Moderate\" from 70 %, else \"Low\"";
    VacantPct "vacant_housing_units_pct" "Vacant Housing Units %" [] Percent County
        => "ACS 5-year, counties, B25002 (Census Bureau)", "vacant units of all units";
    SeasonalPct "seasonal_housing_units_pct" "Seasonal Housing Units %" [] Percent County
        => "ACS 5-year, counties, B25004 (Census Bureau)", "seasonal units of all units";
    DistanceInterstate "distance_to_interstate" "Distance to Interstate (mi)" [] Miles Point
        => "TIGER/Line primary roads (Census Bureau)", "to the nearest point of an interstate; absent where a nearer one could lie outside what the table covers";
    NearestInterstate "nearest_interstate" "Nearest Interstate" [] Text Point
        => "TIGER/Line primary roads (Census Bureau)", "its number";
    DistanceUsHighway "distance_to_us_highway" "Distance to US Highway (mi)" [] Miles Point
        => "TIGER/Line primary and secondary roads (Census Bureau)", "to the nearest point of a US highway, as for interstates";
    NearestUsHighway "nearest_us_highway" "Nearest US Highway" [] Text Point
        => "TIGER/Line primary and secondary roads (Census Bureau)", "its number";
    InterchangeDensity "highway_interchange_density" "Highway Interchange Density" [] PerSqMi Point
        => "OpenStreetMap motorway junctions", "junctions within 5 miles, by square mile of that circle";
    DistanceCommercial "distance_to_commercial_airport" "Distance to Commercial Airport (mi)" ["Distance to Nearest Commercial Airport (mi)"] Miles Point
        => "OurAirports", "to the nearest airport with scheduled service";
    CommercialCode "nearest_commercial_airport" "Nearest Commercial Airport Code" ["nearest_commercial_airport_code"] Text Point
        => "OurAirports", "its IATA code, else its local one";
    CommercialName "nearest_commercial_airport_name" "Nearest Commercial Airport" [] Text Point
        => "OurAirports", "its name";
    DistanceGeneral "distance_to_ga_airport" "Distance to General Aviation Airport (mi)" ["distance_to_general_aviation_airport"] Miles Point
        => "OurAirports", "to the nearest airport without scheduled service; the list that ships with the product has no small airports, OurAirports' own has";
    GeneralCode "nearest_ga_airport" "Nearest General Aviation Airport Code" ["nearest_ga_airport_code"] Text Point
        => "OurAirports", "its IATA code, else its local one";
    GeneralName "nearest_ga_airport_name" "Nearest General Aviation Airport" [] Text Point
        => "OurAirports", "its name";
    AccessScore "transportation_access_score" "Transportation Access Score" [] Score Point
        => "TIGER/Line roads (Census Bureau) and OurAirports", "see scores.md";
    ParkDistance "national_park_proximity" "National Park Proximity (mi)" [] Miles Point
        => "National Park System units (National Park Service)", "to the middle of the nearest national park";
    ParkName "nearest_national_park" "Nearest National Park" [] Text Point
        => "National Park System units (National Park Service)", "its name";
    MajorParks "major_parks_state" "Major Parks (State)" [] Count State
        => "National Park System units (National Park Service)", "units of the National Park System in the state";
    Competitors5 "competitors_within_5mi" "Competitors Within 5mi" [] Count Point
        => "the catalogue of businesses", "other businesses of the same category within 5 miles";
    Competitors "competitors" "Competitors" [] List Point
        => "the catalogue of businesses", "the nearest of them, at most 20";
    Naics6 "naics6_code" "NAICS6 Code" ["NAICS"] Text Point
        => "NAICS 2022 (US Census Bureau)", "given with the row, else by its category";
    WeeklyWage "county_weekly_wage" "Average Weekly Wage (County)" ["Average Weekly Wage"] Usd County
        => "Quarterly Census of Employment and Wages (BLS) or County Business Patterns (Census Bureau)", "all industries and ownerships";
    Establishments "county_total_establishments_same_industry" "Establishments in Same Industry (County)" [] Count County
        => "Quarterly Census of Employment and Wages (BLS) or County Business Patterns (Census Bureau)", "in the row's NAICS industry, at the most digits that the county has";
    Employees "county_total_employees_same_industry" "Employees in Same Industry (County)" [] Count County
        => "Quarterly Census of Employment and Wages (BLS) or County Business Patterns (Census Bureau)", "as above";
    IndustryWage "county_weekly_wage_same_industry" "Average Weekly Wage in Same Industry (County)" [] Usd County
        => "Quarterly Census of Employment and Wages (BLS) or County Business Patterns (Census Bureau)", "as above";
    Per1000 "establishments_per_1000_residents" "Establishments per 1000 Residents" [] PerThousand County
        => "Quarterly Census of Employment and Wages (BLS) or County Business Patterns (Census Bureau)", "establishments of the industry by 1,000 residents of the county";
    IndustryRank "industry_rank_in_county" "Industry Rank in County" [] Count County
        => "Quarterly Census of Employment and Wages (BLS) or County Business Patterns (Census Bureau)", "1 for the industry with the most establishments among all of as many digits";
    LocationQuotient "location_quotient" "Location Quotient" [] Ratio County
        => "Quarterly Census of Employment and Wages (BLS) or County Business Patterns (Census Bureau)", "the industry's share of the county's jobs by its share of the nation's; of establishments where jobs are withheld";
    SaturationState "market_saturation_vs_state" "Market Saturation vs State" [] Index100 County
        => "Quarterly Census of Employment and Wages (BLS) or County Business Patterns (Census Bureau)", "100 x establishments by resident in the county / the same in the state";
    SaturationNational "market_saturation_vs_national" "Market Saturation vs National" [] Index100 County
        => "Quarterly Census of Employment and Wages (BLS) or County Business Patterns (Census Bureau)", "100 x establishments by resident in the county / the same in the nation";
    Opportunity "market_opportunity_assessment" "Market Opportunity Assessment" [] Text County
        => "Quarterly Census of Employment and Wages (BLS) or County Business Patterns (Census Bureau)", "both saturations below 80: \"High opportunity (low saturation)\"; either above 120: \"Limited opportunity (highly saturated)\"; else \"Moderate opportunity\"";
    Intensity "competitive_intensity" "Competitive Intensity" [] Text Point
        => "the catalogue of businesses", "competitors within 5 miles: \"Low\" below 5, \"Moderate\" below 20, else \"High\"";
    TourismEmployment "tourism_employment" "Tourism Employment (County)" [] Count County
        => "Quarterly Census of Employment and Wages (BLS) or County Business Patterns (Census Bureau)", "jobs in NAICS 71 (arts, entertainment, recreation) and 72 (accommodation, food)";
    TourismIntensity "tourism_intensity" "Tourism Intensity" [] Percent County
        => "Quarterly Census of Employment and Wages (BLS) or County Business Patterns (Census Bureau)", "tourism employment of all jobs";
    TourismImpact "tourism_economic_impact_score" "Tourism Economic Impact Score" [] Score County
        => "Quarterly Census of Employment and Wages (BLS) or County Business Patterns (Census Bureau)", "see scores.md";
    EnvironmentalRisk "environmental_risk_score" "Environmental Risk Score" ["Environmental Risk Score"] Score Point
        => "National Risk Index (FEMA) and Superfund sites (EPA)", "see scores.md; higher is riskier";
    EconomicScore "economic_strength_score" "Economic Strength Score" [] Score County
        => "the tables of its factors", "see scores.md";
    EconomicFactors "economic_strength_factors" "Economic Strength Factors" [] List County
        => "the tables of its factors", "input, points and weight of each factor";
    DemographicScore "demographic_score" "Demographic Score" [] Score County
        => "the tables of its factors", "see scores.md";
    DemographicFactors "demographic_factors" "Demographic Factors" [] List County
        => "the tables of its factors", "input, points and weight of each factor";
    HousingMarketScore "housing_market_score" "Housing Market Score" [] Score County
        => "the tables of its factors", "see scores.md";
    HousingMarketFactors "housing_market_factors" "Housing Market Factors" [] List County
        => "the tables of its factors", "input, points and weight of each factor";
    TransportationScore "transportation_score" "Transportation Score" [] Score Point
        => "the tables of its factors", "see scores.md";
    TransportationFactors "transportation_factors" "Transportation Factors" [] List Point
        => "the tables of its factors", "input, points and weight of each factor";
    TourismScore "tourism_score" "Tourism Score" [] Score County
        => "the tables of its factors", "see scores.md";
    TourismFactors "tourism_factors" "Tourism Factors" [] List County
        => "the tables of its factors", "input, points and weight of each factor";
    MarketScore "market_intelligence_score" "Market Intelligence Score" [] Score Point
        => "the tables of its factors", "see scores.md";
    MarketFactors "market_intelligence_factors" "Market Intelligence Factors" [] List Point
        => "the tables of its factors", "input, points and weight of each factor";
    Sentiment "market_sentiment" "Market Sentiment" [] Text Point
        => "the tables of its factors", "market intelligence score: \"Positive\" from 60, \"Neutral\" from 40, else \"Negative\"";
    RiskLevel "risk_level" "Risk Level" [] Text Point
        => "the tables of its factors", "see scores.md";
    Recommendation "market_recommendation" "Market Recommendation" [] Text Point
        => "the tables of its factors", "see scores.md";
}
