//! Where the events are, if not in the database. The one place that chooses a server for them.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::remote::{EventServer, RemoteLog};
use crate::db::{Db, Doubts};
use crate::error::StoreError;

/// The URL of a server that holds the events. May hold a password: never shown.
#[derive(Clone)]
pub struct EventStoreUrl(Arc<dyn EventServer>);

impl fmt::Debug for EventStoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EventStoreUrl(…)")
    }
}

impl EventStoreUrl {
    /// The name of what holds the events, with the database's.
    pub(crate) fn engine(&self, beside: &Db) -> &'static str {
        self.0.engine(beside)
    }

    /// The log there, with `beside` for everything that is not an event but the read models, which are in `views`.
    pub(super) fn log(&self, beside: &Db, views: &Db, doubts: &Doubts) -> Arc<dyn RemoteLog> {
        self.0.log(beside, views, doubts)
    }
}

impl FromStr for EventStoreUrl {
    type Err = StoreError;

    #[cfg(feature = "kurrentdb")]
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let server = super::kurrentdb::server(text.trim())?;
        Ok(Self(Arc::new(server)))
    }

    #[cfg(not(feature = "kurrentdb"))]
    fn from_str(_: &str) -> Result<Self, Self::Err> {
        Err(StoreError::Configuration(
            "This binary was built without KurrentDB: build it with the feature kurrentdb, or leave the event store \
             URL out."
                .to_owned(),
        ))
    }
}
