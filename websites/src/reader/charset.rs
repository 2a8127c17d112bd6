//! The encoding of a page: by its byte order mark, its header, what it declares, or its bytes.

use std::sync::LazyLock;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use regex::bytes::Regex;

/// Where a page declares its encoding, at the latest.
const DECLARED_WITHIN: usize = 1_024;

static DECLARED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)<meta[^>]{0,200}?charset\s*=\s*["']?\s*([a-z0-9_:-]+)|<\?xml[^>]{0,100}?encoding\s*=\s*["']([a-z0-9_:-]+)"#)
        .expect("a valid pattern")
});

/// The text of a page. Bytes that are invalid in its encoding become replacement characters.
pub fn text(body: &[u8], content_type: Option<&str>) -> String {
    let of_header = content_type.and_then(parameter).and_then(encoding);
    let encoding = of_header
        .or_else(|| declared(body))
        .unwrap_or_else(|| guessed(body));
    // A byte order mark is surer than all that was said.
    let (text, _, _) = encoding.decode(body);
    text.into_owned()
}

fn parameter(content_type: &str) -> Option<&[u8]> {
    let lower = content_type.to_ascii_lowercase();
    let at = lower.find("charset=")? + "charset=".len();
    let value = content_type[at..].trim_matches(['"', '\'', ' ']);
    let value = value.split([';', ',', ' ', '"']).next()?;
    Some(value.as_bytes())
}

fn encoding(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label(label)
}

fn declared(body: &[u8]) -> Option<&'static Encoding> {
    let head = &body[..body.len().min(DECLARED_WITHIN)];
    let found = DECLARED.captures(head)?;
    let label = found.get(1).or_else(|| found.get(2))?;
    let encoding = encoding(label.as_bytes())?;
    // A page that could be read so far is not in UTF-16.
    Some(if encoding.is_ascii_compatible() {
        encoding
    } else {
        UTF_8
    })
}

fn guessed(body: &[u8]) -> &'static Encoding {
    match std::str::from_utf8(body) {
        Ok(_) => UTF_8,
        Err(_) => WINDOWS_1252,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_by_mark_header_declaration_and_bytes() {
        let latin = b"<meta charset=\"iso-8859-1\">Caf\xe9";
        assert!(text(latin, None).ends_with("Café"));
        assert!(text(b"Caf\xe9", Some("text/html; charset=\"windows-1252\"")).ends_with("Café"));
        assert_eq!(text(b"Caf\xe9", None), "Café");
        assert_eq!(text("Café".as_bytes(), None), "Café");
        // The mark wins over the header, the header over the declaration.
        assert_eq!(
            text(
                "\u{feff}Café".as_bytes(),
                Some("text/html; charset=iso-8859-1")
            ),
            "Café"
        );
        let both = "<meta charset=iso-8859-1>Café".as_bytes();
        assert!(text(both, Some("text/html;charset=utf-8")).ends_with("Café"));
        assert!(text(b"<meta charset=utf-16>Hi", None).ends_with("Hi"));
        assert!(text(b"\xff\xfeH\0i\0", None).ends_with("Hi"));
    }
}
