//! Every setting, declared once: its name, type, default and meaning. File and variables are read into this, and
//! `demandatlas config`, `--help` and the table in docs/operations.md are made from it.
//!
//! A setting `worker_jobs` is `worker_jobs = 8` in the file and `DEMANDATLAS_WORKER_JOBS=8` as a variable.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use confique::Config;
use confique::meta::{Expr, FieldKind, LeafKind};
use secrecy::{ExposeSecret, SecretString};
use serde::{Serialize, Serializer};
use url::Url;

/// The prefix of every variable.
pub(super) const PREFIX: &str = "DEMANDATLAS_";

/// Describes a valid address to listen on.
pub(crate) const NO_ADDRESS: &str = "an IP address with a port, such as 127.0.0.1:8080";

/// The settings as they are written. The first line of each comment is shown to users.
#[derive(Debug, Clone, Config, Serialize)]
pub(super) struct Declared {
    /// address to listen on; `serve --addr`
    #[config(env = "DEMANDATLAS_ADDR", default = "127.0.0.1:8080")]
    pub(super) addr: SocketAddr,
    /// the data folder; `--data-dir`
    #[config(env = "DEMANDATLAS_DATA_DIR", default = ".demandatlas")]
    pub(super) data_dir: PathBuf,
    /// `sqlite:` (files in the data folder) or `postgres://user:password@host/database`; `--database-url`. Over a network by TLS with a verified certificate, unless the URL asks for less with `sslmode=`
    #[config(env = "DEMANDATLAS_DATABASE_URL", default = "sqlite:")]
    #[serde(serialize_with = "without_password")]
    pub(super) database_url: String,
    /// a KurrentDB or EventStoreDB that holds the events instead of the database: a connection string such as `kurrentdb://user:password@host:2113`, for a cluster with its nodes separated by commas. Only in builds with the feature `kurrentdb`
    #[config(env = "DEMANDATLAS_EVENTSTORE_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) eventstore_url: Option<String>,
    /// time limit of a statement on PostgreSQL, in seconds. A connection that is silent for a twelfth longer counts as lost (a sixth, where a step of a read model takes several statements)
    #[config(env = "DEMANDATLAS_STATEMENT_TIMEOUT_S", default = 60)]
    pub(super) statement_timeout_s: NonZeroU32,
    /// seals the ledger, hashes coupon codes and encrypts what users wrote; at least 32 random characters, the same for all processes of a database. Not set: `secret.key` in the data folder, created at the first start
    #[config(env = "DEMANDATLAS_SECRET_KEY")]
    #[serde(serialize_with = "hidden")]
    pub(super) secret_key: Option<SecretString>,
    /// former secret keys that `secret_key` has replaced, the last one first, separated by commas. In a data folder they are in `secret.key`, below its first line
    #[config(env = "DEMANDATLAS_FORMER_SECRET_KEYS")]
    #[serde(serialize_with = "hidden")]
    pub(super) former_secret_keys: Option<SecretString>,
    /// a file, outside the database's reach, to which an anchor of the log is added each day (see docs/auditing.md)
    #[config(env = "DEMANDATLAS_ANCHOR_FILE")]
    pub(super) anchor_file: Option<PathBuf>,
    /// an address to which the day's anchor is posted, as a line of JSON
    #[config(env = "DEMANDATLAS_ANCHOR_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) anchor_url: Option<String>,
    /// the OpenID Connect issuer, such as `https://tenant.example.com/`. Not set: the development sign-in, on loopback addresses only
    #[config(env = "DEMANDATLAS_AUTH_ISSUER")]
    pub(super) auth_issuer: Option<String>,
    /// the web app's client id at the issuer
    #[config(env = "DEMANDATLAS_AUTH_CLIENT_ID", default = "demandatlas-web")]
    pub(super) auth_client_id: String,
    /// the API's identifier, which access tokens must name (in `aud`, alone or in a list)
    #[config(
        env = "DEMANDATLAS_AUTH_AUDIENCE",
        default = "https://demandatlas.example/api"
    )]
    pub(super) auth_audience: String,
    /// how tokens for the API are requested from the issuer: `audience` (Auth0), `resource` (RFC 8707), or `scope` if a scope names the API (Entra, Okta) or the client is configured for it (Keycloak)
    #[config(env = "DEMANDATLAS_AUTH_API_BY", default = "audience")]
    pub(super) auth_api_by: String,
    /// further scopes to request in addition to `openid profile email offline_access`, separated by spaces
    #[config(env = "DEMANDATLAS_AUTH_SCOPE")]
    pub(super) auth_scope: Option<String>,
    /// the organization that tokens must name: an id (`org_…`) or a name
    #[config(env = "DEMANDATLAS_AUTH_ORGANIZATION")]
    pub(super) auth_organization: Option<String>,
    /// the claim that names the organization, such as `tid`. Not set: `org_id` or `org_name`
    #[config(env = "DEMANDATLAS_AUTH_ORGANIZATION_CLAIM")]
    pub(super) auth_organization_claim: Option<String>,
    /// the claim of access tokens that names the user's plan (a string, or a list such as roles), by name or path (`realm_access.roles`). It sets the plan of a new account; later changes apply from the next period. Not set: plans are not read from tokens
    #[config(env = "DEMANDATLAS_AUTH_TIER_CLAIM")]
    pub(super) auth_tier_claim: Option<String>,
    /// the header `Strict-Transport-Security` of all responses, with which browsers that came by https never come without it again. Sent where the issuer uses https; `none` if the proxy sends it, `max-age=0` to take it back
    #[config(
        env = "DEMANDATLAS_HSTS",
        default = "max-age=31536000; includeSubDomains"
    )]
    pub(super) hsts: String,
    /// the browser's origin behind a development server; set by `make dev`
    #[config(env = "DEMANDATLAS_DEV_ORIGIN")]
    pub(super) dev_origin: Option<String>,
    /// what maps are drawn on: `own` (the built-in map, without internet), `tiles` (those of `DEMANDATLAS_TILE_URL`; the built-in map where they fail), or `both` (tiles over the built-in map)
    #[config(env = "DEMANDATLAS_MAP", default = "both")]
    pub(super) map: String,
    /// map tiles as a Leaflet URL template; `none` for the built-in map alone
    #[config(
        env = "DEMANDATLAS_TILE_URL",
        default = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"
    )]
    pub(super) tile_url: String,
    /// the attribution of the tiles
    #[config(
        env = "DEMANDATLAS_TILE_ATTRIBUTION",
        default = "© OpenStreetMap contributors"
    )]
    pub(super) tile_attribution: String,
    /// how users reach you: an e-mail address, or the URL of a page. Linked wherever the app says "contact support" or offers another plan. Not set: no link
    #[config(env = "DEMANDATLAS_CONTACT")]
    pub(super) contact: Option<String>,
    /// URL of an analytics script that uses gtag.js's data layer. Not set: no analytics, and nothing leaves the browser
    #[config(env = "DEMANDATLAS_ANALYTICS_SCRIPT")]
    pub(super) analytics_script: Option<String>,
    /// the analytics property id
    #[config(env = "DEMANDATLAS_ANALYTICS_ID")]
    pub(super) analytics_id: Option<String>,
    /// further origins that the analytics script sends data to, such as `https://collect.example.com`, separated by commas
    #[config(env = "DEMANDATLAS_ANALYTICS_HOSTS")]
    pub(super) analytics_hosts: Option<String>,
    /// which of the bundled data are used, separated by commas: `listing` (breweries of the USA), `reference` (public tables for enrichment); or `none`
    #[config(env = "DEMANDATLAS_STARTER", default = "listing,reference")]
    pub(super) starter: String,
    /// the enabled maps services, separated by commas
    #[config(env = "DEMANDATLAS_SOURCES", default = "catalogue,osm,google,sample")]
    pub(super) sources: String,
    /// URL of an Overpass interpreter. Not set: the public one
    #[config(env = "DEMANDATLAS_OVERPASS_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) overpass_url: Option<String>,
    /// URL of the bucket that `places fetch overture` reads; it must allow listing. Not set: Overture's own
    #[config(env = "DEMANDATLAS_OVERTURE_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) overture_url: Option<String>,
    /// URL of the folder of state extracts that `places fetch osm` reads. Not set: Geofabrik's
    #[config(env = "DEMANDATLAS_OSM_EXTRACTS_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) osm_extracts_url: Option<String>,
    /// your key for Google Places (New). Not set: Google is off
    #[config(env = "DEMANDATLAS_GOOGLE_API_KEY")]
    #[serde(serialize_with = "hidden")]
    pub(super) google_api_key: Option<SecretString>,
    /// URL of Google Places. Not set: Google's own
    #[config(env = "DEMANDATLAS_GOOGLE_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) google_url: Option<String>,
    /// requests to Google per day (UTC) for all users together, each for up to 20 businesses; all processes of a database count together
    #[config(env = "DEMANDATLAS_GOOGLE_REQUESTS_PER_DAY", default = 1000)]
    pub(super) google_requests_per_day: u32,
    /// requests to Google per user and day
    #[config(env = "DEMANDATLAS_GOOGLE_REQUESTS_PER_USER", default = 200)]
    pub(super) google_requests_per_user: u32,
    /// requests to OpenStreetMap's server per user and day, one or two for a city
    #[config(env = "DEMANDATLAS_OSM_REQUESTS_PER_USER", default = 500)]
    pub(super) osm_requests_per_user: u32,
    /// time limit for a live service's response, in seconds
    #[config(env = "DEMANDATLAS_LIVE_TIMEOUT_S", default = 60)]
    pub(super) live_timeout_s: u64,
    /// online look-ups used by enrichment, separated by commas: `flood_zone` (FEMA's flood layer for each row's point), `geocoder` (the Census Bureau's, for rows with an address and no coordinates); or `none`
    #[config(env = "DEMANDATLAS_LOOKUPS", default = "none")]
    pub(super) lookups: String,
    /// URL of the flood zone service. Not set: FEMA's own
    #[config(env = "DEMANDATLAS_FLOOD_ZONE_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) flood_zone_url: Option<String>,
    /// URL of the geocoder. Not set: the Census Bureau's own
    #[config(env = "DEMANDATLAS_GEOCODER_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) geocoder_url: Option<String>,
    /// whether Google's rows may be combined with other data; its terms forbid it unless Google has agreed otherwise
    #[config(env = "DEMANDATLAS_ENRICH_GOOGLE", default = false)]
    pub(super) enrich_google: bool,
    /// how owners of websites reach you: an e-mail address, or the URL of a page. The `User-Agent` names it where businesses' websites are read. Not set: no website is read
    #[config(env = "DEMANDATLAS_WEBSITES_CONTACT")]
    pub(super) websites_contact: Option<String>,
    /// domains that are not read, such as those of owners who asked for it, separated by commas
    #[config(env = "DEMANDATLAS_WEBSITES_DENY")]
    pub(super) websites_deny: Option<String>,
    /// whether e-mail addresses of people, and free mailboxes, are kept as well as those of roles (`info@`). In many places who keeps them has duties to those people: to tell them, and to delete on request (`demandatlas people remove`)
    #[config(env = "DEMANDATLAS_WEBSITES_PERSONAL", default = false)]
    pub(super) websites_personal: bool,
    /// whether websites on the ports 8080 and 8443 are read, too
    #[config(env = "DEMANDATLAS_WEBSITES_OTHER_PORTS", default = false)]
    pub(super) websites_other_ports: bool,
    /// names of websites and proxies whose addresses are fixed, and may be private, as in `/etc/hosts`: `shop.example=10.0.0.8, *.test.example=127.0.0.2:8080`. These are yours: they are read without pauses
    #[config(env = "DEMANDATLAS_WEBSITES_HOSTS")]
    pub(super) websites_hosts: Option<String>,
    /// URL of a page that users test their proxies with; best one that answers with the caller's IP address. Not set: proxies cannot be tested
    #[config(env = "DEMANDATLAS_PROXY_TEST_URL")]
    pub(super) proxy_test_url: Option<String>,
    /// the mail server that sends news of scheduled searches: `smtps://user:password@host` (TLS), or `smtp://user:password@host` (STARTTLS; without on this machine, or with `?tls=none`). Its path is what this machine calls itself there, if not the host of `public_url`. Not set: no e-mails
    #[config(env = "DEMANDATLAS_SMTP_URL")]
    #[serde(serialize_with = "server_alone")]
    pub(super) smtp_url: Option<SecretString>,
    /// whom those e-mails come from: an address, or `DemandAtlas <news@example.com>`
    #[config(env = "DEMANDATLAS_MAIL_FROM")]
    pub(super) mail_from: Option<String>,
    /// where users reach the app, for the links in e-mails, such as `https://atlas.example.com`
    #[config(env = "DEMANDATLAS_PUBLIC_URL")]
    pub(super) public_url: Option<String>,
    /// concurrent scrape jobs
    #[config(env = "DEMANDATLAS_WORKER_JOBS", default = 4)]
    pub(super) worker_jobs: u32,
    /// milliseconds without a heartbeat after which another worker takes over a job
    #[config(env = "DEMANDATLAS_WORKER_LEASE_MS", default = 10000)]
    pub(super) worker_lease_ms: u64,
    /// calls per user and second, in each process; twice as many at once after a pause
    #[config(env = "DEMANDATLAS_CALLS_PER_SECOND", default = 100)]
    pub(super) calls_per_second: NonZeroU32,
    /// open (queued or running) searches and enrichments per user; ten times as many may end within a day without a result
    #[config(env = "DEMANDATLAS_OPEN_JOBS_PER_USER", default = 20)]
    pub(super) open_jobs_per_user: NonZeroU32,
    /// concurrent connections; further ones wait
    #[config(env = "DEMANDATLAS_CONNECTIONS", default = 1000)]
    pub(super) connections: NonZeroU32,
    /// memory for cached aggregates, in megabytes
    #[config(env = "DEMANDATLAS_AGGREGATE_CACHE_MB", default = 256)]
    pub(super) aggregate_cache_mb: NonZeroU32,
    /// address of `GET /metrics` for Prometheus, such as `127.0.0.1:9464`. Not set: metrics are not served
    #[config(env = "DEMANDATLAS_METRICS_ADDR")]
    pub(super) metrics_addr: Option<String>,
    /// whether `metrics_addr` may be another than a loopback address: whoever reaches it reads the metrics, without a token
    #[config(env = "DEMANDATLAS_METRICS_PUBLIC", default = false)]
    pub(super) metrics_public: bool,
    /// URL of a collector that traces are sent to by OTLP over HTTP, such as `http://127.0.0.1:4318`. Not set: nothing is traced
    #[config(env = "DEMANDATLAS_OTLP_ENDPOINT")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) otlp_endpoint: Option<String>,
    /// log level, or levels by module as in `info,tower_http=debug`
    #[config(env = "DEMANDATLAS_LOG", default = "info")]
    pub(super) log: String,
    /// the form of log lines: `text` for people, or `json` for log processors
    #[config(env = "DEMANDATLAS_LOG_FORMAT", default = "text")]
    pub(super) log_format: String,
}

