//! Makes the server's side of KurrentDB's protocol for the double that tests run against, out of the definitions that
//! the client's package carries. Without the feature: nothing.

fn main() {
    println!("cargo:rerun-if-changed=src/log/kurrentdb/double/build.rs");
    #[cfg(feature = "kurrentdb-testing")]
    protocol::generate();
}

#[cfg(feature = "kurrentdb-testing")]
mod protocol {
    use std::path::{Path, PathBuf};
    use std::process::Command;

    const FILES: [&str; 4] = [
        "streams.proto",
        "serverfeatures.proto",
        "gossip.proto",
        "shared.proto",
    ];

    pub(super) fn generate() {
        let folder = definitions();
        let set = protox::compile(FILES, [&folder]).expect("the package's definitions compile");
        tonic_build::configure()
            .build_client(false)
            .compile_fds(set)
            .expect("the server's side can be generated");
    }

    /// The folder of the client's package, as cargo tells.
    fn definitions() -> PathBuf {
        let cargo = std::env::var("CARGO").expect("cargo runs this");
        let target = std::env::var("TARGET").expect("cargo says what for");
        let told = Command::new(cargo)
            .args(["metadata", "--format-version", "1", "--locked"])
            .args(["--features", "kurrentdb", "--filter-platform", &target])
            .output()
            .expect("cargo metadata runs");
        let errors = String::from_utf8_lossy(&told.stderr);
        assert!(told.status.success(), "cargo metadata: {errors}");
        let told = String::from_utf8_lossy(&told.stdout);
        let manifest = told
            .split('"')
            .filter(|part| part.ends_with("Cargo.toml"))
            .map(Path::new)
            .find(|path| {
                let folder = path.parent().and_then(Path::file_name);
                folder.is_some_and(|name| name.to_string_lossy().starts_with("kurrentdb-1."))
            });
        let folder = manifest
            .and_then(Path::parent)
            .expect("the package is here");
        folder.join("protos")
    }
}
