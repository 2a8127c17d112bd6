use std::io::Write;

use arrow_array::Array;
use arrow_array::cast::AsArray;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::*;
use crate::fields::FIELDS;

fn enrich(text: &str, output: &str, options: EnrichOptions) -> (EnrichReport, String) {
    let (report, bytes) = enrich_to_bytes(text, output, options);
    (report, String::from_utf8(bytes).unwrap())
}

fn enrich_to_bytes(text: &str, output: &str, options: EnrichOptions) -> (EnrichReport, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.csv");
    std::fs::write(&input, text).unwrap();
    let file = EnrichFile::open(&input, options).unwrap();
    let format = OutputFormat::of(Path::new(output)).unwrap();
    let goes_on = |_| ControlFlow::Continue(());
    file.run(&Reference::builtin(), None, format, Vec::new(), goes_on)
        .unwrap()
}

/// Made-up businesses: in Providence, without coordinates but with a ZIP code there, in Toronto, nowhere.
const ROWS: &str = "\u{FEFF}id,Name,lat,lng,ZIP,county,note\n\
    1,Example Brewing,41.824,-71.4128,,mine,\"a, b\"\n\
    2,Example Ales,,,02903-1234,,\n\
    3,Example North,43.65,-79.38,,,\n\
    4,Example Nowhere,,,,,\n";

#[test]
// ENR-06
fn enr_06_input_columns_are_kept_and_facts_added_with_their_sources() {
    let options = EnrichOptions {
        category: Some("brewery".into()),
        sources: SourceForm::Columns,
        ..EnrichOptions::default()
    };
    let (report, text) = enrich(ROWS, "out.csv", options);
    assert_eq!(
        (
            report.rows,
            report.placed,
            report.abroad,
            report.without_place
        ),
        (4, 2, 1, 1)
    );
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    let cell = |row: usize, name: &str| {
        rows[row]
            .get(headers.iter().position(|header| header == name).unwrap())
            .unwrap()
    };
    assert_eq!(cell(0, "note"), "a, b");
    assert_eq!(cell(0, "county"), "mine", "the input's own column stays");
    assert_eq!(cell(0, "County (enriched)"), "Providence");
    assert_eq!(cell(0, "County FIPS"), "44007");
    assert_eq!(
        cell(0, "County FIPS [source]"),
        "Cartographic boundaries, counties"
    );
    assert_eq!(cell(0, "County FIPS [vintage]"), "2017");
    assert_eq!(cell(0, "Geography Match"), "point");
    assert_eq!(cell(0, "Competitors Within 5mi"), "0");
    assert_eq!(cell(1, "County FIPS"), "44007");
    assert_eq!(cell(1, "Geography Match"), "zip");
    let airport = "Distance to Commercial Airport (mi)";
    assert_eq!(cell(1, airport), "", "a ZIP code is not a point");
    assert_eq!(cell(2, "County FIPS"), "");
    assert_eq!(cell(2, airport), "");
    assert_eq!(cell(3, "County FIPS [source]"), "");
}

#[test]
// ENR-06, RES-03
fn enr_06_a_table_has_the_columns_that_any_row_fills_and_its_sources_in_the_last() {
    let (_, text) = enrich(ROWS, "out.csv", EnrichOptions::default());
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(
        headers.iter().take(7).collect::<Vec<_>>().join(","),
        "id,Name,lat,lng,ZIP,county,note"
    );
    assert!((10..FIELDS.len()).contains(&headers.len()), "{headers:?}");
    for (place, head) in headers.iter().enumerate().skip(7) {
        assert!(rows.iter().any(|row| !row[place].is_empty()), "{head}");
    }
    let last = headers.len() - 1;
    assert_eq!(&headers[last], "Sources");
    let sources: Vec<&str> = rows[0][last].split("; ").collect();
    assert_eq!(
        sources
            .iter()
            .filter(|line| line.starts_with("US Census Bureau · 2017"))
            .count(),
        1,
        "{sources:?}"
    );
    assert_eq!(&rows[3][last], "");
    let (_, text) = enrich("name,lat,lon\n", "out.csv", EnrichOptions::default());
    assert_eq!(text, "name,lat,lon\n");
}

#[test]
// RES-03
fn res_03_a_listing_s_formulas_reach_the_csv_as_text_and_its_numbers_as_numbers() {
    let rows = "name,latitude,longitude,=note,phone\n\
        \"=HYPERLINK(\"\"http://a.example\"\")\",41.824,-71.4128,＝1+1,+1 401 555 0101\n\
        @Example,41.824,-71.4128,\"\n=1\",-5\n";
    let options = EnrichOptions {
        sources: SourceForm::None,
        ..EnrichOptions::default()
    };
    let (_, text) = enrich(rows, "out.csv", options);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let rows: Vec<Vec<String>> = reader
        .records()
        .map(|row| row.unwrap().iter().take(5).map(str::to_owned).collect())
        .collect();
    assert_eq!(
        rows[0],
        ["name", "latitude", "longitude", "'=note", "phone"]
    );
    let formula = "'=HYPERLINK(\"http://a.example\")";
    assert_eq!(
        rows[1],
        [formula, "41.824", "-71.4128", "'＝1+1", "+1 401 555 0101"]
    );
    assert_eq!(rows[2], ["'@Example", "41.824", "-71.4128", "'\n=1", "-5"]);
}

