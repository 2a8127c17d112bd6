//! One group of commits, flattened to the columns that a backend inserts.
//!
//! The group is taken optimistically: each stream must be where the first commit that touches it expects it, and no
//! command key may be known. The backend returns what does not match; the appender drops those commits and tries
//! again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::commit::{CommandRecord, Commit, HeadChange, NewEvent, StreamAppend, StreamId};
use super::cursor::Cursor;
use super::stamp::stamp;
use crate::error::StoreError;
use crate::leases::Lease;

/// What one attempt of an append should insert.
#[derive(Debug, Default)]
pub(super) struct Batch<'a> {
    /// Streams, the sequence at which each must be, and the stamp of that event, if it must have a certain one.
    pub(super) heads: Vec<(&'a StreamId, u64, Option<&'a str>)>,
    /// Heads of sealed streams: the number of events afterwards, and how the seal changes.
    pub(super) heads_after: Vec<(&'a StreamId, u64, HeadChange)>,
    /// Of `heads`: streams that are not the first of their commit.
    pub(super) followers: HashSet<usize>,
    pub(super) commands: Vec<&'a CommandRecord>,
    /// In order, with their sequence.
    pub(super) events: Vec<(&'a StreamId, u64, &'a NewEvent)>,
    /// Leases that must be held, each once, ordered by name.
    pub(super) guards: Vec<&'a Lease>,
    /// For each accepted commit: its index in the group and how many events precede its end.
    pub(super) accepted: Vec<(usize, u64)>,
    /// Commits that an earlier commit of the group has overtaken.
    pub(super) overtaken: Vec<usize>,
    /// Commits that repeat a command of the same group: to be retried after it.
    pub(super) later: Vec<usize>,
}

/// A backend's answer to an attempt.
#[derive(Debug)]
pub(super) enum Verdict {
    Stored {
        places: Places,
        /// Of `heads_after`: those that contradict the events before, and stay as they are.
        astray: Vec<usize>,
    },
    /// Nothing is stored: these entries did not match.
    Refused(Misfits),
}

/// Logs that a head contradicts the events before.
pub(super) fn tell_astray(aggregate_type: &str, aggregate_id: &str) {
    tracing::error!(
        aggregate_type,
        aggregate_id,
        "the head of a sealed stream contradicts its events"
    );
}

/// The positions of a batch's events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Places {
    /// The first one if they are consecutive, else the last one.
    pub(super) at: Cursor,
    /// Are they consecutive, with nothing between them?
    pub(super) consecutive: bool,
}

impl Places {
    /// Consecutive events, from the first one.
    pub(super) const fn from(first: Cursor) -> Self {
        Self {
            at: first,
            consecutive: true,
        }
    }

    /// The cursor at which a reader has seen event `index` of the batch.
    pub(super) const fn of(self, index: u64) -> Cursor {
        if self.consecutive {
            self.at.advanced(index)
        } else {
            self.at
        }
    }
}

/// Entries of a batch that do not match what is stored, by their indexes.
#[derive(Debug, Default)]
pub(super) struct Misfits {
    pub(super) stale: Vec<usize>,
    pub(super) repeated: Vec<usize>,
    pub(super) lost: Vec<usize>,
    /// What cannot be appended to, if a backend has such a thing.
    pub(super) barred: Vec<Barred>,
}

/// Entries of a batch that block commits.
#[derive(Debug)]
pub(super) struct Barred {
    pub(super) heads: Vec<usize>,
    pub(super) commands: Vec<usize>,
    pub(super) why: Arc<StoreError>,
}

impl Barred {
    /// Does it block this commit of the batch?
    pub(super) fn bars(&self, batch: &Batch<'_>, commit: &Commit) -> bool {
        let mut streams = self.heads.iter().map(|&index| batch.heads[index].0);
        let mut commands = self.commands.iter().map(|&index| batch.commands[index]);
        streams.any(|stream| commit.appends.iter().any(|a| a.stream == *stream))
            || commands.any(|command| commit.command.as_ref() == Some(command))
    }
}

