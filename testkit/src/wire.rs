//! A breakable connection between a client and its server.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Bytes passed on at once.
const CHUNK: usize = 16 * 1024;

/// A proxy through which all bytes go.
///
/// A **partition** swallows them: nothing is refused, nothing is closed, nothing arrives. Connections that were open in
/// one stay silent forever, like those whose state a router has lost; connections made after it work again.
#[derive(Debug)]
pub struct Wire {
    address: SocketAddr,
    shared: Arc<Shared>,
    _passing: JoinSet<()>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Odd during a partition. A connection belongs to the age in which it was opened.
    age: AtomicU64,
    /// Connections that a partition broke and that are still open.
    silent: AtomicUsize,
    /// Cuts off a connection in the middle of the answer to a request that contains these words.
    cut: Mutex<Option<Cut>>,
    cuts: watch::Sender<u32>,
}

#[derive(Debug, Clone)]
struct Cut {
    words: Vec<u8>,
    after: usize,
}

impl Wire {
    /// Forwards to a server on this machine.
    ///
    /// # Panics
    /// When no port can be listened on.
    pub async fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a free port can be listened on");
        let shared = Arc::<Shared>::default();
        let passing = Arc::clone(&shared);
        let address = listener.local_addr().expect("a listener has an address");
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                connections.spawn(pass(client, port, Arc::clone(&passing)));
            }
        });
        Self {
            address,
            shared,
            _passing: tasks,
        }
    }

    /// The port for clients.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.address.port()
    }

    /// Starts a partition.
    pub fn part(&self) {
        let before = self.shared.age.fetch_add(1, Ordering::SeqCst);
        assert!(before.is_multiple_of(2), "there is a partition already");
    }

    /// Ends the partition: new connections work again.
    pub fn heal(&self) {
        let before = self.shared.age.fetch_add(1, Ordering::SeqCst);
        assert!(!before.is_multiple_of(2), "there is no partition");
    }

    /// How many broken connections are still open, because their client has not given up.
    #[must_use]
    pub fn silent(&self) -> usize {
        self.shared.silent.load(Ordering::SeqCst)
    }

    /// Cuts off the next connection whose request contains `words`, after `after` bytes of the answer.
    pub fn cut_off(&self, words: &str, after: usize) {
        let cut = Cut {
            words: words.as_bytes().to_vec(),
            after,
        };
        *self.shared.cut() = Some(cut);
    }

    /// How many connections were cut off.
    #[must_use]
    pub fn cuts(&self) -> u32 {
        *self.shared.cuts.borrow()
    }
}

impl Shared {
    fn cut(&self) -> std::sync::MutexGuard<'_, Option<Cut>> {
        self.cut.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn passes(&self, age: u64) -> bool {
        age.is_multiple_of(2) && self.age.load(Ordering::SeqCst) == age
    }
}

struct Connection {
    shared: Arc<Shared>,
    age: u64,
    /// Bytes of an answer that may still pass before the connection is cut.
    left: Mutex<Option<usize>>,
}

async fn pass(client: TcpStream, port: u16, shared: Arc<Shared>) {
    let age = shared.age.load(Ordering::SeqCst);
    let Ok(server) = TcpStream::connect(("127.0.0.1", port)).await else {
        return;
    };
    let connection = Connection {
        shared,
        age,
        left: Mutex::default(),
    };
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::select! {
        () = connection.ask(from_client, to_server) => {}
        () = connection.answer(from_server, to_client) => {}
    }
}

impl Connection {
    async fn ask(&self, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let mut chunk = vec![0; CHUNK];
        let mut counted = Counted(None);
        while let Ok(read @ 1..) = from.read(&mut chunk).await {
            if !self.shared.passes(self.age) {
                counted.begin(&self.shared);
                continue;
            }
            self.listen(&chunk[..read]);
            if to.write_all(&chunk[..read]).await.is_err() {
                return;
            }
        }
        if !self.shared.passes(self.age) {
            drop(counted);
            // The server does not notice the client's end either.
            std::future::pending::<()>().await;
        }
    }

    async fn answer(&self, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let mut chunk = vec![0; CHUNK];
        while let Ok(read @ 1..) = from.read(&mut chunk).await {
            if !self.shared.passes(self.age) {
                continue;
            }
            let passing = self.passing(read);
            if to.write_all(&chunk[..passing]).await.is_err() {
                return;
            }
            if passing < read {
                self.shared.cuts.send_modify(|cuts| *cuts += 1);
                return;
            }
        }
        if !self.shared.passes(self.age) {
            std::future::pending::<()>().await;
        }
    }

    /// Arms the cut if this is the request whose answer is to be cut off.
    fn listen(&self, asked: &[u8]) {
        let mut cut = self.shared.cut();
        let asks = |cut: &Cut| asked.windows(cut.words.len()).any(|part| part == cut.words);
        if cut.as_ref().is_some_and(asks) {
            *self.left() = cut.take().map(|cut| cut.after);
        }
    }

    /// How many of these bytes of an answer may pass.
    fn passing(&self, bytes: usize) -> usize {
        let mut left = self.left();
        let Some(may) = left.as_mut() else {
            return bytes;
        };
        let passing = bytes.min(*may);
        *may -= passing;
        passing
    }

    fn left(&self) -> std::sync::MutexGuard<'_, Option<usize>> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a silent connection for as long as its client keeps it open.
struct Counted(Option<Arc<Shared>>);

impl Counted {
    fn begin(&mut self, shared: &Arc<Shared>) {
        if self.0.is_none() {
            shared.silent.fetch_add(1, Ordering::SeqCst);
            self.0 = Some(Arc::clone(shared));
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if let Some(shared) = &self.0 {
            shared.silent.fetch_sub(1, Ordering::SeqCst);
        }
    }
}
