//! The tables that need no more than a description of their columns.

use super::columns::{ColumnTable, From, VintageRule};
use super::reading::{FileName, ReadError, Reading};
use super::sheet::Sheet;
use crate::measure::Measure as M;
use crate::pack::table;

pub(super) fn is_simple(sheet: &Sheet<'_>) -> bool {
    TABLES.iter().any(|table| table.fits(sheet))
}

pub(super) fn read(sheet: &mut Sheet<'_>, name: FileName<'_>) -> Result<Reading, ReadError> {
    let table = TABLES.iter().find(|table| table.fits(sheet));
    table.ok_or(ReadError::NotRecognised)?.read(sheet, name)
}

/// All described tables.
pub(super) const TABLES: &[ColumnTable] = &[
    ACS_PROFILE,
    ACS_COUNTY_EXTRACT,
    ACS_TRACTS_2010,
    ACS_TRACTS_2020,
    OEPS_COUNTY,
    OEPS_WORKERS,
    OEPS_ECONOMY,
    OEPS_HOUSING,
    SVI,
    OPPORTUNITY_ZONES_STUDY,
    OPPORTUNITY_ZONES,
    FOOD_ACCESS,
];

/// A widespread extract of ACS profile tables, one row per county; shares are of workers.
const ACS_PROFILE: ColumnTable = ColumnTable {
    table: table("acs-county-profile"),
    signature: &[
        "CountyId",
        "TotalPop",
        "IncomePerCap",
        "MeanCommute",
        "WorkAtHome",
    ],
    key: "CountyId",
    vintage: VintageRule::NameFiveYears,
    measures: &[
        (M::Population, From::Column("TotalPop")),
        (M::MedianHouseholdIncome, From::Column("Income")),
        (M::PerCapitaIncome, From::Column("IncomePerCap")),
        (M::PovertyRate, From::Percent("Poverty")),
        (M::UnemploymentRate, From::Percent("Unemployment")),
        (M::Workers, From::Column("Employed")),
        (M::DroveAlone, From::Percent("Drive")),
        (M::Carpooled, From::Percent("Carpool")),
        (M::PublicTransport, From::Percent("Transit")),
        (M::Walked, From::Percent("Walk")),
        (M::OtherMeans, From::Percent("OtherTransp")),
        (M::WorkedFromHome, From::Percent("WorkAtHome")),
        (M::CommuteMinutes, From::Column("MeanCommute")),
    ],
};

/// An extract of ACS shares by county. Its `renter_share` is not read: in the known copy it is actually the
/// owners' share.
const ACS_COUNTY_EXTRACT: ColumnTable = ColumnTable {
    table: table("acs-county-extract"),
    signature: &[
        "county_fips",
        "poverty_rate",
        "uninsured_rate",
        "age65plus_share",
        "no_vehicle_share",
        "acs_year_used",
    ],
    key: "county_fips",
    vintage: VintageRule::ColumnFiveYears("acs_year_used"),
    measures: &[
        (M::Population, From::Column("population")),
        (M::PovertyRate, From::Percent("poverty_rate")),
        (M::Uninsured, From::Percent("uninsured_rate")),
        (M::Age65Plus, From::Percent("age65plus_share")),
        (M::NoVehicleShare, From::Percent("no_vehicle_share")),
        (M::NoInternet, From::Percent("no_internet_share")),
    ],
};

/// An extract of ACS measures by 2010 tract, as fractions.
const ACS_TRACTS_2010: ColumnTable = ColumnTable {
    table: table("acs-tract-extract"),
    signature: &[
        "census_tract_fips",
        "median_income",
        "fraction_poverty",
        "fraction_no_health_ins",
        "fraction_high_school_edu",
    ],
    key: "census_tract_fips",
    vintage: VintageRule::NameFiveYearsAfter("acs"),
    measures: &[
        (M::MedianHouseholdIncome, From::Column("median_income")),
        (M::PovertyRate, From::Fraction("fraction_poverty")),
        (M::VacancyRate, From::Fraction("fraction_vacant_housing")),
        (M::Uninsured, From::Fraction("fraction_no_health_ins")),
        (
            M::NoHighSchool,
            From::FractionRest("fraction_high_school_edu"),
        ),
    ],
};

