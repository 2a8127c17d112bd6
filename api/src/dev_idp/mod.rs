//! The development identity provider.
mod config;
mod files;
mod keys;
mod person;
mod tokens;

pub use config::{DevIdpConfig, DevIdpConfigError, MOUNT, check_loopback};
pub use keys::{DevKeys, DevKeysError};
pub use person::{Person, PersonError, Tier};
pub use tokens::{MintError, TOKEN_LIFE_S, mint_access_token};
