//! The signed-in user's ledger: every event with the running balance, page by page or whole as CSV.

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures::{StreamExt, stream};
use jiff::Timestamp;
use projections::ledger::{Cut, LedgerLine, LedgerReader};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::Caller;
use crate::http::csv_writer::csv_text;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiPath, ApiQuery};
use crate::ledger_table;
use crate::state::AppState;
use crate::wire::Tier;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(credit_ledger))
}

/// Entries of a page where none is asked for.
const DEFAULT_PAGE: usize = 100;
/// Most entries of a page.
const MAX_PAGE: usize = 1_000;

/// Which part of the ledger.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LedgerWindow {
    /// `json` or `csv`; `csv` is the whole ledger.
    #[param(default = "json")]
    format: Option<String>,
    /// Only entries up to this moment (RFC 3339), such as `2026-01-31T23:59:59Z`.
    until: Option<String>,
    /// Only entries after this number: `next_after` of the page before.
    after: Option<u64>,
    /// Entries of a page, 1 to 1000.
    #[param(default = 100, minimum = 1, maximum = 1000)]
    limit: Option<usize>,
}

/// A page of the ledger, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LedgerBody {
    /// The user's subject id.
    user_id: String,
    /// The entries.
    entries: Vec<LedgerEntryBody>,
    /// Ask with this as `after` for the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_after: Option<u64>,
}

/// One entry, with the balance after it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LedgerEntryBody {
    /// Counts the account's events from 1.
    sequence: u64,
    /// When (UTC).
    timestamp: String,
    /// What happened.
    #[schema(example = "CreditsDebited")]
    event: &'static str,
    /// By how much the credits changed.
    credits: i64,
    /// By how much the reserved part changed.
    reserved: i64,
    /// What could be spent afterwards.
    available: i64,
    /// The monthly bucket afterwards, reserved credits included.
    monthly: i64,
    /// The bought bucket afterwards, reserved credits included.
    bought: i64,
    /// What was reserved afterwards.
    held: i64,
    /// The plan afterwards.
    tier: Tier,
    /// The job, where it belongs to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<String>,
    /// Who caused it: `user:` and the subject id, `operator` or `system`.
    actor: String,
    /// In words.
    note: String,
}

impl From<LedgerLine> for LedgerEntryBody {
    fn from(line: LedgerLine) -> Self {
        let balance = &line.entry.balance;
        Self {
            sequence: line.sequence,
            timestamp: line.at.to_string(),
            event: line.entry.event,
            credits: line.entry.credits,
            reserved: line.entry.reserved,
            available: balance.available(),
            monthly: balance.monthly,
            bought: balance.bought,
            held: balance.held,
            tier: balance.tier.into(),
            session_id: line.entry.session.map(|session| session.to_string()),
            actor: line.actor,
            note: line.entry.note,
        }
    }
}

/// Replayed from the events for each call: it is what an auditor sees.
#[utoipa::path(
    get, path = "/api/credits/ledger/{userId}", operation_id = "creditLedger", tag = "credits",
    params(("userId" = String, Path, description = "The signed-in user's subject id"), LedgerWindow),
    responses(
        (status = 200, description = "A page as JSON, or the whole ledger as CSV", body = LedgerBody),
        (status = 400, description = "No such page or format", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody)
    )
)]
async fn credit_ledger(
    State(state): State<AppState>,
    caller: Caller,
    ApiPath(user_id): ApiPath<String>,
    ApiQuery(window): ApiQuery<LedgerWindow>,
) -> Result<Response, ApiError> {
    caller.must_be(&user_id)?;
    let cut = Cut {
        until: window.until.as_deref().map(parse_moment).transpose()?,
        at: None,
    };
    match window.format.as_deref().unwrap_or("json") {
        "json" => page(&state, user_id, cut, &window).await,
        "csv" => Ok(csv(&state, user_id, cut)),
        _ => Err(ApiError::invalid("format must be json or csv.")),
    }
}

fn parse_moment(text: &str) -> Result<Timestamp, ApiError> {
    text.parse().map_err(|_| {
        ApiError::invalid("until must be a moment such as 2026-01-31T23:59:59Z (RFC 3339).")
    })
}

async fn page(
    state: &AppState,
    user_id: String,
    cut: Cut,
    window: &LedgerWindow,
) -> Result<Response, ApiError> {
    let limit = window.limit.unwrap_or(DEFAULT_PAGE);
    if !(1..=MAX_PAGE).contains(&limit) {
        return Err(ApiError::invalid(format!("limit must be 1 to {MAX_PAGE}.")));
    }
    let after = window.after.unwrap_or(0);
    let mut reader = LedgerReader::new(state.services.log.clone(), user_id.clone(), cut);
    let mut entries: Vec<LedgerEntryBody> = Vec::with_capacity(limit);
    let mut more = false;
    loop {
        let lines = reader.next().await?;
        if lines.is_empty() {
            break;
        }
        for line in lines.into_iter().filter(|line| line.sequence > after) {
            more = entries.len() == limit;
            if more {
                break;
            }
            entries.push(line.into());
        }
        if more {
            break;
        }
    }
    let next_after = entries.last().filter(|_| more).map(|entry| entry.sequence);
    let body = LedgerBody {
        user_id,
        entries,
        next_after,
    };
    Ok(Json(body).into_response())
}

/// Streams, so that a long ledger needs no memory.
fn csv(state: &AppState, user_id: String, cut: Cut) -> Response {
    let reader = LedgerReader::new(state.services.log.clone(), user_id, cut);
    let pages = stream::try_unfold(reader, |mut reader| async move {
        let lines = reader.next().await.map_err(|error| {
            tracing::error!(%error, "a ledger could not be read");
            // The status is sent already: breaking the connection off is what tells the client.
            std::io::Error::other("the ledger could not be read")
        })?;
        let text = || csv_text(lines.iter().map(ledger_table::cells));
        Ok((!lines.is_empty()).then(|| (Bytes::from(text()), reader)))
    });
    let head = Bytes::from(csv_text([ledger_table::COLUMNS]));
    let body = stream::iter([Ok::<_, std::io::Error>(head)]).chain(pages);
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"ledger.csv\"",
        ),
    ];
    (headers, Body::from_stream(body)).into_response()
}
