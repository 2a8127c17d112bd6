//! The running provider: its settings, its key, and its grants.

use std::sync::Arc;

use axum::extract::FromRef;

use super::config::DevIdpConfig;
use super::grants::Grants;
use super::keys::{DevKeys, DevKeysError};
use crate::verify::{KeySource, TokenVerifier};

/// The running provider. Cheap to clone; all clones share keys and grants.
#[derive(Clone)]
pub struct DevIdp(Arc<Inner>);

struct Inner {
    config: DevIdpConfig,
    keys: DevKeys,
    grants: Grants,
    verifier: TokenVerifier,
}

impl DevIdp {
    /// Starts the provider: loads or makes its key, and reads the stored sign-ins.
    ///
    /// # Errors
    /// When the key cannot be read or made.
    pub fn open(config: DevIdpConfig) -> Result<Self, DevKeysError> {
        let keys = DevKeys::load_or_create(config.folder())?;
        let grants = Grants::open(config.folder());
        let source = KeySource::Development(keys.verification_keys());
        let verifier = TokenVerifier::new(config.token_policy(), source);
        Ok(Self(Arc::new(Inner {
            config,
            keys,
            grants,
            verifier,
        })))
    }

    /// The provider's settings.
    #[must_use]
    pub fn config(&self) -> &DevIdpConfig {
        &self.0.config
    }

    /// The verifier of this provider's access tokens, for the API's state.
    #[must_use]
    pub fn token_verifier(&self) -> TokenVerifier {
        self.0.verifier.clone()
    }

    pub(super) fn keys(&self) -> &DevKeys {
        &self.0.keys
    }

    pub(super) fn grants(&self) -> &Grants {
        &self.0.grants
    }
}

impl FromRef<DevIdp> for TokenVerifier {
    fn from_ref(idp: &DevIdp) -> Self {
        idp.token_verifier()
    }
}
