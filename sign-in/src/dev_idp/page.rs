//! The provider's pages: who to sign in as, and what went wrong. Plain HTML and one style sheet, no
//! script; maud escapes every value.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use domain::tier::Tier;
use maud::{DOCTYPE, Markup, html};

use super::config::DevIdpConfig;
use super::person::{Person, capitalised};
use super::provider::DevIdp;

const STYLE: &str = include_str!("style.css");
const PAGE_POLICY: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// What the sign-in page shows besides the sample people.
pub(super) struct Chooser {
    email: String,
    tier: Tier,
    error: Option<String>,
}

impl Chooser {
    pub(super) fn new(email: String) -> Self {
        Self {
            email,
            tier: Tier::default(),
            error: None,
        }
    }

    /// Keeps the chosen plan, if it exists.
    pub(super) fn with_tier(self, tier: &str) -> Self {
        Self {
            tier: tier.parse().unwrap_or_default(),
            ..self
        }
    }

    pub(super) fn with_error(self, error: impl Into<String>) -> Self {
        Self {
            error: Some(error.into()),
            ..self
        }
    }

    pub(super) fn has_error(&self) -> bool {
        self.error.is_some()
    }
}

/// The sign-in page. `query` is the authorization request that the form posts back to.
pub(super) fn choose(chooser: &Chooser, query: &str, form_token: &str) -> Response {
    let action = format!("authorize?{query}");
    let body = html! {
        (notice())
        h1 { "Sign in to DemandAtlas" }
        p.lead { "Choose a sample person. No password is needed." }
        @if let Some(error) = &chooser.error {
            p.error id="problem" role="alert" { (error) }
        }
        ul.people {
            @for person in Person::samples() {
                li { (person_button(&person, &action, form_token)) }
            }
        }
        p.or { span { "or use any e-mail address" } }
        (email_form(chooser, &action, form_token))
        form method="post" action=(action) {
            (hidden("form_token", form_token))
            button.quiet type="submit" name="cancel" value="1" { "Cancel" }
        }
    };
    respond(StatusCode::OK, "Development sign-in", &body)
}

fn person_button(person: &Person, action: &str, form_token: &str) -> Markup {
    let tier = person.tier.map_or("", Tier::as_str);
    html! {
        form method="post" action=(action) {
            (hidden("form_token", form_token))
            (hidden("email", &person.email))
            (hidden("tier", tier))
            button.person type="submit" {
                span.initials aria-hidden="true" { (initials(&person.name)) }
                span.who {
                    span.name { (person.name) }
                    span.email { (person.email) }
                }
                span.tier { (tier) }
            }
        }
    }
}

fn email_form(chooser: &Chooser, action: &str, form_token: &str) -> Markup {
    let described = chooser.has_error().then_some("problem");
    html! {
        form.other method="post" action=(action) {
            (hidden("form_token", form_token))
            div.field {
                label for="email" { "E-mail address" }
                input #email type="email" name="email" value=(chooser.email) required autocomplete="email"
                    placeholder="ada@example.com" maxlength="254"
                    aria-describedby=[described] aria-invalid=[chooser.has_error().then_some("true")];
            }
            div.field {
                label for="tier" { "Plan" }
                select #tier name="tier" {
                    @for tier in Tier::ALL {
                        option value=(tier.as_str()) selected[tier == chooser.tier] { (capitalised(tier.as_str())) }
                    }
                }
            }
            button.primary type="submit" { "Continue" }
        }
    }
}

/// The page for an error that cannot be returned to the app.
pub(super) fn problem(config: &DevIdpConfig, message: &str) -> Response {
    let body = html! {
        (notice())
        h1 { "Signing in is not possible" }
        p.error role="alert" { (message) }
        p { a href=(format!("{}/", config.origin())) { "Back to DemandAtlas" } }
    };
    respond(StatusCode::BAD_REQUEST, "Signing in is not possible", &body)
}

pub(super) async fn not_found(State(idp): State<DevIdp>) -> Response {
    let body = html! {
        (notice())
        h1 { "Nothing here" }
        p { "This part of the server signs people in during development." }
        p { a href=(format!("{}/", idp.config().origin())) { "Back to DemandAtlas" } }
    };
    respond(StatusCode::NOT_FOUND, "Nothing here", &body)
}

/// `GET /style.css`
pub(super) async fn style() -> impl IntoResponse {
    (
        [
            (header::CONTENT_TYPE, "text/css; charset=utf-8"),
            (header::CACHE_CONTROL, "no-cache"),
        ],
        STYLE,
    )
}

fn respond(status: StatusCode, title: &str, body: &Markup) -> Response {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " - DemandAtlas" }
                link rel="stylesheet" href=(format!("{}/style.css", super::MOUNT));
            }
            body { main { (body) } }
        }
    };
    (
        status,
        [(header::CONTENT_SECURITY_POLICY, PAGE_POLICY)],
        Html(page.into_string()),
    )
        .into_response()
}

fn notice() -> Markup {
    html! {
        p.notice {
            strong { "Development sign-in: not for production." }
            " Anyone who opens it can sign in as anybody."
        }
    }
}

fn hidden(name: &str, value: &str) -> Markup {
    html! { input type="hidden" name=(name) value=(value); }
}

fn initials(name: &str) -> String {
    name.split(' ')
        .filter_map(|word| word.chars().next())
        .collect()
}
