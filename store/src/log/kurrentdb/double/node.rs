//! One node of the double.

#![allow(clippy::result_large_err, reason = "the protocol's own errors")]

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::{Stream, StreamExt};
use tokio::task::JoinHandle;
use tonic::metadata::MetadataMap;
use tonic::transport::Server;
use tonic::{Code, Request, Response, Status, Streaming};

use super::protocol::event_store::client::gossip::gossip_server::{Gossip, GossipServer};
use super::protocol::event_store::client::gossip::{ClusterInfo, EndPoint, MemberInfo};
use super::protocol::event_store::client::server_features::server_features_server::{
    ServerFeatures, ServerFeaturesServer,
};
use super::protocol::event_store::client::server_features::{SupportedMethod, SupportedMethods};
use super::protocol::event_store::client::streams::append_req::Content;
use super::protocol::event_store::client::streams::append_resp::success::{
    CurrentRevisionOption, PositionOption,
};
use super::protocol::event_store::client::streams::append_resp::wrong_expected_version::{
    CurrentRevisionOption as Current, ExpectedRevisionOption,
};
use super::protocol::event_store::client::streams::append_resp::{
    Position, Result as Outcome, Success, WrongExpectedVersion,
};
use super::protocol::event_store::client::streams::batch_append_resp::{
    self, Result as BatchOutcome,
};
use super::protocol::event_store::client::streams::streams_server::{Streams, StreamsServer};
use super::protocol::event_store::client::streams::{
    AppendReq, AppendResp, BatchAppendReq, BatchAppendResp, DeleteReq, DeleteResp, ReadReq,
    ReadResp, TombstoneReq, TombstoneResp,
};
use super::protocol::event_store::client::{Empty, Uuid, uuid};
use super::quick::Quick;
use super::state::{Appended, Expected, Fault, Proposed, State};
use super::wire::{deleted, expected, name, proposed, read, told};

/// States of a member, as the protocol counts them.
const FOLLOWER: i32 = 6;
const LEADER: i32 = 8;

#[derive(Clone)]
struct Node {
    index: usize,
    state: Arc<Mutex<State>>,
}

pub(super) fn start(
    index: usize,
    incoming: impl Stream<Item = std::io::Result<Quick>> + Send + 'static,
    state: Arc<Mutex<State>>,
) -> JoinHandle<()> {
    let node = Node { index, state };
    tokio::spawn(async move {
        let served = Server::builder()
            .add_service(StreamsServer::new(node.clone()).max_decoding_message_size(usize::MAX))
            .add_service(ServerFeaturesServer::new(node.clone()))
            .add_service(GossipServer::new(node))
            .serve_with_incoming(incoming);
        if let Err(error) = served.await {
            tracing::error!(%error, "a node of the double has ended");
        }
    })
}

fn broken() -> Status {
    Status::unavailable("the connection broke")
}

impl Node {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is the user let in, and is this node asked that should be?
    fn admit(&self, metadata: &MetadataMap) -> Result<(), Status> {
        let state = self.state();
        if let Some(user) = &state.user {
            use base64::Engine;
            let encoded = base64::engine::general_purpose::STANDARD.encode(user);
            let given = metadata
                .get("authorization")
                .and_then(|given| given.to_str().ok());
            if given != Some(&format!("Basic {encoded}")) {
                return Err(Status::unauthenticated("Unauthenticated"));
            }
        }
        let wants_leader = metadata
            .get("requires-leader")
            .is_some_and(|wants| wants == "true");
        if wants_leader && state.leader != self.index {
            return Err(not_leader(&state));
        }
        Ok(())
    }

    fn store(
        &self,
        stream: &str,
        expectation: Expected,
        events: Vec<Proposed>,
    ) -> Result<AppendResp, Status> {
        let mut state = self.state();
        let largest = state.largest;
        match state.append(stream, expectation, events) {
            Appended::At(revision, position) => Ok(success(revision, position)),
            Appended::Wrong(current) => Ok(wrong(expectation, current)),
            Appended::Deleted => Err(deleted(stream)),
            Appended::TooLarge => {
                let message = format!("Maximum Append Size of {largest} Exceeded.");
                let more = [("maximum-append-size", largest.to_string())];
                Err(told(
                    Code::InvalidArgument,
                    &message,
                    "maximum-append-size-exceeded",
                    &more,
                ))
            }
        }
    }
}

