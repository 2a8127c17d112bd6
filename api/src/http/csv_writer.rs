//! Comma-separated values that are safe to open in spreadsheets.

use formula_escaping::escaped;

/// The rows as CSV text.
pub fn csv_text<R, C>(rows: impl IntoIterator<Item = R>) -> String
where
    R: IntoIterator<Item = C>,
    C: AsRef<str>,
{
    let mut writer = csv::WriterBuilder::new()
        .flexible(true)
        .from_writer(Vec::new());
    for row in rows {
        writer
            .write_record(
                row.into_iter()
                    .map(|cell| escaped(cell.as_ref()).into_owned()),
            )
            .expect("writing to memory");
    }
    let bytes = writer.into_inner().expect("writing to memory");
    String::from_utf8(bytes).expect("made of strings")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // RES-03
    fn res_03_formulas_are_neutralised_and_numbers_are_not() {
        let rows = [
            ["=1+1", "\n=1", "＝1+1", "+cmd|' /C calc'!A0"],
            ["-122.67", "+1 (503) 555-0101", "A-1", ""],
        ];
        assert_eq!(
            csv_text(rows),
            "'=1+1,\"'\n=1\",'＝1+1,'+cmd|' /C calc'!A0\n-122.67,+1 (503) 555-0101,A-1,\n"
        );
    }
}
