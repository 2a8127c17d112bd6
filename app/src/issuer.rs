//! Who signs users in: the configured issuer, or the development identity provider if none is configured.

#[cfg(feature = "dev-idp")]
use std::net::SocketAddr;
#[cfg(feature = "dev-idp")]
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "dev-idp")]
use anyhow::Context as _;
use api::client::{ClientAnalytics, ClientSettings};
use api::http::call::AuditedCalls;
use axum::Router;
use axum::extract::State;
#[cfg(feature = "dev-idp")]
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderValue, header};
use axum::middleware::map_response_with_state;
#[cfg(feature = "dev-idp")]
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
#[cfg(feature = "dev-idp")]
use sign_in::dev_idp::{self, DevIdp, DevIdpConfig, SignedIn};
use sign_in::verify::{JwksSettings, KeySource, RemoteKeys, TokenPolicy, TokenVerifier};

use crate::settings::Settings;

/// The error of a build without the development sign-in.
#[cfg(not(feature = "dev-idp"))]
const NO_DEVELOPMENT: &str = "no issuer is configured, and this build has no development sign-in: \
    set DEMANDATLAS_AUTH_ISSUER to your OpenID Connect issuer";

/// The scope that the app always requests: who the user is, and a refresh token.
const SCOPE: &str = "openid profile email offline_access";
/// How long the server's start waits for the issuer.
const AT_START: Duration = Duration::from_secs(3);

/// Who signs users in.
pub struct SignIn {
    verifier: TokenVerifier,
    hsts: Option<HeaderValue>,
    #[cfg(feature = "dev-idp")]
    development: Option<DevIdp>,
}

impl SignIn {
    /// Uses the configured issuer, or the development identity provider.
    pub fn open(settings: &Settings) -> anyhow::Result<Self> {
        let auth = &settings.auth;
        let Some(issuer) = &auth.issuer else {
            return Self::development(settings);
        };
        let policy = TokenPolicy {
            issuer: issuer.clone(),
            audience: auth.audience.clone(),
            organization: auth.organization.clone(),
            organization_claim: auth.organization_claim.clone(),
            tier_claim: auth.tier_claim.clone(),
        };
        let keys = RemoteKeys::new(issuer, JwksSettings::default())?;
        Ok(Self {
            verifier: TokenVerifier::new(policy, KeySource::Remote(keys)),
            hsts: auth.hsts.clone(),
            #[cfg(feature = "dev-idp")]
            development: None,
        })
    }

    #[cfg(feature = "dev-idp")]
    fn development(settings: &Settings) -> anyhow::Result<Self> {
        let idp = DevIdp::open(development_config(settings)?)?;
        remember(settings, &idp.config().origin())?;
        Ok(Self {
            verifier: idp.token_verifier(),
            hsts: None,
            development: Some(idp),
        })
    }

    #[cfg(not(feature = "dev-idp"))]
    fn development(_: &Settings) -> anyhow::Result<Self> {
        anyhow::bail!(NO_DEVELOPMENT)
    }

    /// Whether it is the development identity provider.
    pub fn is_development(&self) -> bool {
        #[cfg(feature = "dev-idp")]
        let development = self.development.is_some();
        #[cfg(not(feature = "dev-idp"))]
        let development = false;
        development
    }

    /// Verifies access tokens.
    pub fn verifier(&self) -> TokenVerifier {
        self.verifier.clone()
    }

    /// The settings for the browser.
    pub fn client_settings(&self, settings: &Settings) -> ClientSettings {
        let (auth, ui) = (&settings.auth, &settings.ui);
        ClientSettings {
            reads_websites: settings.websites.contact.is_some(),
            client_id: auth.client_id.clone(),
            audience: auth.audience.clone(),
            scope: std::iter::once(SCOPE)
                .chain(auth.scope.as_deref())
                .collect::<Vec<_>>()
                .join(" "),
            api_parameter: auth.api_by.parameter(),
            organization: auth.organization.clone(),
            organization_claim: auth.organization_claim.clone(),
            dev_sign_in: self.is_development(),
            tile_url: ui.tile_url.clone(),
            tile_attribution: ui.tile_attribution.clone(),
            built_in_map: ui.built_in_map,
            contact: ui.contact.clone(),
            analytics: ui.analytics.clone().map(|analytics| ClientAnalytics {
                script: analytics.script,
                id: analytics.id,
                hosts: analytics.hosts,
            }),
        }
    }

