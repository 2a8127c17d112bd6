//! Roads, parks, tracts, counties and shapefiles.

use std::ops::ControlFlow;
use std::path::Path;

use enrichment::fields::Field;
use enrichment::import::{Outcome, Said, import_folder};
use enrichment::pack::Pack;
use enrichment::{Reference, Subject};

use super::support::{enrich, import, reference};

fn line(properties: &str, from: (f64, f64), to: (f64, f64)) -> String {
    format!(
        r#"{{"type":"Feature","properties":{properties},"geometry":{{"type":"LineString","coordinates":[[{},{}],[{},{}]]}}}}"#,
        from.1, from.0, to.1, to.0
    )
}

#[test]
// ENR-07
fn enr_07_a_distance_is_given_only_where_no_nearer_road_can_be_unknown() {
    let interstate = r#"{"RTTYP":"I","MTFCC":"S1100","FULLNAME":"I- 95"}"#;
    let street = r#"{"RTTYP":"M","MTFCC":"S1200","FULLNAME":"Main St"}"#;
    let collection = format!(
        r#"{{"type":"FeatureCollection","features":[{},{},{}]}}"#,
        line(interstate, (41.80, -71.5), (41.80, -71.3)),
        line(street, (41.0, -72.0), (42.5, -72.0)),
        line(street, (41.0, -70.5), (42.5, -70.5)),
    );
    let parks = "UNIT_NAME,UNIT_TYPE,STATE,Latitude,Longitude\n\
        Example Park,National Park,MA,42.0,-70.0\nExample Memorial,National Memorial,\"MA,RI\",41.8,-71.4\n";
    let local = reference(&[
        ("tl_2023_44_prisecroads.geojson", &collection),
        ("nps_units_2024.csv", parks),
    ]);
    let row = enrich(&local, None);
    let miles = row.number(Field::DistanceInterstate).unwrap();
    assert!(
        (miles - 0.024 * 111_070.0 / 1609.344).abs() < 0.005,
        "{miles}"
    );
    assert_eq!(row.text(Field::NearestInterstate), Some("I 95"));
    assert_eq!(
        row.number(Field::DistanceUsHighway),
        None,
        "the table has none"
    );
    assert_eq!(row.number(Field::MajorParks), Some(1.0));
    assert!(row.number(Field::ParkDistance).unwrap() > 70.0);

    // In Georgia the same file has no coverage, while a national one would.
    let georgia = Subject {
        coordinates: Some((33.7, -84.4)),
        ..Subject::default()
    };
    assert_eq!(
        local
            .enrich(&georgia, None)
            .number(Field::DistanceInterstate),
        None
    );
    let national = reference(&[("tl_2023_us_primaryroads.geojson", &collection)]);
    assert!(
        national
            .enrich(&georgia, None)
            .number(Field::DistanceInterstate)
            .unwrap()
            > 800.0
    );
}

#[test]
fn tracts_of_different_censuses_never_join() {
    let square = "[[[-71.5,41.7],[-71.3,41.7],[-71.3,41.9],[-71.5,41.9],[-71.5,41.7]]]";
    let tract = |key: &str| {
        format!(
            r#"{{"type":"FeatureCollection","features":[{{"type":"Feature","properties":{{"{key}":"44007000800"}},"geometry":{{"type":"Polygon","coordinates":{square}}}}}]}}"#
        )
    };
    let old =
        "\"GEOID\",\"year\",\"unempP\",\"povP\",\"pciE\"\n\"44007000800\",2018,7.2,10.4,21334\n";
    let new = r#"[["NAME","B19301_001E","state","county","tract"],["Tract 8","50000","44","007","000800"]]"#;
    let row_of = |shapes: &str| {
        let files = [
            ("tracts.geojson", shapes),
            ("EC03.csv", old),
            ("acs5_2023.json", new),
        ];
        let reference = reference(&files);
        let row = enrich(&reference, None);
        (
            row.number(Field::PovertyRateTract),
            row.number(Field::PerCapitaIncomeTract),
        )
    };
    assert_eq!(row_of(&tract("GEOID10")), (Some(10.4), Some(21_334.0)));
    assert_eq!(row_of(&tract("GEOID20")), (None, Some(50_000.0)));
    // A file that does not indicate its census is skipped.
    let (_, report) = import(&[("tracts.geojson", &tract("GEOID"))]);
    assert!(matches!(&report.files[0].outcome, Outcome::Left(why) if why.contains("year")));
}

