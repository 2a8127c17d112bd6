//! The HTTP routes: one file per subject, with handlers and DTOs.

mod account;
mod atlas;
mod business_data;
mod cities;
mod config;
mod counties;
mod coupons;
mod credits;
mod crm;
mod docs;
mod enrich;
mod estimate;
mod export;
mod fields;
pub(crate) mod health;
mod history;
mod job_events;
mod job_list;
mod jobs;
mod known_businesses;
mod ledger;
mod mail;
mod monitors;
mod notices;
mod plans;
mod proxy;
mod saved_companies;
mod saving;
mod scrape;
mod sources;
mod sync_crm;
mod usage;
mod website_pages;
mod websites;

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRef, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use store::subscriptions::Subscriptions;
use utoipa::openapi::header::Header;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{self, Content, Ref, RefOr, ResponseBuilder};
use utoipa::{OpenApi, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::http::call::{AuditedCalls, Call};
use crate::http::content_policy::ContentPolicy;
use crate::http::error::ErrorBody;
use crate::http::idempotency::{self, Replays};
use crate::http::read_your_writes::once_shown;
use crate::http::{layers, ui};
use crate::state::AppState;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "DemandAtlas API",
        description = "Finds local businesses, charges credits for them and delivers the rows. \
            Every call needs an access token of the configured issuer, unless it says otherwise.",
        license(name = "Apache-2.0", identifier = "Apache-2.0")
    ),
    tags(
        (name = "atlas", description = "The Demand Map: supply and demand of a kind of business, county by county"),
        (name = "jobs", description = "Scrape jobs: start, follow, read, cancel"),
        (name = "credits", description = "Balance, history, ledger and coupons"),
        (name = "monitors", description = "Scheduled Scrapes: searches that run again, and what is new"),
        (name = "companies", description = "A business of a session, saving it and adding notes; My Companies"),
        (name = "account", description = "A user's own data"),
        (name = "mail", description = "News of scheduled searches by e-mail"),
        (name = "export", description = "A session's rows as a file"),
        (name = "server", description = "Health and the browser's configuration")
    ),
    security(("bearer" = [])),
    modifiers(&Bearer)
)]
struct Document;

/// Stays possible for a suspended user.
const ERASURE: &str = "eraseOwnData";
const SUSPENDED: &str = "An operator has suspended the account";

/// Public without a limit: whoever watches the server must be answered.
const HEALTH: &str = "/api/health";

struct Bearer;

impl utoipa::Modify for Bearer {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("JWT")
            .description(Some(
                "An access token. With the development sign-in, run this on the server's machine to get one: \
                 `demandatlas token --email you@example.com`",
            ))
            .build();
        document
            .components
            .get_or_insert_default()
            .add_security_scheme("bearer", SecurityScheme::Http(scheme));
    }
}

/// The routes of all subjects.
fn api_routes() -> OpenApiRouter<AppState> {
    let about_companies = OpenApiRouter::new()
        .merge(saving::routes())
        .merge(saved_companies::routes())
        .merge(crm::routes())
        .merge(sync_crm::routes())
        .layer(axum::middleware::from_fn(layers::to_its_end));
    let prompt = OpenApiRouter::with_openapi(Document::openapi())
        .merge(health::routes())
        .merge(config::routes())
        .merge(fields::routes())
        .merge(cities::routes())
        .merge(counties::routes())
        .merge(credits::routes())
        .merge(history::routes())
        .merge(ledger::routes())
        .merge(monitors::routes())
        .merge(notices::routes())
        .merge(plans::routes())
        .merge(usage::routes())
        .merge(coupons::routes())
        .merge(jobs::routes())
        .merge(job_list::routes())
        .merge(job_events::routes())
        .merge(estimate::routes())
        .merge(export::routes())
        .merge(business_data::routes())
        .merge(about_companies)
        .merge(account::routes())
        .merge(atlas::routes())
        .merge(sources::routes())
        .merge(website_pages::routes())
        .merge(websites::routes())
        .merge(proxy::routes())
        .merge(mail::routes())
        .layer(layers::timeout());
    // A file is larger than other bodies.
    let files = known_businesses::routes().layer(layers::timeout());
    // These wait for a job, so they have their own time limits.
    let waiting = enrich::routes().merge(scrape::routes());
    prompt
        .merge(waiting)
        .layer(layers::body_limit())
        .merge(files)
}

