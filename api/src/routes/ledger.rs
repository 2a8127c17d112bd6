//! The signed-in user's ledger: every event with the running balance, in pages or as one CSV file.

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use commands::limits::{Limited, Limits};
use domain::credit_account::CreditEventType;
use futures::{Stream, StreamExt, stream};
use projections::ledger::{Cut, LedgerLine, LedgerReader, table};
use projections::ledger_entries::{EntryFilter, LedgerEntriesQuery};
use serde::{Deserialize, Serialize};
use store::StoreError;
use store::log::EventLog;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::attachment::{CSV, attachment};
use crate::http::caller::Caller;
use crate::http::csv_writer::csv_text;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiPath, ApiQuery};
use crate::http::moment::moment;
use crate::http::paged::{Paged, page_size};
use crate::http::streamed::held_while_sent;
use crate::state::AppState;
use crate::wire::{LedgerEvent, Tier};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(credit_ledger))
}

/// Default number of entries on a page.
const DEFAULT_PAGE: u32 = 100;
/// Maximum number of entries on a page.
const MAX_PAGE: u32 = 1_000;

/// The part of the ledger to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LedgerWindow {
    /// `json` or `csv`; `csv` is not divided into pages.
    #[param(default = "json", pattern = "^(json|csv)$")]
    format: Option<String>,
    /// `oldest` first, replayed from the events as by an auditor, or `newest` first.
    #[param(default = "oldest", pattern = "^(oldest|newest)$")]
    order: Option<String>,
    /// Only entries up to this moment (RFC 3339), such as `2026-01-31T23:59:59Z`.
    #[param(format = DateTime)]
    until: Option<String>,
    /// Oldest first: only entries after this number, `next_after` of the previous page.
    after: Option<u64>,
    /// Newest first: only entries before this number, `next_before` of the previous page.
    before: Option<u64>,
    /// Newest first: only entries from this moment on (RFC 3339).
    #[param(format = DateTime)]
    since: Option<String>,
    /// Newest first: only these events, separated by commas, such as `CreditsDebited,CouponCredited`.
    events: Option<String>,
    /// Newest first: only entries of this session.
    #[param(format = "uuid")]
    session_id: Option<String>,
    /// Entries per page, 1 to 1000.
    #[param(default = 100, minimum = 1, maximum = 1000)]
    limit: Option<u32>,
}

/// A page of the ledger.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LedgerBody {
    /// The user's subject id.
    user_id: String,
    /// The entries.
    entries: Vec<LedgerEntryBody>,
    /// Oldest first: the `after` of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_after: Option<u64>,
    /// Newest first: the `before` of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_before: Option<u64>,
}

impl LedgerBody {
    fn answer(
        user_id: String,
        page: Paged<LedgerLine>,
        next_after: Option<u64>,
        next_before: Option<u64>,
    ) -> Response {
        let entries = page.rows.into_iter().map(LedgerEntryBody::from);
        let body = Self {
            user_id,
            entries: entries.collect(),
            next_after,
            next_before,
        };
        Json(body).into_response()
    }
}

/// One entry, with the balance after it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LedgerEntryBody {
    /// The number of the event in the account, from 1.
    sequence: u64,
    /// When (UTC).
    timestamp: String,
    /// What happened.
    event: LedgerEvent,
    /// The change of the credits.
    credits: i64,
    /// The change of the reserved credits.
    reserved: i64,
    /// Credits that could be spent afterwards.
    available: i64,
    /// Monthly credits afterwards, including reserved ones.
    monthly: i64,
    /// Bought credits afterwards, including reserved ones.
    bought: i64,
    /// Reserved credits afterwards.
    held: i64,
    /// The plan afterwards.
    tier: Tier,
    /// The job that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<String>,
    /// Who caused it: `user:` and the subject id, `operator` or `system`.
    actor: String,
    /// A description.
    note: String,
}