/// A setting, without its value.
pub(super) struct Setting {
    pub(super) name: &'static str,
    pub(super) variable: &'static str,
    pub(super) default: Option<String>,
    pub(super) what: &'static str,
}

/// All settings, in the order of their declaration.
pub(super) fn all() -> impl Iterator<Item = Setting> {
    Declared::META.fields.iter().map(|field| {
        let FieldKind::Leaf { env, kind } = field.kind else {
            unreachable!("settings are flat: {}", field.name)
        };
        Setting {
            name: field.name,
            variable: env.unwrap_or_default(),
            default: match kind {
                LeafKind::Required { default } => default.map(text),
                LeafKind::Optional => None,
            },
            what: field.doc.first().map_or("", |line| line.trim()),
        }
    })
}

fn text(default: Expr) -> String {
    match serde_json::to_value(default).expect("literals: always JSON") {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    }
}

fn hidden<S: Serializer>(secret: &Option<SecretString>, out: S) -> Result<S::Ok, S::Error> {
    secret.as_ref().map(|_| "***").serialize(out)
}

/// The user may be as secret as the password.
fn server_alone<S: Serializer>(address: &Option<SecretString>, out: S) -> Result<S::Ok, S::Error> {
    let address = address.as_ref().map(ExposeSecret::expose_secret);
    address.map(without_user).serialize(out)
}

