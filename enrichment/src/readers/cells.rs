//! The meaning of a cell: a value, or nothing.

/// Marks that publishers use for missing values.
const MISSING: &[&str] = &[
    "",
    "-",
    "--",
    ".",
    "..",
    "na",
    "n/a",
    "n.a.",
    "nan",
    "null",
    "none",
    "not available",
    "not applicable",
    "no data",
    "missing",
    "(x)",
    "(na)",
    "(d)",
    "(s)",
    "(n)",
    "(b)",
    "d",
    "s",
    "n",
    "x",
    "*",
    "**",
    "***",
    "*****",
    "insufficient data",
    "no rating",
    "unknown",
];

/// Numbers that mean a missing value: SVI's, the Census Bureau's and those of GIS programs.
const SENTINELS: &[f64] = &[
    -999.0,
    -9999.0,
    -99999.0,
    -999_999.0,
    -9_999_999.0,
    -222_222_222.0,
    -333_333_333.0,
    -444_444_444.0,
    -555_555_555.0,
    -666_666_666.0,
    -777_777_777.0,
    -888_888_888.0,
    -999_999_999.0,
    -1.797_693_134_862_315_7e308,
];

/// The number in a cell; `None` if it marks a missing value or is not a number.
///
/// Accepts thousands separators, a currency or percent sign, surrounding quotes, blanks and HTML, and open
/// ends (`250,000+`, `2,500-`), which count as their bound.
pub(super) fn number(cell: &str) -> Option<f64> {
    let text = plain(cell);
    let text = text.trim();
    if MISSING.iter().any(|mark| text.eq_ignore_ascii_case(mark)) {
        return None;
    }
    let text = text
        .trim_start_matches('$')
        .trim_end_matches(['%', '+'])
        .trim();
    let text = match text.strip_suffix('-') {
        Some(bound) if !bound.is_empty() => bound,
        _ => text,
    };
    let value: f64 = if text.contains(',') {
        text.replace(',', "").parse().ok()?
    } else {
        text.parse().ok()?
    };
    let is_sentinel = SENTINELS
        .iter()
        .any(|sentinel| (value - sentinel).abs() < 0.5);
    (value.is_finite() && !is_sentinel).then_some(value)
}

/// A non-negative whole number.
pub(super) fn count(cell: &str) -> Option<u32> {
    let value = number(cell)?;
    (0.0..=f64::from(u32::MAX))
        .contains(&value)
        .then(|| value.round() as u32)
}

/// Yes or no, as 1 or 0.
pub(super) fn flag(cell: &str) -> Option<f64> {
    match plain(cell).trim().to_ascii_lowercase().as_str() {
        "1" | "1.0" | "true" | "t" | "yes" | "y" => Some(1.0),
        "0" | "0.0" | "false" | "f" | "no" => Some(0.0),
        _ => None,
    }
}

/// The text of a cell without HTML and repeated blanks; `None` if it marks a missing value.
pub(super) fn text(cell: &str) -> Option<String> {
    let plain = plain(cell);
    let text = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.trim_matches('"').trim();
    let missing = MISSING[..16]
        .iter()
        .any(|mark| text.eq_ignore_ascii_case(mark));
    (!missing).then(|| text.to_owned())
}

/// The cell without HTML tags and quotes.
fn plain(cell: &str) -> std::borrow::Cow<'_, str> {
    let trimmed = cell.trim().trim_matches('"');
    if !trimmed.contains(['<', '&']) {
        return trimmed.into();
    }
    let mut plain = String::with_capacity(trimmed.len());
    let mut in_tag = false;
    for c in trimmed.chars() {
        match c {
            '<' => in_tag = true,
            '>' if in_tag => {
                in_tag = false;
                plain.push(' ');
            }
            c if !in_tag => plain.push(c),
            _ => {}
        }
    }
    let plain = plain
        .replace("&nbsp;", " ")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    plain.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_however_they_are_written() {
        for (cell, value) in [
            ("5", 5.0),
            (" 25,649     ", 25649.0),
            ("\"25,649     \"", 25649.0),
            ("$1,234.50", 1234.5),
            ("12.3%", 12.3),
            ("250,000+", 250_000.0),
            ("2,500-", 2500.0),
            ("-0.99", -0.99),
            ("0", 0.0),
            ("<b>38.51</b>", 38.51),
            ("1e3", 1000.0),
        ] {
            assert_eq!(number(cell), Some(value), "{cell}");
        }
    }

    #[test]
    fn missing_is_missing_however_it_is_written() {
        for cell in [
            "",
            "  ",
            "-",
            "N/A",
            "NOT AVAILABLE",
            "N.A.",
            "NULL",
            "(X)",
            "**",
            "-999",
            "-999.0",
            "-9999",
            "-666666666",
            "(D)",
            "NaN",
            "inf",
            "abc",
            "<i></i>",
            "-1.797693134862315708e+308",
        ] {
            assert_eq!(number(cell), None, "{cell}");
        }
    }

    #[test]
    fn flags_and_texts() {
        assert_eq!(flag("1"), Some(1.0));
        assert_eq!(flag("0"), Some(0.0));
        assert_eq!(flag("NULL"), None);
        assert_eq!(
            text(" <a href=\"x\">Site &amp; Co</a> ").as_deref(),
            Some("Site & Co")
        );
        assert_eq!(text("N/A"), None);
    }
}