    /// Fetches the issuer's discovery document, so that the first visitor need not wait for it. The wait is short: an
    /// issuer that is down does not stop the start.
    pub async fn look_up_issuer(&self) {
        let asked = tokio::time::timeout(AT_START, self.verifier.discovery()).await;
        if !matches!(asked, Ok(Some(_))) {
            tracing::warn!(
                issuer = %self.verifier.issuer(),
                "cannot fetch the issuer's discovery document: nobody can sign in until the issuer responds"
            );
        }
    }

    /// The API's routes, plus those of the development sign-in if it is on, or with what browsers are told about https
    /// if not.
    pub fn serve_beside(&self, api: Router, audited: &Arc<AuditedCalls>) -> Router {
        #[cfg(feature = "dev-idp")]
        if let Some(idp) = &self.development {
            let development = dev_idp::router(idp.clone())
                .layer(from_fn_with_state(Arc::clone(audited), note_sign_ins));
            return api
                .merge(development)
                .layer(from_fn_with_state(idp.clone(), dev_idp::canonical_host));
        }
        #[cfg(not(feature = "dev-idp"))]
        let _nobody_signs_in_here = audited;
        match &self.hsts {
            Some(hsts) => api.layer(map_response_with_state(hsts.clone(), with_hsts)),
            None => api,
        }
    }
}

async fn with_hsts(State(hsts): State<HeaderValue>, mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::STRICT_TRANSPORT_SECURITY, hsts);
    response
}

/// Tells the audit log who signs in at the development sign-in.
#[cfg(feature = "dev-idp")]
async fn note_sign_ins(
    State(audited): State<Arc<AuditedCalls>>,
    request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let client = peer.map(|peer| peer.0.ip());
    let answer = next.run(request).await;
    if let Some(signed_in) = answer.extensions().get::<SignedIn>() {
        audited.signed_in(&signed_in.sub, client);
    }
    answer
}

/// An access token of the development identity provider, as configured at the last start of the data folder's server.
#[cfg(feature = "dev-idp")]
pub fn development_token(
    settings: &Settings,
    email: &str,
    tier: Option<&str>,
) -> anyhow::Result<String> {
    let data_dir = &settings.server.data_dir;
    let origin = std::fs::read_to_string(remembered(settings)).with_context(|| {
        format!(
            "no server with the development sign-in has run on the data folder {}: start one with 'demandatlas \
             serve', or name its folder with --data-dir",
            data_dir.display()
        )
    })?;
    let auth = &settings.auth;
    let config =
        DevIdpConfig::for_origin(origin.trim(), data_dir, &auth.client_id, &auth.audience)?
            .with_organization(auth.organization.clone());
    Ok(dev_idp::mint_access_token(&config, email, tier)?)
}

/// Stores the provider's address for the command line: tokens contain it.
#[cfg(feature = "dev-idp")]
fn remember(settings: &Settings, origin: &str) -> anyhow::Result<()> {
    let path = remembered(settings);
    std::fs::write(&path, origin).with_context(|| format!("{} cannot be written", path.display()))
}

#[cfg(feature = "dev-idp")]
fn remembered(settings: &Settings) -> PathBuf {
    settings.server.data_dir.join("dev-idp").join("origin")
}

/// Not available in this build.
#[cfg(not(feature = "dev-idp"))]
pub fn development_token(_: &Settings, _: &str, _: Option<&str>) -> anyhow::Result<String> {
    anyhow::bail!(NO_DEVELOPMENT)
}

/// The development identity provider that the settings describe.
#[cfg(feature = "dev-idp")]
fn development_config(settings: &Settings) -> anyhow::Result<DevIdpConfig> {
    let auth = &settings.auth;
    let server = &settings.server;
    let config = match &auth.dev_origin {
        Some(origin) => {
            dev_idp::check_loopback(server.addr)?;
            DevIdpConfig::for_origin(origin, &server.data_dir, &auth.client_id, &auth.audience)?
        }
        None => DevIdpConfig::for_addr(
            server.addr,
            &server.data_dir,
            &auth.client_id,
            &auth.audience,
        )?,
    };
    Ok(config.with_organization(auth.organization.clone()))
}
