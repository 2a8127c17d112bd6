//! Random secrets, their hashes and comparisons that do not leak through timing.

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// 256 random bits, base64url.
pub(super) fn random_secret() -> String {
    let mut bytes = [0; 32];
    aws_lc_rs::rand::fill(&mut bytes)
        .expect("the system's random source works, or nothing can be signed either");
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The SHA-256 of a text, base64url: the stored form of secrets, and what PKCE calls S256.
pub(super) fn hashed(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest(&SHA256, text.as_bytes()))
}

/// Whether two texts are equal, in a time that depends only on their lengths.
pub(super) fn same(left: &str, right: &str) -> bool {
    verify_slices_are_equal(left.as_bytes(), right.as_bytes()).is_ok()
}
