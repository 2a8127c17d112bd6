//! Configuration: defaults, one TOML file, `DEMANDATLAS_*` variables, command-line options; each over
//! the one before. Parsed once at start; secrets are wrapped.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use enrichment::online::{GEOCODER_URL, NFHL_URL};
use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use places::google::GOOGLE;
use places::overpass::{DEFAULT_OVERPASS_URL, OSM};
use places::sample::SAMPLE;
use places::{GoogleSettings, OverpassSettings, Sources, SourcesSettings};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use store::StoreError;
use store::db::DatabaseUrl;
use url::Url;

use sign_in::verify::{Issuer, IssuerError};

/// The file that is read where none is named.
const DEFAULT_FILE: &str = "demandatlas.toml";
const ENV_PREFIX: &str = "DEMANDATLAS_";

/// Everything that can be configured, by the names of the file and, upper-cased with the prefix, of
/// the variables.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default)]
struct Raw {
    addr: SocketAddr,
    data_dir: PathBuf,
    database_url: String,
    secret_key: Option<String>,
    auth_issuer: Option<String>,
    auth_client_id: String,
    auth_audience: String,
    auth_organization: Option<String>,
    dev_origin: Option<String>,
    tile_url: Option<String>,
    tile_attribution: String,
    analytics_id: Option<String>,
    sources: String,
    overpass_url: String,
    google_api_key: Option<String>,
    google_url: Option<String>,
    google_requests_per_day: Option<u32>,
    live_timeout_s: u64,
    lookups: String,
    flood_zone_url: String,
    geocoder_url: String,
    enrich_google: bool,
    worker_jobs: u32,
    worker_lease_ms: u64,
    log: String,
}

impl Default for Raw {
    fn default() -> Self {
        Self {
            addr: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data_dir: PathBuf::from(".demandatlas"),
            database_url: "sqlite:".to_owned(),
            secret_key: None,
            auth_issuer: None,
            auth_client_id: "demandatlas-web".to_owned(),
            auth_audience: "https://demandatlas.example/api".to_owned(),
            auth_organization: None,
            dev_origin: None,
            tile_url: Some("https://tile.openstreetmap.org/{z}/{x}/{y}.png".to_owned()),
            tile_attribution: "© OpenStreetMap contributors".to_owned(),
            analytics_id: None,
            sources: Sources::NAMES.join(","),
            overpass_url: DEFAULT_OVERPASS_URL.to_owned(),
            google_api_key: None,
            google_url: None,
            google_requests_per_day: None,
            live_timeout_s: 60,
            lookups: String::new(),
            flood_zone_url: NFHL_URL.to_owned(),
            geocoder_url: GEOCODER_URL.to_owned(),
            enrich_google: false,
            worker_jobs: 4,
            worker_lease_ms: 10_000,
            log: "info".to_owned(),
        }
    }
}

/// Options that the command line lays over file and variables.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Overrides {
    /// Where to listen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub addr: Option<SocketAddr>,
    /// The data folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_dir: Option<PathBuf>,
    /// The database.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database_url: Option<String>,
}

/// Where the server listens and keeps its files.
#[derive(Debug, Clone)]
pub struct ServerSettings {
    /// The address to listen on.
    pub addr: SocketAddr,
    /// The folder of everything that is kept in files.
    pub data_dir: PathBuf,
    /// What is logged, as `tracing-subscriber` filters are written.
    pub log: String,
}

/// Who signs users in.
#[derive(Debug, Clone)]
pub struct AuthSettings {
    /// A real issuer; without one the development identity provider is served.
    pub issuer: Option<Issuer>,
    /// The web app's client id.
    pub client_id: String,
    /// The API's identifier, which access tokens must name.
    pub audience: String,
    /// The organization that tokens must name.
    pub organization: Option<String>,
    /// The browser's origin, where a development server stands in front of this one.
    pub dev_origin: Option<String>,
}

/// What the browser needs beside sign-in.
#[derive(Debug, Clone)]
pub struct UiSettings {
    /// Map tiles, as a Leaflet URL template; none means maps without a background.
    pub tile_url: Option<String>,
    /// The credit line of the tiles.
    pub tile_attribution: String,
    /// The analytics property; none means no analytics.
    pub analytics_id: Option<String>,
}

