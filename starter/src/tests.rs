//! Checks that what ships is what the recipe makes.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on should fail where it stands, and one that is skipped says so"
)]

use enrichment::pack::{Pack, Table};

use super::*;

fn data_starter() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/starter")
}

fn recipe() -> Recipe {
    Recipe::read(&data_starter().join("recipe.toml")).unwrap()
}

/// The folder of the publishers' files, if there is one.
fn published() -> Option<PathBuf> {
    let folder = std::env::var_os("DEMANDATLAS_TEST_DATA").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: DEMANDATLAS_TEST_DATA is not set");
    }
    folder
}

#[test]
fn what_ships_has_the_checksums_that_are_beside_it() {
    let sums = std::fs::read_to_string(data_starter().join(CHECKSUMS)).unwrap();
    let mut bytes = 0;
    for name in [LISTING, PACK] {
        let file = std::fs::read(data_starter().join(name)).unwrap();
        let line = format!("{}  {name}\n", hex::encode(Sha256::digest(&file)));
        assert!(sums.contains(&line), "{name} is not what was made");
        bytes += file.len();
    }
    println!("{bytes} bytes");
    assert!(bytes <= 12 << 20, "{bytes} bytes ship with the product");
}

#[test]
fn the_listing_is_what_the_recipe_cuts_out_of_the_published_file() {
    let Some(folder) = published() else { return };
    let recipe = recipe().listing;
    let bytes = std::fs::read(folder.join(&recipe.file)).unwrap();
    let packed = std::fs::read(data_starter().join(LISTING)).unwrap();
    let ships = zstd::stream::decode_all(packed.as_slice()).unwrap();
    assert!(
        ships == listing::cut(&recipe, &bytes).unwrap(),
        "data/starter is stale: run scripts/make-starter"
    );
}

#[test]
fn the_pack_is_what_the_recipe_makes_of_the_published_files() {
    let Some(folder) = published() else { return };
    let made = tables::read(&recipe().tables, &folder).unwrap();
    let ships = Pack::starter().unwrap();
    assert_eq!(made.tables.len(), ships.tables.len());
    for (made, ships) in made.tables.iter().zip(&ships.tables) {
        let mut info = made.info.clone();
        info.shipped = true;
        assert_eq!(info, ships.info);
        assert_eq!(made.entries(), ships.entries(), "{}", info.id);
        assert!(
            same(made, ships),
            "{} is stale: run scripts/make-starter",
            info.id
        );
    }
}

/// Equal; compared as text, since a missing value (NaN) does not equal itself.
fn same(a: &Table, b: &Table) -> bool {
    format!("{:?}", a.data) == format!("{:?}", b.data)
}
