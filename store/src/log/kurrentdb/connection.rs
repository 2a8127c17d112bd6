//! The connection to the server. Every call has a deadline, and after a transient failure (a lost answer, a new
//! leader) it is repeated: every call made here is idempotent.
//!
//! The client gives up for ever once it has found no server for a while: then it is replaced.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kurrentdb::{Client, Error, Position};

use super::address::{Address, KurrentServer, Made};
use crate::db::Doubts;
use crate::error::StoreError;
use crate::log::cursor::Cursor;

/// Between two attempts.
const PAUSES: [Duration; 5] = [
    Duration::from_millis(20),
    Duration::from_millis(80),
    Duration::from_millis(200),
    Duration::from_millis(500),
    Duration::from_millis(1000),
];

#[derive(Clone)]
pub(super) struct Connection {
    pub(super) address: Arc<Address>,
    client: Arc<Mutex<Made>>,
    /// The last stretch known to hold nothing of this log.
    pub(super) barren: Arc<Mutex<Option<Barren>>>,
    doubts: Doubts,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Connection")
            .field(&self.address.shown)
            .finish()
    }
}

/// A stretch of the order of all without events of this log: a reader at `after` continues at `until`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Barren {
    pub(super) after: Cursor,
    pub(super) until: Position,
}

/// Why a call failed.
#[derive(Debug)]
pub(super) enum Failed {
    /// An error of the server or the client.
    Told(Error),
    /// Nobody answered in time.
    Silent,
}

impl Connection {
    pub(super) fn new(server: &KurrentServer, doubts: Doubts) -> Self {
        Self {
            address: Arc::clone(&server.address),
            client: Arc::clone(&server.client),
            barren: Arc::default(),
            doubts,
        }
    }

    /// Calls, and repeats the call if that may help.
    pub(super) async fn call<T, F>(
        &self,
        ask: impl Fn(Client) -> F + Send + Sync,
    ) -> Result<T, Failed>
    where
        F: Future<Output = Result<T, Error>> + Send,
    {
        let since = Instant::now();
        let mut pauses = PAUSES.iter();
        loop {
            let (client, made) = self.client().map_err(Failed::Told)?;
            let failed =
                match tokio::time::timeout(self.address.deadline, Box::pin(ask(client))).await {
                    Ok(Ok(answer)) => return Ok(answer),
                    Ok(Err(error)) => Failed::Told(error),
                    Err(_) => Failed::Silent,
                };
            if failed.may_pass() {
                // Whoever answers next may have lost events.
                self.forget_barren();
                self.doubts.raise();
            }
            if failed.is_of_the_client() {
                self.give_up(made);
            }
            let late = since.elapsed() >= self.address.deadline * 2;
            match pauses.next() {
                Some(pause) if failed.may_pass() && !late => tokio::time::sleep(*pause).await,
                _ => return Err(failed),
            }
        }
    }

    /// What is there may not be what was there.
    pub(super) fn forget_barren(&self) {
        *self.barren.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn client(&self) -> Result<(Client, u64), Error> {
        let mut made = self.client.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = &made.client {
            return Ok((client.clone(), made.times));
        }
        let client = Client::new(self.address.settings.clone())
            .map_err(|error| Error::InitializationError(error.to_string()))?;
        made.times += 1;
        made.client = Some(client.clone());
        Ok((client, made.times))
    }

    fn give_up(&self, times: u64) {
        let mut made = self.client.lock().unwrap_or_else(PoisonError::into_inner);
        if made.times == times {
            made.client = None;
        }
    }

    /// The failure of a call about `stream`, in words.
    pub(super) fn error(&self, failed: Failed, stream: Option<&str>) -> StoreError {
        let server = &self.address.shown;
        let about = stream.map_or(String::new(), |stream| format!(" (stream {stream})"));
        match failed {
            Failed::Silent | Failed::Told(Error::DeadlineExceeded) => StoreError::Log(format!(
                "KurrentDB at {server} did not answer within {:?}{about}",
                self.address.deadline
            )),
            Failed::Told(Error::AccessDenied) => StoreError::Configuration(format!(
                "KurrentDB at {server} refuses the user of the event store URL{about}: are name and password right, \
                 and may the user write and read these streams and read $all?"
            )),
            Failed::Told(Error::ResourceDeleted) => deleted(stream.unwrap_or("$all")),
            Failed::Told(Error::NotLeaderException(leader)) => StoreError::Log(format!(
                "KurrentDB at {server} has a new leader ({}:{}), which does not answer as one yet",
                leader.host, leader.port
            )),
            Failed::Told(Error::InitializationError(why)) => {
                StoreError::Configuration(format!("KurrentDB at {server} cannot be used: {why}"))
            }
            Failed::Told(Error::ConnectionClosed | Error::GrpcConnectionError(_)) => {
                StoreError::Log(format!("KurrentDB at {server} cannot be reached{about}"))
            }
            Failed::Told(other) => {
                StoreError::Log(format!("KurrentDB at {server} failed{about}: {other}"))
            }
        }
    }
}

impl Failed {
    fn may_pass(&self) -> bool {
        match self {
            Self::Silent => true,
            Self::Told(error) => {
                matches!(
                    error,
                    Error::ServerError(_)
                        | Error::NotLeaderException(_)
                        | Error::ConnectionClosed
                        | Error::GrpcConnectionError(_)
                        | Error::DeadlineExceeded
                ) || self.exhausted()
            }
        }
    }

    /// Is this client no longer of use?
    fn is_of_the_client(&self) -> bool {
        // A silent server may be slow: the client itself finds out whether a connection is dead.
        matches!(
            self,
            Self::Told(Error::ConnectionClosed | Error::GrpcConnectionError(_))
        )
    }

    /// Has the server had too many calls on this connection?
    fn exhausted(&self) -> bool {
        const RESOURCE_EXHAUSTED: i32 = 8;
        matches!(self, Self::Told(Error::Grpc { code, .. }) if *code as i32 == RESOURCE_EXHAUSTED)
    }

    /// Is the append, or (newer servers) an event, too large for the server?
    pub(super) fn too_large(&self) -> bool {
        matches!(self, Self::Told(Error::Grpc { message, .. })
            if message.to_ascii_lowercase().contains("maximum append"))
    }
}

/// The error about a stream that others have deleted or truncated.
pub(super) fn deleted(stream: &str) -> StoreError {
    StoreError::Damaged(format!(
        "the stream {stream} was deleted or truncated in KurrentDB, by another program: restore it \
         from a backup"
    ))
}
