//! The files for spreadsheets, as a real one reads them (RES-03). A part of `make soak`: LibreOffice is large.

use std::path::Path;
use std::process::Command;

use serde_json::json;
use store::testing::Engine;

use super::exports::{HOSTILE, csv_body};
use crate::support::Server;

/// What LibreOffice makes of a file: its cells as XML, formulas marked.
fn opened(file: &Path) -> String {
    let folder = file.parent().unwrap();
    let profile = format!("-env:UserInstallation=file://{}/profile", folder.display());
    let done = Command::new("soffice")
        .args([&profile, "--headless", "--convert-to", "fods", "--outdir"])
        .args([folder, file])
        .output()
        .expect("soffice: `make soak` installs it");
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    std::fs::read_to_string(file.with_extension("fods")).unwrap()
}

#[tokio::test]
async fn res_03_libreoffice_opens_the_files_and_finds_no_formula() {
    if !testkit::soak() {
        return;
    }
    let mut server = Server::empty(Engine::Sqlite.storage().await.unwrap()).await;
    let listing = server.folder().join("hostile.csv");
    std::fs::write(&listing, HOSTILE).unwrap();
    server.import(&listing);
    server.start_worker();
    let user = server.user("ada@example.com", "pro");
    let search = json!({"search_term": "cafe", "state": "OR", "cities": ["Bend"]});
    let (job, _) = user.run(&search).await;

    let workbook = server.folder().join("workbook.xlsx");
    std::fs::write(&workbook, user.exported(&job, "xlsx").await.bytes).unwrap();
    let table = server.folder().join("table.csv");
    let csv = user.exported(&job, "csv").await;
    std::fs::write(&table, csv_body(&csv)).unwrap();

    let workbook = opened(&workbook);
    for text in [
        ">=HYPERLINK(&quot;http://evil.example&quot;,&quot;Cafe&quot;)<",
        ">@SUM(A1) Cafe<",
        ">Plain, &quot;quoted&quot; Cafe<",
    ] {
        assert_eq!(workbook.matches(text).count(), 1, "{text}");
    }
    assert!(workbook.contains("office:value-type=\"float\" office:value=\"44.05\""));
    for cells in [workbook, opened(&table)] {
        assert!(cells.contains("@SUM(A1) Cafe"), "it has the rows");
        assert!(!cells.contains("table:formula"), "no cell is a formula");
    }
    server.stop().await;
}