/// The maps services beside the catalogue.
#[derive(Debug, Clone)]
pub struct SourceSettings {
    /// The names of those that are on.
    pub on: Vec<&'static str>,
    /// The interpreter of an Overpass server.
    pub overpass_url: String,
    /// The operator's key for Google Places; without one Google is off.
    pub google_api_key: Option<SecretString>,
    /// Google's address, where it is not the usual one.
    pub google_url: Option<String>,
    /// Requests a day that each process sends to Google at most.
    pub google_requests_per_day: Option<u32>,
    /// How long a live service may take to answer.
    pub timeout: Duration,
}

impl SourceSettings {
    fn from_raw(raw: &Raw) -> Result<Self, ConfigError> {
        let on = raw
            .sources
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .map(|name| {
                let known = Sources::NAMES.into_iter().find(|known| *known == name);
                known.ok_or_else(|| ConfigError::Source(name.to_owned()))
            })
            .collect::<Result<Vec<&'static str>, ConfigError>>()?;
        if raw.live_timeout_s == 0 {
            return Err(ConfigError::Range("live_timeout_s must be at least 1."));
        }
        Ok(Self {
            on,
            overpass_url: raw.overpass_url.clone(),
            google_api_key: present(raw.google_api_key.clone()).map(Into::into),
            google_url: present(raw.google_url.clone()),
            google_requests_per_day: raw.google_requests_per_day,
            timeout: Duration::from_secs(raw.live_timeout_s),
        })
    }

    /// What the sources are opened with.
    pub fn live(&self) -> SourcesSettings {
        let is_on = |name: &str| self.on.contains(&name);
        let google = self.google_api_key.clone().filter(|_| is_on(GOOGLE));
        SourcesSettings {
            osm: is_on(OSM).then(|| OverpassSettings {
                url: self.overpass_url.clone(),
                timeout: self.timeout,
                ..OverpassSettings::default()
            }),
            google: google.map(|key| {
                let mut google = GoogleSettings::new(key);
                google.timeout = self.timeout.min(google.timeout);
                google.requests_per_day = self.google_requests_per_day;
                google.url = self.google_url.clone().unwrap_or(google.url);
                google
            }),
            without_sample: !is_on(SAMPLE),
        }
    }
}

/// What enrichment may ask and join.
#[derive(Debug, Clone)]
pub struct EnrichmentSettings {
    /// FEMA's flood layer, where it is switched on.
    pub flood_zones: Option<Url>,
    /// The Census Bureau's geocoder, where it is switched on.
    pub geocoder: Option<Url>,
    /// May rows of Google be joined with other data?
    pub google: bool,
}

/// The look-ups that can be switched on.
const FLOOD_ZONE: &str = "flood_zone";
const GEOCODER: &str = "geocoder";

impl EnrichmentSettings {
    fn from_raw(raw: &Raw) -> Result<Self, ConfigError> {
        let names: Vec<&str> = raw
            .lookups
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect();
        if let Some(unknown) = names
            .iter()
            .find(|name| ![FLOOD_ZONE, GEOCODER].contains(name))
        {
            return Err(ConfigError::Lookup((*unknown).to_owned()));
        }
        let on = |name: &str, address: &str| {
            if !names.contains(&name) {
                return Ok(None);
            }
            let slash = if address.ends_with('/') { "" } else { "/" };
            let url = Url::parse(&format!("{address}{slash}"));
            url.map(Some)
                .map_err(|error| ConfigError::Url(address.to_owned(), error))
        };
        Ok(Self {
            flood_zones: on(FLOOD_ZONE, &raw.flood_zone_url)?,
            geocoder: on(GEOCODER, &raw.geocoder_url)?,
            google: raw.enrich_google,
        })
    }
}

/// How scrape jobs are worked on.
#[derive(Debug, Clone, Copy)]
pub struct WorkerSettings {
    /// Jobs at once.
    pub jobs: u32,
    /// After that long without a sign of life a job is taken over.
    pub lease: Duration,
}

