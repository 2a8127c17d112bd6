//! An authorization request, read and checked.
//!
//! If the client or the redirect URI cannot be trusted, the error is shown on a page; all other
//! errors go to the redirect URI, as the protocol requires.

use serde::Deserialize;
use url::Url;

use super::config::DevIdpConfig;
use super::error::OAuthError;

/// Scopes known here; others are dropped, as the standard allows.
pub(super) const KNOWN_SCOPES: [&str; 4] = ["openid", "profile", "email", "offline_access"];

/// The query of `GET /authorize`, unchecked.
#[derive(Debug, Default, Deserialize)]
pub(super) struct AuthorizeParams {
    client_id: Option<String>,
    redirect_uri: Option<String>,
    response_type: Option<String>,
    response_mode: Option<String>,
    scope: Option<String>,
    state: Option<String>,
    nonce: Option<String>,
    code_challenge: Option<String>,
    code_challenge_method: Option<String>,
    prompt: Option<String>,
    login_hint: Option<String>,
    audience: Option<String>,
    organization: Option<String>,
}

/// How the answer is returned to the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResponseMode {
    /// In the query of the redirect URI.
    Query,
    /// By `postMessage` to the window that opened this one (popup) or frames it (silent).
    WebMessage,
}

/// A place where answers may be sent.
#[derive(Debug, Clone)]
pub(super) struct Destination {
    pub(super) redirect_uri: Url,
    /// The redirect URI exactly as the client wrote it: the token request must repeat it.
    pub(super) redirect_uri_text: String,
    pub(super) mode: ResponseMode,
    pub(super) state: Option<String>,
}

/// Whether the person may be asked to sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Prompt {
    IfNeeded,
    /// Never: without a session the answer is an error.
    None,
    Login,
}

#[derive(Debug, Clone)]
pub(super) struct AuthorizeRequest {
    pub(super) destination: Destination,
    pub(super) scope: String,
    pub(super) nonce: Option<String>,
    pub(super) challenge: String,
    pub(super) prompt: Prompt,
    pub(super) login_hint: Option<String>,
    pub(super) organization: Option<String>,
}

#[derive(Debug)]
pub(super) enum Refusal {
    /// Shown here, because an answer elsewhere could leak to a stranger.
    Page(&'static str),
    Answer(Box<Destination>, OAuthError),
}

impl AuthorizeParams {
    pub(super) fn check(self, config: &DevIdpConfig) -> Result<AuthorizeRequest, Refusal> {
        let destination = self.destination(config)?;
        match self.grantable(config) {
            Ok((challenge, prompt, organization)) => Ok(AuthorizeRequest {
                destination,
                scope: known_scopes(self.scope.as_deref().unwrap_or("openid profile email")),
                nonce: self.nonce,
                challenge,
                prompt,
                login_hint: self.login_hint.filter(|hint| !hint.trim().is_empty()),
                organization,
            }),
            Err(error) => Err(Refusal::Answer(Box::new(destination), error)),
        }
    }

    fn destination(&self, config: &DevIdpConfig) -> Result<Destination, Refusal> {
        if self.client_id.as_deref() != Some(&config.client_id) {
            return Err(Refusal::Page(
                "The app that sent you here is not known (client_id).",
            ));
        }
        let mode = match self.response_mode.as_deref() {
            None | Some("query") => ResponseMode::Query,
            Some("web_message") => ResponseMode::WebMessage,
            Some(_) => {
                return Err(Refusal::Page(
                    "The app asked for an unknown kind of answer (response_mode).",
                ));
            }
        };
        let text = self.redirect_uri.clone().unwrap_or_default();
        let allowed = may_answer_to(&text, mode, config).then(|| Url::parse(&text).ok());
        let redirect_uri = allowed.flatten().ok_or(Refusal::Page(
            "The app asked for the answer at an address that is not its own (redirect_uri).",
        ))?;
        Ok(Destination {
            redirect_uri,
            redirect_uri_text: text,
            mode,
            state: self.state.clone(),
        })
    }

    fn grantable(
        &self,
        config: &DevIdpConfig,
    ) -> Result<(String, Prompt, Option<String>), OAuthError> {
        if self.response_type.as_deref() != Some("code") {
            return Err(OAuthError::new(
                "unsupported_response_type",
                "response_type must be code",
            ));
        }
        let challenge = self.code_challenge.clone().unwrap_or_default();
        let s256 = self.code_challenge_method.as_deref() == Some("S256");
        if !s256 || challenge.len() != 43 || !challenge.bytes().all(is_base64url) {
            return Err(OAuthError::invalid_request(
                "a PKCE code_challenge with code_challenge_method=S256 is required",
            ));
        }
        if self
            .audience
            .as_deref()
            .is_some_and(|audience| audience != config.audience)
        {
            return Err(OAuthError::new(
                "access_denied",
                "no API with this audience is known here",
            ));
        }
        let prompt = match self.prompt.as_deref().unwrap_or_default() {
            "" | "consent" => Prompt::IfNeeded,
            "none" => Prompt::None,
            "login" | "select_account" => Prompt::Login,
            _ => {
                return Err(OAuthError::invalid_request(
                    "prompt must be none, login, select_account or consent",
                ));
            }
        };
        Ok((
            challenge,
            prompt,
            granted_organization(self.organization.as_deref(), config)?,
        ))
    }
}

/// The organization of a grant: the configured one or, if none is configured, any that has the form
/// of an id.
pub(super) fn granted_organization(
    asked: Option<&str>,
    config: &DevIdpConfig,
) -> Result<Option<String>, OAuthError> {
    let asked = asked.filter(|organization| !organization.is_empty());
    let granted = match (asked, config.organization.as_deref()) {
        (None, configured) => configured,
        (Some(asked), Some(configured)) => (asked == configured).then_some(asked),
        (Some(asked), None) => Some(asked).filter(|id| {
            let rest = id.strip_prefix("org_").unwrap_or_default();
            (1..=64).contains(&rest.len()) && rest.bytes().all(is_base64url)
        }),
    };
    if asked.is_some() && granted.is_none() {
        return Err(OAuthError::invalid_request(
            "the organization is not known here",
        ));
    }
    Ok(granted.map(str::to_owned))
}

/// The requested scopes that exist, each once.
pub(super) fn known_scopes(asked: &str) -> String {
    let asked: Vec<&str> = asked.split_whitespace().collect();
    KNOWN_SCOPES
        .into_iter()
        .filter(|scope| asked.contains(scope))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Only the app's callback or, for messages between windows, also the bare origin, which is what the sign-in library
/// then sends. Compared to the letter: another spelling of the same address is another address (RFC 9700).
fn may_answer_to(text: &str, mode: ResponseMode, config: &DevIdpConfig) -> bool {
    let origin = config.origin();
    text == format!("{origin}/callback") || (mode == ResponseMode::WebMessage && text == origin)
}

fn is_base64url(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}
