//! The configuration: defaults, one TOML file, `DEMANDATLAS_*` variables, command-line options; each overrides the one
//! before. Read and checked once at start, one struct for each concern; secrets are wrapped. Settings are declared in
//! [`declared`], and nowhere else.

mod browser;
mod check;
mod declared;
pub mod describe;
mod enrichment;
mod error;
mod ledger;
mod limits;
mod mail;
mod sources;
mod starter;
mod telemetry;
mod values;
mod websites;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use api::http::serving::ConnectionSettings;
use api::http::streams::StreamSettings;
use commands::limits::UserLimits;
use commands::mail::MailSettings;
use commands::websites::WebsiteSettings;
use confique::{Config, Layer};
use secrecy::{ExposeSecret, SecretString};
use store::StoreError;
use store::db::{DatabaseUrl, Limits, Storage};
use store::log::EventStoreUrl;
use tracing_subscriber::EnvFilter;

use crate::anchors::AnchorSettings;

pub use browser::{Analytics, ApiBy, AuthSettings, UiSettings};
pub(crate) use declared::NO_ADDRESS;
use declared::{Declared, hide_password};
pub use enrichment::EnrichmentSettings;
pub use error::SettingsError;
pub use sources::SourceSettings;
pub use starter::StarterSettings;
pub use telemetry::TelemetrySettings;

/// Between a database's name and that of the server of its events.
pub const EVENTS_IN: &str = "; events in ";
/// Read if no file is named.
const DEFAULT_FILE: &str = "demandatlas.toml";

/// Minimum length of a configured secret key, in characters.
pub(crate) const SHORTEST_SECRET: usize = 32;
/// Proxies close connections that are silent for a minute, some after half a minute.
const HEART_BEAT: Duration = Duration::from_secs(15);
/// Tokens live for longer at most issuers.
const LONGEST_STREAM: Duration = Duration::from_secs(15 * 60);

/// Command-line options, which override file and variables.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    pub addr: Option<SocketAddr>,
    pub data_dir: Option<PathBuf>,
    pub database_url: Option<String>,
    pub eventstore_url: Option<String>,
}

/// Where the server listens and stores its files.
#[derive(Debug, Clone)]
pub struct ServerSettings {
    pub addr: SocketAddr,
    pub data_dir: PathBuf,
    /// A filter of `tracing-subscriber`.
    pub log: String,
    pub log_format: LogFormat,
}

/// The form of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

/// How scrape jobs are processed.
#[derive(Debug, Clone, Copy)]
pub struct WorkerSettings {
    pub jobs: u32,
    /// Time without a heartbeat after which a job is taken over.
    pub lease: Duration,
}

/// The configuration in force.
#[derive(Debug, Clone)]
pub struct Settings {
    pub server: ServerSettings,
    /// The database; its URL may hold a password.
    pub database_url: SecretString,
    pub limits: Limits,
    /// A file in the data folder if not set.
    pub secret_key: Option<SecretString>,
    /// What it has replaced.
    pub former_secret_keys: Vec<SecretString>,
    pub anchors: AnchorSettings,
    pub auth: AuthSettings,
    pub ui: UiSettings,
    pub starter: StarterSettings,
    pub sources: SourceSettings,
    pub enrichment: EnrichmentSettings,
    pub worker: WorkerSettings,
    pub streams: StreamSettings,
    pub user_limits: UserLimits,
    pub connections: ConnectionSettings,
    /// Memory for aggregates, in bytes.
    pub aggregate_cache: u64,
    pub telemetry: TelemetrySettings,
    pub websites: WebsiteSettings,
    /// None if no e-mails are sent.
    pub mail: Option<MailSettings>,
    /// The source of all of it, for `demandatlas config`.
    declared: Declared,
}

impl Settings {
    /// Reads the configuration. A named `file` must exist.
    pub fn load(file: Option<&Path>, overrides: &Overrides) -> Result<Self, SettingsError> {
        check::variables(std::env::vars())?;
        let variables = <Declared as Config>::Layer::from_env().map_err(|error| {
            let wrong = check::wrong_variable(std::env::vars());
            wrong.unwrap_or(SettingsError::Read(error))
        })?;
        let declared = Declared::from_layer(
            over(overrides)
                .with_fallback(variables)
                .with_fallback(read(file)?)
                .with_fallback(<Declared as Config>::Layer::default_values()),
        );
        Self::from_declared(declared.map_err(SettingsError::Read)?)
    }