impl Misfits {
    pub(super) fn is_none(&self) -> bool {
        self.stale.is_empty()
            && self.repeated.is_empty()
            && self.lost.is_empty()
            && self.barred.is_empty()
    }
}

/// The streams of a batch.
type Standing<'a> = HashMap<&'a StreamId, Reached<'a>>;

/// How far the batch brings a stream.
struct Reached<'a> {
    /// Its index in `heads`.
    index: usize,
    sequence: u64,
    /// The last event that the batch appends to it.
    last: Option<&'a NewEvent>,
}

impl Reached<'_> {
    /// Can this append come next?
    fn leads_to(&self, append: &StreamAppend) -> bool {
        let same = |last: &NewEvent| {
            append.continues.is_none() || stamp(&last.metadata) == append.continues
        };
        self.sequence == append.expected && self.last.is_none_or(same)
    }
}

impl<'a> Batch<'a> {
    /// Gathers the commits of `group` that `waiting` names.
    pub(super) fn gather(group: &'a [Commit], waiting: &[usize]) -> Self {
        let mut batch = Self::default();
        let mut standing: Standing<'a> = HashMap::new();
        let mut keys: HashSet<&str> = HashSet::new();
        for &index in waiting {
            let commit = &group[index];
            if let Some(command) = &commit.command
                && keys.contains(command.key.as_str())
            {
                batch.later.push(index);
                continue;
            }
            let fits = |append: &StreamAppend| {
                standing
                    .get(&append.stream)
                    .is_none_or(|reached| reached.leads_to(append))
            };
            if !commit.appends.iter().all(fits) {
                batch.overtaken.push(index);
                continue;
            }
            if let Some(command) = &commit.command {
                keys.insert(&command.key);
                batch.commands.push(command);
            }
            for (place, append) in commit.appends.iter().enumerate() {
                batch.take(append, place > 0, &mut standing);
            }
            batch.guards.extend(&commit.guard);
            batch.accepted.push((index, batch.events.len() as u64));
        }
        // In a fixed order, so that two processes never deadlock.
        batch
            .guards
            .sort_unstable_by(|a, b| (&a.name, a.fence).cmp(&(&b.name, b.fence)));
        batch.guards.dedup();
        batch
    }

    fn take(&mut self, append: &'a StreamAppend, follows: bool, standing: &mut Standing<'a>) {
        let stream = &append.stream;
        let known = standing
            .get(stream)
            .map(|reached| (reached.index, reached.last));
        let (index, before) = known.unwrap_or_else(|| {
            let continues = append.continues.as_deref();
            self.heads.push((stream, append.expected, continues));
            (self.heads.len() - 1, None)
        });
        if follows {
            self.followers.insert(index);
        }
        let mut sequence = append.expected;
        for event in &append.events {
            sequence += 1;
            self.events.push((stream, sequence, event));
        }
        let reached = Reached {
            index,
            sequence,
            last: append.events.last().or(before),
        };
        let again = standing.insert(stream, reached).is_some();
        let Some(head) = append.head else { return };
        let mut heads = self.heads_after.iter_mut();
        // Several commits of a group lead from the first one's head to the last one's.
        match heads.find(|(known, _, _)| again && *known == stream) {
            Some((_, events, change)) => {
                *events = sequence;
                change.after = head.after;
            }
            None => self.heads_after.push((stream, sequence, head)),
        }
    }