fn not_leader(state: &State) -> Status {
    let leader = state.nodes[state.leader];
    let more = [
        ("leader-endpoint-host", leader.ip().to_string()),
        ("leader-endpoint-port", leader.port().to_string()),
    ];
    told(Code::NotFound, "Leader info available", "not-leader", &more)
}

fn success(revision: u64, position: u64) -> AppendResp {
    AppendResp {
        result: Some(Outcome::Success(Success {
            current_revision_option: Some(CurrentRevisionOption::CurrentRevision(revision)),
            position_option: Some(PositionOption::Position(Position {
                commit_position: position,
                prepare_position: position,
            })),
        })),
    }
}

fn wrong(expectation: Expected, current: Option<u64>) -> AppendResp {
    let expected = match expectation {
        Expected::Revision(revision) => ExpectedRevisionOption::ExpectedRevision(revision),
        Expected::NoStream => ExpectedRevisionOption::ExpectedNoStream(Empty {}),
        Expected::Any => ExpectedRevisionOption::ExpectedAny(Empty {}),
        Expected::Exists => ExpectedRevisionOption::ExpectedStreamExists(Empty {}),
    };
    let current = current.map_or(Current::CurrentNoStream(Empty {}), Current::CurrentRevision);
    AppendResp {
        result: Some(Outcome::WrongExpectedVersion(WrongExpectedVersion {
            current_revision_option: Some(current),
            expected_revision_option: Some(expected),
            ..WrongExpectedVersion::default()
        })),
    }
}

/// Nothing of a batch is stored: the log appends otherwise.
fn batch_answer(batch: BatchAppendReq, failed: bool) -> BatchAppendResp {
    let result = if failed {
        BatchOutcome::Error(super::protocol::google::rpc::Status {
            code: Code::Aborted as i32,
            message: "the first batch fails".to_owned(),
            details: None,
        })
    } else {
        BatchOutcome::Success(batch_append_resp::Success::default())
    };
    let of = batch.options.and_then(|options| options.stream_identifier);
    BatchAppendResp {
        correlation_id: batch.correlation_id,
        stream_identifier: of,
        result: Some(result),
        expected_stream_position: None,
    }
}

type Answers<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

#[tonic::async_trait]
impl Streams for Node {
    type ReadStream = Answers<ReadResp>;
    type BatchAppendStream = Answers<BatchAppendResp>;

    async fn read(&self, request: Request<ReadReq>) -> Result<Response<Self::ReadStream>, Status> {
        self.admit(request.metadata())?;
        let options = request.into_inner().options;
        let options = options.ok_or_else(|| Status::invalid_argument("no options"))?;
        let mut state = self.state();
        state.calls.reads += 1;
        let (answers, of_all) = read(&state, options)?;
        let mut answers: Vec<_> = answers.into_iter().map(Ok).collect();
        if of_all && let Some(after) = state.broken_reads.pop_front() {
            answers.truncate(after);
            answers.push(Err(broken()));
        }
        let each = if of_all {
            state.finds_after
        } else {
            Duration::ZERO
        };
        if of_all {
            state.calls.looked_at += answers.len() as u64;
        }
        drop(state);
        let answers = futures::stream::iter(answers);
        if each.is_zero() {
            return Ok(Response::new(Box::pin(answers)));
        }
        Ok(Response::new(Box::pin(answers.then(
            move |answer| async move {
                tokio::time::sleep(each).await;
                answer
            },
        ))))
    }

