//! A CSV file of businesses that a user sends: read in memory, by the import's own rules, and kept nowhere here.
//!
//! A row is of use only if the business can be recognized by it ([`crate::identities`]).

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use super::csv::CsvRows;
use super::error::ImportError;
use super::listing::cells::Cells;
use super::listing::outcome::Rejected;
use super::listing::row::RowReader;
use super::listing::rows::{Rows, Sink};
use crate::{Identity, Place, Provenance, identities};

/// Most rows whose refusal is told.
const MOST_TOLD: usize = 20;

/// Rows whose refusal is told where no row can be used.
const FIRST_TOLD: usize = 3;

/// The businesses of a file.
#[derive(Debug, Clone, Default)]
pub struct SentBusinesses {
    /// In the file's order. A row that says nothing that another has not said is left out.
    pub businesses: Vec<Place>,
    /// The first rows that cannot be used.
    pub refused: Vec<RefusedRow>,
    /// How many cannot.
    pub refused_count: u64,
}

/// A row that cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefusedRow {
    /// From 1.
    pub line: u64,
    pub why: Refused,
}

/// Why a row cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    Row(Rejected),
    /// Nothing that another listing of the business could be compared with.
    TooLittle,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(rejected) => rejected.fmt(f),
            Self::TooLittle => f.write_str(
                "nothing to recognize it by: a street with a ZIP code, a phone number or coordinates",
            ),
        }
    }
}

/// Why a file is of no use, in words for its user.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SentError {
    #[error("The file has no rows. It needs a line of column names, and a line for each business.")]
    NoRows,
    #[error("This is not a CSV file: it looks like {0}. Save it as CSV and send that.")]
    NotCsv(&'static str),
    #[error(
        "No column is known to hold the businesses' names: call it 'name'. The columns are: {0}."
    )]
    NoNameColumn(String),
    #[error(
        "No columns are known to say where the businesses are: call them 'city' and 'state', 'street' and 'zip', or \
         'latitude' and 'longitude'. The columns are: {0}."
    )]
    NoLocationColumns(String),
    #[error("The file has {found} columns, more than the {most} that are read.")]
    TooManyColumns { found: usize, most: usize },
    #[error("The file has more than {0} rows.")]
    TooManyRows(u64),
    #[error("The row that begins at line {0} is too long. A closing quote is often missing there.")]
    RowTooLong(u64),
    #[error(
        "A quote in line {line} is not closed: everything from there to line {last_line} would count as one cell."
    )]
    UnclosedQuote { line: u64, last_line: u64 },
    /// With the number of rows and what is wrong with the first ones.
    #[error("None of the {rows} rows can be used. {first}")]
    NothingUsable { rows: u64, first: String },
    #[error("The file cannot be read.")]
    Unreadable,
}

impl SentError {
    fn of(error: ImportError) -> Self {
        match error {
            ImportError::Empty { .. } => Self::NoRows,
            ImportError::NotCsv { kind, .. } => Self::NotCsv(kind),
            ImportError::NoNameColumn { columns } => Self::NoNameColumn(columns),
            ImportError::NoLocationColumns { columns } => Self::NoLocationColumns(columns),
            ImportError::TooManyColumns { found, most } => Self::TooManyColumns { found, most },
            ImportError::RowTooLong { line, .. } => Self::RowTooLong(line),
            ImportError::UnclosedQuote { line, last_line } => {
                Self::UnclosedQuote { line, last_line }
            }
            error => {
                tracing::warn!(%error, "a file that a user sent cannot be read");
                Self::Unreadable
            }
        }
    }
}

/// Reads a CSV file of at most so many rows.
pub fn read_sent(bytes: Arc<[u8]>, most_rows: u64) -> Result<SentBusinesses, SentError> {
    let mut rows = CsvRows::sent(bytes).map_err(SentError::of)?;
    let mut taken = Taken {
        reader: RowReader::new(rows.columns(), None, Provenance::new(String::new())),
        most_rows,
        rows: 0,
        seen: HashSet::new(),
        sent: SentBusinesses::default(),
    };
    let read = rows.read(&mut taken);
    if taken.rows > most_rows {
        return Err(SentError::TooManyRows(most_rows));
    }
    read.map_err(SentError::of)?;
    let Taken { rows, sent, .. } = taken;
    match (rows, sent.businesses.is_empty()) {
        (0, _) => Err(SentError::NoRows),
        (_, true) => Err(SentError::NothingUsable {
            rows,
            first: first_of(&sent.refused),
        }),
        (_, false) => Ok(sent),
    }
}