#[test]
fn connecticuts_regions_and_counties_both_find_their_tables() {
    let region = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"GEOID":"09110","NAME":"Capitol"},"geometry":{"type":"Polygon","coordinates":[[[-73.0,41.5],[-72.3,41.5],[-72.3,42.0],[-73.0,42.0],[-73.0,41.5]]]}}]}"#;
    let rate = |county: &str, year: u16, rate: f64| {
        format!(
            "LAUS Code,State FIPS Code,County FIPS Code,County Name,Year,Labor Force,Employed,Unemployed,\
             Unemployment Rate (%)\nCN0900000000000,09,{county},Example CT,{year},100,95,5,{rate}\n"
        )
    };
    let (newer, older) = (rate("110", 2023, 3.5), rate("003", 2020, 4.5));
    let hartford = Subject {
        coordinates: Some((41.7658, -72.6734)),
        ..Subject::default()
    };
    let with = reference(&[
        ("cb_2023_us_county_500k.geojson", region),
        ("laucnty23.csv", &newer),
        ("laucnty20.csv", &older),
    ]);
    let row = with.enrich(&hartford, None);
    assert_eq!(row.number(Field::UnemploymentRate), Some(3.5));
    assert_eq!(
        row.get(Field::UnemploymentRate).unwrap().source.vintage(),
        "2023"
    );
    // Without the regions' shapes their numbers match no area: the older table is used, and dated as such.
    let without = reference(&[("laucnty23.csv", &newer), ("laucnty20.csv", &older)]);
    let row = without.enrich(&hartford, None);
    assert_eq!(row.text(Field::CountyFips), Some("09003"));
    assert_eq!(row.number(Field::UnemploymentRate), Some(4.5));
    assert_eq!(
        row.get(Field::UnemploymentRate).unwrap().source.vintage(),
        "2020"
    );
}

#[test]
fn a_zipped_shapefile_is_read_and_never_replaces_finer_shapes() {
    let folder = tempfile::tempdir().unwrap();
    write_shapefile(folder.path());
    let mut archive = zip::ZipWriter::new(
        std::fs::File::create(folder.path().join("cb_2023_us_county_20m.zip")).unwrap(),
    );
    for ending in ["shp", "dbf", "shx"] {
        let name = format!("cb_2023_us_county_20m.{ending}");
        archive
            .start_file(name.as_str(), zip::write::SimpleFileOptions::default())
            .unwrap();
        let bytes = std::fs::read(folder.path().join(&name)).unwrap();
        std::io::Write::write_all(&mut archive, &bytes).unwrap();
        std::fs::remove_file(folder.path().join(&name)).unwrap();
    }
    archive.finish().unwrap();
    let mut pack = Pack::builtin();
    let report = import_folder(&mut pack, folder.path(), &Said::new(), |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(
        matches!(&report.files[0].outcome, Outcome::Left(why) if why.contains("no finer")),
        "{report:?}"
    );
    let mut empty = Pack::default();
    let report = import_folder(&mut empty, folder.path(), &Said::new(), |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(report.taken(), 1, "{report:?}");
    let reference = Reference::new(empty);
    assert_eq!(
        enrich(&reference, None).text(Field::County),
        Some("Providence")
    );
}

/// One county, a square around Providence.
fn write_shapefile(folder: &Path) {
    use shapefile::dbase::{FieldName, Record, TableWriterBuilder};
    use shapefile::{Point, Polygon, PolygonRing};
    let field = |name: &str| FieldName::try_from(name).unwrap();
    let table = TableWriterBuilder::new()
        .add_character_field(field("GEOID"), 5)
        .add_character_field(field("NAMELSAD"), 40);
    let path = folder.join("cb_2023_us_county_20m.shp");
    let mut writer = shapefile::Writer::from_path(path, table).unwrap();
    let ring = [
        (-71.5, 41.7),
        (-71.5, 41.9),
        (-71.3, 41.9),
        (-71.3, 41.7),
        (-71.5, 41.7),
    ];
    let ring = ring.iter().map(|(x, y)| Point::new(*x, *y)).collect();
    let mut record = Record::default();
    let text = |text: &str| shapefile::dbase::FieldValue::Character(Some(text.to_owned()));
    record.insert("GEOID".to_owned(), text("44007"));
    record.insert("NAMELSAD".to_owned(), text("Providence County"));
    writer
        .write_shape_and_record(&Polygon::new(PolygonRing::Outer(ring)), &record)
        .unwrap();
}