fn without_password<S: Serializer>(address: &str, out: S) -> Result<S::Ok, S::Error> {
    hide_password(address).serialize(out)
}

fn address_without_password<S: Serializer>(
    address: &Option<String>,
    out: S,
) -> Result<S::Ok, S::Error> {
    address.as_deref().map(hide_password).serialize(out)
}

/// The address without its secrets: a password before the host, or among the parameters.
pub(super) fn hide_password(address: &str) -> String {
    let Ok(mut url) = Url::parse(address) else {
        return without_user(address);
    };
    if url.password().is_some() {
        // Only addresses without a host refuse a password, and those have none.
        let _had_a_host = url.set_password(Some("***"));
    }
    let is_secret = |name: &str| {
        let name = name.to_ascii_lowercase();
        ["password", "key", "token", "secret"]
            .iter()
            .any(|secret| name.contains(secret))
    };
    if url.query_pairs().any(|(name, _)| is_secret(&name)) {
        let pairs: Vec<(String, String)> = url
            .query_pairs()
            .map(|(name, value)| {
                let shown = if is_secret(&name) {
                    "***".into()
                } else {
                    value
                };
                (name.into_owned(), shown.into_owned())
            })
            .collect();
        url.query_pairs_mut().clear().extend_pairs(pairs);
    }
    let host_is_read = ![Some(url.path()), url.query(), url.fragment()]
        .into_iter()
        .flatten()
        .any(|part| part.contains('@'));
    if host_is_read {
        url.to_string()
    } else {
        // What precedes an `@` may be a password with a `/`, `?` or `#` in it.
        without_user(url.as_str())
    }
}

