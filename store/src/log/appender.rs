//! Group commit: one task per process does all appends.
//!
//! While one group is being committed the next one gathers, so that many clients share one disk flush. A group is
//! closed when letting the other tasks run once brings no further commit: clients that were just answered and ask
//! again are included, and a single client never waits. Every append of the process goes through here, and the
//! backend takes its append lock, so that the order of positions is the order of commits.

use std::sync::Arc;
use std::time::{Duration, Instant};

use telemetry::metrics;
use tokio::sync::{Notify, mpsc, oneshot};
use tracing::Instrument;

use super::batch::{Batch, Misfits, Places, Verdict};
use super::commit::{AppendError, Appended, Commit};
use super::cursor::Cursor;
use super::event_log::EventLog;
use super::traced::Traced;
use crate::error::StoreError;
use crate::fail_points::dies_at_events;
use crate::panics::caught;

const GROUP_COMMITS: usize = 1024;
/// A group is closed once it holds this many events.
const GROUP_EVENTS: usize = 8192;
/// The appender's name among the problems of a process.
const APPENDER: &str = "appender";
/// Callers that may queue before others are held back.
const QUEUE: usize = 4096;

type Answer = Result<Appended, AppendError>;

struct Request {
    commit: Commit,
    reply: oneshot::Sender<Answer>,
}

/// What happens to a group of commits. Outside of tests: nothing.
#[derive(Debug, Clone)]
pub enum Fault {
    None,
    /// Every commit of it is answered as if another command had been first.
    Conflict,
    /// The connection is lost before anything is stored.
    LostBefore,
    /// The connection is lost after the commit: it is stored, but nobody is told.
    LostAfter,
    /// The connection is lost, and the commit comes this much later: the next append waits for it.
    Late(Duration),
    Panics,
    DiesBefore(Death),
    /// The process dies after the commit: it is stored, but nobody is told.
    DiesAfter(Death),
}

/// The moment at which a process dies in a test: waiters are notified, and that process appends nothing more. The
/// test then ends everything else that runs in it.
#[derive(Debug, Clone, Default)]
pub struct Death(Arc<Notify>);

impl Death {
    /// Resolves once it has come.
    pub async fn came(&self) {
        self.0.notified().await;
    }

    async fn comes(&self) {
        self.0.notify_one();
        std::future::pending::<()>().await;
    }
}

/// A handle to the process's appending task. The task ends when the last handle is dropped.
#[derive(Debug, Clone)]
pub struct Appender {
    queue: mpsc::Sender<Request>,
}

impl Appender {
    /// Starts the task.
    pub fn start(log: EventLog) -> Self {
        Self::run(log, |_| Fault::None)
    }

    /// Starts the task over a database that fails as `faults` says for each group of commits.
    #[cfg(feature = "testing")]
    pub fn start_with_faults(
        log: EventLog,
        faults: impl FnMut(&[Commit]) -> Fault + Send + 'static,
    ) -> Self {
        Self::run(log, faults)
    }

    fn run(log: EventLog, faults: impl FnMut(&[Commit]) -> Fault + Send + 'static) -> Self {
        let (queue, requests) = mpsc::channel(QUEUE);
        tokio::spawn(run(log, requests, faults));
        Self { queue }
    }

    /// Appends, and returns once that is durable. A commit without events only records its command.
    pub async fn append(&self, commit: Commit) -> Answer {
        let traced = Traced::new(&commit);
        let answer = self.queued(commit).instrument(traced.span.clone()).await;
        match &answer {
            Ok(Appended::Stored { cursor }) => traced.stored(*cursor),
            Err(AppendError::Conflict) => metrics().conflict(),
            Ok(Appended::Repeated(_)) | Err(_) => {}
        }
        answer
    }

    async fn queued(&self, commit: Commit) -> Answer {
        let (reply, answer) = oneshot::channel();
        let stopped =
            || AppendError::Store(Arc::new(StoreError::Unavailable(sqlx::Error::PoolClosed)));
        self.queue
            .send(Request { commit, reply })
            .await
            .map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }
}

/// Commits that go to the database together, and their callers.
#[derive(Default)]
struct Group {
    commits: Vec<Commit>,
    replies: Vec<oneshot::Sender<Answer>>,
    events: usize,
}

impl Group {
    fn push(&mut self, request: Request) {
        self.events += request.commit.event_count();
        self.commits.push(request.commit);
        self.replies.push(request.reply);
    }

