//! Which of the compressions that a file was built with a client takes.

use axum::http::{HeaderMap, header};

/// How a file was compressed when the browser's app was built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    /// All, the smallest files first.
    const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// Its name in headers.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// What follows the name of a file that is compressed so.
    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }

    /// Is this the name of a file that stands beside another, for those who take it compressed?
    pub(super) fn is_beside(path: &str) -> bool {
        Self::ALL
            .iter()
            .any(|encoding| path.ends_with(encoding.suffix()))
    }
}

/// What the client takes (RFC 9110, 12.5.3), the best first: by its own weights, then by size.
pub(super) fn accepted(headers: &HeaderMap) -> Vec<Encoding> {
    let values: Vec<&str> = headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .collect();
    let weight = |name: &str| {
        values
            .iter()
            .flat_map(|value| value.split(','))
            .map(weighed)
            .find(|(coding, _)| coding.eq_ignore_ascii_case(name))
            .map(|(_, weight)| weight)
    };
    let of = |encoding: &Encoding| weight(encoding.name()).or_else(|| weight("*"));
    let mut taken: Vec<_> = Encoding::ALL
        .into_iter()
        .filter_map(|encoding| Some((of(&encoding)?, encoding)))
        .filter(|(weight, _)| *weight > 0.0)
        .collect();
    taken.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    taken.into_iter().map(|(_, encoding)| encoding).collect()
}

/// `gzip;q=0.5`: the coding and its weight; 1 without one, 0 where it is none.
fn weighed(item: &str) -> (&str, f32) {
    let mut parts = item.split(';').map(str::trim);
    let coding = parts.next().unwrap_or_default();
    let weight = parts
        .find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")))
        .map_or(1.0, |weight| weight.trim().parse().unwrap_or(0.0));
    (coding, weight)
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
        accepted(&map).into_iter().map(Encoding::name).collect()
    }

    #[test]
    fn the_smallest_that_the_client_takes_comes_first() {
        assert_eq!(taken(&["gzip, deflate, br, zstd"]), ["br", "gzip"]);
        assert_eq!(taken(&["gzip, deflate"]), ["gzip"]);
        assert_eq!(taken(&["gzip", "BR"]), ["br", "gzip"]);
        assert_eq!(taken(&["*"]), ["br", "gzip"]);
    }

    #[test]
    fn a_clients_own_weights_hold() {
        assert_eq!(taken(&["br;q=0.5, gzip"]), ["gzip", "br"]);
        assert_eq!(taken(&["br;q=0, *"]), ["gzip"]);
        assert_eq!(taken(&["gzip ; q=0.0"]), Vec::<&str>::new());
        assert_eq!(taken(&["br;q=much, gzip;q=0.1"]), ["gzip"]);
    }

    #[test]
    fn who_names_none_gets_the_file_as_it_is() {
        assert_eq!(taken(&[]), Vec::<&str>::new());
        assert_eq!(taken(&["identity"]), Vec::<&str>::new());
    }
}
