//! `POST /oauth/token`: exchanges codes, refresh tokens and other tokens. The client is public (a browser app): it
//! proves itself by PKCE and rotation, not by a secret.

use axum::extract::{FromRequest, Request, State};
use axum::http::header;
use axum::{Extension, Form, Json};
use serde::{Deserialize, Serialize};

use super::error::OAuthError;
use super::exchange::{ACCESS_TOKEN_TYPE, ID_TOKEN_TYPE, subject};
use super::provider::DevIdp;
use super::request::{granted_organization, known_scopes};
use super::tokens::{Grant, MintError, TOKEN_LIFE_S, access_token, id_token};
use crate::verify::now_unix;

/// The body, form-encoded or JSON; fields of other grant types are absent.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct TokenRequest {
    grant_type: String,
    client_id: String,
    code: String,
    code_verifier: String,
    redirect_uri: String,
    refresh_token: String,
    subject_token: String,
    subject_token_type: String,
    requested_token_type: Option<String>,
    audience: Option<String>,
    scope: Option<String>,
    organization: Option<String>,
}

/// Marks the response by which somebody has signed in, for whoever keeps a record of that.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// The user's subject id.
    pub sub: String,
}

/// The response of RFC 6749 (section 5.1), with the field that RFC 8693 adds.
#[derive(Serialize)]
pub(super) struct TokenAnswer {
    access_token: String,
    token_type: &'static str,
    expires_in: u64,
    scope: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id_token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    issued_token_type: Option<&'static str>,
    #[serde(skip)]
    signed_in: Option<SignedIn>,
}

impl FromRequest<DevIdp> for TokenRequest {
    type Rejection = OAuthError;

    async fn from_request(request: Request, idp: &DevIdp) -> Result<Self, OAuthError> {
        let kind = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok());
        let read = if kind.is_some_and(|kind| kind.starts_with("application/json")) {
            Json::<Self>::from_request(request, idp)
                .await
                .map(|Json(read)| read)
                .map_err(|e| e.body_text())
        } else {
            Form::<Self>::from_request(request, idp)
                .await
                .map(|Form(read)| read)
                .map_err(|e| e.body_text())
        };
        read.map_err(OAuthError::invalid_request)
    }
}

/// `POST /oauth/token`
pub(super) async fn exchange(
    State(idp): State<DevIdp>,
    request: TokenRequest,
) -> Result<(Option<Extension<SignedIn>>, Json<TokenAnswer>), OAuthError> {
    if request.client_id != idp.config().client_id {
        return Err(OAuthError::new(
            "invalid_client",
            "client_id is not known here",
        ));
    }
    if request
        .audience
        .as_deref()
        .is_some_and(|audience| audience != idp.config().audience)
    {
        return Err(OAuthError::new(
            "invalid_target",
            "no API with this audience is known here",
        ));
    }
    let mut answer = match request.grant_type.as_str() {
        "authorization_code" => from_code(&idp, &request),
        "refresh_token" => from_refresh_token(&idp, &request),
        "urn:ietf:params:oauth:grant-type:token-exchange" => {
            from_subject_token(&idp, &request).await
        }
        _ => Err(OAuthError::new(
            "unsupported_grant_type",
            "grant_type must be authorization_code, refresh_token or token-exchange",
        )),
    }?;
    Ok((answer.signed_in.take().map(Extension), Json(answer)))
}

fn from_code(idp: &DevIdp, request: &TokenRequest) -> Result<TokenAnswer, OAuthError> {
    let verifier = &request.code_verifier;
    if !(43..=128).contains(&verifier.len()) {
        return Err(OAuthError::invalid_request(
            "a code_verifier of 43 to 128 characters is required",
        ));
    }
    let redeemed = idp
        .grants()
        .redeem_code(&request.code, &request.redirect_uri, verifier, now_unix())
        .map_err(|_| OAuthError::invalid_grant("Invalid authorization code"))?;
    let sub = redeemed.grant.person.sub();
    let mut answer = tokens(
        idp,
        redeemed.grant,
        redeemed.nonce.as_deref(),
        redeemed.refresh_token,
    )?;
    answer.signed_in = Some(SignedIn { sub });
    Ok(answer)
}

