//! Every setting, declared once: its name, type, default and meaning. File and variables are read into this, and
//! `demandatlas config`, `--help` and the table in docs/operations.md are made from it.
//!
//! A setting `worker_jobs` is `worker_jobs = 8` in the file and `DEMANDATLAS_WORKER_JOBS=8` as a variable.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use confique::Config;
use confique::meta::{Expr, FieldKind, LeafKind};
use secrecy::SecretString;
use serde::{Serialize, Serializer};
use url::Url;

/// What every variable begins with.
pub(super) const PREFIX: &str = "DEMANDATLAS_";

/// What an address to listen on must be.
pub(crate) const NO_ADDRESS: &str = "an IP address with a port, such as 127.0.0.1:8080";

/// The settings as they are written. The first line of each comment is what users read.
#[derive(Debug, Clone, Config, Serialize)]
pub(super) struct Declared {
    /// where to listen; `serve --addr`
    #[config(env = "DEMANDATLAS_ADDR", default = "127.0.0.1:8080")]
    pub(super) addr: SocketAddr,
    /// the folder of everything that is kept in files; `--data-dir`
    #[config(env = "DEMANDATLAS_DATA_DIR", default = ".demandatlas")]
    pub(super) data_dir: PathBuf,
    /// `sqlite:` (files in the data folder) or `postgres://user:password@host/database`; `--database-url`
    #[config(env = "DEMANDATLAS_DATABASE_URL", default = "sqlite:")]
    #[serde(serialize_with = "without_password")]
    pub(super) database_url: String,
    /// a KurrentDB or EventStoreDB that holds the events instead, beside that database: `kurrentdb://user:password@host:2113`, as its connection strings are written; a cluster by its nodes, separated by commas. Only in builds with the feature `kurrentdb`
    #[config(env = "DEMANDATLAS_EVENTSTORE_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) eventstore_url: Option<String>,
    /// seconds that a statement may take on PostgreSQL, which ends it then. A database that says nothing for a twelfth longer counts as cut off (a sixth, where a read model's step takes several statements)
    #[config(env = "DEMANDATLAS_STATEMENT_TIMEOUT_S", default = 60)]
    pub(super) statement_timeout_s: NonZeroU32,
    /// seals the ledger, hides coupon codes and opens what users wrote; at least 32 random characters, the same for all processes of one database. Not set: `secret.key` in the data folder, made at the first start
    #[config(env = "DEMANDATLAS_SECRET_KEY")]
    #[serde(serialize_with = "hidden")]
    pub(super) secret_key: Option<SecretString>,
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
    /// how the issuer is asked for tokens of the API: `audience` (Auth0), `resource` (RFC 8707), or `scope` where a scope names the API (Entra, Okta) or the client is set up for it (Keycloak)
    #[config(env = "DEMANDATLAS_AUTH_API_BY", default = "audience")]
    pub(super) auth_api_by: String,
    /// further scopes to ask for beside `openid profile email offline_access`, separated by spaces
    #[config(env = "DEMANDATLAS_AUTH_SCOPE")]
    pub(super) auth_scope: Option<String>,
    /// the organization that tokens must name: an id (`org_…`) or a name
    #[config(env = "DEMANDATLAS_AUTH_ORGANIZATION")]
    pub(super) auth_organization: Option<String>,
    /// the claim that names the organization, such as `tid`. Not set: `org_id` or `org_name`
    #[config(env = "DEMANDATLAS_AUTH_ORGANIZATION_CLAIM")]
    pub(super) auth_organization_claim: Option<String>,
    /// the claim of access tokens that names the user's plan (a text, or a list such as roles), by its name or its place (`realm_access.roles`). It opens the account; a later change holds from the next period on. Not set: tokens say nothing of plans
    #[config(env = "DEMANDATLAS_AUTH_TIER_CLAIM")]
    pub(super) auth_tier_claim: Option<String>,
    /// the browser's origin where a development server stands in front; `make dev` sets it
    #[config(env = "DEMANDATLAS_DEV_ORIGIN")]
    pub(super) dev_origin: Option<String>,
    /// map tiles as a Leaflet URL template; `none` for maps without a background
    #[config(
        env = "DEMANDATLAS_TILE_URL",
        default = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"
    )]
    pub(super) tile_url: String,
    /// the credit line of the tiles
    #[config(
        env = "DEMANDATLAS_TILE_ATTRIBUTION",
        default = "© OpenStreetMap contributors"
    )]
    pub(super) tile_attribution: String,
    /// where users reach whoever runs this: an e-mail address, or the address of a page. It stands wherever the app says "contact support", and beside every way to another plan. Not set: nowhere
    #[config(env = "DEMANDATLAS_CONTACT")]
    pub(super) contact: Option<String>,
    /// the address of an analytics script that speaks gtag.js's data layer. Not set: no analytics, and nothing leaves the browser
    #[config(env = "DEMANDATLAS_ANALYTICS_SCRIPT")]
    pub(super) analytics_script: Option<String>,
    /// the property that the analytics script counts for
    #[config(env = "DEMANDATLAS_ANALYTICS_ID")]
    pub(super) analytics_id: Option<String>,
    /// where the analytics script sends to, beside its own host: origins such as `https://collect.example.com`, separated by commas
    #[config(env = "DEMANDATLAS_ANALYTICS_HOSTS")]
    pub(super) analytics_hosts: Option<String>,
    /// what of the data that ship with the product is used, separated by commas: `listing` (breweries of the USA), `reference` (public tables for enrichment); or `none`
    #[config(env = "DEMANDATLAS_STARTER", default = "listing,reference")]
    pub(super) starter: String,
    /// the maps services that are on, separated by commas
    #[config(env = "DEMANDATLAS_SOURCES", default = "catalogue,osm,google,sample")]
    pub(super) sources: String,
    /// the interpreter of an Overpass server. Not set: the public one
    #[config(env = "DEMANDATLAS_OVERPASS_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) overpass_url: Option<String>,
    /// where `places fetch overture` finds the releases: a bucket that lists itself. Not set: Overture's own
    #[config(env = "DEMANDATLAS_OVERTURE_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) overture_url: Option<String>,
    /// where `places fetch osm` finds the states' extracts. Not set: Geofabrik's folder
    #[config(env = "DEMANDATLAS_OSM_EXTRACTS_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) osm_extracts_url: Option<String>,
    /// the operator's key for Google Places (New). Not set: Google is off
    #[config(env = "DEMANDATLAS_GOOGLE_API_KEY")]
    #[serde(serialize_with = "hidden")]
    pub(super) google_api_key: Option<SecretString>,
    /// where Google Places is asked. Not set: Google's own address
    #[config(env = "DEMANDATLAS_GOOGLE_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) google_url: Option<String>,
    /// requests a day (UTC) that all users together may make to Google, each for up to 20 businesses; all processes of a database count together
    #[config(env = "DEMANDATLAS_GOOGLE_REQUESTS_PER_DAY", default = 1000)]
    pub(super) google_requests_per_day: u32,
    /// requests a day that one user's searches may make to Google
    #[config(env = "DEMANDATLAS_GOOGLE_REQUESTS_PER_USER", default = 200)]
    pub(super) google_requests_per_user: u32,
    /// requests a day that one user's searches may make to OpenStreetMap's server, one or two for a city
    #[config(env = "DEMANDATLAS_OSM_REQUESTS_PER_USER", default = 500)]
    pub(super) osm_requests_per_user: u32,
    /// seconds that a live maps service may take to answer
    #[config(env = "DEMANDATLAS_LIVE_TIMEOUT_S", default = 60)]
    pub(super) live_timeout_s: u64,
    /// online look-ups that enrichment may make, separated by commas: `flood_zone` (FEMA's flood layer for each row's point), `geocoder` (the Census Bureau's, for rows with an address and no coordinates); or `none`
    #[config(env = "DEMANDATLAS_LOOKUPS", default = "none")]
    pub(super) lookups: String,
    /// where flood zones are asked. Not set: FEMA's own address
    #[config(env = "DEMANDATLAS_FLOOD_ZONE_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) flood_zone_url: Option<String>,
    /// where addresses are geocoded. Not set: the Census Bureau's own address
    #[config(env = "DEMANDATLAS_GEOCODER_URL")]
    #[serde(serialize_with = "address_without_password")]
    pub(super) geocoder_url: Option<String>,
    /// whether rows of Google may be joined with other data; its terms say no unless Google agreed otherwise
    #[config(env = "DEMANDATLAS_ENRICH_GOOGLE", default = false)]
    pub(super) enrich_google: bool,
    /// scrape jobs that run at once
    #[config(env = "DEMANDATLAS_WORKER_JOBS", default = 4)]
    pub(super) worker_jobs: u32,
    /// milliseconds without a sign of life after which a job is taken over
    #[config(env = "DEMANDATLAS_WORKER_LEASE_MS", default = 10000)]
    pub(super) worker_lease_ms: u64,
    /// calls a second that a user may make in the long run, in each process; twice as many at once after a pause
    #[config(env = "DEMANDATLAS_CALLS_PER_SECOND", default = 100)]
    pub(super) calls_per_second: NonZeroU32,
    /// searches and enrichments of a user that may be open (queued or running) at once; ten times as many may end within a day without a row to pay
    #[config(env = "DEMANDATLAS_OPEN_JOBS_PER_USER", default = 20)]
    pub(super) open_jobs_per_user: NonZeroU32,
    /// connections at once; further ones wait
    #[config(env = "DEMANDATLAS_CONNECTIONS", default = 1000)]
    pub(super) connections: NonZeroU32,
    /// megabytes of memory for the states that commands are decided on
    #[config(env = "DEMANDATLAS_AGGREGATE_CACHE_MB", default = 256)]
    pub(super) aggregate_cache_mb: NonZeroU32,
    /// what is logged: a level, or levels by module as in `info,tower_http=debug`
    #[config(env = "DEMANDATLAS_LOG", default = "info")]
    pub(super) log: String,
}

/// What is known of a setting without a value.
pub(super) struct Setting {
    pub(super) name: &'static str,
    pub(super) variable: &'static str,
    /// None: not set.
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

fn without_password<S: Serializer>(address: &str, out: S) -> Result<S::Ok, S::Error> {
    hide_password(address).serialize(out)
}

fn address_without_password<S: Serializer>(
    address: &Option<String>,
    out: S,
) -> Result<S::Ok, S::Error> {
    address.as_deref().map(hide_password).serialize(out)
}

/// The address without what must not be shown: a password before the host, or one among the parameters.
fn hide_password(address: &str) -> String {
    let Ok(mut url) = Url::parse(address) else {
        return without_user(address);
    };
    if url.password().is_some() {
        // Only addresses without a host refuse a password, and they had none.
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
        // What stands before an `@` may be a password with a `/`, `?` or `#` in it.
        without_user(url.as_str())
    }
}

/// An address that is no URL, such as a cluster's with several hosts, without anything before its last `@`.
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