/// The configuration in force.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where the server listens and keeps its files.
    pub server: ServerSettings,
    /// The database; its URL may hold a password.
    pub database_url: SecretString,
    /// What seals the ledger and hides coupon codes; a file in the data folder where it is not set.
    pub secret_key: Option<SecretString>,
    /// Who signs users in.
    pub auth: AuthSettings,
    /// What the browser needs beside sign-in.
    pub ui: UiSettings,
    /// The maps services.
    pub sources: SourceSettings,
    /// What enrichment may ask and join.
    pub enrichment: EnrichmentSettings,
    /// How scrape jobs are worked on.
    pub worker: WorkerSettings,
}

/// Why the configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A file or a variable cannot be read.
    #[error("The configuration cannot be read: {0}")]
    Read(#[from] Box<figment::Error>),
    /// A named file is not there.
    #[error("There is no configuration file {0}.")]
    NoFile(PathBuf),
    /// The issuer is no issuer.
    #[error(transparent)]
    Issuer(#[from] IssuerError),
    /// A maps service that does not exist.
    #[error(
        "There is no maps service '{0}'. sources lists those that are on, of: {all}.",
        all = Sources::NAMES.join(", ")
    )]
    Source(String),
    /// A look-up that does not exist.
    #[error(
        "There is no look-up '{0}'. lookups lists those that are on, of: {FLOOD_ZONE}, {GEOCODER}."
    )]
    Lookup(String),
    /// An address that is none.
    #[error("'{0}' is not an address: {1}.")]
    Url(String, url::ParseError),
    /// A number is out of its range.
    #[error("{0}")]
    Range(&'static str),
}

impl Settings {
    /// Reads the configuration. `file` must exist where it is named.
    pub fn load(file: Option<&Path>, overrides: &Overrides) -> Result<Self, ConfigError> {
        if let Some(file) = file
            && !file.is_file()
        {
            return Err(ConfigError::NoFile(file.to_owned()));
        }
        let raw: Raw = Figment::from(Serialized::defaults(Raw::default()))
            .merge(Toml::file(file.unwrap_or(Path::new(DEFAULT_FILE))))
            .merge(Env::prefixed(ENV_PREFIX))
            .merge(Serialized::defaults(overrides))
            .extract()
            .map_err(Box::new)?;
        Self::from_raw(raw)
    }

    fn from_raw(raw: Raw) -> Result<Self, ConfigError> {
        if raw.worker_jobs == 0 {
            return Err(ConfigError::Range("worker_jobs must be at least 1."));
        }
        if raw.worker_lease_ms < 100 {
            return Err(ConfigError::Range("worker_lease_ms must be at least 100."));
        }
        let sources = SourceSettings::from_raw(&raw)?;
        let enrichment = EnrichmentSettings::from_raw(&raw)?;
        Ok(Self {
            sources,
            enrichment,
            server: ServerSettings {
                addr: raw.addr,
                data_dir: raw.data_dir,
                log: raw.log,
            },
            database_url: raw.database_url.into(),
            secret_key: present(raw.secret_key).map(SecretString::from),
            auth: AuthSettings {
                issuer: present(raw.auth_issuer)
                    .map(|issuer| Issuer::parse(&issuer))
                    .transpose()?,
                client_id: raw.auth_client_id,
                audience: raw.auth_audience,
                organization: present(raw.auth_organization),
                dev_origin: present(raw.dev_origin),
            },
            ui: UiSettings {
                tile_url: present(raw.tile_url),
                tile_attribution: raw.tile_attribution,
                analytics_id: present(raw.analytics_id),
            },
            worker: WorkerSettings {
                jobs: raw.worker_jobs,
                lease: Duration::from_millis(raw.worker_lease_ms),
            },
        })
    }

    /// The database that the URL names.
    pub fn database(&self) -> Result<DatabaseUrl, StoreError> {
        self.database_url.expose_secret().parse()
    }

