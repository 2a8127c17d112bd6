//! CSV: detects the kind of file, its encoding and delimiter, and reads it in constant memory whatever it
//! holds.
//!
//! UTF-8 (with or without a byte-order mark) and UTF-16 with one are handled here; bytes that are not UTF-8
//! reach the rows unchanged and are decoded there, cell by cell.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use csv::ByteRecord;
use encoding_rs_io::{DecodeReaderBytes, DecodeReaderBytesBuilder};

use super::error::ImportError;
use super::listing::cells::Cells;
use super::listing::columns::{ColumnMapping, FieldOverride, Mapped, listed};
use super::listing::fields::Field;
use super::listing::rows::{Meter, Metered, Rows, Sink, is_too_long};
use super::quotes::{Finding, Watched};
use crate::values::{clean, decode, number};

/// The longest row accepted, in bytes; rows of listings have a few hundred.
const LONGEST_ROW: u64 = 1 << 20;

/// The reader's own buffer, which it fills beyond the current row.
const BUFFER: usize = 1 << 16;

/// More columns than any listing has.
const MOST_COLUMNS: usize = 2_000;

/// How much of the file is examined to detect its kind, in bytes.
const HEAD: u64 = 1 << 16;

/// Rows examined to decide whether a column holds degrees.
const LOOKED_AT: usize = 1_000;

/// First bytes of files often mistaken for CSV.
const SIGNATURES: [(&[u8], &str); 12] = [
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"\x89PNG", "a PNG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or an Excel workbook"),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook"),
    (b"\x1f\x8b", "a gzip archive (unpack it first)"),
    (b"BZh", "a bzip2 archive (unpack it first)"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive (unpack it first)"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\x7fELF", "a program"),
];

/// A file whose columns are known.
pub(super) struct CsvRows {
    file: CsvFile,
    mapping: ColumnMapping,
}

impl CsvRows {
    /// Opens a file and decides what its columns mean.
    pub(super) fn open(path: &Path, overrides: &[FieldOverride]) -> Result<Self, ImportError> {
        let metadata = std::fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        if !metadata.is_file() {
            return Err(ImportError::NotAFile {
                file: path.to_owned(),
            });
        }
        let file = Self::read_from(&Input::File(path.to_owned(), metadata.len()), overrides)?;
        let places = [
            [Field::City, Field::State],
            [Field::Latitude, Field::Longitude],
        ];
        file.with_any_of(&places)
    }

    /// The same for a file that was sent.
    pub(super) fn sent(bytes: Arc<[u8]>) -> Result<Self, ImportError> {
        let places = [
            [Field::City, Field::State],
            [Field::Latitude, Field::Longitude],
            [Field::StreetAddress, Field::Zip],
        ];
        Self::read_from(&Input::Sent(bytes), &[])?.with_any_of(&places)
    }

    /// The file if it has both columns of some pair.
    fn with_any_of(self, places: &[[Field; 2]]) -> Result<Self, ImportError> {
        let has = |fields: &[Field; 2]| fields.iter().all(|field| self.mapping.has(*field));
        if places.iter().any(has) {
            return Ok(self);
        }
        Err(ImportError::NoLocationColumns {
            columns: listed(&self.file.headers),
        })
    }

    fn read_from(input: &Input, overrides: &[FieldOverride]) -> Result<Self, ImportError> {
        let file = CsvFile::open(input)?;
        let mut mapping = ColumnMapping::new(&file.headers, overrides)?;
        let vague = mapping.vague_coordinates();
        if !vague.is_empty() && !CsvFile::open(input)?.are_degrees(&vague)? {
            mapping.without_coordinates();
        }
        if !mapping.has(Field::Name) {
            return Err(ImportError::NoNameColumn {
                columns: listed(&file.headers),
            });
        }
        Ok(Self { file, mapping })
    }
}

impl Mapped for CsvRows {
    fn mapping(&self) -> &ColumnMapping {
        &self.mapping
    }
}

impl Rows for CsvRows {
    fn read(&mut self, sink: &mut dyn Sink) -> Result<(), ImportError> {
        let positions = self.mapping.positions();
        let mut record = ByteRecord::new();
        while self.file.next(&mut record)? {
            let cells = Cells::Table {
                positions: &positions,
                record: &record,
            };
            sink.row(self.file.line_of(&record), cells)?;
        }
        Ok(())
    }

