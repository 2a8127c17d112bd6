//! Verifies the chain over the whole log, and anchors that were kept elsewhere.

use store::StoreError;
use store::links::{Anchor, Kind, Link, LinkCheck, LinkQueue, Links, Restoration};
use store::log::{Cursor, RecordedEvent};
use store::seals::SealKeys;

/// The chain's side of an audit of everything.
pub(super) struct WholeLog {
    check: LinkCheck,
    ahead: LinkQueue,
    at: Cursor,
    /// Those that were not found yet, of how many.
    anchors: Vec<Anchor>,
    given: usize,
    restorations: Vec<Link>,
    findings: Vec<String>,
}

/// What the chain says about the log.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Chain {
    pub links: u64,
    /// Events that the links cover.
    pub linked: u64,
    /// Events that are not linked yet.
    pub unlinked: u64,
    /// Events that were in the log before it had a chain.
    pub adopted: u64,
    /// Anchors that were found in the chain.
    pub anchors: u64,
    /// When the log was put back to an earlier moment, as operators have noted.
    pub restorations: Vec<Restoration>,
}

impl WholeLog {
    pub(super) fn new(keys: SealKeys, anchors: Vec<Anchor>) -> Self {
        Self {
            check: LinkCheck::new(keys),
            ahead: LinkQueue::default(),
            at: Cursor::START,
            given: anchors.len(),
            anchors,
            restorations: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// Reads the links of events up to `end`, and a few more.
    pub(super) async fn read_to(&mut self, links: &Links, end: Cursor) -> Result<(), StoreError> {
        while let Some(after) = self.ahead.lacks(end) {
            let portion = links.after(after, LinkQueue::PORTION).await?;
            if !self.ahead.add(portion) {
                break;
            }
        }
        Ok(())
    }

    /// The log's next events.
    pub(super) fn take(&mut self, events: &[RecordedEvent]) {
        for event in events {
            self.close(|link| link.ends_at < event.cursor);
            self.check.event(event);
            self.at = event.cursor;
        }
    }

    /// Are there links of events that were not read?
    pub(super) fn is_ahead(&self) -> bool {
        self.ahead.end().is_some_and(|end| end > self.at)
    }

    fn close(&mut self, is_over: impl Fn(&Link) -> bool) {
        while let Some(link) = self.ahead.next_if(&is_over) {
            if let Err(broken) = self.check.link(&link) {
                self.findings.push(broken.to_string());
            }
            if link.kind == Kind::Restored {
                self.restorations.push(link.clone());
            }
            self.anchors.retain(|anchor| !anchor.names(&link));
        }
    }

    /// At the log's end.
    pub(super) fn end(mut self) -> (Chain, Vec<String>) {
        let at = self.at;
        self.close(|link| link.ends_at <= at);
        let left = self.ahead.rest();
        self.findings
            .extend(self.check.cut_off(&left).map(|cut| cut.to_string()));
        if !self.check.ends_with_the_current_key() {
            self.findings
                .push("the chain's last link is sealed with a key that was replaced".to_owned());
        }
        let there = self.check.events();
        let missing = self.anchors.iter().filter(|anchor| {
            let noted = self.restorations.iter();
            !noted.clone().any(|link| anchor.is_excused_by(link))
        });
        let missing: Vec<_> = missing.map(|anchor| not_found(anchor, there)).collect();
        self.findings.extend(missing);
        let notes = self.restorations.iter();
        let chain = Chain {
            links: self.check.links(),
            linked: self.check.events() - self.check.unlinked(),
            unlinked: self.check.unlinked(),
            adopted: self.check.adopted(),
            anchors: (self.given - self.anchors.len()) as u64,
            restorations: notes
                .filter_map(|link| Restoration::from_note(&link.note))
                .collect(),
        };
        (chain, self.findings)
    }
}

/// The log is not the one that the anchor was made of.
fn not_found(anchor: &Anchor, there: u64) -> String {
    let of = format!("the anchor of {} (link {})", anchor.at, anchor.link);
    match anchor.events.checked_sub(there) {
        Some(missing @ 1..) => format!(
            "the log ends {missing} events before {of}: restored or cut. After an honest restore note it with \
             'demandatlas ledger restored'"
        ),
        _ => format!(
            "the chain does not have the link of {of}: the log was put back and has grown again, or changed"
        ),
    }
}
