//! The content security policy of the app's pages: where a browser may load from and connect to. It follows the
//! configuration and the issuer's discovery document.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};

use axum::http::{HeaderValue, header};
use axum::response::Response;
use sign_in::verify::{Discovery, TokenVerifier};
use url::Url;

use crate::client::ClientSettings;

/// The policy in force. Clones share it.
#[derive(Clone)]
pub(crate) struct ContentPolicy(Arc<Inner>);

struct Inner {
    client: Arc<ClientSettings>,
    verifier: TokenVerifier,
    /// The last policy, and the discovery document that it is based on.
    made: RwLock<Option<(Option<Arc<Discovery>>, HeaderValue)>>,
}

impl ContentPolicy {
    pub(crate) fn new(client: Arc<ClientSettings>, verifier: TokenVerifier) -> Self {
        Self(Arc::new(Inner {
            client,
            verifier,
            made: RwLock::new(None),
        }))
    }

    /// Adds the policy to an answer that has none.
    pub(crate) fn add<B>(&self, mut answer: Response<B>) -> Response<B> {
        let headers = answer.headers_mut();
        let policy = headers.entry(header::CONTENT_SECURITY_POLICY);
        policy.or_insert_with(|| self.header());
        answer
    }

    fn header(&self) -> HeaderValue {
        let inner = &*self.0;
        let now = inner.verifier.known_discovery();
        let same = |known: &Option<Arc<Discovery>>| match (known, &now) {
            (Some(known), Some(now)) => Arc::ptr_eq(known, now),
            (known, now) => known.is_none() && now.is_none(),
        };
        if let Some((known, header)) = &*inner.made.read().unwrap_or_else(PoisonError::into_inner)
            && same(known)
        {
            return header.clone();
        }
        let issuer = inner.verifier.issuer().as_str();
        let policy = policy(&inner.client, issuer, now.as_deref());
        let header = HeaderValue::from_str(&policy)
            .unwrap_or_else(|_| HeaderValue::from_static("default-src 'self'"));
        *inner.made.write().unwrap_or_else(PoisonError::into_inner) = Some((now, header.clone()));
        header
    }
}

fn policy(client: &ClientSettings, issuer: &str, discovery: Option<&Discovery>) -> String {
    let tiles = client
        .tile_url
        .as_deref()
        .map(origin_of_tiles)
        .unwrap_or_default();
    let analytics = client.analytics.as_ref();
    let script = origins(analytics.map(|analytics| &analytics.script));
    let counted = origins(
        analytics
            .into_iter()
            .flat_map(|analytics| std::iter::once(&analytics.script).chain(&analytics.hosts)),
    );
    // The development sign-in shares the app's origin.
    let (asked, framed, sent) = if client.dev_sign_in {
        Default::default()
    } else {
        let configured = Url::parse(issuer).ok();
        let all = discovery.into_iter().flat_map(Discovery::endpoints);
        let shown = discovery.into_iter().flat_map(|discovery| {
            std::iter::once(&discovery.authorization_endpoint)
                .chain(&discovery.end_session_endpoint)
        });
        let shown: Vec<&Url> = configured.iter().chain(shown).collect();
        (
            origins(configured.iter().chain(all)),
            origins(shown.iter().copied()),
            origins(shown.iter().copied()),
        )
    };
    format!(
        "default-src 'self'; script-src 'self'{script}; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: https: {tiles}{counted}; connect-src 'self'{asked}{counted}; \
         frame-src 'self'{framed}; object-src 'none'; base-uri 'none'; form-action 'self'{sent}; \
         frame-ancestors 'none'"
    )
}

/// Each origin once, preceded by a space.
fn origins<'a>(urls: impl IntoIterator<Item = &'a Url>) -> String {
    let origins: BTreeSet<String> = urls
        .into_iter()
        .map(|url| url.origin().ascii_serialization())
        .collect();
    origins.iter().map(|origin| format!(" {origin}")).collect()
}

/// Of a template, whose `{s}` may be any subdomain.
fn origin_of_tiles(template: &str) -> String {
    Url::parse(&template.replace("{s}", "*").replace(['{', '}'], ""))
        .map(|url| url.origin().ascii_serialization())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::ClientAnalytics;
    use sign_in::verify::Issuer;

    fn client() -> ClientSettings {
        ClientSettings {
            reads_websites: false,
            client_id: "web".into(),
            audience: "api".into(),
            scope: "openid".into(),
            api_parameter: None,
            organization: None,
            organization_claim: None,
            dev_sign_in: false,
            tile_url: Some("https://{s}.tiles.example/{z}/{x}/{y}.png".into()),
            tile_attribution: String::new(),
            built_in_map: true,
            contact: None,
            analytics: None,
        }
    }

    fn part(policy: &str, name: &str) -> String {
        let mut parts = policy.split(';').map(str::trim);
        parts
            .find(|part| part.split(' ').next() == Some(name))
            .unwrap_or_default()
            .to_owned()
    }

    const ISSUER: &str = "https://id.example/";

    #[test]
    fn it_follows_all_endpoints_of_the_issuer() {
        let discovery = Discovery {
            token_endpoint: "https://tokens.example/t".parse().unwrap(),
            end_session_endpoint: Some("https://bye.example/out".parse().unwrap()),
            ..Discovery::assumed(&Issuer::parse(ISSUER).unwrap())
        };
        let policy = policy(&client(), ISSUER, Some(&discovery));
        let asked = part(&policy, "connect-src");
        assert!(asked.contains("https://tokens.example") && asked.contains("https://id.example"));
        assert_eq!(
            part(&policy, "frame-src"),
            "frame-src 'self' https://bye.example https://id.example"
        );
        assert!(part(&policy, "form-action").contains("https://bye.example"));
        assert_eq!(part(&policy, "script-src"), "script-src 'self'");
        assert!(part(&policy, "img-src").contains("https://*.tiles.example"));
    }

    #[test]
    fn an_issuer_that_has_not_answered_yet_can_still_be_asked() {
        let policy = policy(&client(), ISSUER, None);
        assert_eq!(
            part(&policy, "connect-src"),
            "connect-src 'self' https://id.example"
        );
    }

    #[test]
    fn the_development_sign_in_needs_nobody_else() {
        let client = ClientSettings {
            dev_sign_in: true,
            ..client()
        };
        let policy = policy(&client, ISSUER, None);
        assert_eq!(part(&policy, "connect-src"), "connect-src 'self'");
        assert_eq!(part(&policy, "form-action"), "form-action 'self'");
    }

    #[test]
    fn auth_13_analytics_opens_its_own_hosts_only() {
        let client = ClientSettings {
            analytics: Some(ClientAnalytics {
                script: "https://count.example/tag.js".parse().unwrap(),
                id: "A-1".into(),
                hosts: vec!["https://collect.example/x".parse().unwrap()],
            }),
            ..client()
        };
        let policy = policy(&client, ISSUER, None);
        assert_eq!(
            part(&policy, "script-src"),
            "script-src 'self' https://count.example"
        );
        assert!(
            part(&policy, "connect-src")
                .ends_with(" https://collect.example https://count.example")
        );
    }
}
