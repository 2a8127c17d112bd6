//! Who is calling: validation of RS256 access tokens from any issuer, and the extractor that hands
//! the caller's [`Identity`] to a handler.
//!
//! Invariants:
//! - only RS256 is accepted, and only a key that the configured issuer publishes: nothing in a
//!   token's header chooses an algorithm, a key or an address;
//! - a token is judged by issuer, audience, expiry, not-before, subject and, where configured,
//!   organization; an ID token is never an access token;
//! - unknown key ids cannot make the server fetch without limit;
//! - a cached token is never honored after its expiry, nor after its issuer's keys changed.
//!
//! Deliberately absent: sessions, cookies and tokens in a URL (the API takes `Authorization:
//! Bearer` only), and what a caller may do: handlers compare the identity's `sub` with what the
//! request names.

mod claims;
mod clock;
mod discovery;
mod error;
mod extract;
mod identity;
mod issuer;
mod jwks;
mod keys;
mod policy;
mod verified;
mod verifier;

pub(crate) use clock::now_unix;
pub use discovery::{Discovery, DiscoveryError};
pub use error::{InvalidToken, TokenError};
pub use extract::Authenticated;
pub use identity::{Identity, TierClaim};
pub use issuer::{Issuer, IssuerError};
pub use jwks::{JwksSettings, JwksSetupError, RemoteKeys};
pub use keys::KeySet;
pub use policy::TokenPolicy;
pub use verifier::{KeySource, TokenVerifier};