    fn is_full(&self) -> bool {
        self.commits.len() >= GROUP_COMMITS || self.events >= GROUP_EVENTS
    }

    /// Takes what is queued, and what is queued once the other tasks have run, until nothing is.
    async fn gather(first: Request, requests: &mut mpsc::Receiver<Request>) -> Self {
        let mut group = Self::default();
        group.push(first);
        loop {
            tokio::task::yield_now().await;
            let before = group.commits.len();
            while !group.is_full()
                && let Ok(request) = requests.try_recv()
            {
                group.push(request);
            }
            if group.is_full() || group.commits.len() == before {
                return group;
            }
        }
    }
}

async fn run(
    log: EventLog,
    mut requests: mpsc::Receiver<Request>,
    mut faults: impl FnMut(&[Commit]) -> Fault,
) {
    while let Some(first) = requests.recv().await {
        let group = Group::gather(first, &mut requests).await;
        let commits = &group.commits;
        let answers = match faults(commits) {
            Fault::Late(delay) => {
                for reply in group.replies {
                    drop(reply.send(Err(lost())));
                }
                tokio::time::sleep(delay).await;
                append_group(&log, &group.commits).await;
                continue;
            }
            Fault::None => append_or_report(&log, commits, append_group(&log, commits)).await,
            Fault::Panics => append_or_report(&log, commits, panicking()).await,
            Fault::Conflict => all(commits, || AppendError::Conflict),
            Fault::LostBefore => all(commits, lost),
            Fault::LostAfter => {
                append_group(&log, commits).await;
                all(commits, lost)
            }
            Fault::DiesBefore(death) => return death.comes().await,
            Fault::DiesAfter(death) => {
                append_group(&log, commits).await;
                return death.comes().await;
            }
        };
        for (reply, answer) in group.replies.into_iter().zip(answers) {
            // The commit of a caller that has gone away is stored all the same.
            drop(reply.send(answer));
        }
    }
}

/// Reported after a panic, whose own words are only in the log.
const FAILED: &str = "it failed unexpectedly; commands are answered 503 where that happens, and the reason is in the log";

/// Appends a group. A panic is answered like a lost connection, since nobody knows how far it got; the next callers
/// are served.
async fn append_or_report(
    log: &EventLog,
    commits: &[Commit],
    appending: impl Future<Output = Vec<Answer>>,
) -> Vec<Answer> {
    match caught(appending).await {
        Ok(answers) => {
            match answers.iter().find_map(misconfigured) {
                Some(why) => log.problems().report(APPENDER, why),
                None => log.problems().clear(APPENDER),
            }
            answers
        }
        Err(panicked) => {
            tracing::error!(panicked, "the appender failed on a group of commits");
            log.problems().report(APPENDER, FAILED.to_owned());
            all(commits, lost)
        }
    }
}

