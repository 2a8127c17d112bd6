//! `demandatlas reference` and `demandatlas enrich`, and a server beside them (ENR-06; issue 6).

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use store::testing::Engine;

use crate::routes::enrichment::enrich;
use crate::routes::exports::Table;
use crate::support::{Install, Server, brewery_search};

/// An installation, and a folder with a table that is made up in the Bureau of Labor Statistics' columns.
fn fresh() -> (tempfile::TempDir, Install, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let install = Install::in_folder(&folder.path().join("data"));
    let tables = folder.path().join("tables");
    std::fs::create_dir(&tables).unwrap();
    let laus = "LAUS Code,State FIPS Code,County FIPS Code,County Name,Year,Labor Force,Employed,Unemployed,\
        Unemployment Rate (%)\nCN4105100000000,41,051,Multnomah County OR,2023,400,383,17,4.25\n";
    std::fs::write(tables.join("laucnty23.csv"), laus).unwrap();
    std::fs::write(tables.join("notes.csv"), "when,what\ntoday,nothing\n").unwrap();
    (folder, install, tables)
}

/// An import that is told what a file is.
fn saying<'a>(tables: &'a Path, said: &'a str) -> [&'a str; 5] {
    ["reference", "import", text(tables), "--table", said]
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
// ENR-06
fn enr_06_an_import_says_what_it_took_and_status_what_fills_each_field() {
    let (_folder, install, tables) = fresh();
    let before = install.succeed(&["reference", "status"]);
    assert!(
        before.contains("No tables have been imported yet"),
        "{before}"
    );
    let line = |status: &str| {
        let mut lines = status.lines();
        let line = lines
            .find(|line| line.trim().starts_with("unemployment_rate "))
            .unwrap();
        line.to_owned()
    };
    assert!(line(&before).contains("nothing yet; filled by"), "{before}");
    assert!(
        before.contains("computed in 3"),
        "airports ship with the product: {before}"
    );
    let imported = install.succeed(&["reference", "import", text(&tables)]);
    assert!(imported.contains("imported  "), "{imported}");
    assert!(imported.contains("skipped   "), "{imported}");
    assert!(imported.contains("1 of 2 files imported"), "{imported}");
    let status = install.succeed(&["reference", "status"]);
    assert!(line(&status).contains("2023"), "{status}");
    let facts = install.succeed(&["reference", "lookup", "45.5231", "-122.6765"]);
    assert!(
        facts.contains("unemployment_rate") && facts.contains("4.25 percent"),
        "{facts}"
    );
    assert!(
        facts.contains("county_fips") && facts.contains(" 41051 "),
        "{facts}"
    );
}

#[test]
// ENR-06
fn enr_06_a_list_that_does_not_say_whose_it_is_is_left_until_the_importer_says_so() {
    let (_folder, install, tables) = fresh();
    std::fs::remove_file(tables.join("laucnty23.csv")).unwrap();
    std::fs::write(tables.join("unemp-23.csv"), "fips,unemp\n41051,5.5\n").unwrap();
    let refused = install.fail(&["reference", "import", text(&tables)]);
    assert!(refused.contains("No file in"), "{refused}");
    let refused = install.fail(&saying(&tables, "unemp-23.csv=svi"));
    assert!(refused.contains("No file in"), "{refused}");
    let unknown = install.run(&saying(&tables, "unemp-23.csv=nothing"));
    let unknown = String::from_utf8(unknown.stderr).unwrap();
    assert!(unknown.contains("there is no table 'nothing'"), "{unknown}");
    let taken = install.succeed(&saying(&tables, "unemp-23.csv=acs"));
    assert!(
        taken.contains("American Community Survey, 5-year, 2019-2023, 1 row"),
        "{taken}"
    );
    let facts = install.succeed(&["reference", "lookup", "45.5231", "-122.6765"]);
    assert!(facts.contains("5.5 percent"), "{facts}");
    let taken = install.succeed(&saying(&tables, "unemp-23.csv=laus-rate"));
    assert!(
        taken.contains("Local Area Unemployment Statistics, rates, 2023"),
        "{taken}"
    );
    let refused = install.fail(&saying(&tables, "nowhere.csv=acs"));
    assert!(
        refused.contains("There is no file nowhere.csv"),
        "{refused}"
    );
}

#[test]
// ENR-06
fn enr_06_a_folder_without_tables_or_a_damaged_pack_is_refused_and_nothing_changes() {
    let (folder, install, tables) = fresh();
    install.succeed(&["reference", "import", text(&tables)]);
    let pack = folder.path().join("data/reference.pack");
    let before = std::fs::read(&pack).unwrap();
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty).unwrap();
    std::fs::write(empty.join("x.csv"), "a,b\n1,2\n").unwrap();
    let refused = install.fail(&["reference", "import", text(&empty)]);
    assert!(refused.contains("The pack is unchanged"), "{refused}");
    let refused = install.fail(&["reference", "import", text(&folder.path().join("nowhere"))]);
    assert!(refused.contains("nowhere"), "{refused}");
    assert_eq!(std::fs::read(&pack).unwrap(), before);
    let nowhere = install.run(&["reference", "lookup", "45.5", "-190"]);
    let refused = String::from_utf8(nowhere.stderr).unwrap();
    assert!(refused.contains("is not a longitude"), "{refused}");
    assert_eq!(nowhere.status.code(), Some(2));
    let refused = install.fail(&["reference", "lookup", "0", "-150"]);
    assert!(refused.contains("Nothing is known"), "{refused}");

    std::fs::write(&pack, &before[..before.len() / 2]).unwrap();
    for command in [
        &["reference", "status"][..],
        &["reference", "import", text(&tables)],
    ] {
        let refused = install.fail(command);
        assert!(refused.contains("reference.pack"), "{refused}");
    }
    assert_eq!(std::fs::read(&pack).unwrap(), before[..before.len() / 2]);
}

