//! An event as views see it: decoded once, however many views fold it.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::OnceLock;

use cqrs_es::Aggregate;
use domain::codec::StoredEvent;
use domain::credit_account::{CreditAccount, CreditEvent};
use domain::scrape_job::{ScrapeJob, ScrapeJobEvent};
use jiff::Timestamp;
use serde::Deserialize;
use store::log::RecordedEvent;
use store::subscriptions::ProjectError;

/// A recorded event with what it says.
pub(crate) struct Event<'a> {
    recorded: Cow<'a, RecordedEvent>,
    body: OnceLock<Result<Body, String>>,
}

/// What the events that views depend on say; of a job's events the time too.
enum Body {
    Credit(CreditEvent),
    Job(ScrapeJobEvent, Timestamp),
    Other,
}

/// The part of the metadata that views show.
#[derive(Deserialize)]
struct Recorded {
    at: Timestamp,
}

impl<'a> From<&'a RecordedEvent> for Event<'a> {
    fn from(recorded: &'a RecordedEvent) -> Self {
        Self {
            recorded: Cow::Borrowed(recorded),
            body: OnceLock::new(),
        }
    }
}

impl From<RecordedEvent> for Event<'static> {
    fn from(recorded: RecordedEvent) -> Self {
        Self {
            recorded: Cow::Owned(recorded),
            body: OnceLock::new(),
        }
    }
}

impl Deref for Event<'_> {
    type Target = RecordedEvent;

    fn deref(&self) -> &RecordedEvent {
        &self.recorded
    }
}

impl Event<'_> {
    /// Decodes it now, so that whoever folds it need not. That it cannot be decoded is told to the views
    /// that ask for it.
    pub(crate) fn prepare(&self) {
        self.body.get_or_init(|| decode(&self.recorded));
    }

    fn body(&self) -> Result<&Body, ProjectError> {
        self.prepare();
        match self.body.get() {
            Some(Ok(body)) => Ok(body),
            Some(Err(reason)) => Err(ProjectError::at(self, reason)),
            None => Err(ProjectError::at(self, "it was not decoded")),
        }
    }

    /// The event of a credit account.
    pub(crate) fn credit(&self) -> Result<&CreditEvent, ProjectError> {
        match self.body()? {
            Body::Credit(event) => Ok(event),
            _ => Err(ProjectError::at(self, "it is no event of an account")),
        }
    }

    /// The event of a scrape job, and when it happened.
    pub(crate) fn job(&self) -> Result<(&ScrapeJobEvent, Timestamp), ProjectError> {
        match self.body()? {
            Body::Job(event, at) => Ok((event, *at)),
            _ => Err(ProjectError::at(self, "it is no event of a job")),
        }
    }
}

fn decode(event: &RecordedEvent) -> Result<Body, String> {
    let (name, version, payload) = (&event.event_type, &event.event_version, &event.payload);
    match event.aggregate_type.as_str() {
        CreditAccount::TYPE => CreditEvent::decode(name, version, payload)
            .map(Body::Credit)
            .map_err(|error| error.to_string()),
        ScrapeJob::TYPE => {
            let decoded = ScrapeJobEvent::decode(name, version, payload);
            let recorded = serde_json::from_str::<Recorded>(&event.metadata);
            Ok(Body::Job(
                decoded.map_err(|error| error.to_string())?,
                recorded.map_err(|error| error.to_string())?.at,
            ))
        }
        _ => Ok(Body::Other),
    }
}
