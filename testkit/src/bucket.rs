//! A web server that answers like a publisher's public bucket: listings (S3's `ListObjectsV2`), byte ranges, ETags; and
//! that fails when told to. It records what was requested.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Entries per page of a listing: few, so that there are several pages.
const PAGE: usize = 2;

/// How a request for a file fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// 503, as buckets answer when they get too many requests.
    Busy,
    /// The connection ends after half of the bytes.
    BrokenOff,
    /// The whole file is sent instead of a range.
    WholeFile,
    /// Other bytes are sent than requested, and the response says so.
    OtherBytes,
    Denied,
}

/// A request for a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    pub key: String,
    /// The requested bytes; all of them if the whole file was requested.
    pub bytes: Range<u64>,
}

/// The server; it stops when dropped.
pub struct Bucket {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    ended: AtomicBool,
}

#[derive(Default)]
struct State {
    /// Contents, and a number that identifies their version.
    files: BTreeMap<String, (Arc<Vec<u8>>, u32)>,
    asked: Vec<Asked>,
    failures: VecDeque<Failure>,
    /// The answer to every request, as of a network that wants a sign-in first.
    page: Option<String>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The parts of a request that matter.
struct Request {
    path: String,
    query: BTreeMap<String, String>,
    headers: BTreeMap<String, String>,
}

impl Bucket {
    /// Serves files by their keys.
    ///
    /// # Panics
    /// When no port is free.
    #[must_use]
    pub fn serve(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("a bound port");
        let shared = Arc::new(Shared::default());
        let bucket = Self {
            address,
            shared: Arc::clone(&shared),
        };
        for (key, content) in files {
            bucket.put(&key, content);
        }
        std::thread::spawn(move || {
            for connection in listener.incoming() {
                if shared.ended.load(Ordering::Relaxed) {
                    return;
                }
                let shared = Arc::clone(&shared);
                if let Ok(connection) = connection {
                    // Clients that disconnect midway are what the tests are about.
                    std::thread::spawn(move || drop(answer(&shared, &connection)));
                }
            }
        });
        bucket
    }

    /// The server's address.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Adds a file, or a new version of it.
    pub fn put(&self, key: &str, content: Vec<u8>) {
        let mut state = self.shared.lock();
        let number = state.files.get(key).map_or(1, |(_, number)| number + 1);
        state
            .files
            .insert(key.to_owned(), (Arc::new(content), number));
    }

    /// Makes the next requests for files fail in these ways.
    pub fn fail(&self, failures: impl IntoIterator<Item = Failure>) {
        self.shared.lock().failures.extend(failures);
    }

    /// From now on every request gets this page; `None` restores normal answers.
    pub fn answer_with(&self, page: Option<&str>) {
        self.shared.lock().page = page.map(str::to_owned);
    }

    /// The requests for files since the last call.
    #[must_use]
    pub fn asked(&self) -> Vec<Asked> {
        std::mem::take(&mut self.shared.lock().asked)
    }
}

impl Drop for Bucket {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        // Wakes the thread that waits for connections.
        drop(TcpStream::connect(self.address));
    }
}

fn answer(shared: &Shared, connection: &TcpStream) -> std::io::Result<()> {
    let request = read(connection)?;
    let page = shared.lock().page.clone();
    if let Some(page) = page {
        return send(
            connection,
            "200 OK",
            "Content-Type: text/html\r\n",
            page.as_bytes(),
        );
    }
    if request.query.contains_key("list-type") {
        let listing = list(shared, &request);
        return send(connection, "200 OK", "", listing.as_bytes());
    }
    give(shared, connection, &request)
}