    fn from_declared(declared: Declared) -> Result<Self, SettingsError> {
        if declared.worker_jobs == 0 {
            return Err(SettingsError::Range("worker_jobs must be at least 1."));
        }
        if declared.worker_lease_ms < 100 {
            return Err(SettingsError::Range(
                "worker_lease_ms must be at least 100.",
            ));
        }
        let secret = declared.secret_key.as_ref();
        if secret.is_some_and(|key| key.expose_secret().len() < SHORTEST_SECRET) {
            return Err(SettingsError::ShortSecret(SHORTEST_SECRET));
        }
        if EnvFilter::try_new(&declared.log).is_err() {
            return Err(SettingsError::Log(declared.log));
        }
        let log_format = match declared.log_format.trim() {
            "text" => LogFormat::Text,
            "json" => LogFormat::Json,
            other => return Err(SettingsError::LogFormat(other.to_owned())),
        };
        declared.database_url.parse::<DatabaseUrl>()?;
        let events = declared.eventstore_url.as_deref();
        events.map(str::parse::<EventStoreUrl>).transpose()?;
        Ok(Self {
            starter: StarterSettings::from_declared(&declared)?,
            sources: SourceSettings::from_declared(&declared)?,
            enrichment: EnrichmentSettings::from_declared(&declared)?,
            server: ServerSettings {
                addr: declared.addr,
                data_dir: declared.data_dir.clone(),
                log: declared.log.clone(),
                log_format,
            },
            database_url: declared.database_url.clone().into(),
            limits: Limits::of_statements(Duration::from_secs(
                declared.statement_timeout_s.get().into(),
            )),
            secret_key: declared.secret_key.clone(),
            former_secret_keys: ledger::former_secret_keys(&declared),
            anchors: ledger::anchors(&declared)?,
            auth: AuthSettings::from_declared(&declared)?,
            ui: UiSettings::from_declared(&declared)?,
            worker: WorkerSettings {
                jobs: declared.worker_jobs,
                lease: Duration::from_millis(declared.worker_lease_ms),
            },
            streams: StreamSettings {
                heart_beat: HEART_BEAT,
                longest: LONGEST_STREAM,
            },
            user_limits: limits::from_declared(&declared),
            connections: ConnectionSettings::usual(declared.connections.get() as usize),
            aggregate_cache: u64::from(declared.aggregate_cache_mb.get()) * 1024 * 1024,
            websites: websites::from_declared(&declared)?,
            mail: mail::from_declared(&declared)?,
            telemetry: TelemetrySettings::from_declared(&declared)?,
            declared,
        })
    }

    /// Opens the databases.
    pub async fn storage(&self) -> Result<Storage, StoreError> {
        let events = self.declared.eventstore_url.as_deref();
        let events = events.map(str::parse::<EventStoreUrl>).transpose()?;
        let folder = &self.server.data_dir;
        let storage = Storage::open_within(&self.database()?, folder, self.limits).await?;
        Ok(storage.with_events_in(events))
    }

    /// What holds everything that is recorded, for people: the database, and the server of the events if that is another.
    pub fn store_name(&self) -> Result<String, StoreError> {
        let database = self.database()?.name()?;
        Ok(match self.declared.eventstore_url.as_deref() {
            Some(events) => format!("{database}{EVENTS_IN}{}", hide_password(events)),
            None => database,
        })
    }

    /// The database that the URL names.
    pub fn database(&self) -> Result<DatabaseUrl, StoreError> {
        self.declared.database_url.parse()
    }
}

fn over(overrides: &Overrides) -> <Declared as Config>::Layer {
    let mut layer = <Declared as Config>::Layer::empty();
    layer.addr = overrides.addr;
    layer.data_dir.clone_from(&overrides.data_dir);
    layer.database_url.clone_from(&overrides.database_url);
    layer.eventstore_url.clone_from(&overrides.eventstore_url);
    layer
}