fn first_of(refused: &[RefusedRow]) -> String {
    let told = refused.iter().take(FIRST_TOLD);
    let told = told.map(|RefusedRow { line, why }| format!("Line {line}: {why}."));
    told.collect::<Vec<_>>().join(" ")
}

/// Takes the rows of a file.
struct Taken {
    reader: RowReader,
    most_rows: u64,
    rows: u64,
    /// The identities of the businesses taken.
    seen: HashSet<Identity>,
    sent: SentBusinesses,
}

impl Taken {
    fn refuse(&mut self, line: u64, why: Refused) {
        self.sent.refused_count += 1;
        if self.sent.refused.len() < MOST_TOLD {
            self.sent.refused.push(RefusedRow { line, why });
        }
    }
}

impl Sink for Taken {
    fn row(&mut self, at: u64, cells: Cells<'_>) -> Result<(), ImportError> {
        self.rows += 1;
        if self.rows > self.most_rows {
            return Err(ImportError::Stopped);
        }
        let mut place = match self.reader.business(&cells) {
            Ok(place) => place,
            Err(why) => {
                self.refuse(at, Refused::Row(why));
                return Ok(());
            }
        };
        // The user's own numbers are nobody else's.
        place.provenance.source_id = None;
        let known = identities(&place);
        if known.stored().next().is_none() {
            self.refuse(at, Refused::TooLittle);
            return Ok(());
        }
        let before = self.seen.len();
        self.seen.extend(known.stored().cloned());
        if self.seen.len() > before {
            self.sent.businesses.push(place);
        }
        Ok(())
    }

    fn reject(&mut self, at: u64, why: Rejected, _: Cells<'_>) -> Result<(), ImportError> {
        self.rows += 1;
        self.refuse(at, Refused::Row(why));
        Ok(())
    }

    fn skip(&mut self, _: u64) {}

    fn tick(&mut self) -> Result<(), ImportError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(file: &[u8]) -> Result<SentBusinesses, SentError> {
        read_sent(Arc::from(file), 1_000)
    }

    fn names(file: &[u8]) -> Vec<String> {
        let sent = read(file).unwrap();
        sent.businesses.into_iter().map(|one| one.name).collect()
    }

