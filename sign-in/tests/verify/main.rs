//! Access tokens, judged through a real router: which are accepted, which are not, and how the
//! issuer's keys are fetched (quality section 3; AUTH-05, AUTH-12).

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on should fail where it stands"
)]

mod broken_tokens;
mod callers;
mod discovery;
mod fuzz_targets;
mod key_rotation;
mod support;
#[path = "../tokens/mod.rs"]
mod tokens;
