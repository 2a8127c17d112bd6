//! Files that are not a listing, or a poor one: a clear message, and the catalogue unchanged.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use crate::support::{Fixture, made_up_listing};
use places::import::{FieldOverride, ImportError, ImportOptions, Rejected};

/// Imports a file into a filled catalogue, which must refuse it and keep its rows.
fn refused(fixture: &Fixture, path: &Path) -> String {
    fixture.import(&made_up_listing()).unwrap();
    let error = fixture.import(path).unwrap_err();
    assert_eq!(fixture.catalogue.rows(), 38);
    assert_eq!(fixture.find("brewery", "OR", "Portland").len(), 28);
    error.to_string()
}

fn refused_text(content: impl AsRef<[u8]>) -> String {
    let fixture = Fixture::new();
    let path = fixture.file("listing.csv", content);
    refused(&fixture, &path)
}

#[test]
fn a_picture_is_named_as_such() {
    let jpeg = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xdb";
    assert!(refused_text(jpeg).contains("a JPEG picture"));
    let noise: Vec<u8> = (0..9_000_u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    assert!(refused_text(noise).contains("binary data"));
    assert!(refused_text("<!DOCTYPE html><html></html>").contains("a web page"));
}

#[test]
fn what_is_no_file_is_refused() {
    let fixture = Fixture::new();
    let folder = fixture.folder.path().to_owned();
    assert!(refused(&fixture, &folder).contains("is not a file"));
    let missing = fixture.folder.path().join("missing.csv");
    assert!(refused(&fixture, &missing).contains("cannot be read"));
}

#[test]
fn a_file_without_rows_is_refused() {
    assert!(refused_text("").contains("is empty"));
    assert!(refused_text("\n\n\n").contains("is empty"));
    assert!(refused_text("name,city,state\n").contains("no rows"));
}

#[test]
fn a_file_without_the_needed_columns_says_which_it_has() {
    let no_name = refused_text("label,city,state\nA,Bend,OR\n");
    assert!(
        no_name.contains("--map name=COLUMN") && no_name.contains("'label'"),
        "{no_name}"
    );
    for header in ["name,phone", "name,city", "name,state", "name,latitude"] {
        let message = refused_text(format!("{header}\nA,1\n"));
        assert!(message.contains("latitude and longitude"), "{message}");
    }
}

#[test]
fn a_file_of_which_no_row_can_be_used_is_refused_with_the_reasons() {
    let message = refused_text("name,city,state\nA,Graz,Styria\n,Bend,OR\n");
    assert!(
        message.contains("1: not a US state") && message.contains("1: no name"),
        "{message}"
    );
}

#[test]
fn a_million_columns_are_refused() {
    let many: String = (0..1_000_000).map(|n| format!("c{n},")).collect();
    assert!(refused_text(many).contains("longer than 1 MiB"));
    let short = "a,".repeat(5_000);
    assert!(refused_text(format!("name,city,state,{short}\nA,Bend,OR\n")).contains("columns"));
}

#[test]
fn a_line_of_two_gigabytes_is_refused_without_being_read() {
    let fixture = Fixture::new();
    for head in ["name,city,state\nA,Bend,OR\n\"B", "name"] {
        let path = fixture.file("long.csv", head);
        // A sparse file, which has the size but takes no disk space. NUL bytes are not line ends.
        let mut file = File::options().append(true).open(&path).unwrap();
        file.write_all(&vec![b'x'; 1 << 17]).unwrap();
        file.set_len(2 << 30).unwrap();
        file.seek(SeekFrom::End(0)).unwrap();
        let message = refused(&fixture, &path);
        assert!(message.contains("is longer than 1 MiB"), "{message}");
    }
}

#[test]
fn poor_rows_are_counted_with_their_lines_and_the_good_ones_kept() {
    for line_end in ["\n", "\r\n"] {
        poor_rows(line_end);
    }
}

fn poor_rows(line_end: &str) {
    let fixture = Fixture::new();
    let text = "name,city,state,country,lat,lon,note\n\
         Good,Bend,OR,US,44.06,-121.31,\n\
         ,Bend,OR,US,,,\n\
         ???,Bend,OR,US,,,\n\
         Abroad,Bend,OR,Canada,,,\n\
         Stateless,Bend,,,,,\n\
         Nowhere,,OR,,,,\n\
         Lost,,OR,,95,-122,\n\
         Off,Bend,OR,,95,-122,\n\
         Placed,,,,44.06,-121.31,\n\
         Slipped,Bend,OR,US,44.06,-121.31,a,b\n\
         Short,Bend,OR\n";
    let listing = fixture.file("poor.csv", text.replace('\n', line_end));
    let report = fixture.import(&listing).unwrap();
    let lines = |why| {
        report
            .rejected
            .get(&why)
            .map(|tally| tally.first_lines.clone())
    };
    assert_eq!(lines(Rejected::NoName), Some(vec![3, 4]));
    assert_eq!(lines(Rejected::NotUs), Some(vec![5]));
    assert_eq!(lines(Rejected::NoState), Some(vec![6]));
    assert_eq!(lines(Rejected::NoLocation), Some(vec![7, 8]));
    assert_eq!(lines(Rejected::TooManyCells), Some(vec![11]));
    assert_eq!(report.coordinates_dropped.first_lines, [9]);
    assert_eq!((report.read, report.imported), (11, 4));
    assert_eq!((report.without_coordinates, report.placed), (2, 1));
    let off = fixture.find("off", "OR", "Bend").remove(0);
    assert_eq!(off.coordinates(), None);
}

#[test]
fn encodings_delimiters_and_dirt_are_read_through() {
    let fixture = Fixture::new();
    let utf_16: Vec<u8> = "\u{feff}name\tcity\tstate\nCafé Sixteen\tBend\tOR\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let files: [(&str, &[u8], &str); 5] = [
        (
            "bom.csv",
            b"\xef\xbb\xbfname,city,state\nCaf\xc3\xa9 One,Bend,OR\n",
            "Café One",
        ),
        (
            "latin.csv",
            b"name;city;state\r\nCaf\xe9 Two;Bend;Oregon\r\n",
            "Café Two",
        ),
        (
            "quoted.csv",
            b"name,city,state\n\"Cafe\n\"\"Three\"\"\",Bend,OR\n",
            "Cafe \"Three\"",
        ),
        (
            "nul.csv",
            b"name,city,state\nCafe\0 Four\x07,Bend,OR\n,,,\n,,,\n,,,\n,,,\n",
            "Cafe Four",
        ),
        ("utf16.csv", &utf_16, "Café Sixteen"),
    ];
    for (name, content, expected) in files {
        let path = fixture.file(name, content);
        let report = fixture.import(&path).unwrap();
        assert_eq!(
            report.re_encoded.count,
            u64::from(name == "latin.csv"),
            "{name}"
        );
        let wanted = expected.replace(['"', 'é'], " ");
        let word = wanted.split_whitespace().last().unwrap();
        assert_eq!(fixture.names(word, "OR", "Bend"), [expected], "{name}");
    }
}

