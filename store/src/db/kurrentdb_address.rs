//! A connection string of KurrentDB, judged: what is set but wrong is an error, and not left out.

use std::time::Duration;

use kurrentdb::{Client, ClientSettings};

use crate::error::StoreError;

/// What comes before the aggregate's type in the name of every stream, unless told.
const PREFIX: &str = "demandatlas.";
/// How long a call may take, unless the connection string says.
const DEADLINE: Duration = Duration::from_secs(10);
/// Ours: not the client's.
const PREFIX_PARAMETER: &str = "streamprefix";
const DEADLINE_PARAMETER: &str = "defaultdeadline";
/// What the client knows; it would pass over any other with a warning.
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

/// A server or cluster, and where in it the log lies.
#[derive(Clone)]
pub(crate) struct Address {
    pub(crate) settings: ClientSettings,
    /// Names it in messages, without a password.
    pub(crate) shown: String,
    /// What comes before the aggregate's type in the name of a stream.
    pub(crate) prefix: String,
    /// How long a call may take.
    pub(crate) deadline: Duration,
}

/// A client, while it is of use.
#[derive(Default)]
pub(crate) struct Made {
    pub(crate) client: Option<Client>,
    /// Counts the clients, so that one that is dead is dropped once.
    pub(crate) times: u64,
}

/// Reads a connection string.
pub(super) fn address(url: &str) -> Result<Address, StoreError> {
    let wrong =
        |what: &str| StoreError::Configuration(format!("The event store URL is not valid: {what}"));
    let mut prefix = PREFIX.to_owned();
    let mut deadline = DEADLINE;
    let (base, query) = url.split_once('?').unwrap_or((url, ""));
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
        .map_err(|error: kurrentdb::ClientSettingsParseError| wrong(&error.to_string()))?;
    let hosts = base.rsplit_once('@').or_else(|| base.split_once("://"));
    let shown = hosts.map_or(base, |(_, hosts)| hosts);
    Ok(Address {
        settings,
        shown: shown.trim_end_matches('/').to_owned(),
        prefix,
        deadline,
    })
}

const PREFIX_RULE: &str = "streamPrefix is made of letters, digits, dots and underscores.";

fn judged_prefix(value: &str) -> Option<String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
    (!value.is_empty() && value.chars().all(fits)).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::EventStoreUrl;

    fn read(text: &str) -> Result<Address, String> {
        let url = text.parse::<EventStoreUrl>();
        url.map(|url| url.address().clone())
            .map_err(|error| error.to_string())
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
            ("esdb://a:2113?streamPrefix=a-b", "streamPrefix is made of"),
            ("esdb://a:2113?defaultDeadline=0", "in milliseconds"),
            ("esdb://a:port", "not valid"),
            ("esdb://a:2113?tls=maybe", "not valid"),
        ];
        for (text, says) in wrong {
            let error = read(text).err().unwrap();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
