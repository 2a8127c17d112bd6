//! Tests that need something from outside: a PostgreSQL server, the shared test data.
//!
//! If it is missing they say so and pass, so that `cargo test` works anywhere. With `DEMANDATLAS_TEST_STRICT=1` they
//! fail instead: CI sets it where everything can be provided, so that no test counts as passed that did not run.

use std::path::{Path, PathBuf};

use crate::switch::is_on;

const STRICT: &str = "DEMANDATLAS_TEST_STRICT";
const DATA: &str = "DEMANDATLAS_TEST_DATA";
const POSTGRES: &str = "DEMANDATLAS_TEST_POSTGRES_URL";

/// Reports that a test is skipped because something that could have been provided is missing.
///
/// # Panics
/// With `DEMANDATLAS_TEST_STRICT=1`.
pub fn skipped(why: &str) {
    assert!(
        !is_on(STRICT),
        "nothing may be skipped here ({STRICT} is set): {why}"
    );
    eprintln!("skipped: {why}");
}

/// The folder of the shared test data; `None`, with a printed reason, if it is not configured.
#[must_use]
pub fn shared_data() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os(DATA) else {
        skipped(&format!(
            "{DATA} does not name the folder of the shared test data"
        ));
        return None;
    };
    // Tests run in their crate's folder, but the variable is relative to the workspace.
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = workspace.join(folder);
    assert!(
        folder.is_dir(),
        "{DATA}: there is no folder {}",
        folder.display()
    );
    Some(folder)
}

/// A file of the shared test data; `None`, with a printed reason, if the data is not configured.
#[must_use]
pub fn shared_data_file(file: &str) -> Option<PathBuf> {
    let path = shared_data()?.join(file);
    assert!(
        path.is_file(),
        "{} is missing from the shared test data",
        path.display()
    );
    Some(path)
}

/// The URL of the PostgreSQL server to test on; `None`, with a printed reason, if there is none.
#[must_use]
pub fn postgres_server() -> Option<String> {
    let server = std::env::var(POSTGRES).ok();
    if server.is_none() {
        skipped(&format!("{POSTGRES} names no PostgreSQL server"));
    }
    server
}
