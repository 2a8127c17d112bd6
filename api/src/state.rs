//! What handlers share.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use axum::http::StatusCode;
use commands::Clock;
use commands::accounts::Accounts;
use commands::companies::Companies;
use commands::coupons::Coupons;
use commands::enricher::Enricher;
use commands::jobs::Jobs;
use commands::live_shares::LiveShares;
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
use url::Url;

use crate::erasing::Eraser;
use crate::http::coupon_guess_limits::GuessLimiter;
use crate::http::kept::Kept;
use crate::http::kept_answers::KeptAnswers;
use crate::http::shares::Shares;
use crate::http::streams::Streams;
use crate::http::workbooks::Workbooks;

/// What handlers share. Each call clones it several times: that is one count.
#[derive(Clone)]
pub struct AppState(Arc<Shared>);

impl AppState {
    /// Of these parts.
    pub fn new(shared: Shared) -> Self {
        Self(Arc::new(shared))
    }
}

impl Deref for AppState {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// The parts of [`AppState`].
pub struct Shared {
    /// The running parts.
    pub services: Arc<Services>,
    /// The judge of access tokens.
    pub verifier: TokenVerifier,
    /// What the browser is told at its start.
    pub client: Arc<ClientSettings>,
}

impl FromRef<AppState> for TokenVerifier {
    fn from_ref(state: &AppState) -> Self {
        state.verifier.clone()
    }
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
    pub kept: KeptAnswers,
    /// The maps services.
    pub sources: Arc<Sources>,
    /// Finds the facts of rows.
    pub enricher: Arc<Enricher>,
    /// Writes Excel files.
    pub workbooks: Workbooks,
    /// Counts guesses of coupon codes.
    pub guesses: GuessLimiter,
    /// Streams of events that are open.
    pub streams: Arc<Streams>,
    /// What users may ask for.
    pub shares: Shares,
    /// What their searches may ask of live services.
    pub live: Arc<LiveShares>,
    /// The last look at the server's health.
    pub health: Kept<(StatusCode, Value)>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

/// The part of the configuration that the browser is told; it never changes while the server
/// runs. What the issuer says of itself may: that is the verifier's to know.
#[derive(Debug, Clone)]
pub struct ClientSettings {
    /// The app's client id.
    pub client_id: String,
    /// The API's identifier.
    pub audience: String,
    /// The scopes to ask for, separated by spaces.
    pub scope: String,
    /// The parameter by which the issuer is asked for tokens of the API; none where scopes do that.
    pub api_parameter: Option<&'static str>,
    /// The organization, where one is configured.
    pub organization: Option<String>,
    /// The claim that names it; none for Auth0's own.
    pub organization_claim: Option<String>,
    /// Is the development identity provider at work?
    pub dev_sign_in: bool,
    /// Map tiles.
    pub tile_url: Option<String>,
    /// The credit line of the tiles.
    pub tile_attribution: String,
    /// Where users reach whoever runs this: a page, or a `mailto:` address.
    pub contact: Option<String>,
    /// Analytics, where it is wanted.
    pub analytics: Option<ClientAnalytics>,
}

/// A third party that counts page views and logins.
#[derive(Debug, Clone)]
pub struct ClientAnalytics {
    /// Its script.
    pub script: Url,
    /// The property it counts for.
    pub id: String,
    /// Where it sends to, beside the script's own host.
    pub hosts: Vec<Url>,
}
