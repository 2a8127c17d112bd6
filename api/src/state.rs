//! The state that handlers share.

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::FromRef;
use axum::http::StatusCode;
use commands::Clock;
use commands::access::Access;
use commands::accounts::Accounts;
use commands::companies::Companies;
use commands::coupons::Coupons;
use commands::enricher::{Enricher, Known};
use commands::erasing::Eraser;
use commands::jobs::Jobs;
use commands::known::{KnownIndex, KnownUploads};
use commands::limits::{Limits, LiveLimits};
use commands::mail::Mail;
use commands::monitors::Monitors;
use commands::websites::{Proxies, Websites};
use places::Sources;
use projections::credit_status::CreditStatusQuery;
use projections::history::HistoryQuery;
use projections::jobs::JobsQuery;
use projections::ledger_entries::LedgerEntriesQuery;
use projections::monitor_runs::MonitorRunsQuery;
use projections::monitors::MonitorsQuery;
use projections::saved_companies::{SavedCompaniesQuery, SavedCompanyLists};
use projections::timeline::TimelineQuery;
use serde_json::Value;
use sign_in::verify::TokenVerifier;
use store::answers::Answers;
use store::db::Storage;
use store::documents::Documents;
use store::log::EventLog;
use store::monitors::ReadNotices;
use store::seen::SeenSessions;
use store::subscriptions::Subscriptions;
use store::websites::WebsiteReads;

use crate::atlas::AtlasAnswers;
use crate::client::ClientSettings;
use crate::http::answer_cache::{AnswerCache, ViewAnswers};
use crate::http::call::AuditedCalls;
use crate::http::compressed_text::CompressedText;
use crate::http::computed_once::ComputedOnce;
use crate::http::idempotency::Replays;
use crate::http::streams::Streams;

/// The state that handlers share. Handlers and extractors name the parts that they use: `State<EventLog>`.
#[derive(Clone)]
pub struct AppState(Arc<Parts>);

struct Parts {
    services: Arc<Services>,
    verifier: TokenVerifier,
    client: Arc<ClientSettings>,
    accounts: Arc<Accounts>,
    subscriptions: Arc<Subscriptions>,
    replays: Arc<Replays>,
    balances: Arc<Balances>,
    redeeming: Arc<Redeeming>,
    sessions: Arc<Sessions>,
    starts: Arc<Starts>,
    lists: Arc<CompanyLists>,
    readings: Arc<Readings>,
    schedules: Arc<Schedules>,
    workbooks: Arc<Workbooks>,
    view_answers: Arc<ViewAnswers>,
    health: Arc<HealthCheck>,
}

impl AppState {
    /// What routes use of the running parts, with whom tokens are checked, and what browsers are told.
    pub fn new(
        services: Arc<Services>,
        verifier: TokenVerifier,
        client: Arc<ClientSettings>,
    ) -> Self {
        let balances = Arc::new(Balances::of(&services));
        Self(Arc::new(Parts {
            accounts: Arc::new(services.accounts.clone()),
            subscriptions: Arc::new(services.subscriptions.clone()),
            replays: Arc::new(Replays {
                verifier: verifier.clone(),
                access: services.access.clone(),
                limits: services.limits.clone(),
                answers: services.answers.clone(),
                log: services.log.clone(),
            }),
            redeeming: Arc::new(Redeeming {
                coupons: services.coupons.clone(),
                limits: services.limits.clone(),
                balances: Arc::clone(&balances),
                audited: Arc::clone(&services.audited),
            }),
            balances,
            sessions: Arc::new(Sessions::of(&services)),
            starts: Arc::new(Starts::of(&services)),
            lists: Arc::new(CompanyLists::of(&services)),
            readings: Arc::new(Readings::of(&services)),
            schedules: Arc::new(Schedules::of(&services)),
            workbooks: Arc::new(Workbooks::of(&services)),
            view_answers: Arc::new(ViewAnswers {
                cache: Arc::clone(&services.answer_cache),
                subscriptions: services.subscriptions.clone(),
                clock: Arc::clone(&services.clock),
            }),
            health: Arc::new(HealthCheck {
                storage: services.storage.clone(),
                log: services.log.clone(),
                subscriptions: services.subscriptions.clone(),
                last: ComputedOnce::default(),
            }),
            services,
            verifier,
            client,
        }))
    }
}

/// Parts of [`Services`] that are used together.
macro_rules! together {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $part:ty),* $(,)? })*) => {
        $($(#[$doc])*
        pub(crate) struct $name {
            $(pub(crate) $field: $part,)*
        }

        impl $name {
            fn of(services: &Services) -> Self {
                Self { $($field: services.$field.clone()),* }
            }
        })*
    };
}