    /// The same table as programs save it.
    #[test]
    fn known_businesses_are_read_whatever_program_saved_them() {
        let table = "Company,Street,City,State,ZIP,Phone\r\n\
                     \"Copper, Kettle\",1 Main St,Bend,OR,97701,541-555-0101\r\nCafé Zoë,2 Main St,Bend,OR,97701,\r\n";
        let expected = ["Copper, Kettle", "Café Zoë"];
        let marked = [b"\xef\xbb\xbf", table.as_bytes()].concat();
        let utf16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            let text = format!("\u{feff}{table}");
            text.encode_utf16().flat_map(bytes).collect()
        };
        let windows = encoding_rs::WINDOWS_1252.encode(table).0;
        let semicolons = table
            .replace("Copper, Kettle", "Copper; Kettle")
            .replace(',', ";");
        for file in [
            table.as_bytes(),
            &marked,
            &utf16(u16::to_le_bytes),
            &utf16(u16::to_be_bytes),
            &windows,
        ] {
            assert_eq!(names(file), expected);
        }
        assert_eq!(names(semicolons.as_bytes()), ["Copper; Kettle", "Café Zoë"]);
    }

    #[test]
    fn known_businesses_that_cannot_be_used_are_told_by_line_and_reason() {
        let sent = read(
            b"name,street,city,state,zip,phone,status,id\n\
              Copper Kettle,1 Main St,Bend,OR,97701,,Closed Won,17\n\
              ,2 Main St,Bend,OR,97701,,,\n\
              No Street,,Bend,OR,,,,\n\
              Abroad,3 Main St,Toronto,ON,M5V,,,\n\
              copper kettle,1 N. Main Street,Bend,OR,97701,,,\n\
              Copper Kettle,1 MAIN STREET,Bend,Oregon,97701-0000,,closed,18\n",
        );
        let sent = sent.unwrap();
        let told = sent.refused.iter();
        let told: Vec<_> = told.map(|one| (one.line, one.why.to_string())).collect();
        let too_little = Refused::TooLittle.to_string();
        assert_eq!(
            told,
            [
                (3, "no name".to_owned()),
                (4, too_little),
                (5, "not a US state".to_owned())
            ]
        );
        assert_eq!(sent.refused_count, 3);
        // `closed` is a deal, and the last row says nothing new.
        let streets = sent.businesses.iter();
        let streets: Vec<_> = streets
            .map(|one| one.street_address.as_deref().unwrap())
            .collect();
        assert_eq!(streets, ["1 Main St", "1 N. Main Street"]);
        let own = sent.businesses.iter();
        assert!(own.clone().all(|one| one.provenance.source_id.is_none()));
    }

    #[test]
    fn a_street_and_a_zip_code_say_enough_of_a_known_business() {
        let sent = read(
            b"name,street,zip\nCopper Kettle,1 Main Street,97701\nNo Street,,97701\nNo ZIP,2 Main St,\n",
        )
        .unwrap();
        let [kettle] = &sent.businesses[..] else {
            panic!("{:?}", sent.businesses);
        };
        assert_eq!(kettle.address.as_deref(), Some("1 Main Street, 97701"));
        let listed =
            looked_up(b"name,street,city,state,zip\nCOPPER KETTLE,1 Main St,Bend,OR,97701\n");
        let known = identities(kettle);
        assert!(known.stored().any(|one| listed.contains(one)));
        let lines: Vec<u64> = sent.refused.iter().map(|one| one.line).collect();
        assert_eq!(lines, [3, 4]);
    }

    fn looked_up(file: &[u8]) -> Vec<Identity> {
        let sent = read(file).unwrap();
        let known = identities(&sent.businesses[0]);
        known.looked_up().cloned().collect()
    }

    #[test]
    fn a_hostile_file_of_known_businesses_is_refused_in_words() {
        let refused = |file: &[u8]| read(file).unwrap_err().to_string();
        let long = [b"name,city,state,phone\n".as_slice(), &vec![b'x'; 10 << 20]].concat();
        let unclosed = b"name,city,state,phone\n\"A,Bend,OR,5415550101\nB,Bend,OR,5415550102\n";
        let many: String = (0..1_001)
            .map(|row| format!("N{row},Bend,OR,541555{row:04}\n"))
            .collect();
        let wide = vec!["c"; 3_000].join(",");
        for (file, words) in [
            (b"".as_slice(), "The file has no rows."),
            (b"name,city,state,phone\n", "The file has no rows."),
            (b"\x89PNG\r\n\x1a\n", "it looks like a PNG picture"),
            (b"PK\x03\x04", "an Excel workbook"),
            (b"<html>", "a web page or XML"),
            (b"\0\0\0\0\0\0\0\0", "binary data"),
            (
                b"city,state\nBend,OR\n",
                "call it 'name'. The columns are: 'city', 'state'.",
            ),
            (
                b"name,phone\nA,5415550101\n",
                "call them 'city' and 'state'",
            ),
            (&long, "The row that begins at line 2 is too long."),
            (unclosed, "A quote in line 2 is not closed"),
            (
                format!("name,city,state,phone\n{many}").as_bytes(),
                "more than 1000 rows",
            ),
            (wide.as_bytes(), "The file has 3000 columns"),
            (
                b"name,city,state\nA,Bend,OR\n,Bend,OR\n",
                "None of the 2 rows can be used. Line 2: nothing to recognize it by",
            ),
        ] {
            let said = refused(file);
            assert!(said.contains(words), "{said}");
        }
        // Formulas are names like any others, and dirt in cells is cleaned.
        let odd = b"name,city,state,phone\n=HYPERLINK(\"x\"),Bend,OR,5415550101\nA\0B,Bend,OR,5415550102\n";
        assert_eq!(names(odd), ["=HYPERLINK(\"x\")", "A B"]);
    }

    proptest! {
        /// Whatever is sent: an answer, and rows that are of use.
        #[test]
        fn known_businesses_can_be_recognized_whatever_was_sent(
            rows in prop::collection::vec(prop::collection::vec("[\\PC\"=,\n\r;\0]{0,12}", 0..6), 0..12),
            tail in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let mut file = "name,street,city,state,zip,phone\n".to_owned();
            for row in rows {
                file += &row.join(",");
                file.push('\n');
            }
            let mut file = file.into_bytes();
            file.extend(tail);
            let Ok(sent) = read(&file) else { return Ok(()) };
            prop_assert!(!sent.businesses.is_empty());
            prop_assert!(sent.refused.len() as u64 <= sent.refused_count);
            for business in &sent.businesses {
                let known = identities(business);
                prop_assert!(known.looked_up().any(|one| known.stored().any(|other| one == other)));
            }
        }
    }
}
