//! Values as sources write them: decoded, cleaned, checked, and absent if the source marks them as missing in
//! its own way. Used for files and live answers alike.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;
use us::UsState;

/// What files write for a missing value, in lower case.
const MISSING: [&str; 16] = [
    "not available",
    "null",
    "n/a",
    "#n/a",
    "(null)",
    "\\n",
    "-999",
    "-999.0",
    "-9999",
    "n.a.",
    "not provided",
    "not applicable",
    "undefined",
    "nan",
    "none",
    "nil",
];

/// No business still operating is older than this year.
const OLDEST: i16 = 1_500;

/// A longer cell holds nothing that a listing needs, in bytes.
const LONGEST_CELL: usize = 4_000;

/// Decodes a cell. The flag is set if it was not UTF-8 and was read as Windows-1252.
pub(crate) fn decode(cell: &[u8]) -> (Cow<'_, str>, bool) {
    match std::str::from_utf8(cell) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(_) => (WINDOWS_1252.decode_without_bom_handling(cell).0, true),
    }
}

/// A cell without control characters and doubled spaces; `None` if it marks a missing value.
pub(crate) fn clean(text: &str) -> Option<String> {
    if text.len() > LONGEST_CELL {
        return None;
    }
    let mut cleaned = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_whitespace() || c.is_control() || c == '\u{feff}' {
            if !cleaned.is_empty() && !cleaned.ends_with(' ') {
                cleaned.push(' ');
            }
        } else {
            cleaned.push(c);
        }
    }
    cleaned.truncate(cleaned.trim_end().len());
    let is_missing = cleaned.is_empty()
        || cleaned.chars().all(|c| matches!(c, '-' | '.' | '?' | '*'))
        || MISSING
            .iter()
            .any(|mark| mark.eq_ignore_ascii_case(&cleaned));
    (!is_missing).then_some(cleaned)
}

/// A finite number, with a decimal point or a decimal comma.
pub(crate) fn number(text: &str) -> Option<f64> {
    let value: f64 = match text.parse() {
        Ok(value) => value,
        Err(_) if !text.contains('.') => text.replacen(',', ".", 1).parse().ok()?,
        Err(_) => return None,
    };
    value.is_finite().then_some(value)
}

/// A whole number, also if a spreadsheet wrote `1,234` or `12.0`.
pub(crate) fn count(text: &str) -> Option<u64> {
    let text = text.strip_suffix(".0").unwrap_or(text).replace(',', "");
    text.parse().ok()
}

/// A ZIP code as `12345` or `12345-6789`. Leading zeros that a spreadsheet dropped are restored.
pub(crate) fn zip(text: &str) -> Option<String> {
    let text = text.strip_suffix(".0").unwrap_or(text);
    let (five, four) = match text.split_once(['-', ' ']) {
        Some((five, four)) => (five, four.trim_matches(['-', ' '])),
        None if text.len() == 9 && text.is_ascii() => text.split_at(5),
        None => (text, ""),
    };
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if !(3..=5).contains(&five.len()) || !digits(five) || !digits(four) {
        return None;
    }
    Some(match four.len() {
        4 if four != "0000" => format!("{five:0>5}-{four}"),
        _ => format!("{five:0>5}"),
    })
}

/// A phone number as written, if it has enough digits to be one.
pub(crate) fn phone(text: &str) -> Option<String> {
    let text = text.strip_suffix(".0").unwrap_or(text);
    let digits = text.bytes().filter(u8::is_ascii_digit);
    let first = digits.clone().next()?;
    let is_number = digits.clone().count() >= 7 && !digits.clone().all(|digit| digit == first);
    is_number.then(|| text.to_owned())
}

/// The phone numbers of a cell, separated by `;` or `|`, without duplicates.
pub(crate) fn phones<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut phones: Vec<String> = Vec::new();
    let mut known: Vec<String> = Vec::new();
    for text in texts.flat_map(|text| text.split([';', '|'])) {
        let Some(phone) = phone(text.trim()) else {
            continue;
        };
        // With and without the country code, a number is the same.
        let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
        let digits = match digits.strip_prefix('1') {
            Some(national) if digits.len() == 11 => national.to_owned(),
            _ => digits,
        };
        if !known.contains(&digits) {
            known.push(digits);
            phones.push(phone);
        }
    }
    phones
}

/// The parts of a list in a cell, without duplicates.
pub(crate) fn parts(text: &str) -> Vec<String> {
    each_once(text.split([';', '|', ',']).filter_map(clean))
}

/// The names in a cell, separated by `;` or `|`, without duplicates. A name may contain a comma.
pub(crate) fn names(text: &str) -> Vec<String> {
    each_once(text.split([';', '|']).filter_map(clean))
}

