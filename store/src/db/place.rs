//! Where a database is: how its server is spoken to, its name for people, and whether it holds a store yet.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use sqlx::{Connection, PgConnection};

use crate::error::StoreError;
use crate::installation::{ENTRY, ID};

/// How long a call waits for a connection before it gets a 503.
pub(super) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// The configured database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// The embedded default: files in the data folder.
    Sqlite,
    Postgres(String),
}

impl FromStr for DatabaseUrl {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if text == "sqlite" || text == "sqlite:" {
            Ok(Self::Sqlite)
        } else if text.starts_with("postgres:") || text.starts_with("postgresql:") {
            Ok(Self::Postgres(text.to_owned()))
        } else {
            Err(StoreError::Configuration(
                "The database URL starts with postgres: (a server) or is sqlite: (the embedded \
                 default, in the data folder)."
                    .to_owned(),
            ))
        }
    }
}

impl DatabaseUrl {
    /// Its name for people, without a password. However a URL spells this machine, the name is the same.
    ///
    /// # Errors
    /// When the URL is not valid.
    pub fn name(&self) -> Result<String, StoreError> {
        let Self::Postgres(url) = self else {
            return Ok("SQLite".to_owned());
        };
        let options = connect_options(url)?;
        let host = if is_on_this_machine(&options) {
            "localhost"
        } else {
            options.get_host()
        };
        let database = options.get_database().unwrap_or(options.get_username());
        let port = options.get_port();
        Ok(format!("PostgreSQL at {host}:{port}, database {database}"))
    }

    /// The id of the store that it holds, if it holds one; empty on SQLite, where the folder says which store it is.
    /// Nothing is created.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub async fn store_id(&self, data_dir: &Path) -> Result<Option<String>, StoreError> {
        let Self::Postgres(url) = self else {
            return Ok(data_dir.join("log.db").exists().then(String::new));
        };
        let mut connection = reached(&connect_options(url)?).await?;
        let holds: bool = sqlx::query_scalar("SELECT to_regclass('installation') IS NOT NULL")
            .fetch_one(&mut connection)
            .await?;
        let mut id = None;
        if holds {
            let entry = sqlx::query_scalar(ENTRY).bind(ID);
            let stored: Option<String> = entry.fetch_optional(&mut connection).await?;
            id = Some(stored.unwrap_or_default());
        }
        connection.close().await?;
        Ok(id)
    }
}

/// How the server that `url` names is connected to. Over a network that is by TLS with a verified certificate, unless
/// the URL asks for something else.
pub(super) fn connect_options(url: &str) -> Result<PgConnectOptions, StoreError> {
    let options: PgConnectOptions = url.parse().map_err(|error| {
        StoreError::Configuration(format!("The database URL is not valid: {error}"))
    })?;
    if is_on_this_machine(&options) || names_ssl_mode(url) {
        return Ok(options);
    }
    Ok(options.ssl_mode(PgSslMode::VerifyFull))
}

/// A connection of its own; says which server cannot be reached, and why.
pub(super) async fn reached(options: &PgConnectOptions) -> Result<PgConnection, StoreError> {
    let (host, port) = (options.get_host().to_owned(), options.get_port());
    let cannot = |why: &dyn std::fmt::Display, hint: Option<&str>| {
        let hint = hint.unwrap_or("Is DEMANDATLAS_DATABASE_URL right, and is the server running?");
        StoreError::Configuration(format!(
            "PostgreSQL at {host}:{port} cannot be used: {why}. {hint}"
        ))
    };
    let connected = PgConnection::connect_with(options);
    match tokio::time::timeout(ACQUIRE_TIMEOUT, connected).await {
        Ok(Ok(connection)) => Ok(connection),
        Ok(Err(error)) => Err(cannot(&error, hint(options, &error))),
        Err(_) => Err(cannot(&"it does not answer", None)),
    }
}

/// What to do about a connection that failed for its encryption.
fn hint(options: &PgConnectOptions, error: &sqlx::Error) -> Option<&'static str> {
    let is_of_tls = match error {
        sqlx::Error::Tls(_) => true,
        // What rustls says of certificates.
        sqlx::Error::Io(error) => error.kind() == std::io::ErrorKind::InvalidData,
        _ => false,
    };
    let is_verified = matches!(options.get_ssl_mode(), PgSslMode::VerifyFull);
    (is_of_tls && is_verified).then_some(
        "A server on another machine is spoken to by TLS, and its certificate must be of a known authority and name \
         this host. Name your own authority with sslrootcert=FILE in the URL, or ask for less there with sslmode= \
         (require: not verified; disable: not encrypted, for a private network alone)",
    )
}

fn is_on_this_machine(options: &PgConnectOptions) -> bool {
    let host = options.get_host().trim_matches(['[', ']']);
    let is_loopback = |address: std::net::IpAddr| address.to_canonical().is_loopback();
    options.get_socket().is_some()
        || host.starts_with('/')
        || host.eq_ignore_ascii_case("localhost")
        || host.parse().is_ok_and(is_loopback)
}

fn names_ssl_mode(url: &str) -> bool {
    let url = url.split('#').next().unwrap_or_default();
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let mut names = query.split('&').filter_map(|part| part.split('=').next());
    names.any(|name| name == "sslmode" || name == "ssl-mode")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(url: &str) -> PgSslMode {
        connect_options(url).unwrap().get_ssl_mode()
    }

    #[test]
    fn a_server_on_another_machine_is_verified_unless_its_address_says_otherwise() {
        for remote in [
            "postgres://app@db.example/atlas",
            "postgres://app@db/atlas?application_name=sslmode",
            "postgres://app@db.example/atlas#?sslmode=disable",
            "postgres://app@10.0.0.7/atlas?sslrootcert=ca.pem",
            "postgres://app@[2001:db8::1]/atlas",
            "postgres://app@127.0.0.1/atlas?host=db.example",
            "postgres://app@localhost.example/atlas",
        ] {
            assert!(matches!(mode(remote), PgSslMode::VerifyFull), "{remote}");
        }
        for (said, expected) in [("disable", "Disable"), ("require", "Require")] {
            for name in ["sslmode", "ssl-mode"] {
                let url = format!("postgres://app@db.example/atlas?port=5433&{name}={said}");
                assert_eq!(format!("{:?}", mode(&url)), expected, "{url}");
            }
        }
    }

    #[test]
    fn a_server_on_this_machine_needs_no_certificate() {
        for local in [
            "postgres://app@127.0.0.1/atlas",
            "postgres://app@127.0.0.53:5433/atlas",
            "postgres://app@[::1]/atlas",
            "postgres://app@[::ffff:127.0.0.1]/atlas",
            "postgres://app@localhost/atlas",
            "postgres://app@%2Frun%2Fpostgresql/atlas",
            "postgres:///atlas?host=/run/postgresql",
        ] {
            assert!(!matches!(mode(local), PgSslMode::VerifyFull), "{local}");
        }
    }

    #[test]
    fn a_database_is_named_without_a_password_and_this_machine_by_one_name() {
        let name = |url: &str| url.parse::<DatabaseUrl>().unwrap().name().unwrap();
        assert_eq!(name("sqlite:"), "SQLite");
        assert_eq!(
            name("postgres://app:s3cret@db.example:5433/atlas"),
            "PostgreSQL at db.example:5433, database atlas"
        );
        let by_number = name("postgres://app:s3cret@127.0.0.1:5432/atlas");
        assert_eq!(by_number, "PostgreSQL at localhost:5432, database atlas");
        assert_eq!(by_number, name("postgres://root@localhost:5432/atlas"));
    }
}
