//! Escaping of formulas in CSV and other tables that spreadsheets open: text that a spreadsheet would run as a formula
//! is written so that it stays text.
//!
//! Listings contain other people's text, so a business can be named `=HYPERLINK(…)`. A cell that begins like a formula
//! gets a leading apostrophe, which spreadsheets read as 'this is text'. Numbers and phone numbers begin like formulas
//! too (`-122.67`, `+1 503 555 0101`); they are harmless and left alone, so that they can be computed with and dialed.

use std::borrow::Cow;

/// The cell, with a leading apostrophe if a spreadsheet would take it for a formula.
#[must_use]
pub fn escaped(cell: &str) -> Cow<'_, str> {
    if begins_like_a_formula(cell) && !is_number(cell) {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

/// Some spreadsheets drop leading spaces, so the first character after them counts.
fn begins_like_a_formula(cell: &str) -> bool {
    cell.trim_start_matches([' ', '\u{a0}', '\u{3000}'])
        .starts_with([
            '=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠',
        ])
}

/// A number, an amount or a phone number: it cannot contain the name of a cell or a function.
fn is_number(cell: &str) -> bool {
    if cell.parse::<f64>().is_ok_and(f64::is_finite) {
        return true;
    }
    let (number, extension) = cell
        .split_once(" x")
        .or_else(|| cell.split_once(" ext. "))
        .unwrap_or((cell, ""));
    number
        .chars()
        .all(|c| c.is_ascii_digit() || " +-().,%$".contains(c))
        && extension.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_text() {
        for formula in [
            "=1+1",
            "+cmd|' /C calc'!A0",
            "-2+3+cmd|' /C calc'!A0",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "\n=1",
            "\0=1",
            "＝1+1",
            "＋cmd",
            "－cmd",
            "＠SUM(A1)",
            "  =1+1",
            "-inf",
            "+A1",
            "+1 x=1",
        ] {
            assert_eq!(escaped(formula), format!("'{formula}"));
        }
    }

    #[test]
    fn numbers_phone_numbers_and_plain_text_stay() {
        for plain in [
            "-122.67",
            "-1.5e-7",
            "-1,234.50",
            "-5%",
            "-$3.00",
            "+1 (503) 555-0101",
            "+15035550101",
            "+1 503 555 0101 x12",
            "+1 503 555 0101 ext. 12",
            "5032287605",
            "3.5",
            "A-1",
            "Example = Bakery",
            "",
            " ",
            "-",
            "--",
            "'quoted'",
        ] {
            assert_eq!(escaped(plain), plain);
        }
    }
}
