//! The development identity provider through its real router: the whole sign-in as a browser and
//! the sign-in library see it, and everything that it must refuse.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on should fail where it stands"
)]

mod authorize;
mod browser;
mod host;
mod pages;
mod sign_in;
mod silent;
mod tokens;
