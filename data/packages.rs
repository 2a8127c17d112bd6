//! What the build scripts share: reading the packages of `data/npm`, and writing what is taken out of them.

use std::path::{Path, PathBuf};

/// Where the packages lie, seen from a crate.
const PACKAGES: &str = "../data/npm/node_modules";

/// Makes the text of a file, or says what is wrong.
pub(crate) type Make = fn() -> Result<String, String>;

/// Writes the files into cargo's folder for this build; what cannot be made ends the build with its reason.
pub(crate) fn write(files: &[(&str, Make)]) {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    for (name, make) in files {
        let written = make().and_then(|text| {
            std::fs::write(folder.join(name), text).map_err(|error| error.to_string())
        });
        if let Err(reason) = written {
            println!("cargo::error={reason}");
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../data/packages.rs");
}

/// A package's file.
pub(crate) fn text(file: &str) -> Result<String, String> {
    let path = Path::new(PACKAGES).join(file);
    println!("cargo::rerun-if-changed={}", path.display());
    std::fs::read_to_string(&path).map_err(|error| {
        format!(
            "data/npm/node_modules/{file} cannot be read ({error}). Run 'npm --prefix data/npm ci' first ('make' does)."
        )
    })
}

/// A package's JSON file.
pub(crate) fn json(file: &str) -> Result<serde_json::Value, String> {
    serde_json::from_str(&text(file)?)
        .map_err(|error| format!("data/npm/node_modules/{file}: {error}"))
}
