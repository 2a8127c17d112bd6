//! Why the configuration cannot be used.

use std::path::PathBuf;

use places::Sources;
use sign_in::verify::IssuerError;
use store::StoreError;

/// Why the configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A variable cannot be read.
    #[error("The configuration cannot be read: {0:#}.")]
    Read(confique::Error),
    /// A value of another kind than the setting's.
    #[error("{setting} is {value}; it must be {expected}.")]
    Value {
        /// The variable, or the name and its file.
        setting: String,
        /// As it was written.
        value: String,
        /// In words.
        expected: String,
    },
    /// A secret key that could be guessed.
    #[error("secret_key is too short: use at least {0} random characters.")]
    ShortSecret(usize),
    /// A database that there is not.
    #[error(transparent)]
    Database(#[from] StoreError),
    /// A log filter that is none.
    #[error(
        "log is a level (error, warn, info, debug, trace) or levels by module, as in info,tower_http=debug; \
         '{0}' is neither."
    )]
    Log(String),
    /// A file is not TOML.
    #[error("{0} is not a TOML file: {1}")]
    NotToml(PathBuf, Box<toml::de::Error>),
    /// A file is there and cannot be opened.
    #[error("{0} cannot be read: {1}.")]
    File(PathBuf, std::io::Error),
    /// A named file is not there.
    #[error("There is no configuration file {0}.")]
    NoFile(PathBuf),
    /// A variable that would be ignored.
    #[error("{variable} is not a setting.{}", did_you_mean(*nearest))]
    UnknownVariable {
        /// Its name.
        variable: String,
        /// The setting of a similar name.
        nearest: Option<&'static str>,
    },
    /// A name in the file that would be ignored.
    #[error("'{name}' in {file} is not a setting.{}", did_you_mean(*nearest))]
    UnknownName {
        /// The file.
        file: PathBuf,
        /// The name.
        name: String,
        /// The setting of a similar name.
        nearest: Option<&'static str>,
    },
    /// A value that was meant to be something.
    #[error("{0} is set but empty. Give it a value, or remove it; 'none' turns it off.")]
    Empty(String),
    /// The issuer is no issuer.
    #[error(transparent)]
    Issuer(#[from] IssuerError),
    /// A maps service that does not exist.
    #[error(
        "There is no maps service '{0}'. Choose sources from: {all}.",
        all = Sources::NAMES.join(", ")
    )]
    Source(String),
    /// Data that do not ship with the product.
    #[error(
        "'{0}' does not ship with the product. Choose starter from: listing, reference; or none."
    )]
    Starter(String),
    /// A look-up that does not exist.
    #[error("There is no look-up '{name}'. Choose lookups from: {all}.")]
    Lookup {
        /// What was written.
        name: String,
        /// What there is.
        all: String,
    },
    /// A way to ask for the API that does not exist.
    #[error("auth_api_by is audience, resource or scope; '{0}' is none of them.")]
    ApiBy(String),
    /// ID tokens would pass as access tokens.
    #[error(
        "auth_audience must not be the client id: the API needs an identifier of its own at the issuer, so that \
         tokens meant for the web app are not taken for tokens of the API."
    )]
    AudienceIsClient,
    /// Analytics with half of its settings.
    #[error("analytics_script and analytics_id are set together, or not at all.")]
    HalfAnalytics,
    /// A contact that no link can be made of.
    #[error(
        "contact is an e-mail address or the address of a page (https://...); '{0}' is neither."
    )]
    Contact(String),
    /// An address that is none.
    #[error("'{0}' is not an address: {1}.")]
    Url(String, url::ParseError),
    /// A number is out of its range.
    #[error("{0}")]
    Range(&'static str),
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(
        || " demandatlas config lists them all.".to_owned(),
        |name| format!(" Did you mean {name}?"),
    )
}