/// An address that is not a URL, such as a cluster's with several hosts, without anything before its last `@`.
fn without_user(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    match rest.rsplit_once('@') {
        Some((_, hosts)) => format!("{scheme}://***@{hosts}"),
        None => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_is_the_name_with_the_prefix() {
        for setting in all() {
            assert_eq!(
                setting.variable,
                format!("{PREFIX}{}", setting.name.to_uppercase())
            );
            assert!(!setting.what.is_empty(), "{} says nothing", setting.name);
        }
    }

    #[test]
    fn a_password_is_never_shown() {
        let shown = hide_password("postgres://app:s3cret@db.example/atlas?sslmode=require");
        assert_eq!(shown, "postgres://app:***@db.example/atlas?sslmode=require");
        let shown = hide_password("postgres://db.example/atlas?user=app&password=s3cret");
        assert!(
            !shown.contains("s3cret") && shown.contains("user=app"),
            "{shown}"
        );
        assert_eq!(hide_password("sqlite:"), "sqlite:");
        let cluster = "kurrentdb://atlas:s3cret@a.example:2113,b.example:2113?tls=false";
        assert_eq!(
            hide_password(cluster),
            "kurrentdb://***@a.example:2113,b.example:2113?tls=false"
        );
        for special in ['/', '?', '#', '@', ':', '%'] {
            for user in ["atlas:", "atlas:1"] {
                let address = format!("esdb://{user}{special}s3cret@a.example:2113");
                let shown = hide_password(&address);
                assert!(
                    !shown.contains("s3cret") && shown.contains("a.example:2113"),
                    "{shown}"
                );
            }
        }
    }
}