#[test]
fn a_missing_quote_does_not_swallow_the_file_silently() {
    let fixture = Fixture::new();
    let mut text = String::from("name,city,state\nGood,Bend,OR\n\"Open,Bend,OR\n");
    for number in 0..50 {
        text.push_str(&format!("Shop {number},Bend,OR\n"));
    }
    let error = fixture
        .import(&fixture.file("quote.csv", text))
        .unwrap_err();
    assert!(error.to_string().contains("line 3"), "{error}");
}

#[test]
fn the_operators_columns_and_category_are_used() {
    let fixture = Fixture::new();
    let listing = fixture.file(
        "own.csv",
        "label,place,area,kind_type\nHop House,Bend,Oregon,micro\nOld House,Bend,Oregon,closed\n",
    );
    let overrides = ["name=label", "city=Place", "state=area"];
    let overrides = overrides
        .iter()
        .map(|text| FieldOverride::parse(text).unwrap())
        .collect();
    let options = ImportOptions {
        overrides,
        category: Some("brewery".to_owned()),
        licence: Some("MIT".to_owned()),
        ..ImportOptions::default()
    };
    let report = fixture.import_with(&listing, options).unwrap();
    assert_eq!(report.imported, 1);
    let place = fixture.find("brewery", "OR", "Bend").remove(0);
    assert_eq!(place.name, "Hop House");
    assert_eq!(place.main_category.as_deref(), Some("brewery"));
    assert_eq!(place.categories, ["brewery", "micro"]);
    assert_eq!(place.provenance.licence.as_deref(), Some("MIT"));
    assert_eq!(
        fixture.catalogue.datasets().unwrap()[0].licence.as_deref(),
        Some("MIT")
    );
}

#[test]
fn a_data_set_needs_a_name() {
    let fixture = Fixture::new();
    let options = ImportOptions {
        source: Some(" / ".to_owned()),
        ..ImportOptions::default()
    };
    let error = fixture
        .import_with(&made_up_listing(), options)
        .unwrap_err();
    assert!(matches!(error, ImportError::SourceName { .. }), "{error}");
}

#[test]
fn a_quote_that_is_not_closed_is_named_before_it_swallows_rows() {
    let to_the_end = refused_text(
        "name,city,state\nExample Bakery,Bend,OR\n\"Joe's Example,Bend,OR\nExample Cafe,Bend,OR\n",
    );
    assert!(
        to_the_end.contains("A quote in line 3 is not closed") && to_the_end.contains("to line 5"),
        "{to_the_end}"
    );
    let to_the_next = refused_text(
        "name,city,state\n\"Joe's Example,Bend,OR\nExample Cafe,Bend,OR\n\"Anna's\",Bend,OR\n",
    );
    assert!(
        to_the_next.contains("A quote in line 2 is not closed"),
        "{to_the_next}"
    );

    // Cells that span lines are fine.
    let fixture = Fixture::new();
    let sound = "name,city,state\n\"Example\nBakery, \"\"old\"\"\",Bend,OR\nExample Cafe,Bend,OR\n";
    let path = fixture.file("listing.csv", sound);
    assert_eq!(fixture.import(&path).unwrap().imported, 2);
}
