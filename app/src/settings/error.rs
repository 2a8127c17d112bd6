//! Why the configuration cannot be used.

use std::net::SocketAddr;
use std::path::PathBuf;

use commands::mail::InvalidMailSetting;
use places::Sources;
use sign_in::verify::IssuerError;
use store::StoreError;

use super::declared::NO_ADDRESS;

/// Why the configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("The configuration cannot be read: {0:#}.")]
    Read(confique::Error),
    #[error("{setting} is {value}; it must be {expected}.")]
    Value {
        setting: String,
        value: String,
        expected: String,
    },
    #[error("secret_key is too short: use at least {0} random characters.")]
    ShortSecret(usize),
    #[error(transparent)]
    Database(#[from] StoreError),
    #[error(
        "log must be a level (error, warn, info, debug, trace) or levels by module, as in info,tower_http=debug; \
         '{0}' is neither."
    )]
    Log(String),
    #[error("log_format must be text or json; '{0}' is neither.")]
    LogFormat(String),
    #[error("{0} is not a TOML file: {1}")]
    NotToml(PathBuf, Box<toml::de::Error>),
    #[error("{0} cannot be read: {1}.")]
    File(PathBuf, std::io::Error),
    #[error("There is no configuration file {0}.")]
    NoFile(PathBuf),
    #[error("{variable} is not a setting.{}", did_you_mean(*nearest))]
    UnknownVariable {
        variable: String,
        nearest: Option<&'static str>,
    },
    #[error("'{name}' in {file} is not a setting.{}", did_you_mean(*nearest))]
    UnknownName {
        file: PathBuf,
        name: String,
        nearest: Option<&'static str>,
    },
    #[error("{0} is set but empty. Give it a value, or remove it; 'none' turns it off.")]
    Empty(String),
    #[error("{0}.")]
    Websites(String),
    #[error("{0}.")]
    Mail(#[from] InvalidMailSetting),
    #[error(
        "For e-mails set all of smtp_url (how they go out), mail_from (whom they come from) and public_url (where their \
         links lead)."
    )]
    HalfMail,
    #[error(transparent)]
    Issuer(#[from] IssuerError),
    #[error(
        "There is no maps service '{0}'. Choose sources from: {all}.",
        all = Sources::NAMES.join(", ")
    )]
    Source(String),
    #[error("'{0}' is not a bundled data set. Choose starter from: listing, reference; or none.")]
    Starter(String),
    #[error("There is no look-up '{name}'. Choose lookups from: {all}.")]
    Lookup { name: String, all: String },
    #[error("map must be own, tiles or both; '{0}' is none of them.")]
    Map(String),
    #[error("auth_api_by must be audience, resource or scope; '{0}' is none of them.")]
    ApiBy(String),
    /// ID tokens would be accepted as access tokens.
    #[error(
        "auth_audience must not be the client id: register the API with its own identifier at the issuer, so that \
         tokens meant for the web app are not accepted by the API."
    )]
    AudienceIsClient,
    #[error(
        "hsts must name a time in seconds, as in max-age=31536000; includeSubDomains, or be none; '{0}' is neither."
    )]
    Hsts(String),
    #[error("Set analytics_script and analytics_id together, or neither.")]
    HalfAnalytics,
    #[error(
        "contact must be an e-mail address or the URL of a page (https://...); '{0}' is neither."
    )]
    Contact(String),
    #[error("'{0}' is not a URL: {1}.")]
    Url(String, url::ParseError),
    #[error("metrics_addr must be {NO_ADDRESS} or none; '{0}' is neither.")]
    MetricsAddress(String),
    #[error(
        "metrics_addr {0} is no loopback address. Whoever reaches it could read the metrics: set metrics_public = true \
         if only your Prometheus can, or use an address such as 127.0.0.1:9464."
    )]
    PublicMetrics(SocketAddr),
    #[error(
        "otlp_endpoint must be the URL of a collector, such as http://127.0.0.1:4318 (/v1/traces is added); '{0}' is none."
    )]
    Collector(String),
    #[error("{0}")]
    Range(&'static str),
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(
        || " demandatlas config lists them all.".to_owned(),
        |name| format!(" Did you mean {name}?"),
    )
}