/// A founding date as a year, a month or a day (`2014`, `2014-05`, `2014-05-01`), also if written as
/// `5/1/2014` or with a time of day; `None` if it is vague (`~1900`, `C18`).
pub(crate) fn founding_date(text: &str) -> Option<String> {
    let text = text.strip_suffix(".0").unwrap_or(text);
    let day = text.split_once(['T', ' ']).map_or(text, |(day, _)| day);
    let digits = |part: &str, most: usize| {
        (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let parts: Vec<&str> = day.split(['-', '/']).collect();
    let (year, month, day) = match (parts.as_slice(), day.contains('/')) {
        (&[year], _) => (year, None, None),
        (&[year, month], false) => (year, Some(month), None),
        (&[year, month, day], false) => (year, Some(month), Some(day)),
        (&[month, day, year], true) => (year, Some(month), Some(day)),
        _ => return None,
    };
    if year.len() != 4 || !digits(year, 4) {
        return None;
    }
    let number = |part: Option<&str>| match part {
        None => Some(None),
        Some(part) => digits(part, 2).then(|| part.parse::<i8>().ok()),
    };
    let (month, day) = (number(month)?, number(day)?);
    let year: i16 = year.parse().ok()?;
    let founded = jiff::civil::Date::new(year, month.unwrap_or(1), day.unwrap_or(1)).ok()?;
    let today = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC);
    if year < OLDEST || founded > today.date() {
        return None;
    }
    Some(match (month, day) {
        (Some(month), Some(day)) => format!("{year:04}-{month:02}-{day:02}"),
        (Some(month), None) => format!("{year:04}-{month:02}"),
        _ => format!("{year:04}"),
    })
}

/// A web address as written, with `http`, `https` or no scheme.
pub(crate) fn website(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let rest = lower
        .strip_prefix("http://")
        .or_else(|| lower.strip_prefix("https://"));
    let host = rest
        .unwrap_or(&lower)
        .split(['/', '?', '#'])
        .next()
        .unwrap_or_default();
    let is_host = host.contains('.')
        && !host.starts_with('.')
        && host
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | ':' | '_'))
        && host.chars().any(char::is_alphabetic);
    (is_host && !text.contains(char::is_whitespace)).then(|| text.to_owned())
}

/// The e-mail addresses in a cell, without duplicates.
pub(crate) fn emails(text: &str) -> Vec<String> {
    let is_address = |part: &&str| {
        part.split_once('@')
            .is_some_and(|(who, at)| !who.is_empty() && at.contains('.'))
    };
    each_once(text.split([';', ',', '|', ' ']).filter(is_address))
}

fn each_once<T: Into<String>>(texts: impl Iterator<Item = T>) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for text in texts.map(Into::into) {
        if !once.iter().any(|known| known.eq_ignore_ascii_case(&text)) {
            once.push(text);
        }
    }
    once
}