impl From<LedgerLine> for LedgerEntryBody {
    fn from(line: LedgerLine) -> Self {
        let balance = &line.entry.balance;
        Self {
            sequence: line.sequence,
            timestamp: line.at.to_string(),
            event: line.entry.event.into(),
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

/// Every entry with the balance after it.
///
/// Oldest first, it is replayed from the events on each call, as an auditor would see it. Newest first, it comes from a
/// read model, with filters.
#[utoipa::path(
    get, path = "/api/credits/ledger/{userId}", operation_id = "creditLedger", tag = "credits",
    params(("userId" = String, Path, description = "The signed-in user's subject id"), LedgerWindow),
    responses(
        (status = 200, description = "A page as JSON, or all of it as CSV", content(
            (LedgerBody = "application/json"),
            (String = "text/csv")
        )),
        (status = 400, description = "Invalid page, filter or format", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody),
        (status = 429, description = "Too many long answers at once", body = ErrorBody)
    )
)]
async fn credit_ledger(
    State(log): State<EventLog>,
    State(ledger): State<LedgerEntriesQuery>,
    State(limits): State<Limits>,
    caller: Caller,
    ApiPath(user_id): ApiPath<String>,
    ApiQuery(window): ApiQuery<LedgerWindow>,
) -> Result<Response, ApiError> {
    caller.must_be(&user_id)?;
    let size = page_size(window.limit, DEFAULT_PAGE, MAX_PAGE)?;
    for (name, number) in [("after", window.after), ("before", window.before)] {
        if number.is_some_and(|number| i64::try_from(number).is_err()) {
            return Err(ApiError::invalid(format!(
                "{name} must be the number of an entry."
            )));
        }
    }
    let format = window.format.as_deref().unwrap_or("json");
    let order = window.order.as_deref().unwrap_or("oldest");
    let permit = || limits.permit(Limited::Downloads, caller.0.as_str());
    match (order, format) {
        ("oldest", "json" | "csv") => {
            window.only_newest()?;
            let cut = Cut {
                until: moment("until", window.until.as_deref())?,
                at: None,
            };
            let reader = LedgerReader::new(log, user_id.clone(), cut);
            match format {
                "csv" => Ok(held_while_sent(permit().await?, csv(replayed(reader)))),
                _ => {
                    let after = window.after.unwrap_or(0);
                    let read = |most| oldest(reader, after, most);
                    let page = Paged::short(size, read).await?;
                    let next_after = page.next(|line| line.sequence);
                    Ok(LedgerBody::answer(user_id, page, next_after, None))
                }
            }
        }
        ("newest", "json" | "csv") => {
            let filter = window.filter()?;
            match format {
                "csv" => {
                    let permit = permit().await?;
                    let lines = newest_in_pages(ledger, user_id, filter);
                    Ok(held_while_sent(permit, csv(lines)))
                }
                _ => {
                    let read = |most| ledger.newest(&user_id, &filter, window.before, most);
                    let page = Paged::short(size, read).await?;
                    let next_before = page.next(|line| line.sequence);
                    Ok(LedgerBody::answer(user_id, page, None, next_before))
                }
            }
        }
        ("oldest" | "newest", _) => Err(ApiError::invalid("format must be json or csv.")),
        _ => Err(ApiError::invalid("order must be oldest or newest.")),
    }
}

impl LedgerWindow {
    /// Refuses filters of the auditor's replay, which has none: ignoring them would be misleading.
    fn only_newest(&self) -> Result<(), ApiError> {
        let given = [
            ("before", self.before.is_some()),
            ("since", self.since.is_some()),
            ("events", self.events.is_some()),
            ("session_id", self.session_id.is_some()),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((name, _)) => Err(ApiError::invalid(format!("{name} needs order=newest."))),
            None => Ok(()),
        }
    }

    fn filter(&self) -> Result<EntryFilter, ApiError> {
        if self.after.is_some() {
            return Err(ApiError::invalid("after needs order=oldest."));
        }
        let events = self.events.as_deref().unwrap_or_default();
        let session = self.session_id.as_deref().map(|session| {
            let session = session.parse();
            session.map_err(|_| ApiError::invalid("session_id must be the id of a session."))
        });
        Ok(EntryFilter {
            events: events
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .map(event_of)
                .collect::<Result<_, _>>()?,
            since: moment("since", self.since.as_deref())?,
            until: moment("until", self.until.as_deref())?,
            session: session.transpose()?,
        })
    }
}

fn event_of(name: &str) -> Result<CreditEventType, ApiError> {
    CreditEventType::from_name(name).ok_or_else(|| {
        let names = CreditEventType::ALL.map(CreditEventType::name).join(", ");
        ApiError::invalid(format!("events must be some of {names}."))
    })
}

/// The first entries after this number.
async fn oldest(mut reader: LedgerReader, after: u64, most: u32) -> Lines {
    let mut found = Vec::new();
    while found.len() < most as usize {
        let lines = reader.next().await?;
        if lines.is_empty() {
            break;
        }
        found.extend(lines.into_iter().filter(|line| line.sequence > after));
    }
    Ok(found)
}

type Lines = Result<Vec<LedgerLine>, StoreError>;

fn replayed(reader: LedgerReader) -> impl Stream<Item = Lines> + Send + 'static {
    stream::try_unfold(reader, |mut reader| async move {
        let lines = reader.next().await?;
        Ok((!lines.is_empty()).then_some((lines, reader)))
    })
}

fn newest_in_pages(
    ledger: LedgerEntriesQuery,
    user_id: String,
    filter: EntryFilter,
) -> impl Stream<Item = Lines> + Send + 'static {
    stream::try_unfold(None, move |before| {
        let (ledger, user_id, filter) = (ledger.clone(), user_id.clone(), filter.clone());
        async move {
            let lines = ledger.newest(&user_id, &filter, before, MAX_PAGE).await?;
            let last = lines.last().map(|line| line.sequence);
            Ok(last.map(|last| (lines, Some(last))))
        }
    })
}

/// Streamed, so that a long ledger needs little memory.
fn csv(lines: impl Stream<Item = Lines> + Send + 'static) -> Response {
    let rows = lines.map(|lines| match lines {
        Ok(lines) => Ok(Bytes::from(csv_text(lines.iter().map(table::cells)))),
        Err(error) => {
            tracing::error!(%error, "could not read a ledger");
            // The status has been sent already: closing the connection is the only way to tell the client.
            Err(std::io::Error::other("the ledger could not be read"))
        }
    });
    let head = Bytes::from(csv_text([table::COLUMNS]));
    let body = stream::iter([Ok::<_, std::io::Error>(head)]).chain(rows);
    (attachment(CSV, "ledger.csv"), Body::from_stream(body)).into_response()
}
