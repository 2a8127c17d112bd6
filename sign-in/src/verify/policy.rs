//! What an access token must say.

use super::issuer::Issuer;

/// What an access token must say to be accepted.
#[derive(Debug, Clone)]
pub struct TokenPolicy {
    /// Who must have issued it; its name in tokens comes from its discovery document.
    pub issuer: Issuer,
    /// The API it must be meant for: never the client id, which is an ID token's audience.
    pub audience: String,
    /// The organization it must belong to, if configured: `org_…` or a name.
    pub organization: Option<String>,
    /// The claim that names the organization; by default Auth0's `org_id` and `org_name`.
    pub organization_claim: Option<String>,
    /// The claim that names the plan, if the issuer is trusted for it.
    pub tier_claim: Option<String>,
}
