//! `demandatlas atlas`: the counties of a kind, and whether others come to the same figures.

use std::process::{Command, Output};

use serde_json::Value;

use crate::support::Install;

/// Runs `demandatlas atlas` on the tables that ship.
fn atlas(arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let install = Install::in_folder(&folder.path().join("data"));
    let mut command = install.command(&["atlas"]);
    command
        .args(arguments)
        .env("DEMANDATLAS_STARTER", "reference");
    command.output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = atlas(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_counties_of_a_kind_are_printed_those_with_most_missing_first() {
    let table = printed(&["dentist", "--state", "OR"]);
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].contains("Usual"), "{table}");
    assert!(lines[1].contains("Multnomah County, OR") && lines[1].contains("Room for more"));
    assert_eq!(
        table.matches(" County, OR").count(),
        36,
        "all of Oregon: {table}"
    );
    assert!(table.contains("0–2"), "what the table leaves out: {table}");

    let csv = printed(&[
        "dentist",
        "--format",
        "csv",
        "--min-population",
        "100000000",
    ]);
    let (head, rows) = csv.split_once('\n').unwrap();
    assert!(
        head.starts_with("fips,county,residents,demand,"),
        "columns even where no county is asked for: {csv}"
    );
    assert!(!rows.contains("County"), "{csv}");
    let kinds = printed(&["--kinds"]);
    assert!(kinds.lines().any(|kind| kind == "ice cream"), "{kinds}");
}

#[test]
fn a_question_that_cannot_be_answered_says_what_to_do() {
    for (arguments, part) in [
        (&["wizard"][..], "--kinds lists them"),
        (&["farm"], "does not cover this kind"),
        (&["dentist", "--state", "XX"], "write it as OR or Oregon"),
        (&["dentist", "--radius", "12"], "10, 25, 40"),
    ] {
        let output = atlas(arguments);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && output.stdout.is_empty(),
            "{output:?}"
        );
        assert!(complaint.contains(part), "'{part}' is not in: {complaint}");
    }
}

#[test]
fn geojson_has_every_county_with_its_shape_and_others_compute_the_same_figures() {
    let folder = tempfile::tempdir().unwrap();
    for kind in ["dentist", "brewery"] {
        let file = folder.path().join(format!("{kind}.geojson"));
        let name = file.to_str().unwrap();
        printed(&[kind, "--format", "geojson", "--output", name]);
        let map: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let features = map["features"].as_array().unwrap();
        assert!(features.len() > 3_000, "{}", features.len());
        let without = features.iter().filter(|one| one["geometry"].is_null());
        let without: Vec<&Value> = without.map(|one| &one["id"]).collect();
        assert_eq!(
            without,
            ["51610"],
            "Falls Church is too small for these shapes"
        );
        assert_eq!(map["about"]["sources"][0]["vintage"], "2021");
        // The script is Python's standard library and none of our code.
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/county_by_hand.py");
        let Ok(output) = Command::new("python3").args([script, name]).output() else {
            return testkit::skipped("there is no python3");
        };
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{kind}: {output:?}");
        assert!(said.contains("counties differ by"), "{said}");
    }
}
