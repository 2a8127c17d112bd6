//! An event as seen by views: decoded once for all views.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use domain::credit_account::CreditEvent;
use domain::metadata::Metadata;
use domain::monitor::MonitorEvent;
use domain::personal::Closed;
use domain::registry::AnyEvent;
use domain::scrape_job::ScrapeJobEvent;
use jiff::Timestamp;
use serde::Deserialize;
use store::log::RecordedEvent;
use store::subscriptions::ProjectError;
use store::user_keys::UserKey;

use crate::keys::Keys;

/// A recorded event with its decoded payload.
pub(crate) struct Event<'a> {
    recorded: Cow<'a, RecordedEvent>,
    body: OnceLock<Result<AnyEvent, String>>,
    at: OnceLock<Result<Timestamp, String>>,
    metadata: OnceLock<Result<Metadata, String>>,
    /// The key of the user whose personal data it has.
    key: Option<Arc<UserKey>>,
}

/// The part of the metadata that most views need.
#[derive(Deserialize)]
struct Recorded {
    at: Timestamp,
}

impl<'a> From<&'a RecordedEvent> for Event<'a> {
    fn from(recorded: &'a RecordedEvent) -> Self {
        Self::new(Cow::Borrowed(recorded))
    }
}

impl From<RecordedEvent> for Event<'static> {
    fn from(recorded: RecordedEvent) -> Self {
        Self::new(Cow::Owned(recorded))
    }
}

impl Deref for Event<'_> {
    type Target = RecordedEvent;

    fn deref(&self) -> &RecordedEvent {
        &self.recorded
    }
}

impl<'a> Event<'a> {
    const fn new(recorded: Cow<'a, RecordedEvent>) -> Self {
        Self {
            recorded,
            body: OnceLock::new(),
            at: OnceLock::new(),
            metadata: OnceLock::new(),
            key: None,
        }
    }

    /// The same event with the key of its personal texts.
    pub(crate) fn with_key(mut self, keys: &Keys) -> Self {
        self.key = keys.key(&self.recorded);
        self
    }

    /// Decrypts one of its texts; `None` if it was erased.
    pub(crate) fn open(&self, closed: &Closed) -> Option<String> {
        self.key.as_ref()?.open(closed)
    }

    /// Decodes it ahead of the views. Errors are reported to the views that need it.
    pub(crate) fn prepare(&self) {
        match self.body() {
            // Views show the time; ledger and timeline also show the actor.
            Ok(AnyEvent::ScrapeJob(_) | AnyEvent::CompanyList(_) | AnyEvent::Monitor(_)) => {
                let _decoded = self.time();
            }
            Ok(AnyEvent::CreditAccount(_) | AnyEvent::AccountRecord(_)) => {
                let _decoded = self.whole_metadata();
            }
            Ok(AnyEvent::Coupon(_)) | Err(_) => {}
        }
    }

    fn body(&self) -> &Result<AnyEvent, String> {
        self.body
            .get_or_init(|| self.recorded.decode().map_err(|error| error.to_string()))
    }

    fn time(&self) -> &Result<Timestamp, String> {
        self.at.get_or_init(|| {
            serde_json::from_str::<Recorded>(&self.recorded.metadata)
                .map(|recorded| recorded.at)
                .map_err(|error| error.to_string())
        })
    }

    fn whole_metadata(&self) -> &Result<Metadata, String> {
        self.metadata.get_or_init(|| {
            serde_json::from_str(&self.recorded.metadata).map_err(|error| error.to_string())
        })
    }

    pub(crate) fn metadata(&self) -> Result<&Metadata, ProjectError> {
        let metadata = self.whole_metadata().as_ref();
        metadata.map_err(|reason| ProjectError::at(self, reason))
    }

    /// Its decoded payload.
    pub(crate) fn decoded(&self) -> Result<&AnyEvent, ProjectError> {
        let body = self.body().as_ref();
        body.map_err(|reason| ProjectError::at(self, reason))
    }

    /// Its time.
    pub(crate) fn at(&self) -> Result<Timestamp, ProjectError> {
        let at = self.time().as_ref();
        at.copied().map_err(|reason| ProjectError::at(self, reason))
    }

    /// The event as one of a credit account.
    pub(crate) fn credit(&self) -> Result<&CreditEvent, ProjectError> {
        match self.decoded()? {
            AnyEvent::CreditAccount(event) => Ok(event),
            _ => Err(ProjectError::at(self, "it is not an account event")),
        }
    }

    /// The event as one of a monitor.
    pub(crate) fn monitor(&self) -> Result<&MonitorEvent, ProjectError> {
        match self.decoded()? {
            AnyEvent::Monitor(event) => Ok(event),
            _ => Err(ProjectError::at(self, "it is not a monitor's event")),
        }
    }

    /// The event as one of a scrape job.
    pub(crate) fn job(&self) -> Result<&ScrapeJobEvent, ProjectError> {
        match self.decoded()? {
            AnyEvent::ScrapeJob(event) => Ok(event),
            _ => Err(ProjectError::at(self, "it is not a job event")),
        }
    }
}
