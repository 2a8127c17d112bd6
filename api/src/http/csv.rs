//! Comma-separated values that spreadsheets may open without harm.

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
                    .map(|cell| neutral(cell.as_ref()).into_owned()),
            )
            .expect("writing to memory");
    }
    let bytes = writer.into_inner().expect("writing to memory");
    String::from_utf8(bytes).expect("made of strings")
}

/// A cell that no spreadsheet takes for a formula. Numbers and telephone numbers stay as they are.
fn neutral(cell: &str) -> std::borrow::Cow<'_, str> {
    let harmless = |c: char| c.is_ascii_digit() || " +-().".contains(c);
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !cell.chars().all(harmless) {
        format!("'{cell}").into()
    } else {
        cell.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // RES-03
    fn res_03_formulas_are_neutralised_and_numbers_are_not() {
        for formula in [
            "=1+1",
            "+cmd|' /C calc'!A0",
            "-2+3+cmd",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
        ] {
            assert_eq!(neutral(formula), format!("'{formula}"));
        }
        for plain in [
            "-122.67",
            "+1 (503) 555-0101",
            "5032287605",
            "A-1",
            "",
            "3.5",
        ] {
            assert_eq!(neutral(plain), plain);
        }
    }
}
