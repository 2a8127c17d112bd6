//! Which of the compressed forms of a built file a client accepts.

use axum::http::{HeaderMap, header};

/// How a file was compressed when the browser's app was built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    /// The smallest files first.
    const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// The name in headers.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The ending of a compressed file's name.
    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }

    /// Is this the name of a file's compressed form?
    pub(super) fn is_compressed(path: &str) -> bool {
        Self::ALL
            .iter()
            .any(|encoding| path.ends_with(encoding.suffix()))
    }
}

/// What the client accepts (RFC 9110, 12.5.3), the smallest form first: of weights only 0, a refusal, counts.
pub(super) fn accepted(headers: &HeaderMap) -> impl Iterator<Item = Encoding> {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    let items: Vec<_> = values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|item| item.split_once(';').unwrap_or((item, "q=1")))
        .collect();
    Encoding::ALL.into_iter().filter(move |encoding| {
        let named = |name: &str| {
            items
                .iter()
                .find(|(coding, _)| coding.trim().eq_ignore_ascii_case(name))
        };
        let item = named(encoding.name()).or_else(|| named("*"));
        let weight =
            item.and_then(|(_, weight)| weight.trim().trim_start_matches("q=").parse().ok());
        weight.is_some_and(|weight: f32| weight > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn taken(headers: &[&'static str]) -> Vec<&'static str> {
        let mut map = HeaderMap::new();
        for value in headers {
            map.append(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
        }
        accepted(&map).map(Encoding::name).collect()
    }

    #[test]
    fn the_smallest_that_the_client_accepts_comes_first() {
        assert_eq!(taken(&["gzip, deflate, br, zstd"]), ["br", "gzip"]);
        assert_eq!(taken(&["gzip, deflate"]), ["gzip"]);
        assert_eq!(taken(&["gzip", "BR"]), ["br", "gzip"]);
        assert_eq!(taken(&["*"]), ["br", "gzip"]);
    }

    #[test]
    fn what_the_client_refuses_is_not_sent() {
        assert_eq!(taken(&["br;q=0, *"]), ["gzip"]);
        assert_eq!(taken(&["gzip ; q=0.0"]), Vec::<&str>::new());
        assert_eq!(taken(&["br;q=0.1, gzip;q=0.5"]), ["br", "gzip"]);
        assert_eq!(taken(&["br;q=much, gzip;q=0.1"]), ["gzip"]);
    }

    #[test]
    fn a_client_that_names_none_gets_the_file_as_it_is() {
        assert_eq!(taken(&[]), Vec::<&str>::new());
        assert_eq!(taken(&["identity"]), Vec::<&str>::new());
    }
}