#[test]
// ENR-06
fn enr_06_a_file_is_enriched_and_a_bad_one_is_refused_with_no_output() {
    let (folder, install, tables) = fresh();
    install.succeed(&["reference", "import", text(&tables)]);
    let input = folder.path().join("in.csv");
    let output = folder.path().join("out.csv");
    std::fs::write(
        &input,
        "name,lat,lon,mine\nExample,45.5231,-122.6765,kept\n",
    )
    .unwrap();
    let done = install.succeed(&["enrich", text(&input), "--output", text(&output)]);
    assert!(done.contains("Enriched 1 row in "), "{done}");
    let read = || Table::read(&std::fs::read_to_string(&output).unwrap());
    let table = read();
    assert_eq!(table.cell(0, "mine"), "kept");
    assert_eq!(table.cell(0, "Unemployment Rate (County) (%)"), "4.25");
    assert_eq!(table.heads.last().unwrap(), "Sources");
    install.succeed(&[
        "enrich",
        text(&input),
        "--sources",
        "columns",
        "--force",
        "--output",
        text(&output),
    ]);
    assert_eq!(
        read().cell(0, "Unemployment Rate (County) [vintage]"),
        "2023"
    );
    let parquet = folder.path().join("out.parquet");
    install.succeed(&["enrich", text(&input), "--output", text(&parquet)]);
    assert_eq!(&std::fs::read(&parquet).unwrap()[..4], b"PAR1");

    std::fs::write(&input, "name,phone\nExample,1\n").unwrap();
    let other = folder.path().join("other.csv");
    let refused = install.fail(&["enrich", text(&input), "--output", text(&other)]);
    assert!(refused.contains("--map latitude="), "{refused}");
    let refused = install.fail(&["enrich", text(&input), "--output", "out.xlsx"]);
    assert!(
        refused.contains("--map latitude=") || refused.contains("--format"),
        "{refused}"
    );
    assert!(!other.exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// ENR-06
async fn enr_06_a_running_server_uses_what_is_imported_beside_it() {
    let server = Server::start(Engine::Sqlite.storage().await.unwrap()).await;
    let user = server.user("enya@example.com", "enterprise");
    let (first, _) = user.run(&brewery_search()).await;
    let before = enrich(&user, &first).await;
    let (_folder, _, tables) = fresh();
    server
        .install()
        .succeed(&["reference", "import", text(&tables)]);
    let (second, _) = user.run(&brewery_search()).await;
    let after = enrich(&user, &second).await;
    let rates = |answer: &serde_json::Value| {
        let rows = answer["results"].as_array().unwrap().iter();
        let of_county = rows.filter(|row| row["county_fips"] == "41051");
        of_county
            .map(|row| row["unemployment_rate"].clone())
            .collect::<Vec<_>>()
    };
    assert!(rates(&before).iter().all(serde_json::Value::is_null));
    assert!(rates(&after).len() >= 20);
    assert!(rates(&after).iter().all(|rate| *rate == json!(4.25)));
    // Rows that were enriched before stay as they were.
    assert_eq!(enrich(&user, &first).await, before);
    server.stop().await;
}

/// The script reads the publishers' files by itself.
#[test]
// ENR-06
fn enr_06_county_figures_agree_with_the_publishers_files() {
    let Some(data) = testkit::shared_data() else {
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/check-county-figures");
    let binary = env!("CARGO_BIN_EXE_demandatlas");
    let check = |arguments: &[&str]| {
        let mut python = Command::new("python3");
        let files = ["--data", text(&data), "--binary", binary];
        python.arg(&script).args(files).args(arguments);
        python.output()
    };
    let Ok(output) = check(&["--seed", "26"]) else {
        return testkit::skipped("there is no python3");
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    println!("{printed}");
    assert!(output.status.success(), "{output:?}");
    assert!(printed.contains("Seed 26: "), "{printed}");
    assert!(
        printed.contains("in 30 counties agree, 0 do not."),
        "{printed}"
    );
    // Areas that were redrawn are few, and seldom among thirty.
    let all = check(&["--counties", "all"]).unwrap();
    let printed = String::from_utf8_lossy(&all.stdout);
    assert!(all.status.success(), "{printed}");
}
