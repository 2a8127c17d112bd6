//! Delimited text with a header line, as publishers write it.

use std::borrow::Cow;

use csv::ByteRecord;
use encoding_rs::WINDOWS_1252;

use super::reading::ReadError;

/// A table of text. Columns are found by name, ignoring case, blanks and punctuation.
pub(super) struct Sheet<'a> {
    reader: csv::Reader<&'a [u8]>,
    headers: Vec<String>,
    record: ByteRecord,
}

pub(super) struct Row<'a> {
    record: &'a ByteRecord,
}

impl<'a> Sheet<'a> {
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, ReadError> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let first_line = bytes.split(|b| *b == b'\n').next().unwrap_or_default();
        let count = |delimiter: u8| first_line.iter().filter(|b| **b == delimiter).count();
        let delimiter = *b",\t;|"
            .iter()
            .max_by_key(|delimiter| (count(**delimiter), **delimiter == b','))
            .expect("there are four");
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .flexible(true)
            .from_reader(bytes);
        let headers = reader
            .byte_headers()?
            .iter()
            .map(|cell| fold(&decode(cell)));
        let headers: Vec<String> = headers.collect();
        Ok(Self {
            reader,
            headers,
            record: ByteRecord::new(),
        })
    }

    /// The index of a column.
    pub(super) fn column(&self, name: &str) -> Option<usize> {
        let name = fold(name);
        self.headers.iter().position(|header| *header == name)
    }

    /// The index of a required column.
    pub(super) fn need(&self, name: &str) -> Result<usize, ReadError> {
        self.column(name)
            .ok_or_else(|| ReadError::Broken(format!("there is no column {name}")))
    }

    pub(super) fn has(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.column(name).is_some())
    }

    /// The column names, folded.
    pub(super) fn headers(&self) -> &[String] {
        &self.headers
    }

    pub(super) fn next(&mut self) -> Result<Option<Row<'_>>, ReadError> {
        let more = self.reader.read_byte_record(&mut self.record)?;
        Ok(more.then_some(Row {
            record: &self.record,
        }))
    }
}

impl Row<'_> {
    /// A cell's text; empty if the line is too short.
    pub(super) fn get(&self, column: usize) -> Cow<'_, str> {
        decode(self.record.get(column).unwrap_or_default())
    }

    /// A cell of an optional column.
    pub(super) fn maybe(&self, column: Option<usize>) -> Cow<'_, str> {
        column.map_or(Cow::Borrowed(""), |column| self.get(column))
    }
}

/// UTF-8, or else Windows-1252, which the agencies' older files use.
fn decode(cell: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(cell) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(cell).0,
    }
}

/// A column name without case, blanks and punctuation.
pub(super) fn fold(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_in_dirty_headers() {
        let text = "\u{FEFF}FIPS Code\t Area name \tRate (%)\n01001\tAutauga\t5.3\n01003\tBaldwin";
        let mut sheet = Sheet::open(text.as_bytes()).unwrap();
        assert!(sheet.has(&["fips_code", "Area Name", "rate"]));
        let rate = sheet.need("Rate").unwrap();
        assert_eq!(sheet.next().unwrap().unwrap().get(rate), "5.3");
        assert_eq!(sheet.next().unwrap().unwrap().get(rate), "");
        assert!(sheet.next().unwrap().is_none());
        assert!(sheet.need("Poverty").is_err());
    }

    #[test]
    fn text_in_windows_1252_is_read() {
        let mut sheet = Sheet::open(b"name;b\nDo\xF1a Ana;1\n").unwrap();
        assert_eq!(sheet.next().unwrap().unwrap().get(0), "Doña Ana");
    }
}
