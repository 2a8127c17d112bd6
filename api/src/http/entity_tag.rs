//! Entity tags, so that a text that a client has already is not sent again.

use axum::http::{HeaderMap, header};
use sha2::{Digest, Sha256};

/// Bytes of the hash; more than enough to distinguish the texts of one address.
const LENGTH: usize = 16;

/// The tag of a text. Weak: the same text may be sent compressed or not.
pub(crate) fn of(text: &[u8]) -> String {
    of_hash(&Sha256::digest(text).into())
}

/// A text's digest, where no tag is needed.
pub(crate) fn digest(text: &[u8]) -> String {
    hex::encode(&Sha256::digest(text)[..LENGTH])
}

/// The tag of a text whose SHA-256 is known.
pub(crate) fn of_hash(sha256: &[u8; 32]) -> String {
    format!("W/\"{}\"", hex::encode(&sha256[..LENGTH]))
}

/// Does the client have the tagged text, according to its `If-None-Match`?
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let values = headers.get_all(header::IF_NONE_MATCH).iter();
    let strong = tag.trim_start_matches("W/");
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.trim_start_matches("W/") == strong)
}
