//! Who is calling: verification of access tokens, and a development identity provider that issues them.
//!
//! [`verify`] is all that a server with a real issuer needs. [`dev_idp`] is behind the feature of that name, so that a
//! production build can leave it out.

#[cfg(feature = "dev-idp")]
pub mod dev_idp;
pub mod private_files;
pub mod verify;