#[test]
fn a_geojson_has_a_feature_a_row() {
    let (_, text) = enrich(ROWS, "out.geojson", EnrichOptions::default());
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let features = json["features"].as_array().unwrap();
    assert_eq!(features.len(), 4);
    assert_eq!(features[0]["geometry"]["coordinates"][0], -71.4128);
    assert_eq!(features[0]["properties"]["county_fips"], "44007");
    let sources = features[0]["properties"]["sources"].as_str().unwrap();
    assert!(sources.contains("US Census Bureau · 2017"), "{sources}");
    assert!(features[1]["geometry"].is_null());
    assert!(
        features[3]["properties"].get("county_fips").is_none(),
        "absent, not null"
    );
}

#[test]
fn columns_can_be_chosen_and_what_is_missing_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.csv");
    std::fs::write(&input, "north,west\n41.824,-71.4128\n").unwrap();
    let open = |columns| {
        EnrichFile::open(
            &input,
            EnrichOptions {
                columns,
                ..EnrichOptions::default()
            },
        )
    };
    assert!(matches!(open(vec![]), Err(EnrichFileError::NoPlaces(_))));
    let wrong = vec![(Role::Latitude, "n".to_owned())];
    assert!(
        matches!(open(wrong), Err(EnrichFileError::NoColumn(_, have)) if have == "north, west")
    );
    let right = vec![
        (Role::Latitude, "north".to_owned()),
        (Role::Longitude, "west".to_owned()),
    ];
    assert!(open(right).is_ok());
}

#[test]
fn stopping_is_an_error_so_that_nothing_takes_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.csv");
    let rows = "41.824,-71.4128\n".repeat(2000);
    std::fs::write(&input, format!("lat,lon\n{rows}")).unwrap();
    let file = EnrichFile::open(&input, EnrichOptions::default()).unwrap();
    let stops = |_| ControlFlow::Break(());
    let stopped = file.run(
        &Reference::builtin(),
        None,
        OutputFormat::Csv,
        Vec::new(),
        stops,
    );
    assert!(matches!(stopped, Err(EnrichFileError::Stopped)));
}

#[test]
// ENR-06
fn enr_06_geoparquet_has_typed_columns_points_and_nulls_for_what_is_missing() {
    let rows = ROWS.replace("id,Name", "geometry,Name");
    let options = EnrichOptions {
        sources: SourceForm::Columns,
        ..EnrichOptions::default()
    };
    let (report, bytes) = enrich_to_bytes(&rows, "out.parquet", options);
    assert_eq!(report.rows, 4);
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&bytes).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let metadata = reader
        .metadata()
        .file_metadata()
        .key_value_metadata()
        .unwrap();
    let geo = metadata.iter().find(|entry| entry.key == "geo").unwrap();
    let geo: serde_json::Value = serde_json::from_str(geo.value.as_deref().unwrap()).unwrap();
    // The input has a column of that name, which stays.
    assert_eq!(geo["primary_column"], "geometry_2");
    assert_eq!(geo["columns"]["geometry_2"]["encoding"], "WKB");
    let batch = reader.build().unwrap().next().unwrap().unwrap();
    let texts = |name: &str| {
        let column = batch.column_by_name(name).unwrap().as_string::<i32>();
        column
            .iter()
            .map(|cell| cell.map(str::to_owned))
            .collect::<Vec<_>>()
    };
    let text = |cell: &str| Some(cell.to_owned());
    assert_eq!(texts("note")[0], text("a, b"));
    assert_eq!(
        texts("county_fips"),
        [text("44007"), text("44007"), None, None]
    );
    assert_eq!(texts("county_fips_vintage")[0], text("2017"));
    let distance = batch
        .column_by_name("distance_to_commercial_airport")
        .unwrap();
    let distance = distance.as_primitive::<arrow_array::types::Float64Type>();
    assert!(distance.value(0) > 1.0 && distance.is_null(3));
    let points = batch
        .column_by_name("geometry_2")
        .unwrap()
        .as_binary::<i32>();
    assert!(points.is_null(1) && points.is_null(3));
    let expected = [
        &[1, 1, 0, 0, 0][..],
        &(-71.4128_f64).to_le_bytes(),
        &41.824_f64.to_le_bytes(),
    ];
    assert_eq!(points.value(0), expected.concat());
}
