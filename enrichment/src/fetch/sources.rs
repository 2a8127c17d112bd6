//! Where the publishers offer their tables.
//!
//! Addresses change; each publisher's base can be set on the command line. Tables offered only behind a form
//! or as spreadsheets (Superfund, food access, opportunity zones, votes) are not here: `reference status`
//! lists them, and they are imported from a folder like all others.

use std::collections::BTreeMap;

use url::Url;

use crate::geoid::states;

/// A file to fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// Its name on the command line.
    pub name: String,
    /// Its name in the folder, which gives the year if the content does not.
    pub file: String,
    pub url: Url,
}

/// The publishers' base addresses, by their names on the command line.
const BASES: &[(&str, &str)] = &[
    ("census", "https://www2.census.gov/"),
    ("census-api", "https://api.census.gov/data/"),
    ("bls", "https://data.bls.gov/cew/data/files/"),
    ("bls-series", "https://download.bls.gov/pub/time.series/la/"),
    (
        "fema",
        "https://hazards.fema.gov/nri/Content/StaticDocuments/DataDownload/",
    ),
    ("cdc", "https://svi.cdc.gov/Documents/Data/"),
    (
        "ourairports",
        "https://davidmegginson.github.io/ourairports-data/",
    ),
];

/// The newest release of the annual tables that all of these publishers have; growth also needs the year
/// before.
const YEAR: u16 = 2023;
const SVI_YEAR: u16 = 2022;
/// The most variables per request to the Census Bureau's API.
const API_LIMIT: usize = 48;

/// Every download, with the caller's bases in place of the publishers'.
///
/// # Errors
/// If a base is unknown or not an address.
pub fn downloads(bases: &BTreeMap<String, Url>, today: u16) -> Result<Vec<Download>, String> {
    if let Some(unknown) = bases
        .keys()
        .find(|name| BASES.iter().all(|(known, _)| known != name))
    {
        let known: Vec<&str> = BASES.iter().map(|(name, _)| *name).collect();
        return Err(format!(
            "unknown publisher '{unknown}'; the known ones are {}",
            known.join(", ")
        ));
    }
    let list = files(today).into_iter().chain(acs());
    list.map(|(name, base, path, file)| {
        let publisher = BASES
            .iter()
            .find(|(known, _)| *known == base)
            .map_or("", |(_, url)| url);
        let base = match bases.get(base) {
            Some(given) => given.clone(),
            None => Url::parse(publisher).map_err(|error| error.to_string())?,
        };
        let url = base
            .join(&path)
            .map_err(|error| format!("{base}{path}: {error}"))?;
        Ok(Download { name, file, url })
    })
    .collect()
}

type Entry = (String, &'static str, String, String);

fn files(today: u16) -> Vec<Entry> {
    let before = YEAR - 1;
    let entry = |name: &str, base, path: String, file: String| (name.to_owned(), base, path, file);
    let shapes = |name: &str, year: u16, what: &str| {
        let file = format!("cb_{year}_us_{what}_500k.zip");
        entry(
            name,
            "census",
            format!("geo/tiger/GENZ{year}/shp/{file}"),
            file,
        )
    };
    let permits = |name: &str, year: u16| {
        let file = format!("co{year}a.txt");
        entry(name, "census", format!("econ/bps/County/{file}"), file)
    };
    let population = format!("co-est{YEAR}-alldata.csv");
    let roads = format!("tl_{YEAR}_us_primaryroads.zip");
    let svi = format!("SVI_{SVI_YEAR}_US_county.csv");
    vec![
        shapes("county-shapes", YEAR, "county"),
        shapes("tract-shapes", YEAR, "tract"),
        shapes("tract-shapes-2010", 2019, "tract"),
        entry(
            "roads",
            "census",
            format!("geo/tiger/TIGER{YEAR}/PRIMARYROADS/{roads}"),
            roads,
        ),
        entry(
            "population",
            "census",
            format!("programs-surveys/popest/datasets/2020-{YEAR}/counties/totals/{population}"),
            population,
        ),
        permits("permits", YEAR),
        permits("permits-before", before),
        entry(
            "laus",
            "bls-series",
            "la.data.64.County".into(),
            "la.data.64.County".into(),
        ),
        entry(
            "qcew",
            "bls",
            format!("{YEAR}/csv/{YEAR}_annual_singlefile.zip"),
            format!("{YEAR}_annual_singlefile.zip"),
        ),
        entry(
            "nri",
            "fema",
            "NRI_Table_Counties/NRI_Table_Counties.zip".into(),
            "NRI_Table_Counties.zip".into(),
        ),
        entry(
            "svi",
            "cdc",
            format!("{SVI_YEAR}/csv/states_counties/{svi}"),
            svi,
        ),
        // The list changes daily, so the year of the download is its vintage.
        entry(
            "airports",
            "ourairports",
            "airports.csv".into(),
            format!("ourairports-{today}.csv"),
        ),
    ]
}

/// The American Community Survey by county, and by tract state by state, in as many requests as the API's
/// limit demands.
fn acs() -> Vec<Entry> {
    let variables = crate::readers::acs_variables(&["B"]);
    let mut entries = Vec::new();
    for (part, variables) in (1..).zip(variables.chunks(API_LIMIT)) {
        let get = variables.join(",");
        let mut add = |name: String, geography: &str, file: String| {
            let path = format!("{YEAR}/acs/acs5?get=NAME,{get}&{geography}");
            entries.push((name, "census-api", path, file));
        };
        add(
            "acs".into(),
            "for=county:*",
            format!("acs5_{YEAR}_county_{part}.json"),
        );
        for state in states() {
            add(
                format!("acs-tracts-{}", state.code().to_lowercase()),
                &format!("for=tract:*&in=state:{:02}", state.fips()),
                format!("acs5_{YEAR}_tracts_{:02}_{part}.json", state.fips()),
            );
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_can_be_given_and_files_tell_their_year() {
        let bases = BTreeMap::from([(
            "census".to_owned(),
            "http://127.0.0.1:1/m/".parse().unwrap(),
        )]);
        let list = downloads(&bases, 2026).unwrap();
        let roads = list.iter().find(|d| d.name == "roads").unwrap();
        assert!(
            roads
                .url
                .as_str()
                .starts_with("http://127.0.0.1:1/m/geo/tiger/")
        );
        let airports = list.iter().find(|d| d.name == "airports").unwrap();
        assert_eq!(airports.file, "ourairports-2026.csv");
        assert!(airports.url.as_str().starts_with("https://davidmegginson"));
        let files: std::collections::BTreeSet<_> = list.iter().map(|d| &d.file).collect();
        assert_eq!(files.len(), list.len());

        let own = downloads(&BTreeMap::new(), 2026).unwrap();
        assert!(own.iter().all(|d| d.url.scheme() == "https"));

        let wrong = BTreeMap::from([("nasa".to_owned(), "http://127.0.0.1:1/".parse().unwrap())]);
        assert!(downloads(&wrong, 2026).unwrap_err().contains("census-api"));
    }
}
