//! The state that handlers share.

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::FromRef;
use axum::http::StatusCode;
use commands::Clock;
use commands::accounts::Accounts;
use commands::companies::Companies;
use commands::coupons::Coupons;
use commands::enricher::{Enricher, Known};
use commands::erasing::Eraser;
use commands::jobs::Jobs;
use commands::limits::{Limits, LiveLimits};
use places::Sources;
use projections::credit_status::CreditStatusQuery;
use projections::history::HistoryQuery;
use projections::jobs::JobsQuery;
use projections::ledger_entries::LedgerEntriesQuery;
use projections::saved_companies::{SavedCompaniesQuery, SavedCompanyLists};
use projections::timeline::TimelineQuery;
use serde_json::Value;
use sign_in::verify::TokenVerifier;
use store::answers::Answers;
use store::db::Storage;
use store::documents::Documents;
use store::log::EventLog;
use store::seen::SeenSessions;
use store::subscriptions::Subscriptions;

use crate::client::ClientSettings;
use crate::http::answer_cache::AnswerCache;
use crate::http::compressed_text::CompressedText;
use crate::http::computed_once::ComputedOnce;
use crate::http::idempotency::Replays;
use crate::http::streams::Streams;

/// The state that handlers share. Handlers and extractors name the parts that they use: `State<EventLog>`.
#[derive(Clone, FromRef)]
pub struct AppState {
    pub services: Arc<Services>,
    pub verifier: TokenVerifier,
    pub client: Arc<ClientSettings>,
}

/// Makes parts of [`Services`] extractable.
macro_rules! parts {
    ($($part:ty: $field:ident),* $(,)?) => {
        $(impl FromRef<AppState> for $part {
            fn from_ref(state: &AppState) -> Self {
                state.services.$field.clone()
            }
        })*
    };
}

impl FromRef<AppState> for Replays {
    fn from_ref(state: &AppState) -> Self {
        Self {
            verifier: state.verifier.clone(),
            limits: state.services.limits.clone(),
            answers: state.services.answers.clone(),
        }
    }
}

parts! {
    Accounts: accounts,
    Arc<dyn Clock>: clock,
    Arc<Enricher>: enricher,
    Arc<Sources>: sources,
    Companies: companies,
    EventLog: log,
    HistoryQuery: history,
    Jobs: jobs,
    LedgerEntriesQuery: ledger_entries,
    Limits: limits,
    Subscriptions: subscriptions,
}

/// The running parts that routes use.
pub struct Services {
    pub storage: Storage,
    pub log: EventLog,
    pub subscriptions: Subscriptions,
    pub accounts: Accounts,
    pub coupons: Coupons,
    pub companies: Companies,
    pub eraser: Eraser,
    pub jobs: Jobs,
    pub credit_status: CreditStatusQuery,
    pub ledger_entries: LedgerEntriesQuery,
    pub history: HistoryQuery,
    pub saved_companies: SavedCompaniesQuery,
    pub company_lists: SavedCompanyLists,
    pub timelines: TimelineQuery,
    pub job_views: JobsQuery,
    /// Scraped rows.
    pub documents: Documents,
    /// When users last opened their sessions.
    pub seen: SeenSessions,
    /// Stored answers to requests that may be repeated.
    pub answers: Answers,
    /// Answers of read models that have not changed since.
    pub answer_cache: AnswerCache,
    /// The maps services.
    pub sources: Arc<Sources>,
    pub enricher: Arc<Enricher>,
    /// Excel files are written here.
    pub data_dir: PathBuf,
    pub streams: Streams,
    pub limits: Limits,
    /// Limits on requests to live services.
    pub live: Arc<LiveLimits>,
    /// The last check of the server's health.
    pub health: ComputedOnce<(StatusCode, Value)>,
    /// The columns of a row, as an answer.
    pub fields: CompressedText<Known>,
    pub clock: Arc<dyn Clock>,
}
