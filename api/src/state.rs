//! What handlers share.

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::FromRef;
use axum::http::StatusCode;
use commands::Clock;
use commands::accounts::Accounts;
use commands::companies::Companies;
use commands::coupons::Coupons;
use commands::enricher::Enricher;
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
use crate::http::cached::Cached;
use crate::http::idempotency::Replays;
use crate::http::streams::Streams;

/// What handlers share. Handlers and extractors name the parts that they use: `State<EventLog>`.
#[derive(Clone, FromRef)]
pub struct AppState {
    /// The running parts.
    pub services: Arc<Services>,
    /// The judge of access tokens.
    pub verifier: TokenVerifier,
    /// What the browser is told at its start.
    pub client: Arc<ClientSettings>,
}

/// Hands out parts of [`Services`].
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
    /// The open databases.
    pub storage: Storage,
    /// The event log.
    pub log: EventLog,
    /// The reading side's progress.
    pub subscriptions: Subscriptions,
    /// Opens and mends accounts.
    pub accounts: Accounts,
    /// Redeems coupons.
    pub coupons: Coupons,
    /// Saves companies, and keeps what is written about them.
    pub companies: Companies,
    /// Erases what is kept about users.
    pub eraser: Eraser,
    /// Starts and cancels jobs.
    pub jobs: Jobs,
    /// Balances.
    pub credit_status: CreditStatusQuery,
    /// Entries of ledgers, newest first.
    pub ledger_entries: LedgerEntriesQuery,
    /// Past sessions.
    pub history: HistoryQuery,
    /// Saved companies, one by one.
    pub saved_companies: SavedCompaniesQuery,
    /// Saved companies as lists.
    pub company_lists: SavedCompanyLists,
    /// What was changed about companies.
    pub timelines: TimelineQuery,
    /// Where jobs stand.
    pub job_views: JobsQuery,
    /// Scraped rows.
    pub documents: Documents,
    /// When users last opened their sessions.
    pub seen: SeenSessions,
    /// Answers to requests that may be repeated.
    pub answers: Answers,
    /// Answers of read models that have not changed since.
    pub answer_cache: AnswerCache,
    /// The maps services.
    pub sources: Arc<Sources>,
    /// Finds the facts of rows.
    pub enricher: Arc<Enricher>,
    /// Where Excel files are written.
    pub data_dir: PathBuf,
    /// Streams of events that are open.
    pub streams: Streams,
    /// What users may ask for.
    pub limits: Limits,
    /// What their searches may ask of live services.
    pub live: Arc<LiveLimits>,
    /// The last look at the server's health.
    pub health: Cached<(StatusCode, Value)>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}