together! {
    /// Reads balances.
    Balances {
        credit_status: CreditStatusQuery,
        log: EventLog,
        subscriptions: Subscriptions,
        clock: Arc<dyn Clock>,
    }

    /// Reads sessions: jobs and their rows.
    Sessions {
        jobs: Jobs,
        job_views: JobsQuery,
        history: HistoryQuery,
        documents: Documents,
        saved_companies: SavedCompaniesQuery,
        website_reads: WebsiteReads,
        known: KnownIndex,
        subscriptions: Subscriptions,
        clock: Arc<dyn Clock>,
    }

    /// Starts searches and enrichments.
    Starts {
        jobs: Jobs,
        job_views: JobsQuery,
        sources: Arc<Sources>,
        enricher: Arc<Enricher>,
        limits: Limits,
        live: Arc<LiveLimits>,
        subscriptions: Subscriptions,
        clock: Arc<dyn Clock>,
    }

    /// Reads websites.
    Readings {
        jobs: Jobs,
        websites: Websites,
        website_reads: WebsiteReads,
        limits: Limits,
        subscriptions: Subscriptions,
    }

    /// Reads schedules and their runs.
    Schedules {
        monitors_view: MonitorsQuery,
        runs_view: MonitorRunsQuery,
        read_notices: ReadNotices,
        subscriptions: Subscriptions,
        clock: Arc<dyn Clock>,
    }

    /// Reads users' lists of companies.
    CompanyLists {
        company_lists: SavedCompanyLists,
        saved_companies: SavedCompaniesQuery,
        website_reads: WebsiteReads,
        limits: Limits,
    }

    /// Writes Excel files.
    Workbooks {
        limits: Limits,
        data_dir: PathBuf,
    }
}

/// Redeems coupons.
pub(crate) struct Redeeming {
    pub(crate) coupons: Coupons,
    pub(crate) limits: Limits,
    pub(crate) balances: Arc<Balances>,
    pub(crate) audited: Arc<AuditedCalls>,
}

/// Looks at the server's health.
pub(crate) struct HealthCheck {
    pub(crate) storage: Storage,
    pub(crate) log: EventLog,
    pub(crate) subscriptions: Subscriptions,
    /// The last look.
    pub(crate) last: ComputedOnce<(StatusCode, Value)>,
}

/// Makes parts of the state extractable. Each call clones those it names: what every call names, or what is not cheap to
/// clone, is behind an `Arc`.
macro_rules! parts {
    ($($part:ty: $($field:ident).+),* $(,)?) => {
        $(impl FromRef<AppState> for $part {
            fn from_ref(state: &AppState) -> Self {
                state.0.$($field).+.clone()
            }
        })*
    };
}

parts! {
    Access: services.access,
    Arc<Accounts>: accounts,
    Arc<AtlasAnswers>: services.atlas,
    Arc<AuditedCalls>: services.audited,
    Arc<Balances>: balances,
    Arc<ClientSettings>: client,
    Arc<CompanyLists>: lists,
    Arc<CompressedText<Known>>: services.fields,
    Arc<dyn Clock>: services.clock,
    Arc<Enricher>: services.enricher,
    Arc<Eraser>: services.eraser,
    Arc<HealthCheck>: health,
    Arc<Readings>: readings,
    Arc<Redeeming>: redeeming,
    Arc<Replays>: replays,
    Arc<Schedules>: schedules,
    Arc<Sessions>: sessions,
    Arc<Sources>: services.sources,
    Arc<Starts>: starts,
    Arc<Subscriptions>: subscriptions,
    Arc<ViewAnswers>: view_answers,
    Arc<Workbooks>: workbooks,
    Companies: services.companies,
    EventLog: services.log,
    HistoryQuery: services.history,
    Jobs: services.jobs,
    KnownUploads: services.known_uploads,
    LedgerEntriesQuery: services.ledger_entries,
    Limits: services.limits,
    Mail: services.mail,
    Monitors: services.monitors,
    Proxies: services.proxies,
    SeenSessions: services.seen,
    Storage: services.storage,
    Streams: services.streams,
    TimelineQuery: services.timelines,
    TokenVerifier: verifier,
}

/// The running parts that routes use.
pub struct Services {
    pub storage: Storage,
    pub log: EventLog,
    pub subscriptions: Subscriptions,
    /// Whom operators keep out.
    pub access: Access,
    pub accounts: Accounts,
    pub audited: Arc<AuditedCalls>,
    pub coupons: Coupons,
    pub companies: Companies,
    pub eraser: Arc<Eraser>,
    pub jobs: Jobs,
    /// Which businesses users know.
    pub known: KnownIndex,
    pub known_uploads: KnownUploads,
    pub credit_status: CreditStatusQuery,
    pub ledger_entries: LedgerEntriesQuery,
    pub history: HistoryQuery,
    pub saved_companies: SavedCompaniesQuery,
    pub company_lists: SavedCompanyLists,
    pub timelines: TimelineQuery,
    pub job_views: JobsQuery,
    /// Scraped rows.
    pub documents: Documents,
    /// What websites say, and which are to be read.
    pub website_reads: WebsiteReads,
    pub websites: Websites,
    /// Searches that run again, and what their runs found.
    pub monitors: Monitors,
    pub monitors_view: MonitorsQuery,
    pub runs_view: MonitorRunsQuery,
    pub read_notices: ReadNotices,
    /// Those that users have websites read through.
    pub proxies: Proxies,
    /// Addresses that e-mails go to.
    pub mail: Mail,
    /// When users last opened their sessions.
    pub seen: SeenSessions,
    /// Stored answers to requests that may be repeated.
    pub answers: Answers,
    /// Answers of read models that have not changed since.
    pub answer_cache: Arc<AnswerCache>,
    /// The maps services.
    pub sources: Arc<Sources>,
    pub enricher: Arc<Enricher>,
    /// Excel files are written here.
    pub data_dir: PathBuf,
    pub streams: Streams,
    pub limits: Limits,
    /// Limits on requests to live services.
    pub live: Arc<LiveLimits>,
    /// Answers of the Demand Map.
    pub atlas: Arc<AtlasAnswers>,
    /// The columns of a row, as an answer.
    pub fields: Arc<CompressedText<Known>>,
    pub clock: Arc<dyn Clock>,
}
