//! `GET /userinfo`: who a token speaks for.

use axum::Json;
use serde::Serialize;

use super::tokens::Profile;
use crate::verify::Authenticated;

#[derive(Serialize)]
struct UserInfo<'a> {
    sub: &'a str,
    #[serde(flatten)]
    profile: Profile<'a>,
}

/// `GET /userinfo`
pub(super) async fn show(Authenticated(identity): Authenticated) -> Json<serde_json::Value> {
    let has_scope = |scope: &str| identity.scopes.iter().any(|granted| granted == scope);
    let profile = Profile::new(
        identity.name.as_deref(),
        identity.email.as_deref(),
        has_scope,
    );
    Json(serde_json::json!(UserInfo {
        sub: identity.sub.as_str(),
        profile
    }))
}
