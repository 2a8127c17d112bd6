//! Between what is stored and what is sent.

#![allow(clippy::result_large_err, reason = "the protocol's own errors")]

use tonic::{Code, Status};

use super::protocol::event_store::client::streams::append_req::options::ExpectedStreamRevision;
use super::protocol::event_store::client::streams::read_req::Options as ReadOptions;
use super::protocol::event_store::client::streams::read_req::options::all_options::AllOption;
use super::protocol::event_store::client::streams::read_req::options::stream_options::RevisionOption;
use super::protocol::event_store::client::streams::read_req::options::{
    CountOption, FilterOption, StreamOption,
};
use super::protocol::event_store::client::streams::read_resp::read_event::{
    Position, RecordedEvent,
};
use super::protocol::event_store::client::streams::read_resp::{
    Content, ReadEvent, StreamNotFound,
};
use super::protocol::event_store::client::streams::{ReadResp, append_req};
use super::protocol::event_store::client::{StreamIdentifier, Uuid, uuid};
use super::state::{Expected, Proposed, State, Stored};

pub(super) fn name(stream: Option<StreamIdentifier>) -> Result<String, Status> {
    let name = stream
        .ok_or_else(|| Status::invalid_argument("no stream"))?
        .stream_name;
    String::from_utf8(name).map_err(|_| Status::invalid_argument("the stream's name is no text"))
}

pub(super) fn proposed(event: append_req::ProposedMessage) -> Result<Proposed, Status> {
    let id = match event.id.and_then(|id| id.value) {
        Some(uuid::Value::String(text)) => text.parse().ok(),
        Some(uuid::Value::Structured(bits)) => {
            let [high, low] = [bits.most_significant_bits, bits.least_significant_bits];
            Some(::uuid::Uuid::from_u64_pair(
                high.cast_unsigned(),
                low.cast_unsigned(),
            ))
        }
        None => None,
    };
    let mut metadata = event.metadata;
    metadata.insert("created".to_owned(), "17000000000000000".to_owned());
    Ok(Proposed {
        id: id.ok_or_else(|| Status::invalid_argument("an event has no id"))?,
        metadata,
        custom_metadata: event.custom_metadata,
        data: event.data,
    })
}

pub(super) const fn expected(option: Option<&ExpectedStreamRevision>) -> Expected {
    match option {
        Some(ExpectedStreamRevision::Revision(revision)) => Expected::Revision(*revision),
        Some(ExpectedStreamRevision::NoStream(_)) => Expected::NoStream,
        Some(ExpectedStreamRevision::StreamExists(_)) => Expected::Exists,
        Some(ExpectedStreamRevision::Any(_)) | None => Expected::Any,
    }
}

pub(super) fn told(
    code: Code,
    message: &str,
    exception: &str,
    more: &[(&'static str, String)],
) -> Status {
    let mut status = Status::new(code, message);
    let metadata = status.metadata_mut();
    metadata.insert("exception", exception.parse().expect("a name"));
    for (name, value) in more {
        metadata.insert(*name, value.parse().expect("a name or a number"));
    }
    status
}

pub(super) fn deleted(stream: &str) -> Status {
    let message = format!("Event stream '{stream}' is deleted.");
    told(Code::FailedPrecondition, &message, "stream-deleted", &[])
}

/// What a read answers, in its order, and whether it goes through all streams.
pub(super) fn read(state: &State, options: ReadOptions) -> Result<(Vec<ReadResp>, bool), Status> {
    let Some(CountOption::Count(count)) = options.count_option else {
        return Err(Status::unimplemented("the double has no subscriptions"));
    };
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let backwards = options.read_direction == 1;
    match options.stream_option {
        Some(StreamOption::Stream(of)) => {
            let stream = name(of.stream_identifier)?;
            if state.tombstones.contains(&stream) {
                return Err(deleted(&stream));
            }
            let Some(events) = state.stream(&stream) else {
                return Ok((vec![not_found(&stream)], false));
            };
            let wanted = |event: &&&Stored| match of.revision_option {
                Some(RevisionOption::Revision(from)) if backwards => event.revision <= from,
                Some(RevisionOption::Revision(from)) => event.revision >= from,
                _ => true,
            };
            let events = events.iter().filter(wanted);
            let events: Vec<_> = if backwards {
                events
                    .rev()
                    .take(count)
                    .map(|event| answer(event))
                    .collect()
            } else {
                events.take(count).map(|event| answer(event)).collect()
            };
            Ok((events, false))
        }
        Some(StreamOption::All(of)) => {
            if let Some(FilterOption::Filter(_)) = options.filter_option {
                return Err(Status::unimplemented("the double has no filters"));
            }
            let from = match of.all_option {
                Some(AllOption::Position(at)) => Some(at.commit_position),
                _ => None,
            };
            let events = state.all();
            let events: Vec<_> = if backwards {
                let until = from.unwrap_or(u64::MAX);
                let events = events.rev().filter(|event| event.position < until);
                events.take(count).map(answer).collect()
            } else {
                let events = events.filter(|event| event.position >= from.unwrap_or(0));
                events.take(count).map(answer).collect()
            };
            Ok((events, true))
        }
        None => Err(Status::invalid_argument("nothing to read")),
    }
}

fn answer(event: &Stored) -> ReadResp {
    let recorded = RecordedEvent {
        id: Some(Uuid {
            value: Some(uuid::Value::String(event.id.to_string())),
        }),
        stream_identifier: Some(StreamIdentifier {
            stream_name: event.stream.clone().into_bytes(),
        }),
        stream_revision: event.revision,
        prepare_position: event.position,
        commit_position: event.position,
        metadata: event.metadata.clone(),
        custom_metadata: event.custom_metadata.clone(),
        data: event.data.clone(),
    };
    ReadResp {
        content: Some(Content::Event(ReadEvent {
            event: Some(recorded),
            link: None,
            position: Some(Position::CommitPosition(event.position)),
        })),
    }
}

fn not_found(stream: &str) -> ReadResp {
    ReadResp {
        content: Some(Content::StreamNotFound(StreamNotFound {
            stream_identifier: Some(StreamIdentifier {
                stream_name: stream.as_bytes().to_vec(),
            }),
        })),
    }
}
