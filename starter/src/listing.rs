//! The starter listing: those rows of the publisher's file that ship with the product, unchanged.

use std::path::Path;

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};

use crate::recipe::Listing;
use crate::tell::tell;

const COUNTRY: &str = "country";
const KIND: &str = "brewery_type";

/// The strongest compression of Zstandard.
const LEVEL: i32 = 22;

/// Cuts the listing out of the publisher's file.
pub(crate) fn make(listing: &Listing, folder: &Path, to: &Path) -> anyhow::Result<()> {
    let path = folder.join(&listing.file);
    let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
    let sum = hex::encode(Sha256::digest(&bytes));
    if sum != listing.sha256 {
        bail!(
            "{} has the checksum {sum}, not the recipe's, so it is a different release. \
             Change release and sha256 in the recipe, and the release in places/src/starter.rs.",
            path.display()
        );
    }
    let rows = cut(listing, &bytes)?;
    std::fs::write(to, zstd::bulk::compress(&rows, LEVEL)?)?;
    Ok(())
}

/// The header and the rows that ship.
pub(crate) fn cut(listing: &Listing, bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut reader = csv::Reader::from_reader(bytes);
    let headers = reader.headers()?.clone();
    let column = |name: &str| {
        let place = headers.iter().position(|header| header == name);
        place.with_context(|| format!("there is no column {name}"))
    };
    let (country, kind) = (column(COUNTRY)?, column(KIND)?);
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&headers)?;
    let mut count = 0_u32;
    for row in reader.records() {
        let row = row?;
        let left = listing.without.iter().any(|without| *without == row[kind]);
        if row[country] == listing.country && !left {
            writer.write_record(&row)?;
            count += 1;
        }
    }
    tell(&format!("{count} rows of {}", listing.file.display()));
    Ok(writer.into_inner()?)
}