fn from_refresh_token(idp: &DevIdp, request: &TokenRequest) -> Result<TokenAnswer, OAuthError> {
    // The library takes the words "invalid refresh token" as the sign to start a new sign-in.
    let (mut grant, next) = idp
        .grants()
        .rotate(&request.refresh_token, now_unix())
        .map_err(|_| OAuthError::invalid_grant("Unknown or invalid refresh token."))?;
    if let Some(wanted) = &request.scope {
        grant.scope = narrowed(&grant.scope, wanted);
    }
    tokens(idp, grant, None, Some(next))
}

/// RFC 8693, for tokens of this issuer: an access token for the same person, with the same scope or less.
async fn from_subject_token(
    idp: &DevIdp,
    request: &TokenRequest,
) -> Result<TokenAnswer, OAuthError> {
    let other_type = |kind: &str| !kind.is_empty() && kind != ACCESS_TOKEN_TYPE;
    if ![ACCESS_TOKEN_TYPE, ID_TOKEN_TYPE].contains(&request.subject_token_type.as_str())
        || request
            .requested_token_type
            .as_deref()
            .is_some_and(other_type)
    {
        return Err(OAuthError::invalid_request(format!(
            "subject_token_type must be {ACCESS_TOKEN_TYPE} or {ID_TOKEN_TYPE}, and requested_token_type, if given, \
             the former"
        )));
    }
    let subject = subject(idp, &request.subject_token, &request.subject_token_type)
        .await
        .ok_or_else(|| {
            OAuthError::invalid_grant(
                "The subject token is not a valid token of its type from this issuer.",
            )
        })?;
    let scope = request.scope.as_deref().map_or_else(
        || subject.scope.clone(),
        |wanted| narrowed(&subject.scope, wanted),
    );
    let organization = match request.organization.as_deref() {
        None => subject.organization,
        asked => granted_organization(asked, idp.config())?,
    };
    let grant = Grant {
        person: subject.person,
        scope,
        organization,
    };
    let refresh_token = grant
        .has_scope("offline_access")
        .then(|| idp.grants().start_family(grant.clone(), now_unix()));
    let mut answer = tokens(idp, grant, None, refresh_token)?;
    answer.issued_token_type = Some(ACCESS_TOKEN_TYPE);
    Ok(answer)
}

/// The scopes of `wanted` that are also in `held`.
fn narrowed(held: &str, wanted: &str) -> String {
    let held: Vec<&str> = held.split(' ').collect();
    known_scopes(wanted)
        .split(' ')
        .filter(|scope| held.contains(scope))
        .collect::<Vec<_>>()
        .join(" ")
}

fn tokens(
    idp: &DevIdp,
    grant: Grant,
    nonce: Option<&str>,
    refresh_token: Option<String>,
) -> Result<TokenAnswer, OAuthError> {
    let access_token = access_token(idp.config(), idp.keys(), &grant).map_err(|e| broken(&e))?;
    let id_token = if grant.has_scope("openid") {
        Some(id_token(idp.config(), idp.keys(), &grant, nonce).map_err(|e| broken(&e))?)
    } else {
        None
    };
    Ok(TokenAnswer {
        access_token,
        token_type: "Bearer",
        expires_in: TOKEN_LIFE_S,
        scope: grant.scope,
        id_token,
        refresh_token,
        issued_token_type: None,
        signed_in: None,
    })
}

/// The provider's own failure: logged, and answered without details.
fn broken(error: &MintError) -> OAuthError {
    tracing::error!(%error, "the development sign-in cannot sign a token");
    OAuthError::new(
        "server_error",
        "The development sign-in failed; the server's log says why.",
    )
}
