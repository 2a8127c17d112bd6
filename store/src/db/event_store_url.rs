//! Where the events lie, if not in the database.

use std::fmt;
use std::str::FromStr;
#[cfg(feature = "kurrentdb")]
use std::sync::{Arc, Mutex};

#[cfg(feature = "kurrentdb")]
use super::kurrentdb_address::{Address, Made, address};
use crate::error::StoreError;

/// What may come before `://`.
const SCHEMES: [&str; 4] = ["kurrentdb", "kurrentdb+discover", "esdb", "esdb+discover"];

/// A KurrentDB server or cluster, as its connection strings name it. May hold a password: never shown.
#[derive(Clone)]
pub struct EventStoreUrl {
    #[cfg(feature = "kurrentdb")]
    address: Box<Address>,
    /// One for all that are made of it.
    #[cfg(feature = "kurrentdb")]
    client: Arc<Mutex<Made>>,
}

impl fmt::Debug for EventStoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EventStoreUrl(…)")
    }
}

impl EventStoreUrl {
    /// What it says.
    #[cfg(feature = "kurrentdb")]
    pub(crate) const fn address(&self) -> &Address {
        &self.address
    }

    /// The client, once it is made.
    #[cfg(feature = "kurrentdb")]
    pub(crate) fn client(&self) -> Arc<Mutex<Made>> {
        Arc::clone(&self.client)
    }
}

impl FromStr for EventStoreUrl {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let scheme = text.split_once("://").map(|(scheme, _)| scheme);
        if !scheme.is_some_and(|scheme| SCHEMES.contains(&scheme)) {
            return Err(StoreError::Configuration(
                "The event store URL starts with kurrentdb:// or esdb:// (or with kurrentdb+discover:// or \
                 esdb+discover://, for a cluster's name in DNS); without one the events lie in the database."
                    .to_owned(),
            ));
        }
        #[cfg(feature = "kurrentdb")]
        return Ok(Self {
            address: Box::new(address(text)?),
            client: Arc::default(),
        });
        #[cfg(not(feature = "kurrentdb"))]
        Err(StoreError::Configuration(
            "This binary was built without KurrentDB: build it with the feature kurrentdb, or leave the event store \
             URL out."
                .to_owned(),
        ))
    }
}