    /// What is in force, a line each, secrets hidden.
    pub fn shown(&self) -> Vec<(&'static str, String)> {
        let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "(not set)".to_owned());
        let address = |url: &Option<Url>| text(&url.as_ref().map(Url::to_string));
        let lookups = [
            (FLOOD_ZONE, &self.enrichment.flood_zones),
            (GEOCODER, &self.enrichment.geocoder),
        ];
        let lookups: Vec<&str> = lookups
            .iter()
            .filter_map(|(name, url)| url.as_ref().map(|_| *name))
            .collect();
        vec![
            ("addr", self.server.addr.to_string()),
            ("data_dir", self.server.data_dir.display().to_string()),
            (
                "database_url",
                hide_password(self.database_url.expose_secret()),
            ),
            (
                "secret_key",
                match self.secret_key {
                    Some(_) => "***".to_owned(),
                    None => "(not set: secret.key in the data folder)".to_owned(),
                },
            ),
            (
                "auth_issuer",
                self.auth.issuer.as_ref().map_or_else(
                    || "(not set: development sign-in)".to_owned(),
                    |issuer| issuer.as_str().to_owned(),
                ),
            ),
            ("auth_client_id", self.auth.client_id.clone()),
            ("auth_audience", self.auth.audience.clone()),
            ("auth_organization", text(&self.auth.organization)),
            ("dev_origin", text(&self.auth.dev_origin)),
            ("tile_url", text(&self.ui.tile_url)),
            ("tile_attribution", self.ui.tile_attribution.clone()),
            ("analytics_id", text(&self.ui.analytics_id)),
            ("sources", self.sources.on.join(",")),
            ("overpass_url", self.sources.overpass_url.clone()),
            (
                "google_api_key",
                match self.sources.google_api_key {
                    Some(_) => "***".to_owned(),
                    None => text(&None),
                },
            ),
            ("google_url", text(&self.sources.google_url)),
            (
                "google_requests_per_day",
                text(
                    &self
                        .sources
                        .google_requests_per_day
                        .map(|most| most.to_string()),
                ),
            ),
            ("live_timeout_s", self.sources.timeout.as_secs().to_string()),
            ("lookups", lookups.join(",")),
            ("flood_zone_url", address(&self.enrichment.flood_zones)),
            ("geocoder_url", address(&self.enrichment.geocoder)),
            ("enrich_google", self.enrichment.google.to_string()),
            ("worker_jobs", self.worker.jobs.to_string()),
            ("worker_lease_ms", self.worker.lease.as_millis().to_string()),
            ("log", self.server.log.clone()),
        ]
    }
}

fn present(value: Option<String>) -> Option<String> {
    value.filter(|text| !text.trim().is_empty())
}

fn hide_password(database_url: &str) -> String {
    match Url::parse(database_url) {
        Ok(mut url) if url.password().is_some() => {
            // Only URLs without a host refuse a password, and they had none.
            let _had_a_host = url.set_password(Some("***"));
            url.to_string()
        }
        _ => database_url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        let shown = hide_password("postgres://app:s3cret@db.example/atlas?sslmode=require");
        assert_eq!(shown, "postgres://app:***@db.example/atlas?sslmode=require");
        assert_eq!(hide_password("sqlite:"), "sqlite:");
    }

    #[test]
    fn sources_are_chosen_by_name_and_google_needs_a_key() {
        let folder = tempfile::tempdir().unwrap();
        let load = |text: &str| {
            let file = folder.path().join("c.toml");
            std::fs::write(&file, text).unwrap();
            Settings::load(Some(&file), &Overrides::default())
        };
        let usual = load("").unwrap().sources.live();
        assert!(usual.osm.is_some() && usual.google.is_none() && !usual.without_sample);
        let settings =
            load("sources = \"catalogue, google\"\ngoogle_api_key = \"s3cret\"").unwrap();
        let chosen = settings.sources.live();
        assert!(chosen.osm.is_none() && chosen.google.is_some() && chosen.without_sample);
        assert!(!format!("{settings:?} {:?}", settings.shown()).contains("s3cret"));
        let error = load("sources = \"bing\"").unwrap_err().to_string();
        assert!(
            error.contains("'bing'") && error.contains("catalogue, osm"),
            "{error}"
        );
    }

    #[test]
    fn a_named_file_must_exist_and_options_win() {
        let missing = Settings::load(Some(Path::new("/nowhere/x.toml")), &Overrides::default());
        assert!(matches!(missing, Err(ConfigError::NoFile(_))));

        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("c.toml");
        std::fs::write(&file, "addr = \"127.0.0.1:9001\"\nworker_jobs = 2\n").unwrap();
        let overrides = Overrides {
            addr: Some(([127, 0, 0, 1], 9002).into()),
            ..Overrides::default()
        };
        let settings = Settings::load(Some(&file), &overrides).unwrap();
        assert_eq!(settings.server.addr.port(), 9002);
        assert_eq!(settings.worker.jobs, 2);
    }
}