    /// Is there nothing to insert?
    pub(super) fn is_empty(&self) -> bool {
        self.accepted.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commit(stream: &str, expected: u64, events: usize, key: Option<&str>) -> Commit {
        let event = NewEvent {
            event_type: "Happened",
            event_version: "1.0.0",
            payload: "{}".into(),
            metadata: "{}".into(),
        };
        Commit {
            appends: vec![StreamAppend {
                stream: StreamId {
                    aggregate_type: "Thing",
                    aggregate_id: stream.into(),
                },
                expected,
                continues: None,
                events: vec![event; events],
                head: None,
            }],
            command: key.map(|key| CommandRecord {
                key: key.into(),
                body_hash: String::new(),
                answer: String::new(),
            }),
            guard: None,
        }
    }

    #[test]
    fn commits_to_one_stream_follow_each_other_or_are_overtaken() {
        let group = [
            commit("a", 0, 2, None),
            commit("a", 0, 1, None),
            commit("a", 2, 1, None),
            commit("b", 5, 1, None),
        ];
        let batch = Batch::gather(&group, &[0, 1, 2, 3]);
        assert_eq!(batch.overtaken, [1]);
        assert_eq!(batch.accepted, [(0, 2), (2, 3), (3, 4)]);
        let heads: Vec<_> = batch
            .heads
            .iter()
            .map(|(s, at, _)| (s.aggregate_id.as_str(), *at))
            .collect();
        assert_eq!(heads, [("a", 0), ("b", 5)]);
        let sequences: Vec<_> = batch.events.iter().map(|(_, n, _)| *n).collect();
        assert_eq!(sequences, [1, 2, 3, 6]);
    }

    #[test]
    fn a_commit_that_continues_another_event_than_the_groups_last_is_overtaken() {
        let by = |mut commit: Commit, command: &str| {
            let metadata = format!(r#"{{"command_id":"{command}"}}"#);
            commit.appends[0].events[0].metadata = metadata;
            commit
        };
        let continuing = |command: &str| {
            let mut commit = commit("a", 1, 1, None);
            commit.appends[0].continues = Some(command.to_owned());
            commit
        };
        let group = [
            by(commit("a", 0, 1, None), "here"),
            continuing("elsewhere"),
            by(continuing("here"), "next"),
        ];
        let batch = Batch::gather(&group, &[0, 1, 2]);
        assert_eq!(batch.overtaken, [1]);
        assert_eq!(batch.accepted, [(0, 1), (2, 2)]);
    }

    #[test]
    fn a_stream_that_comes_after_another_in_any_commit_comes_after_it_in_the_group() {
        let mut redeemed = commit("coupon", 0, 1, None);
        redeemed
            .appends
            .extend(commit("account", 1, 1, None).appends);
        let group = [commit("account", 0, 1, None), redeemed];
        let batch = Batch::gather(&group, &[0, 1]);
        let follows = |index: usize| batch.followers.contains(&index);
        let heads: Vec<_> = (batch.heads.iter().enumerate())
            .map(|(index, (stream, _, _))| (stream.aggregate_id.as_str(), follows(index)))
            .collect();
        assert_eq!(heads, [("account", true), ("coupon", false)]);
    }

    #[test]
    fn the_heads_of_a_group_lead_from_the_first_to_the_last() {
        let seal = |letter: &str| (letter.repeat(42) + "A").parse().unwrap();
        let mut group = [commit("a", 0, 2, None), commit("a", 2, 1, None)];
        let changes = [(None, "B"), (Some("B"), "C")];
        for (commit, (before, after)) in group.iter_mut().zip(changes) {
            commit.appends[0].head = Some(HeadChange {
                before: before.map(seal),
                after: seal(after),
            });
        }
        let batch = Batch::gather(&group, &[0, 1]);
        let change = HeadChange {
            before: None,
            after: seal("C"),
        };
        assert_eq!(
            batch.heads_after,
            [(&group[1].appends[0].stream, 3, change)]
        );
    }

    #[test]
    fn a_command_repeated_within_the_group_waits_for_the_first() {
        let group = [commit("a", 0, 1, Some("k")), commit("a", 0, 1, Some("k"))];
        let batch = Batch::gather(&group, &[0, 1]);
        assert_eq!(batch.accepted, [(0, 1)]);
        assert_eq!(batch.later, [1]);
    }
}