    fn meter(&self) -> &Meter {
        &self.file.meter
    }

    fn columns(&self) -> usize {
        self.file.headers.len()
    }
}

/// Where a file's bytes are: they are read more than once.
enum Input {
    /// With its size.
    File(PathBuf, u64),
    Sent(Arc<[u8]>),
}

/// The bytes of an input.
type Bytes = Box<dyn Read + Send>;

impl Input {
    /// What messages call it.
    fn name(&self) -> &Path {
        match self {
            Self::File(path, _) => path,
            Self::Sent(_) => Path::new("The file"),
        }
    }

    fn size(&self) -> u64 {
        match self {
            Self::File(_, size) => *size,
            Self::Sent(bytes) => bytes.len() as u64,
        }
    }

    fn open(&self) -> io::Result<Bytes> {
        Ok(match self {
            Self::File(path, _) => Box::new(File::open(path)?),
            Self::Sent(bytes) => Box::new(Cursor::new(Arc::clone(bytes))),
        })
    }

    /// Its first bytes.
    fn head(&self) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        self.open()?.take(HEAD).read_to_end(&mut head)?;
        Ok(head)
    }
}

/// An opened file whose header was read.
struct CsvFile {
    name: PathBuf,
    reader: csv::Reader<Watched<DecodeReaderBytes<Metered<Bytes>, Vec<u8>>>>,
    unclosed: Finding,
    meter: Meter,
    /// Whether lines end in CR LF: the reader then stops before the LF, one line behind.
    crlf: bool,
    /// The header's cells; an empty one is named after its position.
    headers: Vec<String>,
}

impl CsvFile {
    /// Opens a file and reads its header.
    fn open(input: &Input) -> Result<Self, ImportError> {
        let unreadable = |error: io::Error| unreadable(input.name(), &error);
        let head = input.head().map_err(unreadable)?;
        if let Some(kind) = other_kind(&head) {
            return Err(ImportError::NotCsv {
                file: input.name().to_owned(),
                kind,
            });
        }
        let meter = Meter::new(input.size());
        meter.allow(LONGEST_ROW + BUFFER as u64);
        let metered = meter.measure(input.open().map_err(unreadable)?);
        let decoded = DecodeReaderBytesBuilder::new()
            .bom_override(true)
            .strip_bom(true)
            .utf8_passthru(true)
            .build(metered);
        let delimiter = delimiter(&head);
        let watched = Watched::new(decoded, delimiter);
        let unclosed = watched.finding();
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .buffer_capacity(BUFFER)
            .delimiter(delimiter)
            .from_reader(watched);
        let mut file = Self {
            name: input.name().to_owned(),
            reader,
            unclosed,
            meter,
            crlf: ends_lines_with_crlf(&head),
            headers: Vec::new(),
        };
        file.read_headers()?;
        Ok(file)
    }

    fn read_headers(&mut self) -> Result<(), ImportError> {
        let mut record = ByteRecord::new();
        if !self.next(&mut record)? {
            return Err(ImportError::Empty {
                file: self.name.clone(),
            });
        }
        if record.len() > MOST_COLUMNS {
            return Err(ImportError::TooManyColumns {
                found: record.len(),
                most: MOST_COLUMNS,
            });
        }
        let name = |(index, cell): (usize, &[u8])| {
            clean(&decode(cell).0).unwrap_or_else(|| format!("column {}", index + 1))
        };
        self.headers = record.iter().enumerate().map(name).collect();
        Ok(())
    }

    /// Reads the next row; `false` at the end.
    fn next(&mut self, record: &mut ByteRecord) -> Result<bool, ImportError> {
        self.meter.allow(LONGEST_ROW + BUFFER as u64);
        let line = self.line(self.reader.position());
        let more = self.reader.read_byte_record(record).map_err(|error| {
            let csv::ErrorKind::Io(error) = error.into_kind() else {
                // The reader is flexible and takes bytes: nothing else can fail.
                return unreadable(
                    &self.name,
                    &io::Error::other("its rows cannot be separated"),
                );
            };
            if is_too_long(&error) {
                return ImportError::RowTooLong {
                    line,
                    most_mib: LONGEST_ROW >> 20,
                };
            }
            unreadable(&self.name, &error)
        })?;
        match self.unclosed.up_to(self.reader.position().byte()) {
            Some(unclosed) => Err(ImportError::UnclosedQuote {
                line: unclosed.line,
                last_line: unclosed.last_line,
            }),
            None => Ok(more),
        }
    }