/// The OpenAPI document, generated from the handlers.
pub fn openapi() -> utoipa::openapi::OpenApi {
    documented().1
}

/// The routes, and their document with the answers that every call may get.
fn documented() -> (Router<AppState>, utoipa::openapi::OpenApi) {
    let (routes, mut document) = api_routes().split_for_parts();
    for (path, item) in &mut document.paths.paths {
        let operations = [
            &mut item.get,
            &mut item.post,
            &mut item.put,
            &mut item.delete,
            &mut item.patch,
        ];
        for operation in operations.into_iter().flatten() {
            let answers = &mut operation.responses.responses;
            // Users and addresses can call too often, and what needs a token needs the database, too.
            if answers.contains_key("401") {
                if operation.operation_id.as_deref() != Some(ERASURE) {
                    let refused = also(answers.remove("403"), SUSPENDED);
                    answers.insert("403".to_owned(), refused);
                }
                let limited = too_many(answers.remove("429"));
                answers.insert("429".to_owned(), limited);
                let away = answers.remove("503").unwrap_or_else(unavailable);
                answers.insert("503".to_owned(), away);
            } else if path.as_str() != HEALTH {
                answers.insert("429".to_owned(), too_many(None));
            }
        }
    }
    (routes, document)
}

fn unavailable() -> RefOr<openapi::Response> {
    let description = "Temporarily unavailable, or the request came in too slowly: try again. \
        The call has taken effect once or not at all; repeat it with the same Idempotency-Key to be sure";
    also(None, description)
}

fn error_content() -> Content {
    Content::new(Some(Ref::from_schema_name(ErrorBody::name())))
}

/// An error with that description, beside the operation's own if it has one.
fn also(own: Option<RefOr<openapi::Response>>, text: &str) -> RefOr<openapi::Response> {
    let description = match own {
        Some(RefOr::T(own)) => format!("{}. {text}", own.description),
        Some(RefOr::Ref(_)) | None => text.to_owned(),
    };
    let answer = ResponseBuilder::new().description(description);
    answer
        .content("application/json", error_content())
        .build()
        .into()
}

/// Combined with the operation's own limit, if it has one.
fn too_many(own: Option<RefOr<openapi::Response>>) -> RefOr<openapi::Response> {
    let calls = "Too many calls at once: Retry-After is the number of seconds to wait; RateLimit-Policy (if calls are the limit) \
        is the quota of calls (q) per window of seconds (w)";
    let mut answer = also(own, calls);
    if let RefOr::T(answer) = &mut answer {
        for header in ["Retry-After", "RateLimit-Policy"] {
            let name = header.to_owned();
            answer.headers.insert(name, Header::default().into());
        }
    }
    answer
}

/// The innermost layer: browsers get the page, an answer about what was written waits for the views, a call that is
/// repeated with its key gets the stored answer, and the audit log is told of refusals. One layer for all four, since each would box every call.
async fn page_or_call(
    State(replays): State<Arc<Replays>>,
    State(views): State<Arc<Subscriptions>>,
    State(audited): State<Arc<AuditedCalls>>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Some(page) = layers::page(&request) {
        return page;
    }
    let call = async move |request| once_shown(&views, next.run(request).await).await;
    let about = Call::begin(&mut request);
    let answer = idempotency::answer_once(&replays, request, call).await;
    audited.answered(&about, &answer);
    answer
}

/// All routes with all layers.
pub fn router(state: AppState) -> Router {
    let policy = ContentPolicy::new(FromRef::from_ref(&state), FromRef::from_ref(&state));
    let (api, document) = documented();
    let api = api
        .merge(docs::routes(document, &state))
        .fallback(ui::serve)
        .layer(from_fn_with_state(state.clone(), page_or_call))
        .with_state(state);
    layers::around(api, policy)
}
