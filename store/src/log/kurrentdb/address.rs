//! Checks a connection string of KurrentDB: a wrong parameter is an error, and not ignored.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use kurrentdb::{Client, ClientSettings};

use crate::error::StoreError;

/// The schemes of a connection string.
const SCHEMES: [&str; 4] = ["kurrentdb", "kurrentdb+discover", "esdb", "esdb+discover"];
/// The default prefix of every stream's name, before the aggregate's type.
const PREFIX: &str = "demandatlas.";
/// How long a call may take, unless the connection string says otherwise.
const DEADLINE: Duration = Duration::from_secs(10);
/// Our own parameter, which the client does not know.
const PREFIX_PARAMETER: &str = "streamprefix";
const DEADLINE_PARAMETER: &str = "defaultdeadline";
/// The client's parameters; it would ignore others with a warning.
const PARAMETERS: [&str; 12] = [
    "maxdiscoverattempts",
    "discoveryinterval",
    "gossiptimeout",
    "tls",
    "tlsverifycert",
    "nodepreference",
    "keepaliveinterval",
    "keepalivetimeout",
    "connectionname",
    "usercertfile",
    "userkeyfile",
    "tlscafile",
];

/// A server or cluster, and the client of all logs on it.
pub(in crate::log) struct KurrentServer {
    pub(super) address: Arc<Address>,
    pub(super) client: Arc<Mutex<Made>>,
}

/// The server of a connection string.
pub(in crate::log) fn server(url: &str) -> Result<KurrentServer, StoreError> {
    let scheme = url.split_once("://").map(|(scheme, _)| scheme);
    if !scheme.is_some_and(|scheme| SCHEMES.contains(&scheme)) {
        return Err(StoreError::Configuration(
            "The event store URL starts with kurrentdb:// or esdb:// (or with kurrentdb+discover:// or \
             esdb+discover://, for a cluster's name in DNS); without one the events lie in the database."
                .to_owned(),
        ));
    }
    Ok(KurrentServer {
        address: Arc::new(address(url)?),
        client: Arc::default(),
    })
}

/// Where a server or cluster is, and where on it the log is.
pub(super) struct Address {
    pub(super) settings: ClientSettings,
    /// The name for messages, without a password.
    pub(super) shown: String,
    /// The prefix of every stream's name, before the aggregate's type.
    pub(super) prefix: String,
    pub(super) deadline: Duration,
}

/// A client, as long as it works.
#[derive(Default)]
pub(super) struct Made {
    pub(super) client: Option<Client>,
    /// Counts the clients, so that a dead one is dropped only once.
    pub(super) times: u64,
}

/// Reads a connection string.
fn address(url: &str) -> Result<Address, StoreError> {
    let wrong =
        |what: &str| StoreError::Configuration(format!("The event store URL is not valid: {what}"));
    let mut prefix = PREFIX.to_owned();
    let mut deadline = DEADLINE;
    let (user, hosts) = url.rsplit_once('@').unwrap_or(("", url));
    if user
        .split_once("://")
        .is_some_and(|(_, user)| user.contains(['/', '?', '#', '@']))
    {
        return Err(wrong(
            "a name or password cannot hold any of / ? # @, and an @ stands before the hosts only.",
        ));
    }
    let query = hosts.split_once('?').map_or("", |(_, query)| query);
    let base = url.strip_suffix(query).unwrap_or(url).trim_end_matches('?');
    let mut kept = Vec::new();
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        match name.to_ascii_lowercase().as_str() {
            PREFIX_PARAMETER => prefix = judged_prefix(value).ok_or_else(|| wrong(PREFIX_RULE))?,
            DEADLINE_PARAMETER => {
                let millis = value.parse().ok().filter(|millis| *millis > 0);
                let millis =
                    millis.ok_or_else(|| wrong("defaultDeadline is in milliseconds, from 1."))?;
                deadline = Duration::from_millis(millis);
            }
            "nodepreference" if !value.eq_ignore_ascii_case("leader") => {
                return Err(wrong(
                    "nodePreference must be leader: commands are decided on what is read.",
                ));
            }
            known if PARAMETERS.contains(&known) => kept.push(parameter),
            _ => return Err(wrong(&format!("it has no parameter {name}."))),
        }
    }
    let text = if kept.is_empty() {
        base.to_owned()
    } else {
        format!("{base}?{}", kept.join("&"))
    };
    let settings: ClientSettings = text
        .parse()
        // The client's own message contains the whole string.
        .map_err(|_: kurrentdb::ClientSettingsParseError| wrong(FORM))?;
    let hosts = base.rsplit_once('@').or_else(|| base.split_once("://"));
    let shown = hosts.map_or(base, |(_, hosts)| hosts);
    Ok(Address {
        settings,
        shown: shown.trim_end_matches('/').to_owned(),
        prefix,
        deadline,
    })
}

const FORM: &str = "it is written kurrentdb://user:password@host:2113,host:2113?tls=true&…=…, and something of it cannot \
                    be read.";
const PREFIX_RULE: &str =
    "streamPrefix is made of letters, digits, dots and underscores, and ends in a dot.";

fn judged_prefix(value: &str) -> Option<String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
    // Without a dot at its end it could be the prefix of another log's names.
    (value.len() > 1 && value.ends_with('.') && value.chars().all(fits)).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Arc<Address>, String> {
        let server = server(text).map(|server| server.address);
        server.map_err(|error| error.to_string())
    }

    #[test]
    fn es_04_a_connection_string_is_taken_as_a_whole_or_refused_in_words() {
        let address =
            read("esdb://admin:s3cret@a.example:2113?tls=false&streamPrefix=test_1.").unwrap();
        assert_eq!(address.shown, "a.example:2113");
        assert_eq!(address.prefix, "test_1.");
        assert!(!address.settings.is_secure_mode_enabled());
        let cluster = read("kurrentdb://a:2113,b:2113,c:2113?defaultDeadline=500").unwrap();
        assert_eq!(cluster.deadline, Duration::from_millis(500));
        assert!(cluster.settings.is_secure_mode_enabled());
        let wrong = [
            ("http://a:2113", "starts with kurrentdb://"),
            ("esdb://a:2113?tsl=false", "no parameter tsl"),
            ("esdb://a:2113?nodePreference=follower", "must be leader"),
            ("esdb://a:2113?streamPrefix=a-b.", "streamPrefix is made of"),
            ("esdb://a:2113?streamPrefix=ab", "ends in a dot"),
            ("esdb://a:2113?defaultDeadline=0", "in milliseconds"),
            ("esdb://a:port", "not valid"),
            ("esdb://a:2113?tls=maybe", "not valid"),
            ("esdb://a:2113,b:port", "not valid"),
        ];
        for (text, says) in wrong {
            let error = read(text).err().unwrap();
            assert!(error.contains(says), "{text}: {error}");
            let text = text.replace("://", "://atlas:s3cret@");
            let error = read(&text).err().unwrap();
            assert!(error.contains(says), "{text}: {error}");
            assert!(
                !error.contains("s3cret") && !error.contains("atlas:"),
                "{error}"
            );
        }
        for special in ['/', '?', '#', '@'] {
            let text = format!("esdb://atlas:pass{special}s3cret@a:2113?tls=false");
            let error = read(&text).err().unwrap();
            assert!(error.contains("name or password"), "{error}");
            assert!(!error.contains("s3cret"), "{error}");
        }
    }
}