/// The same by 2020 tract. Its poverty is of households, not people, and is not read.
const ACS_TRACTS_2020: ColumnTable = ColumnTable {
    table: table("acs-tract-extract"),
    signature: &[
        "census_tract_id_2020",
        "median_income",
        "fraction_vacant",
        "fraction_insured",
        "fraction_hs",
    ],
    key: "census_tract_id_2020",
    vintage: VintageRule::NameFiveYearsAfter("acs"),
    measures: &[
        (M::MedianHouseholdIncome, From::Column("median_income")),
        (M::VacancyRate, From::Fraction("fraction_vacant")),
        (M::Uninsured, From::FractionRest("fraction_insured")),
        (M::NoHighSchool, From::FractionRest("fraction_hs")),
    ],
};

/// Its ACS columns are those of 2014-2018. Not read are its own measures (access to treatment and so on), and
/// its median income, which is per person rather than per household.
const OEPS_COUNTY: ColumnTable = ColumnTable {
    table: table("oeps-county"),
    signature: &[
        "HEROP_ID",
        "GEOID",
        "TotPop",
        "TotUnits",
        "RentalP",
        "GiniCoeff",
    ],
    key: "GEOID",
    vintage: VintageRule::Fixed(2014, 2018),
    measures: &[
        (M::Population, From::Column("TotPop")),
        (M::Population2010, From::Column("TotPop10")),
        (M::HousingUnits, From::Column("TotUnits")),
        (M::VacancyRate, From::Percent("VacantP")),
        (M::VacantUnits, From::ShareOf("TotUnits", "VacantP")),
        (M::Homeownership, From::Rest("RentalP")),
        (M::MobileHomes, From::Percent("MobileP")),
        (M::LongTermResidents, From::Percent("LngTermP")),
        (M::UnitDensity, From::Column("UnitDens")),
        (M::LandAreaSqMi, From::Column("AreaSqMi")),
        (M::Age65Plus, From::Percent("Ovr65P")),
        (M::Disability, From::Percent("DisbP")),
        (M::NoHighSchool, From::Percent("NoHsP")),
        (M::UnemploymentRate, From::Percent("UnempP")),
        (M::PovertyRate, From::Percent("PovP")),
        (M::PerCapitaIncome, From::Column("PciE")),
        (M::GiniIndex, From::Column("GiniCoeff")),
        (M::NoInternet, From::Percent("NoIntP")),
        (M::EssentialWorkers, From::Percent("EssnWrkP")),
    ],
};

const OEPS_WORKERS: ColumnTable = ColumnTable {
    table: table("oeps-workers-tract"),
    signature: &["GEOID", "year", "totWrkE", "hghRskP", "retailP"],
    key: "GEOID",
    vintage: VintageRule::ColumnFiveYears("year"),
    measures: &[
        (M::Workers, From::Column("totWrkE")),
        (M::EducationWorkers, From::Percent("eduP")),
        (M::HighRiskWorkers, From::Percent("hghRskP")),
        (M::HealthCareWorkers, From::Percent("hltCrP")),
        (M::RetailWorkers, From::Percent("retailP")),
    ],
};

const OEPS_ECONOMY: ColumnTable = ColumnTable {
    table: table("oeps-economy-tract"),
    signature: &["GEOID", "year", "unempP", "povP", "pciE"],
    key: "GEOID",
    vintage: VintageRule::ColumnFiveYears("year"),
    measures: &[
        (M::UnemploymentRate, From::Percent("unempP")),
        (M::PovertyRate, From::Percent("povP")),
        (M::PerCapitaIncome, From::Column("pciE")),
    ],
};

