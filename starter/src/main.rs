//! Makes what ships with the product in `data/starter` from a folder of the publishers' files: the starter listing, the
//! starter reference pack and their checksums.
//!
//! It uses the product's own readers, so that a table has the same content as when somebody imports it.
//! `data/starter/recipe.toml` says what is taken from which file; a missing or unusable file is an error. The same
//! files give the same bytes.

mod listing;
mod recipe;
mod tables;
mod tell;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};

use recipe::Recipe;
use tell::tell;

/// The name of the listing's file.
const LISTING: &str = "open-brewery-db.csv.zst";
const PACK: &str = "reference.pack";
const CHECKSUMS: &str = "SHA256SUMS";

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(folder), Some(to), None) = (arguments.next(), arguments.next(), arguments.next())
    else {
        bail!("usage: starter FOLDER-OF-THE-PUBLISHERS-FILES DATA-STARTER");
    };
    make(Path::new(&folder), &PathBuf::from(to))
}

fn make(folder: &Path, to: &Path) -> anyhow::Result<()> {
    let recipe = Recipe::read(&to.join("recipe.toml"))?;
    listing::make(&recipe.listing, folder, &to.join(LISTING))?;
    tables::make(&recipe.tables, folder, &to.join(PACK))?;
    let mut sums = String::new();
    for name in [LISTING, PACK] {
        let bytes = std::fs::read(to.join(name)).with_context(|| name.to_owned())?;
        writeln!(sums, "{}  {name}", hex::encode(Sha256::digest(&bytes)))?;
        tell(&format!("{name}: {} bytes", bytes.len()));
    }
    std::fs::write(to.join(CHECKSUMS), sums)?;
    Ok(())
}

#[cfg(test)]
mod tests;
