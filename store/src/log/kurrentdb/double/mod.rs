//! A double of a KurrentDB server, for tests: it speaks the published protocol, keeps everything in memory, and fails as
//! it is told to. Its side of the protocol is made at build time from the definitions that the client's package carries
//! (`build.rs`).
//!
//! It knows what the log relies on: expected revisions, an append that is repeated, `$all` in one order,
//! missing, deleted and truncated streams, names and passwords, leaders, the largest append. It is no KurrentDB: what the
//! real server does otherwise is found against a real one alone (`DEMANDATLAS_TEST_KURRENTDB_URL`).

mod node;
#[allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    reason = "generated"
)]
mod protocol;
mod quick;
mod state;
mod wire;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use state::State;
pub use state::{Calls, Fault};
use tokio::task::JoinHandle;

/// A server of one or two nodes, gone with its value.
#[derive(Debug)]
pub struct Double {
    state: Arc<Mutex<State>>,
    nodes: Vec<SocketAddr>,
    tasks: Vec<JoinHandle<()>>,
}

impl Drop for Double {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl Double {
    /// A single node.
    pub async fn start() -> Self {
        Self::of_nodes(1, true).await
    }

    /// A single node that acknowledges what arrives no sooner than its system does.
    pub async fn usual() -> Self {
        Self::of_nodes(1, false).await
    }

    /// A cluster whose first node leads.
    pub async fn cluster() -> Self {
        Self::of_nodes(2, true).await
    }

    /// A single node there.
    pub async fn at(address: SocketAddr) -> Self {
        let listener = tokio::net::TcpListener::bind(address).await;
        Self::of_listeners(vec![listener.expect("the port is free")], true)
    }

    async fn of_nodes(count: usize, quick: bool) -> Self {
        let mut listeners = Vec::new();
        for _ in 0..count {
            let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
            listeners.push(listener.expect("a port is free"));
        }
        Self::of_listeners(listeners, quick)
    }

    fn of_listeners(listeners: Vec<tokio::net::TcpListener>, quick: bool) -> Self {
        let nodes: Vec<_> = listeners
            .iter()
            .map(|listener| listener.local_addr().expect("it is bound"))
            .collect();
        let state = Arc::new(Mutex::new(State::new(nodes.clone())));
        let tasks = listeners.into_iter().enumerate();
        let tasks = tasks.map(|(index, listener)| {
            let incoming = quick::incoming(listener, quick);
            node::start(index, incoming, Arc::clone(&state))
        });
        Self {
            tasks: tasks.collect(),
            nodes,
            state,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What it is reached by.
    pub fn url(&self) -> String {
        self.url_of("")
    }

    /// The same with a user's name and password.
    pub fn url_of(&self, user: &str) -> String {
        let nodes: Vec<_> = self.nodes.iter().map(ToString::to_string).collect();
        let at = if user.is_empty() { "" } else { "@" };
        format!("esdb://{user}{at}{}?tls=false", nodes.join(","))
    }

    /// Fails the next appends so, one for each.
    pub fn fail(&self, faults: impl IntoIterator<Item = Fault>) {
        self.state().faults.extend(faults);
    }

    /// Forgets the faults that are still to come.
    pub fn fail_no_more(&self) {
        let mut state = self.state();
        state.faults.clear();
        state.faults_of.clear();
    }

    /// Fails the next appends to a stream so, one for each.
    pub fn fail_on(&self, stream: &str, faults: impl IntoIterator<Item = Fault>) {
        let mut state = self.state();
        let of = state.faults_of.entry(stream.to_owned()).or_default();
        of.extend(faults);
    }

    /// Takes that long to find each event of all, whosever it is.
    pub fn find_slowly(&self, each: Duration) {
        self.state().finds_after = each;
    }

    /// Another node leads from now on.
    pub fn change_leader(&self) {
        self.state().change_leader();
    }

    /// Breaks off the next reads of all streams after that many events each.
    pub fn break_reads_after(&self, events: &[usize]) {
        self.state().broken_reads.extend(events);
    }

    /// Answers nobody but this user (`name:password`).
    pub fn let_in_only(&self, user: &str) {
        self.state().user = Some(user.to_owned());
    }

    /// Takes no larger append than that, in bytes.
    pub fn take_at_most(&self, bytes: usize) {
        self.state().largest = bytes;
    }

    /// Says nothing any more to whoever appends, or goes on.
    pub fn be_silent(&self, silent: bool) {
        self.state().silent = silent;
    }

    /// Deletes a stream, as an operator may: it can be written to again.
    pub fn delete(&self, stream: &str) {
        self.state().delete(stream);
    }

    /// Deletes a stream for ever.
    pub fn tombstone(&self, stream: &str) {
        self.state().tombstones.insert(stream.to_owned());
    }

    /// Goes back to a moment that many events ago, as a server does that is restored from a backup.
    pub fn go_back(&self, events: usize) {
        self.state().go_back(events);
    }

    /// Forgets a stream's events before a revision.
    pub fn truncate(&self, stream: &str, before: u64) {
        self.state().truncate(stream, before);
    }

    /// Appends an event that is not the log's.
    pub fn write(&self, stream: &str) {
        self.state().write_foreign(stream);
    }

    /// The names of all streams, in the order of their first events.
    pub fn streams(&self) -> Vec<String> {
        self.state().names()
    }

    /// How often it was asked.
    pub fn calls(&self) -> Calls {
        self.state().calls
    }
}
