//! The store under cqrs-es's own framework.

use std::collections::HashMap;

use cqrs_es::{AggregateError, EventEnvelope, EventStore};
use domain::codec::{EventSourced, StoredEvent};

use super::{AggregateStore, Loaded};
use crate::error::StoreError;
use crate::log::AppendError;

fn aggregate_error<E: std::error::Error>(error: StoreError) -> AggregateError<E> {
    match error {
        StoreError::Damaged(_) => AggregateError::DeserializationError(Box::new(error)),
        other => AggregateError::DatabaseConnectionError(Box::new(other)),
    }
}

impl<A: EventSourced> EventStore<A> for AggregateStore {
    type AC = Loaded<A>;

    async fn load_events(
        &self,
        aggregate_id: &str,
    ) -> Result<Vec<EventEnvelope<A>>, AggregateError<A::Error>> {
        let events = self
            .log
            .read_stream::<A>(aggregate_id, 0)
            .await
            .map_err(aggregate_error)?;
        events
            .into_iter()
            .map(|event| {
                let payload = event.payload.to_string();
                let payload =
                    A::Event::decode(&event.event_type, &event.event_version, &payload)
                        .map_err(|error| AggregateError::DeserializationError(Box::new(error)))?;
                let metadata = serde_json::from_value(event.metadata)
                    .map_err(|error| AggregateError::DeserializationError(Box::new(error)))?;
                Ok(EventEnvelope {
                    aggregate_id: event.aggregate_id,
                    sequence: event.sequence,
                    payload,
                    metadata,
                })
            })
            .collect()
    }

    async fn load_aggregate(
        &self,
        aggregate_id: &str,
    ) -> Result<Loaded<A>, AggregateError<A::Error>> {
        self.load(aggregate_id).await.map_err(aggregate_error)
    }

    async fn commit(
        &self,
        events: Vec<A::Event>,
        context: Loaded<A>,
        metadata: HashMap<String, String>,
    ) -> Result<Vec<EventEnvelope<A>>, AggregateError<A::Error>> {
        let json = serde_json::to_string(&metadata)
            .map_err(|error| AggregateError::UnexpectedError(Box::new(error)))?;
        let first = context.sequence + 1;
        let aggregate_id = context.stream.aggregate_id.clone();
        let change = self.change(context, &events, &json);
        match self.commit_changes(vec![change], None, None).await {
            Ok(_) => Ok((first..)
                .zip(events)
                .map(|(sequence, payload)| EventEnvelope {
                    aggregate_id: aggregate_id.clone(),
                    sequence: usize::try_from(sequence).unwrap_or(usize::MAX),
                    payload,
                    metadata: metadata.clone(),
                })
                .collect()),
            Err(AppendError::Conflict | AppendError::Overtaken) => {
                Err(AggregateError::AggregateConflict)
            }
            Err(AppendError::Store(error)) => {
                Err(AggregateError::DatabaseConnectionError(Box::new(error)))
            }
        }
    }
}