    async fn append(
        &self,
        request: Request<Streaming<AppendReq>>,
    ) -> Result<Response<AppendResp>, Status> {
        self.admit(request.metadata())?;
        let mut messages = request.into_inner();
        let (mut stream, mut expectation) = (String::new(), Expected::Any);
        let mut events = Vec::new();
        while let Some(message) = messages.message().await? {
            match message.content {
                Some(Content::Options(options)) => {
                    expectation = expected(options.expected_stream_revision.as_ref());
                    stream = name(options.stream_identifier)?;
                }
                Some(Content::ProposedMessage(event)) => events.push(proposed(event)?),
                None => {}
            }
        }
        let (fault, silent) = {
            let mut state = self.state();
            state.calls.appends += 1;
            (state.fault(&stream), state.silent)
        };
        if silent {
            std::future::pending::<()>().await;
        }
        match fault {
            None | Some(Fault::None) => {}
            Some(Fault::Lost) => return Err(broken()),
            Some(Fault::AnswerLost) => {
                self.store(&stream, expectation, events)?;
                return Err(broken());
            }
            Some(Fault::Late(delay)) => {
                let answer = self.store(&stream, expectation, events);
                tokio::time::sleep(delay).await;
                return answer.map(Response::new);
            }
            Some(Fault::LeaderChanges) => {
                let mut state = self.state();
                state.change_leader();
                return Err(not_leader(&state));
            }
            Some(Fault::StoredByFormerLeader) => {
                self.store(&stream, expectation, events)?;
                let mut state = self.state();
                state.change_leader();
                return Err(not_leader(&state));
            }
            Some(Fault::StoredLate(delay)) => {
                let node = self.clone();
                let stored = tokio::spawn(async move {
                    tokio::time::sleep(delay).await;
                    node.store(&stream, expectation, events)
                });
                let answer = stored.await.map_err(|_| broken())?;
                return answer.map(Response::new);
            }
        }
        self.store(&stream, expectation, events).map(Response::new)
    }

    async fn delete(&self, _: Request<DeleteReq>) -> Result<Response<DeleteResp>, Status> {
        Err(Status::unimplemented(
            "the double deletes where a test tells it to",
        ))
    }

    async fn tombstone(&self, _: Request<TombstoneReq>) -> Result<Response<TombstoneResp>, Status> {
        Err(Status::unimplemented(
            "the double deletes where a test tells it to",
        ))
    }

    async fn batch_append(
        &self,
        request: Request<Streaming<BatchAppendReq>>,
    ) -> Result<Response<Self::BatchAppendStream>, Status> {
        self.admit(request.metadata())?;
        let mut first = true;
        let answers = request.into_inner().map(move |batch| {
            let failed = std::mem::take(&mut first);
            Ok(batch_answer(batch?, failed))
        });
        Ok(Response::new(Box::pin(answers)))
    }
}

#[tonic::async_trait]
impl ServerFeatures for Node {
    async fn get_supported_methods(
        &self,
        _: Request<Empty>,
    ) -> Result<Response<SupportedMethods>, Status> {
        let methods = ["append", "read", "batchappend"].map(|method| SupportedMethod {
            method_name: method.to_owned(),
            service_name: "event_store.client.streams.streams".to_owned(),
            features: Vec::new(),
        });
        Ok(Response::new(SupportedMethods {
            methods: methods.to_vec(),
            event_store_server_version: "25.0.0".to_owned(),
        }))
    }
}

#[tonic::async_trait]
impl Gossip for Node {
    async fn read(&self, _: Request<Empty>) -> Result<Response<ClusterInfo>, Status> {
        let state = self.state();
        let members = state
            .nodes
            .iter()
            .enumerate()
            .map(|(index, node)| MemberInfo {
                instance_id: Some(Uuid {
                    value: Some(uuid::Value::String(::uuid::Uuid::new_v4().to_string())),
                }),
                time_stamp: 0,
                state: if index == state.leader {
                    LEADER
                } else {
                    FOLLOWER
                },
                is_alive: true,
                http_end_point: Some(EndPoint {
                    address: node.ip().to_string(),
                    port: u32::from(node.port()),
                }),
            });
        Ok(Response::new(ClusterInfo {
            members: members.collect(),
        }))
    }
}
