//! Detects formats by their first bytes, and knows what each implies.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// How much of a file is examined, in bytes.
const HEAD: u64 = 1 << 12;

/// A file's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Delimited text with a line of column names.
    Csv,
    /// A FeatureCollection, or one feature per line.
    GeoJson,
    Osm,
    /// GeoParquet.
    Overture,
}

impl Format {
    /// The format that the file appears to have: CSV if it is none of the others.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let mut head = Vec::new();
        File::open(path)?.take(HEAD).read_to_end(&mut head)?;
        Ok(Self::of_head(&head))
    }

    fn of_head(head: &[u8]) -> Self {
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        if head.starts_with(b"PAR1") {
            Self::Overture
        } else if is_osm(head) {
            Self::Osm
        } else if matches!(text.trim_ascii_start().first(), Some(b'{' | b'\x1e')) {
            Self::GeoJson
        } else {
            Self::Csv
        }
    }

    /// The publisher's licence, if the format implies the publisher.
    pub(super) fn licence(self) -> Option<&'static str> {
        match self {
            Self::Osm => Some("ODbL-1.0"),
            Self::Overture => Some("CDLA-Permissive-2.0"),
            Self::Csv | Self::GeoJson => None,
        }
    }

    /// The credit line to go with it.
    pub(super) fn attribution(self) -> Option<&'static str> {
        match self {
            Self::Osm => Some("© OpenStreetMap contributors"),
            Self::Overture => Some("Overture Maps Foundation, overturemaps.org"),
            Self::Csv | Self::GeoJson => None,
        }
    }

    /// The name of a row in this format.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Csv => "line",
            Self::GeoJson => "feature",
            Self::Osm => "OSM id",
            Self::Overture => "row",
        }
    }
}

/// The file starts with the length of the first block's header, then that header, which names its kind.
fn is_osm(head: &[u8]) -> bool {
    let mark = b"OSMHeader";
    let start = head.get(4..).unwrap_or_default();
    let start = &start[..start.len().min(60)];
    start.windows(mark.len()).any(|window| window == mark)
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Csv => "CSV",
            Self::GeoJson => "GeoJSON",
            Self::Osm => "OpenStreetMap (.osm.pbf)",
            Self::Overture => "Overture Maps places (GeoParquet)",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_their_first_bytes() {
        assert_eq!(Format::of_head(b"PAR1\x15\x04"), Format::Overture);
        assert_eq!(
            Format::of_head(b"\0\0\0\x0e\x0a\x09OSMHeader\x18\xa5\x01\x10"),
            Format::Osm
        );
        assert_eq!(
            Format::of_head(b"\xef\xbb\xbf\n {\"type\":"),
            Format::GeoJson
        );
        assert_eq!(Format::of_head(b"name,city\n"), Format::Csv);
        assert_eq!(Format::of_head(b""), Format::Csv);
    }
}