/// `pctMoblie` is the file's own spelling; only its name gives the year.
const OEPS_HOUSING: ColumnTable = ColumnTable {
    table: table("oeps-housing-tract"),
    signature: &["GEOID", "totUnits", "pctVacant", "pctLngterm", "unitDens"],
    key: "GEOID",
    vintage: VintageRule::NameFiveYears,
    measures: &[
        (M::HousingUnits, From::Column("totUnits")),
        (M::VacancyRate, From::Percent("pctVacant")),
        (M::MobileHomes, From::Percent("pctMoblie")),
        (M::LongTermResidents, From::Percent("pctLngterm")),
        (M::UnitDensity, From::Column("unitDens")),
    ],
};

/// Estimates of the ACS for the five years to the edition's. Its `EP_NOINT` is not read: it counts households
/// without a subscription, while other tables count those without any access (17 and 11 % in the mean
/// county).
const SVI: ColumnTable = ColumnTable {
    table: table("svi"),
    signature: &["ST_ABBR", "FIPS", "E_TOTPOP", "E_NOVEH", "RPL_THEMES"],
    key: "FIPS",
    vintage: VintageRule::NameFiveYears,
    measures: &[
        (M::Population, From::Column("E_TOTPOP")),
        (M::LandAreaSqMi, From::Column("AREA_SQMI")),
        (M::HousingUnits, From::Column("E_HU")),
        (M::Households, From::Column("E_HH")),
        // A household is an occupied housing unit.
        (M::VacantUnits, From::Difference("E_HU", "E_HH")),
        (
            M::HouseholdSize,
            From::DifferenceRatio("E_TOTPOP", "E_GROUPQ", "E_HH"),
        ),
        (M::PovertyRate, From::Percent("EP_POV")),
        (M::UnemploymentRate, From::Percent("EP_UNEMP")),
        (M::PerCapitaIncome, From::Column("EP_PCI")),
        (M::NoHighSchool, From::Percent("EP_NOHSDP")),
        (M::Under18, From::Column("E_AGE17")),
        (M::From65, From::Column("E_AGE65")),
        (M::Age65Plus, From::Percent("EP_AGE65")),
        (M::Disability, From::Percent("EP_DISABL")),
        (M::MobileHomes, From::Percent("EP_MOBILE")),
        (M::NoVehicleHouseholds, From::Column("E_NOVEH")),
        (M::NoVehicleShare, From::Percent("EP_NOVEH")),
        (M::Uninsured, From::Percent("EP_UNINSUR")),
        (M::DaytimePopulation, From::Column("E_DAYPOP")),
        (M::VulnerabilityRank, From::Column("RPL_THEMES")),
    ],
};

/// A study's list of the tracts that were eligible and those that were chosen. It lacks whole states: a tract
/// that it does not list is unknown, not outside.
const OPPORTUNITY_ZONES_STUDY: ColumnTable = ColumnTable {
    table: table("opportunity-zones-study"),
    signature: &["geoid", "oz", "LICadj", "eligible"],
    key: "geoid",
    vintage: VintageRule::NameYear,
    measures: &[(M::OpportunityZone, From::Flag("oz"))],
};

/// HUD's and the CDFI Fund's lists of tracts with a designation flag.
const OPPORTUNITY_ZONES: ColumnTable = ColumnTable {
    table: table("opportunity-zones"),
    signature: &["GEOID10", "QOZ"],
    key: "GEOID10",
    vintage: VintageRule::NameYear,
    measures: &[(M::OpportunityZone, From::Flag("QOZ"))],
};

/// A food desert is a low-income tract with low access at 1 mile (urban) or 10 miles (rural).
const FOOD_ACCESS: ColumnTable = ColumnTable {
    table: table("food-access"),
    signature: &["CensusTract", "LILATracts_1And10", "Pop2010"],
    key: "CensusTract",
    vintage: VintageRule::NameYear,
    measures: &[
        (M::FoodDesert, From::Flag("LILATracts_1And10")),
        (M::Population2010, From::Column("Pop2010")),
        (M::Households2010, From::Column("OHU2010")),
    ],
};
