//! Judging the chain: is every link whole, and do they cover the log's events?

use super::digest::{Digest, EventsDigest};
use super::link::{End, Kind, Link};
use crate::log::RecordedEvent;
use crate::seals::SealKeys;

/// What was done to the log or to its chain, as far as the chain shows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    #[error("link {0} is missing: it was removed")]
    LinkMissing(u64),
    #[error("link {0} was changed or inserted: its seal does not match")]
    LinkChanged(u64),
    /// A link with a key that is neither the one of the link before nor its successor.
    #[error("link {link} is sealed with the key {key}, which this installation did not have there")]
    Key { link: u64, key: String },
    /// The events that a link covers are others, fewer or more.
    #[error("{}", events_differ(*.link, *.first, *.last, *.found))]
    Events {
        link: u64,
        first: u64,
        last: u64,
        /// How many there are now.
        found: u64,
    },
    /// The log ends before its chain.
    #[error("{} missing at the log's end, of {linked} that were linked: removed", events(*.missing))]
    CutOff { missing: u64, linked: u64 },
}

fn events(number: u64) -> String {
    match number {
        1 => "1 event is".to_owned(),
        number => format!("{number} events are"),
    }
}

fn events_differ(link: u64, first: u64, last: u64, found: u64) -> String {
    let linked = (last + 1).saturating_sub(first);
    let what = match (found.checked_sub(linked), linked.checked_sub(found)) {
        (Some(0), _) => "are not those that were linked: changed, or in another order".to_owned(),
        (Some(more), _) => format!("are {more} more than were linked: inserted"),
        (None, fewer) => format!("are {} fewer than were linked: removed", fewer.unwrap_or(0)),
    };
    format!("link {link}: the log's events {first} to {last} {what}")
}

/// Follows the chain: takes each event, and after a link's last one the link.
#[derive(Debug, Clone)]
pub struct LinkCheck {
    keys: SealKeys,
    end: End,
    /// The key of the last link, and its note if the key is being replaced.
    key: Option<String>,
    rotating: Option<String>,
    since: EventsDigest,
    adopted: u64,
}

impl LinkCheck {
    /// From the log's start.
    pub fn new(keys: SealKeys) -> Self {
        Self {
            keys,
            end: End::default(),
            key: None,
            rotating: None,
            since: EventsDigest::following(Digest::default()),
            adopted: 0,
        }
    }

    /// The next event.
    pub fn event(&mut self, event: &RecordedEvent) {
        self.since.take(event);
    }

    /// How many events came after the last link.
    pub const fn unlinked(&self) -> u64 {
        self.since.events()
    }

    /// How many events were taken, by the links and after them.
    pub const fn events(&self) -> u64 {
        self.end.events + self.since.events()
    }

    /// The number of the last link.
    pub const fn links(&self) -> u64 {
        self.end.number
    }

    /// How many events were there before the chain.
    pub const fn adopted(&self) -> u64 {
        self.adopted
    }

    /// The next link, after its last event. What comes later is judged by the link as it is stored, so that only what
    /// was changed is found.
    pub fn link(&mut self, link: &Link) -> Result<(), Broken> {
        let before = self.end;
        let found = self.since.events();
        let digest = match link.kind {
            Kind::Events | Kind::Adopted => self.since.clone().done(),
            Kind::Restored | Kind::Rotated => {
                Digest::of_note(before.digest, link.kind.name(), &link.note)
            }
        };
        let covers = match link.kind {
            Kind::Events | Kind::Adopted => link.events.saturating_sub(before.events),
            Kind::Restored | Kind::Rotated => 0,
        };
        let judged = self.judge(link);
        self.end = End::from(link);
        self.since = EventsDigest::following(link.digest);
        if link.kind == Kind::Adopted {
            self.adopted = link.events;
        }
        judged?;
        if found == covers && digest == link.digest && before.events + covers == link.events {
            return Ok(());
        }
        Err(Broken::Events {
            link: link.number,
            first: before.events + 1,
            last: link.events,
            found,
        })
    }