/// Why nothing can be appended until an operator acts.
fn misconfigured(answer: &Answer) -> Option<String> {
    match answer {
        Err(AppendError::Store(error)) => match &**error {
            StoreError::Configuration(why) => Some(why.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn failed(error: StoreError) -> Answer {
    Err(AppendError::Store(Arc::new(error)))
}

async fn panicking() -> Vec<Answer> {
    tokio::task::yield_now().await;
    panic!("the appender panics in a test")
}

fn lost() -> AppendError {
    AppendError::Store(Arc::new(StoreError::Unavailable(sqlx::Error::PoolTimedOut)))
}

fn all(commits: &[Commit], error: impl Fn() -> AppendError) -> Vec<Answer> {
    commits.iter().map(|_| Err(error())).collect()
}

/// Appends a group; the answers are in the order of the commits.
async fn append_group(log: &EventLog, group: &[Commit]) -> Vec<Answer> {
    let mut answers: Vec<Option<Answer>> = group
        .iter()
        .map(|commit| log.cannot_take(commit).map(failed))
        .collect();
    let mut waiting: Vec<usize> = (0..group.len())
        .filter(|index| answers[*index].is_none())
        .collect();
    while !waiting.is_empty() {
        let batch = Batch::gather(group, &waiting);
        for &index in &batch.overtaken {
            answers[index] = Some(Err(AppendError::Conflict));
        }
        waiting.clone_from(&batch.later);
        if batch.is_empty() {
            continue;
        }
        let types = || batch.events.iter().map(|(_, _, event)| event.event_type);
        dies_at_events("append.before", types());
        // The other side may be cut off silently: after this time without an answer the connection is dropped with
        // the append.
        let began = Instant::now();
        let appended = tokio::time::timeout(log.limits().answer(), log.try_append(&batch));
        let silent = || StoreError::Unavailable(sqlx::Error::PoolTimedOut);
        match appended.await.unwrap_or_else(|_| Err(silent())) {
            Ok(Verdict::Stored { places, .. }) => {
                dies_at_events("append.after", types());
                let (commits, events) = (batch.accepted.len(), batch.events.len());
                metrics().group_appended(commits, events, began.elapsed());
                types().for_each(|event| metrics().event_appended(event));
                accept(&batch, places, &mut answers);
            }
            Ok(Verdict::Refused(misfits)) => {
                refuse(log, group, &batch, &misfits, &mut answers).await;
                waiting.extend(
                    batch
                        .accepted
                        .iter()
                        .map(|(index, _)| *index)
                        .filter(|index| answers[*index].is_none()),
                );
                waiting.sort_unstable();
            }
            Err(error) => {
                // Where it is unclear how that ended, the log may have gone back as well.
                log.doubts().raise();
                let error = Arc::new(error);
                for &(index, _) in &batch.accepted {
                    answers[index] = Some(Err(AppendError::Store(Arc::clone(&error))));
                }
            }
        }
    }
    answers
        .into_iter()
        .map(|answer| answer.expect("every commit leaves the loop with an answer"))
        .collect()
}

fn accept(batch: &Batch<'_>, places: Places, answers: &mut [Option<Answer>]) {
    for &(index, events_before_end) in &batch.accepted {
        // For a commit without events the cursor is before the next one: already seen.
        let cursor = match events_before_end.checked_sub(1) {
            Some(last) => places.of(last),
            None => Cursor::START,
        };
        answers[index] = Some(Ok(Appended::Stored { cursor }));
    }
}

async fn refuse(
    log: &EventLog,
    group: &[Commit],
    batch: &Batch<'_>,
    misfits: &Misfits,
    answers: &mut [Option<Answer>],
) {
    let stale = misfits.stale.iter().map(|&i| batch.heads[i].0);
    let stale: Vec<_> = stale.collect();
    let keys = misfits.repeated.iter().map(|&i| &batch.commands[i].key);
    let keys: Vec<_> = keys.collect();
    let lost: Vec<_> = misfits.lost.iter().map(|&i| batch.guards[i]).collect();
    for &(index, _) in &batch.accepted {
        let commit = &group[index];
        let known = commit.command.as_ref().filter(|c| keys.contains(&&c.key));
        let barred = misfits.barred.iter().find(|bar| bar.bars(batch, commit));
        if commit
            .guard
            .as_ref()
            .is_some_and(|guard| lost.contains(&guard))
        {
            answers[index] = Some(Err(AppendError::Overtaken));
        } else if let Some(command) = known {
            answers[index] = Some(first_answer(log, &command.key).await);
        } else if let Some(barred) = barred {
            answers[index] = Some(Err(AppendError::Store(Arc::clone(&barred.why))));
        } else if commit.appends.iter().any(|a| stale.contains(&&a.stream)) {
            answers[index] = Some(Err(AppendError::Conflict));
        }
    }
}

async fn first_answer(log: &EventLog, key: &str) -> Answer {
    match log.find_command(key).await {
        Ok(Some(record)) => Ok(Appended::Repeated(record)),
        Ok(None) => Err(AppendError::Conflict),
        Err(error) => Err(AppendError::Store(Arc::new(error))),
    }
}

#[cfg(test)]
mod tests {
    use telemetry::Measured;

    use super::*;
    use crate::testing::{Engine, counted};

    fn conflicts() -> u64 {
        let told = Measured::default().exposed();
        let count = told
            .lines()
            .find_map(|line| line.strip_prefix("demandatlas_append_conflicts_total "));
        count.unwrap().parse().unwrap()
    }

    #[tokio::test]
    async fn a_conflict_is_counted() {
        let test = Engine::Sqlite.storage().await.unwrap();
        let log = EventLog::new(&test.storage);
        let appender = Appender::start_with_faults(log, |_| Fault::Conflict);
        let before = conflicts();
        let answer = appender.append(counted(0)).await;
        assert!(matches!(answer, Err(AppendError::Conflict)));
        // Others may conflict meanwhile.
        assert!(conflicts() > before);
    }
}