/// The network of a social media page; `None` if it is not a web address.
pub(crate) fn network(page: &str) -> Option<String> {
    const NETWORKS: [(&str, &str); 9] = [
        ("facebook.com", "facebook"),
        ("fb.com", "facebook"),
        ("instagram.com", "instagram"),
        ("linkedin.com", "linkedin"),
        ("twitter.com", "twitter"),
        ("x.com", "twitter"),
        ("youtube.com", "youtube"),
        ("tiktok.com", "tiktok"),
        ("pinterest.com", "pinterest"),
    ];
    website(page)?;
    let lower = page.to_ascii_lowercase();
    let rest = lower
        .split_once("://")
        .map_or(lower.as_str(), |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let known = NETWORKS.iter().find(|(name, _)| {
        host == *name
            || host
                .strip_suffix(name)
                .is_some_and(|sub| sub.ends_with('.'))
    });
    Some(known.map_or_else(|| host.to_owned(), |(_, network)| (*network).to_owned()))
}

/// Latitude and longitude, if both are on or near US soil. Zero and zero marks a missing value.
///
/// The bounds include every state and territory, from American Samoa (14° S) to Alaska (71° N) and from Guam
/// (144° E) across the date line to the Virgin Islands (64° W).
pub(crate) fn coordinates(latitude: f64, longitude: f64) -> Option<(f64, f64)> {
    let in_bounds = (-15.0..=72.0).contains(&latitude)
        && ((-180.0..=-64.0).contains(&longitude) || (144.0..=180.0).contains(&longitude));
    in_bounds.then_some((latitude, longitude))
}

/// Whether a box (longitudes, latitudes) overlaps the area where [`coordinates`] can be.
pub(crate) fn in_reach(longitudes: (f64, f64), latitudes: (f64, f64)) -> bool {
    let overlaps = |from: f64, to: f64| longitudes.0 <= to && longitudes.1 >= from;
    latitudes.0 <= 72.0
        && latitudes.1 >= -15.0
        && (overlaps(-180.0, -64.0) || overlaps(144.0, 180.0))
}

/// Whether a country's name or code means the USA or one of its territories.
pub(crate) fn is_usa(country: &str) -> bool {
    const NAMES: [&str; 7] = [
        "us",
        "usa",
        "unitedstates",
        "unitedstatesofamerica",
        "theunitedstates",
        "america",
        "840",
    ];
    NAMES.contains(&squeeze(country).as_str()) || UsState::parse_territory(country).is_some()
}

/// Lower-case letters and digits only.
pub(crate) fn squeeze(text: &str) -> String {
    text.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// Whether a yes-or-no cell says yes.
pub(crate) fn is_yes(text: &str) -> bool {
    ["true", "t", "yes", "y", "1", "closed"]
        .iter()
        .any(|yes| yes.eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn missing_marks_are_absent_and_real_values_stay() {
        for mark in [
            "",
            "  ",
            "NOT AVAILABLE",
            "NULL",
            "N/A",
            "-999",
            "-999.0",
            "--",
            "nan",
            "\0",
        ] {
            assert_eq!(clean(mark), None, "{mark:?}");
        }
        assert_eq!(clean("0").as_deref(), Some("0"));
        assert_eq!(clean(" Joe\0s\r\n  Diner ").as_deref(), Some("Joe s Diner"));
    }

    #[test]
    fn text_that_is_not_utf_8_is_read_as_windows_1252() {
        assert_eq!(decode(b"Caf\xe9"), (Cow::Borrowed("Café"), true));
        assert_eq!(decode("Café".as_bytes()), (Cow::Borrowed("Café"), false));
    }

    #[test]
    fn zip_codes_come_in_two_forms() {
        for (text, expected) in [
            ("97201", Some("97201")),
            ("73069-8224", Some("73069-8224")),
            ("730698224", Some("73069-8224")),
            ("2139", Some("02139")),
            ("31513.0", Some("31513")),
            ("97201-0000", Some("97201")),
            ("97201-", Some("97201")),
            ("K1A 0B1", None),
            ("0", None),
            ("x", None),
        ] {
            assert_eq!(zip(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn numbers_phones_and_websites_are_checked() {
        assert_eq!(number("-97,5"), Some(-97.5));
        assert_eq!(number("inf"), None);
        assert_eq!(count("1,234"), Some(1234));
        assert_eq!(phone("(503) 555-0101").as_deref(), Some("(503) 555-0101"));
        assert_eq!(phone("0000000000"), None);
        assert_eq!(phone("12"), None);
        assert_eq!(
            website("www.shop.example/a").as_deref(),
            Some("www.shop.example/a")
        );
        assert_eq!(website("javascript:alert(1)"), None);
        assert_eq!(website("see our page"), None);
        assert_eq!(
            emails("a@shop.example; b@shop.example, none"),
            ["a@shop.example", "b@shop.example"]
        );
    }

    #[test]
    fn several_phones_in_a_cell_are_several_and_each_is_there_once() {
        let cells = [
            "(503) 555-0101; +1 503-555-0102",
            "+1 503 555 0101|x",
            "503.555.0103",
        ];
        assert_eq!(
            phones(cells.into_iter()),
            ["(503) 555-0101", "+1 503-555-0102", "503.555.0103"]
        );
    }

    #[test]
    fn a_founding_is_a_year_a_month_or_a_day_and_never_guessed() {
        for (text, founded) in [
            ("2014", Some("2014")),
            ("1897.0", Some("1897")),
            ("2014-05", Some("2014-05")),
            ("2014-5-1", Some("2014-05-01")),
            ("5/1/2014", Some("2014-05-01")),
            ("2014-05-01T00:00:00.000", Some("2014-05-01")),
            ("2014-13-01", None),
            ("2999", None),
            ("~1900", None),
            ("C18", None),
            ("before 1910", None),
            ("14", None),
            ("1/2014", None),
        ] {
            assert_eq!(founding_date(text).as_deref(), founded, "{text}");
        }
    }

    #[test]
    fn impossible_coordinates_are_none() {
        assert_eq!(coordinates(45.5, -122.6), Some((45.5, -122.6)));
        assert_eq!(coordinates(13.4, 144.8), Some((13.4, 144.8)));
        for (latitude, longitude) in [(0.0, 0.0), (95.0, -122.0), (-122.6, 45.5), (48.2, 16.4)] {
            assert_eq!(coordinates(latitude, longitude), None);
        }
    }

    proptest! {
        #[test]
        fn a_cleaned_cell_has_no_control_characters_and_stays_clean(text in any::<String>()) {
            if let Some(cleaned) = clean(&text) {
                prop_assert!(!cleaned.is_empty());
                prop_assert!(!cleaned.chars().any(char::is_control));
                prop_assert_eq!(clean(&cleaned), Some(cleaned));
            }
        }
    }
}