    /// The link itself: its place, its key and its seal.
    fn judge(&mut self, link: &Link) -> Result<(), Broken> {
        let next = self.end.number + 1;
        if link.number != next {
            return Err(Broken::LinkMissing(next));
        }
        let rotation = (link.kind == Kind::Rotated).then(|| link.note.clone());
        let continues = self.key.as_ref().is_none_or(|key| *key == link.key);
        // Both keys have sealed the same note, which names them.
        let succeeds = rotation.is_some()
            && rotation == self.rotating
            && self
                .key
                .as_ref()
                .is_some_and(|key| link.note == rotation_note(key, &link.key));
        self.rotating = rotation;
        self.key = Some(link.key.clone());
        let key = self.keys.named(&link.key);
        let Some(key) = key.filter(|_| continues || succeeds) else {
            return Err(Broken::Key {
                link: link.number,
                key: link.key.clone(),
            });
        };
        if link.sealed(key, self.end.seal) == link.seal {
            Ok(())
        } else {
            Err(Broken::LinkChanged(link.number))
        }
    }

    /// At the log's end, with the links that are left: made of events that were there.
    pub fn cut_off(&self, left: &[Link]) -> Option<Broken> {
        let linked = left.last()?.events;
        let there = self.events();
        let missing = linked.saturating_sub(there);
        (missing > 0).then_some(Broken::CutOff { missing, linked })
    }

    /// Is the last link sealed with the key that seals now?
    pub fn ends_with_the_current_key(&self) -> bool {
        let current = self.keys.current().id();
        self.key.as_ref().is_none_or(|key| key == current)
    }
}