/// Reads the named file, or the default one if it exists.
fn read(named: Option<&Path>) -> Result<<Declared as Config>::Layer, SettingsError> {
    let file = named.unwrap_or(Path::new(DEFAULT_FILE));
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return match named {
                Some(file) => Err(SettingsError::NoFile(file.to_owned())),
                None => Ok(<Declared as Config>::Layer::empty()),
            };
        }
        Err(error) => return Err(SettingsError::File(file.to_owned(), error)),
    };
    let not_toml = |error| SettingsError::NotToml(file.to_owned(), Box::new(error));
    let table = text.parse().map_err(not_toml)?;
    check::file(file, &table)?;
    toml::from_str(&text)
        .map_err(|error| check::wrong_value(file, &table).unwrap_or_else(|| not_toml(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str, overrides: &Overrides) -> Result<Settings, SettingsError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("c.toml");
        std::fs::write(&file, text).unwrap();
        Settings::load(Some(&file), overrides)
    }

    #[test]
    fn a_named_file_must_exist_and_options_win() {
        let missing = Settings::load(Some(Path::new("/nowhere/x.toml")), &Overrides::default());
        assert!(matches!(missing, Err(SettingsError::NoFile(_))));

        let overrides = Overrides {
            addr: Some(([127, 0, 0, 1], 9002).into()),
            ..Overrides::default()
        };
        let settings = load("addr = \"127.0.0.1:9001\"\nworker_jobs = 2\n", &overrides).unwrap();
        assert_eq!(settings.server.addr.port(), 9002);
        assert_eq!(settings.worker.jobs, 2);
    }

    #[test]
    fn a_misspelt_or_empty_name_in_the_file_is_refused() {
        let refused = |text| load(text, &Overrides::default()).unwrap_err().to_string();
        let message = refused("worker_job = 8");
        assert!(
            message.contains("'worker_job'") && message.contains("Did you mean worker_jobs?"),
            "{message}"
        );
        let message = refused("auth_issuer = \"\"");
        assert!(
            message.contains("auth_issuer") && message.contains("set but empty"),
            "{message}"
        );
        let message = refused("worker_jobs = \"many\"");
        assert!(message.contains("worker_jobs"), "{message}");
    }

    /// An ID token would then be as good as an access token (L15).
    #[test]
    fn auth_05_the_client_id_is_no_audience_of_an_issuer() {
        let settings = |audience: &str| {
            let text = format!(
                "auth_issuer = \"https://id.example/\"\nauth_client_id = \"web\"\nauth_audience = \"{audience}\""
            );
            load(&text, &Overrides::default())
        };
        assert!(matches!(
            settings("web"),
            Err(SettingsError::AudienceIsClient)
        ));
        assert_eq!(
            settings("https://api.example").unwrap().auth.audience,
            "https://api.example"
        );
    }

    /// `demandatlas config` is a check: it refuses what a command would refuse later.
    #[test]
    fn what_a_command_would_refuse_later_is_refused_at_once() {
        for (text, part) in [
            ("secret_key = \"hush\"", "at least 32 random characters"),
            (
                "database_url = \"mysql://db.example/atlas\"",
                "starts with postgres:",
            ),
            (
                "eventstore_url = \"http://db.example\"",
                "starts with kurrentdb://",
            ),
            ("log = \"loud,=x\"", "'loud,=x' is neither"),
            ("log_format = \"xml\"", "'xml' is neither"),
            ("worker_jobs = \"many\"", "worker_jobs in "),
        ] {
            let message = load(text, &Overrides::default()).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
            assert!(
                !message.contains("Declared") && !message.contains("hush"),
                "{message}"
            );
        }
    }

    #[test]
    fn none_says_that_something_is_not_wanted() {
        let settings = load(
            "tile_url = \"none\"\nauth_issuer = \"none\"",
            &Overrides::default(),
        )
        .unwrap();
        assert!(settings.ui.tile_url.is_none() && settings.auth.issuer.is_none());
    }

    #[test]
    fn browsers_are_told_to_stay_with_https_where_the_issuer_has_it() {
        let hsts = |text: &str| {
            let settings = load(text, &Overrides::default())?;
            let value = settings.auth.hsts;
            Ok::<_, SettingsError>(value.map(|value| value.to_str().unwrap().to_owned()))
        };
        let https = "auth_issuer = \"https://id.example/\"\n";
        let year = "max-age=31536000; includeSubDomains";
        assert_eq!(hsts(https).unwrap().as_deref(), Some(year));
        let local = "auth_issuer = \"http://127.0.0.1:9000/\"";
        assert_eq!(hsts(local).unwrap(), None);
        assert_eq!(hsts("").unwrap(), None, "the development sign-in");
        let none = format!("{https}hsts = \"none\"");
        assert_eq!(hsts(&none).unwrap(), None);
        let back = format!("{https}hsts = \"max-age=0\"");
        assert_eq!(hsts(&back).unwrap().as_deref(), Some("max-age=0"));
        for wrong in [
            "a year",
            "includeSubDomains",
            "max-age=long",
            "max-age=1\u{e9}",
        ] {
            let message = hsts(&format!("hsts = \"{wrong}\"")).unwrap_err();
            assert!(message.to_string().contains("max-age=31536000"), "{wrong}");
        }
    }

    #[test]
    fn a_contact_is_a_link_that_writes_or_opens_and_nothing_else() {
        let contact = |text: &str| {
            let settings = load(&format!("contact = \"{text}\""), &Overrides::default());
            settings.map(|settings| settings.ui.contact)
        };
        for (text, link) in [
            ("help@example.com", Some("mailto:help@example.com")),
            ("mailto:help@example.com", Some("mailto:help@example.com")),
            ("https://example.com/help", Some("https://example.com/help")),
            ("none", None),
        ] {
            assert_eq!(contact(text).unwrap().as_deref(), link, "{text}");
        }
        for text in [
            "call us",
            "help@",
            "@example.com",
            "a@b@example.com",
            "a b@example.com",
            "mailto:",
            "javascript:alert(1)",
            "tel:+15035550000",
        ] {
            let message = contact(text).unwrap_err().to_string();
            assert!(message.contains(text), "{message}");
        }
    }

    #[test]
    fn no_secret_is_ever_shown() {
        let text = "secret_key = \"s3cret-s3cret-s3cret-s3cret-s3cret\"\ngoogle_api_key = \"s3cret\"\n\
                    database_url = \"postgres://app:s3cret@db.example/atlas\"\n\
                    eventstore_url = \"esdb://app:s3cret@db.example:2113\"";
        let settings = load(text, &Overrides::default()).unwrap();
        let shown = settings.shown();
        assert!(!format!("{:?} {shown:?}", settings.sources).contains("s3cret"));
        assert!(shown.contains(&("secret_key", "***".to_owned())));
        assert!(
            shown
                .iter()
                .any(|(name, value)| *name == "worker_jobs" && value == "4")
        );
    }
}
