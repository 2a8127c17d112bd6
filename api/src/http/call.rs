//! What is known of a call beyond its request, and what the audit log is told of it.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, OnceLock};

use axum::extract::{ConnectInfo, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use domain::ids::UserId;
use sign_in::verify::Identity;
use store::audit::{AuditEvent, AuditKind, AuditLog};
use store::weighted_cache::WeightedCache;

use super::address::network;
use super::error::ApiError;
use super::request_id;

/// Memory for the access tokens that were seen, in bytes: some ten thousand.
const SEEN_TOKENS: u64 = 4 * 1024 * 1024;

/// Tells the audit log of calls.
pub struct AuditedCalls {
    log: AuditLog,
    /// The user and the time of issue of each.
    tokens: WeightedCache<(UserId, Option<u64>), ()>,
}

/// A call that is being answered.
#[derive(Clone)]
pub(crate) struct Call(Arc<Inner>);

struct Inner {
    request_id: String,
    client: Option<IpAddr>,
    user: OnceLock<UserId>,
}

impl Call {
    /// The address that the connection came from.
    pub(crate) fn client(&self) -> Option<IpAddr> {
        self.0.client
    }

    /// Notes what is known of the request, and lets its extractors find it.
    pub(crate) fn begin(request: &mut Request) -> Self {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let call = Self(Arc::new(Inner {
            client: peer.map(|peer| peer.0.ip()),
            request_id: request_id::of(request.headers())
                .unwrap_or_default()
                .to_owned(),
            user: OnceLock::new(),
        }));
        request.extensions_mut().insert(call.clone());
        call
    }

    /// Notes whose access token came with the call that these are the parts of.
    pub(crate) fn is_of(parts: &Parts, user: &UserId) {
        if let Some(call) = parts.extensions.get::<Self>() {
            call.0.user.get_or_init(|| user.clone());
        }
    }

    fn event(&self, kind: AuditKind, outcome: &'static str) -> AuditEvent {
        let user = self.0.user.get();
        AuditEvent {
            kind,
            outcome: outcome.into(),
            user: user.map_or_else(String::new, |user| user.as_str().to_owned()),
            client: self.0.client.map_or_else(String::new, network),
            request_id: self.0.request_id.clone(),
        }
    }
}

impl AuditedCalls {
    /// Recorded in `log`.
    pub fn new(log: AuditLog) -> Self {
        let tokens = WeightedCache::new("seen_tokens", SEEN_TOKENS);
        Self { log, tokens }
    }

    /// The call's user was let in with a token. The first one of each token in this process is a sign-in, as far as
    /// this server can see one.
    pub(crate) fn let_in(&self, parts: &Parts, identity: &Identity) {
        let token = (identity.sub.clone(), identity.issued_at);
        if self.tokens.get_if(&token, |()| true).is_some() {
            return;
        }
        self.tokens.insert(token, (), identity.sub.as_str().len());
        if let Some(call) = parts.extensions.get::<Call>() {
            self.log.record(call.event(AuditKind::SignIn, "token_seen"));
        }
    }

    /// Somebody has signed in at the development sign-in.
    pub fn signed_in(&self, sub: &str, client: Option<IpAddr>) {
        self.log.record(AuditEvent {
            kind: AuditKind::SignIn,
            outcome: "signed_in".into(),
            user: sub.to_owned(),
            client: client.map_or_else(String::new, network),
            request_id: String::new(),
        });
    }

    /// The call is answered: a refusal is recorded.
    pub(crate) fn answered(&self, call: &Call, answer: &Response) {
        let kind = match answer.status() {
            StatusCode::UNAUTHORIZED => AuditKind::Unauthenticated,
            StatusCode::FORBIDDEN => AuditKind::Forbidden,
            StatusCode::TOO_MANY_REQUESTS => AuditKind::Limited,
            _ => return,
        };
        let error = answer.extensions().get::<ApiError>();
        let outcome = error.map_or("refused", ApiError::code);
        self.log.record(call.event(kind, outcome));
    }

    /// The call's user tried a coupon code that gives nothing.
    pub(crate) fn coupon_guessed(&self, call: &Call, outcome: &'static str) {
        self.log.record(call.event(AuditKind::CouponGuess, outcome));
    }
}