fn read(connection: &TcpStream) -> std::io::Result<Request> {
    let mut lines = BufReader::new(connection).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let target = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut headers = BTreeMap::new();
    for line in lines {
        let line = line?;
        let Some((name, value)) = line.split_once(':') else {
            break;
        };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    Ok(Request {
        path: decoded(path.trim_start_matches('/')),
        query: pairs
            .map(|(name, value)| (decoded(name), decoded(value)))
            .collect(),
        headers,
    })
}

/// Percent-decodes a key.
fn decoded(text: &str) -> String {
    text.replace("%2F", "/")
        .replace("%3D", "=")
        .replace("%3d", "=")
        .replace("%2f", "/")
}

fn list(shared: &Shared, request: &Request) -> String {
    let get = |name: &str| request.query.get(name).map(String::as_str);
    let prefix = get("prefix").unwrap_or_default();
    let (mut folders, mut files) = (BTreeSet::new(), Vec::new());
    for (key, (content, number)) in &shared.lock().files {
        let Some(rest) = key.strip_prefix(prefix) else {
            continue;
        };
        match rest.split_once('/') {
            Some((folder, _)) if get("delimiter").is_some() => {
                folders.insert(format!(
                    "<CommonPrefixes><Prefix>{prefix}{folder}/</Prefix></CommonPrefixes>"
                ));
            }
            _ => files.push(format!(
                "<Contents><Key>{key}</Key><LastModified>2026-10-21T00:00:00.000Z</LastModified>\
                 <ETag>&quot;v{number}&quot;</ETag><Size>{}</Size>\
                 <StorageClass>STANDARD</StorageClass></Contents>",
                content.len()
            )),
        }
    }
    files.extend(folders);
    let from: usize = get("continuation-token")
        .and_then(|token| token.parse().ok())
        .unwrap_or_default();
    let page = files.iter().skip(from).take(PAGE).cloned();
    let next = from + PAGE;
    let more = match next < files.len() {
        true => format!(
            "<IsTruncated>true</IsTruncated><NextContinuationToken>{next}</NextContinuationToken>"
        ),
        false => "<IsTruncated>false</IsTruncated>".to_owned(),
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>places</Name>\
         <Prefix>{prefix}</Prefix><MaxKeys>{PAGE}</MaxKeys>{more}{}</ListBucketResult>",
        page.collect::<String>()
    )
}

fn give(shared: &Shared, connection: &TcpStream, request: &Request) -> std::io::Result<()> {
    let header = |name: &str| request.headers.get(name).map(String::as_str);
    let (content, tag, failure) = {
        let mut state = shared.lock();
        let Some((content, number)) = state.files.get(&request.path).cloned() else {
            let error = "<Error><Code>NoSuchKey</Code></Error>";
            return send(connection, "404 Not Found", "", error.as_bytes());
        };
        let tag = format!("\"v{number}\"");
        if header("if-none-match") == Some(&tag) {
            return send(connection, "304 Not Modified", "", b"");
        }
        if header("if-match").is_some_and(|wanted| wanted != tag) {
            return send(connection, "412 Precondition Failed", "", b"");
        }
        let is_range_wanted = header("if-range").is_none_or(|wanted| wanted == tag);
        let range = header("range").filter(|_| is_range_wanted);
        let bytes = range.map_or(0..content.len() as u64, |text| range_of(text, &content));
        state.asked.push(Asked {
            key: request.path.clone(),
            bytes: bytes.clone(),
        });
        let failure = state.failures.pop_front();
        ((content, range.map(|_| bytes)), tag, failure)
    };
    let (content, range) = content;
    let tag = format!("ETag: {tag}\r\n");
    let range = match failure {
        Some(Failure::Busy) => {
            return send(connection, "503 Slow Down", "Retry-After: 0\r\n", b"");
        }
        Some(Failure::Denied) => return send(connection, "403 Forbidden", "", b""),
        Some(Failure::WholeFile) => None,
        Some(Failure::OtherBytes) => range.map(|bytes| bytes.start + 1..bytes.end),
        Some(Failure::BrokenOff) | None => range,
    };
    let Some(bytes) = range else {
        let sent = content.len()
            / if failure == Some(Failure::BrokenOff) {
                2
            } else {
                1
            };
        return send_part(connection, "200 OK", &tag, content.len(), &content[..sent]);
    };
    let part = &content[place(bytes.start)..place(bytes.end)];
    let last = bytes.end.saturating_sub(1);
    let head = format!(
        "{tag}Content-Range: bytes {}-{last}/{}\r\n",
        bytes.start,
        content.len()
    );
    let sent = part.len()
        / if failure == Some(Failure::BrokenOff) {
            2
        } else {
            1
        };
    send_part(
        connection,
        "206 Partial Content",
        &head,
        part.len(),
        &part[..sent],
    )
}

/// Parses `bytes=5-9` or `bytes=5-`.
fn range_of(text: &str, content: &[u8]) -> Range<u64> {
    let size = content.len() as u64;
    let (first, last) = text
        .strip_prefix("bytes=")
        .and_then(|bytes| bytes.split_once('-'))
        .unwrap_or(("0", ""));
    let start = first.parse().unwrap_or(0).min(size);
    let end = last.parse().map_or(size, |last: u64| last + 1);
    start..end.clamp(start, size)
}

fn place(byte: u64) -> usize {
    usize::try_from(byte).unwrap_or(usize::MAX)
}

fn send(connection: &TcpStream, status: &str, head: &str, body: &[u8]) -> std::io::Result<()> {
    send_part(connection, status, head, body.len(), body)
}

/// Announces `length` bytes, but sends these.
fn send_part(
    mut connection: &TcpStream,
    status: &str,
    head: &str,
    length: usize,
    body: &[u8],
) -> std::io::Result<()> {
    write!(
        connection,
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n{head}\r\n"
    )?;
    connection.write_all(body)?;
    connection.flush()
}