/// What the links of a replaced key say.
pub(crate) fn rotation_note(from: &str, to: &str) -> String {
    format!("{from} to {to}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::Cursor;
    use crate::seals::SealKey;

    fn keys() -> SealKeys {
        SealKeys::new(SealKey::new(b"a key"), [SealKey::new(b"the former key")])
    }

    fn event(n: u64) -> RecordedEvent {
        RecordedEvent {
            cursor: (10 * n).to_string().parse().unwrap(),
            aggregate_type: "Job".into(),
            aggregate_id: format!("j{}", n % 3),
            sequence: n,
            event_type: "RowsDelivered".into(),
            event_version: "1.0.0".into(),
            payload: format!("{{\"rows\":{n}}}"),
            metadata: "{}".into(),
            recorded_at: 0,
        }
    }

    /// Ten events in links of three, and what is left.
    fn chain(key: &SealKey) -> (Vec<RecordedEvent>, Vec<Link>) {
        let events: Vec<_> = (1..=10).map(event).collect();
        let mut links: Vec<Link> = Vec::new();
        for chunk in events.chunks_exact(3) {
            let end = links.last().map(End::from).unwrap_or_default();
            links.extend(end.links_over(chunk, 0, key));
        }
        (events, links)
    }

    fn found(events: &[RecordedEvent], links: &[Link]) -> Vec<Broken> {
        let mut check = LinkCheck::new(keys());
        let mut found = Vec::new();
        let mut left = links;
        for event in events {
            while let [link, rest @ ..] = left
                && link.ends_at < event.cursor
            {
                found.extend(check.link(link).err());
                left = rest;
            }
            check.event(event);
        }
        let last = events.last().map_or(Cursor::START, |event| event.cursor);
        while let [link, rest @ ..] = left
            && link.ends_at <= last
        {
            found.extend(check.link(link).err());
            left = rest;
        }
        found.extend(check.cut_off(left));
        found
    }

    #[test]
    fn an_honest_chain_holds_and_names_what_is_not_linked() {
        let (events, links) = chain(keys().current());
        assert_eq!(found(&events, &links), []);
        let mut check = LinkCheck::new(keys());
        for (event, n) in events.iter().zip(1..) {
            check.event(event);
            if n % 3 == 0 {
                check.link(&links[n / 3 - 1]).unwrap();
            }
        }
        assert_eq!((check.unlinked(), check.links()), (1, 3));
    }

    #[test]
    fn events_that_are_changed_removed_inserted_or_swapped_are_found_in_their_link_alone() {
        let (whole, links) = chain(keys().current());
        let in_second = |found| Broken::Events {
            link: 2,
            first: 4,
            last: 6,
            found,
        };
        let changes: [fn(&mut RecordedEvent); 7] = [
            |e| e.payload.push(' '),
            |e| e.metadata = "{\"x\":1}".into(),
            |e| e.event_type = "RowsDelivere".into(),
            |e| e.event_version = "1.0.1".into(),
            |e| e.aggregate_id.push('x'),
            |e| e.aggregate_type.push('x'),
            |e| e.sequence += 1,
        ];
        for change in changes {
            let mut events = whole.clone();
            change(&mut events[4]);
            assert_eq!(found(&events, &links), [in_second(3)]);
        }
        let mut events = whole.clone();
        events.remove(4);
        assert_eq!(found(&events, &links), [in_second(2)]);
        let mut events = whole.clone();
        let between = "45".parse().unwrap();
        events.insert(
            4,
            RecordedEvent {
                cursor: between,
                ..event(4)
            },
        );
        assert_eq!(found(&events, &links), [in_second(4)]);
        let mut events = whole.clone();
        events.swap(3, 4);
        let at = events[3].cursor;
        events[3].cursor = events[4].cursor;
        events[4].cursor = at;
        assert_eq!(found(&events, &links), [in_second(3)]);
        // A text that moves from one field to the next.
        let mut events = whole;
        events[4].aggregate_type = "Jobj".into();
        events[4].aggregate_id = "2".into();
        assert_eq!(found(&events, &links), [in_second(3)]);
    }

    #[test]
    fn a_log_that_ends_before_its_chain_is_found() {
        let (events, links) = chain(keys().current());
        let cut = Broken::CutOff {
            missing: 4,
            linked: 9,
        };
        assert_eq!(found(&events[..5], &links), [cut]);
        let cut = Broken::CutOff {
            missing: 9,
            linked: 9,
        };
        assert_eq!(found(&[], &links), [cut]);
    }

    #[test]
    fn links_that_are_changed_removed_or_made_without_the_key_are_found() {
        let (events, links) = chain(keys().current());
        let without_second = [links[0].clone(), links[2].clone()];
        assert_eq!(found(&events, &without_second)[0], Broken::LinkMissing(2));
        let mut adopted = links.clone();
        adopted[1].kind = Kind::Adopted;
        assert_eq!(found(&events, &adopted), [Broken::LinkChanged(2)]);
        // A chain that fits changed events, made with a key of one's own.
        let (events, forged) = chain(&SealKey::new(b"another key"));
        assert!(matches!(
            found(&events, &forged)[0],
            Broken::Key { link: 1, .. }
        ));
        let current = keys().current().id().to_owned();
        let renamed: Vec<Link> = forged
            .into_iter()
            .map(|link| Link {
                key: current.clone(),
                ..link
            })
            .collect();
        assert_eq!(found(&events, &renamed)[0], Broken::LinkChanged(1));
    }

    #[test]
    fn a_key_is_replaced_by_a_note_that_both_keys_have_sealed() {
        let keys = keys();
        let former = SealKey::new(b"the former key");
        let (events, mut links) = chain(&former);
        let note = rotation_note(former.id(), keys.current().id());
        for key in [&former, keys.current()] {
            let end = End::from(links.last().unwrap());
            links.push(end.note(key, Kind::Rotated, &note));
        }
        assert_eq!(found(&events, &links), []);
        // Without the former key's word the new key is nobody's.
        let mut alone = links[..3].to_vec();
        alone.push(End::from(&links[2]).note(keys.current(), Kind::Rotated, &note));
        assert!(matches!(
            found(&events, &alone)[..],
            [Broken::Key { link: 4, .. }]
        ));
        // And the former key seals nothing after it.
        let end = End::from(&links[4]);
        links.push(end.note(&former, Kind::Restored, "back"));
        assert!(matches!(
            found(&events, &links)[..],
            [Broken::Key { link: 6, .. }]
        ));
    }
}
