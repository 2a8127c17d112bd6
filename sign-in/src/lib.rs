//! Who is calling: the checks of access tokens, and a development identity provider that issues them.
//!
//! [`verify`] is all that a server with a real issuer needs. [`dev_idp`] comes with the feature of that
//! name, so that a build for production can leave it out.

#[cfg(feature = "dev-idp")]
pub mod dev_idp;
pub mod private_files;
pub mod verify;