    /// Whether the first non-empty values of these columns can be degrees.
    fn are_degrees(mut self, columns: &[(Field, usize)]) -> Result<bool, ImportError> {
        let mut record = ByteRecord::new();
        for _ in 0..LOOKED_AT {
            if !self.next(&mut record)? {
                break;
            }
            let fits = |(field, index): &(Field, usize)| {
                let text = record.get(*index).and_then(|cell| clean(&decode(cell).0));
                let most = if *field == Field::Latitude {
                    90.0
                } else {
                    180.0
                };
                let is_degrees =
                    |text: String| number(&text).is_some_and(|number| number.abs() <= most);
                text.is_none_or(is_degrees)
            };
            if !columns.iter().all(fits) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The line of a position, counted from 1 as in an editor.
    fn line(&self, position: &csv::Position) -> u64 {
        let is_header = position.byte() == 0;
        position.line() + u64::from(self.crlf && !is_header)
    }

    /// The line where a row begins.
    fn line_of(&self, record: &ByteRecord) -> u64 {
        record.position().map_or(0, |position| self.line(position))
    }
}

fn unreadable(path: &Path, error: &io::Error) -> ImportError {
    ImportError::Unreadable {
        file: path.to_owned(),
        reason: error.to_string(),
    }
}

/// The kind of a file that is not delimited text.
fn other_kind(head: &[u8]) -> Option<&'static str> {
    if let Some((_, kind)) = SIGNATURES.iter().find(|(start, _)| head.starts_with(start)) {
        return Some(kind);
    }
    if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
        return None;
    }
    // A few control characters are dirt in cells and get cleaned; many mean another format.
    let is_control = |byte: &&u8| **byte < 0x20 && !matches!(**byte, b'\t' | b'\n' | b'\r');
    if head.iter().filter(is_control).count() * 20 > head.len() {
        return Some("binary data or UTF-16 text without a byte-order mark");
    }
    let text = head
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(head)
        .trim_ascii_start();
    match text.first() {
        Some(b'<') => Some("a web page or XML"),
        Some(b'{' | b'[') => Some("JSON"),
        _ => None,
    }
}

/// The delimiter used most in the header, outside quotes.
fn delimiter(head: &[u8]) -> u8 {
    let mut counts = [(b',', 0_usize), (b';', 0), (b'\t', 0), (b'|', 0)];
    let mut quoted = false;
    let mut seen_text = false;
    for &byte in head {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' | b'\r' if !quoted && seen_text => break,
            _ if quoted => {}
            _ => {
                seen_text |= !byte.is_ascii_whitespace();
                if let Some((_, count)) = counts.iter_mut().find(|(known, _)| *known == byte) {
                    *count += 1;
                }
            }
        }
    }
    // Ties go to the first: a comma, if there is no delimiter at all.
    let most = counts
        .iter()
        .map(|(_, count)| *count)
        .max()
        .unwrap_or_default();
    counts
        .iter()
        .find(|(_, count)| *count == most)
        .map_or(b',', |(byte, _)| *byte)
}

fn ends_lines_with_crlf(head: &[u8]) -> bool {
    // In UTF-16, each of these characters has a zero byte.
    let mut bytes = head.iter().filter(|byte| **byte != 0);
    let before = bytes.by_ref().take_while(|byte| **byte != b'\n').last();
    before == Some(&b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delimiter_is_the_headers_own() {
        for (head, expected) in [
            ("name,city\n", b','),
            ("name;city;\"a,b,c,d\"\n", b';'),
            ("name\tcity, state\tzip\n1,2,3,4", b'\t'),
            ("\n\nname|city|state\n", b'|'),
            ("name\n", b','),
        ] {
            assert_eq!(delimiter(head.as_bytes()), expected, "{head}");
        }
    }

    #[test]
    fn other_files_are_recognised() {
        assert_eq!(other_kind(b"\xff\xd8\xff\xe0JFIF"), Some("a JPEG picture"));
        assert_eq!(other_kind(b"  {\"type\": 1}"), Some("JSON"));
        assert!(other_kind(&[0, 1, 2, 3, 4, 5]).is_some());
        assert_eq!(
            other_kind(b"name,city\nJoe\0s,Bend\n aaaaaaaaaaaaaaaaaaaa"),
            None
        );
        assert_eq!(other_kind(b""), None);
    }
}
