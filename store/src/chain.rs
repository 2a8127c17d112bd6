//! Judging the chains that [`crate::seals`] makes: what was done to a stream, by the first sign of it.

use crate::log::{Cursor, RecordedEvent};
use crate::seals::{EventText, Seal, SealKey, StreamHead, detach};

/// What was done to a sealed stream, as far as its chain shows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Tampering {
    /// A gap in the sequence.
    #[error("event {0} is missing: it was removed")]
    Missing(u64),
    /// The stream goes back, or repeats a sequence, or contradicts the log's order.
    #[error("event {0} is out of order: it was inserted")]
    OutOfOrder(u64),
    /// An event without a seal.
    #[error("event {sequence} ({event_type}) has no seal: it was inserted or its metadata changed")]
    Unsealed { sequence: u64, event_type: String },
    /// An event whose bytes are not those that were sealed.
    #[error("event {sequence} ({event_type}) was changed or inserted: its seal does not match")]
    Changed { sequence: u64, event_type: String },
    /// The stream ends before its head says.
    #[error("{} missing at the end: removed", numbered(*first, *last))]
    CutOff { first: u64, last: u64 },
    /// The head's seal does not match.
    #[error("the head (count and last seal) was changed")]
    HeadChanged,
    #[error("the head (count and last seal) was removed")]
    HeadMissing,
}

fn numbered(first: u64, last: u64) -> String {
    if first == last {
        format!("event {first} is")
    } else {
        format!("events {first} to {last} are")
    }
}

/// Follows one stream's chain.
#[derive(Debug, Clone, Default)]
pub struct ChainCheck {
    last: Seal,
    sequence: u64,
    position: Cursor,
    head: Option<(u64, Seal)>,
}

impl ChainCheck {
    /// A check against a head that was read before the events.
    pub fn against(head: Option<&StreamHead>) -> Self {
        Self {
            // A head whose text is not a seal matches nothing.
            head: head.map(|head| (head.events, head.seal.parse().unwrap_or(Seal::START))),
            ..Self::default()
        }
    }

    /// How many events were seen.
    pub const fn events(&self) -> u64 {
        self.sequence
    }

    /// The seal of the last event seen.
    pub const fn last(&self) -> Seal {
        self.last
    }

    /// Checks the stream's next event, sealed with `key`; the head is sealed with the key that seals now. After an error,
    /// later results mean nothing.
    pub fn next(
        &mut self,
        key: &SealKey,
        now: &SealKey,
        event: &RecordedEvent,
    ) -> Result<(), Tampering> {
        let sequence = self.sequence + 1;
        if event.sequence > sequence {
            return Err(Tampering::Missing(sequence));
        }
        if event.sequence < sequence || event.cursor <= self.position {
            return Err(Tampering::OutOfOrder(event.sequence));
        }
        let Some((metadata, seal)) = detach(&event.metadata) else {
            return Err(Tampering::Unsealed {
                sequence,
                event_type: event.event_type.clone(),
            });
        };
        let text = EventText {
            event_type: &event.event_type,
            event_version: &event.event_version,
            payload: &event.payload,
            metadata: &metadata,
        };
        let (of, id) = (&event.aggregate_type, &event.aggregate_id);
        if key.event(self.last, of, id, sequence, &text) != seal {
            return Err(Tampering::Changed {
                sequence,
                event_type: event.event_type.clone(),
            });
        }
        self.last = seal;
        self.sequence = sequence;
        self.position = event.cursor;
        match self.head {
            Some((events, head))
                if events == sequence && now.head(of, id, events, seal) != head =>
            {
                Err(Tampering::HeadChanged)
            }
            _ => Ok(()),
        }
    }

    /// At the end of the events. Events beyond the head were appended after it was read: their seals are the proof.
    pub fn end(&self) -> Result<(), Tampering> {
        match self.head {
            Some((events, _)) if events > self.sequence => Err(Tampering::CutOff {
                first: self.sequence + 1,
                last: events,
            }),
            Some((0, _)) if self.sequence > 0 => Err(Tampering::HeadChanged),
            None if self.sequence > 0 => Err(Tampering::HeadMissing),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seals::attach;

    const KEY: &[u8] = b"a key for tests, of no worth at all";

    fn stream(events: u64) -> (Vec<RecordedEvent>, StreamHead) {
        let key = SealKey::new(KEY);
        let mut last = Seal::START;
        let recorded = (1..=events).map(|sequence| {
            let payload = format!("{{\"amount\":{sequence}}}");
            let text = EventText {
                event_type: "Paid",
                event_version: "1.0.0",
                payload: &payload,
                metadata: "{\"actor\":\"system\"}",
            };
            last = key.event(last, "Account", "u1", sequence, &text);
            RecordedEvent {
                cursor: (10 * sequence).to_string().parse().unwrap(),
                aggregate_type: "Account".into(),
                aggregate_id: "u1".into(),
                sequence,
                event_type: "Paid".into(),
                event_version: "1.0.0".into(),
                metadata: attach(text.metadata, last),
                payload,
                recorded_at: 0,
            }
        });
        let recorded: Vec<_> = recorded.collect();
        let head = StreamHead {
            aggregate_id: "u1".into(),
            events,
            seal: key.head("Account", "u1", events, last).to_string(),
        };
        (recorded, head)
    }

    fn check(events: &[RecordedEvent], head: Option<&StreamHead>) -> Result<(), Tampering> {
        let key = SealKey::new(KEY);
        let mut chain = ChainCheck::against(head);
        for event in events {
            chain.next(&key, &key, event)?;
        }
        chain.end()
    }

    #[test]
    fn an_untouched_stream_passes_and_stored_metadata_stays_an_object() {
        let (events, head) = stream(4);
        assert_eq!(check(&events, Some(&head)), Ok(()));
        let metadata: serde_json::Value = serde_json::from_str(&events[0].metadata).unwrap();
        assert_eq!(metadata["actor"], "system");
        for bare in ["{}", "{\"seal\":\"x\"}"] {
            let stored = attach(bare, Seal::START);
            assert!(serde_json::from_str::<serde_json::Value>(&stored).is_ok());
            assert_eq!(detach(&stored), Some((bare.to_owned(), Seal::START)));
        }
    }

    #[test]
    fn events_after_the_head_was_read_are_judged_by_their_seals() {
        let (events, _) = stream(4);
        let (_, head) = stream(3);
        assert_eq!(check(&events, Some(&head)), Ok(()));
    }

    #[test]
    fn every_byte_counts() {
        let changes: [fn(&mut RecordedEvent); 5] = [
            |e| e.payload = e.payload.replace('2', "3"),
            |e| e.payload.push(' '),
            |e| e.metadata = e.metadata.replace("system", "user:x"),
            |e| e.event_type = "Refunded".into(),
            |e| e.event_version = "1.0.1".into(),
        ];
        for change in changes {
            let (mut events, head) = stream(3);
            change(&mut events[1]);
            let found = check(&events, Some(&head)).unwrap_err();
            assert!(
                matches!(found, Tampering::Changed { sequence: 2, .. }),
                "{found}"
            );
        }
    }

    #[test]
    fn removed_inserted_and_moved_events_are_named() {
        let (whole, head) = stream(4);
        let without = |n: usize| [&whole[..n], &whole[n + 1..]].concat();
        assert_eq!(check(&without(1), Some(&head)), Err(Tampering::Missing(2)));
        assert_eq!(
            check(&whole[..3], Some(&head)),
            Err(Tampering::CutOff { first: 4, last: 4 })
        );
        assert_eq!(
            check(&[], Some(&head)),
            Err(Tampering::CutOff { first: 1, last: 4 })
        );

        let mut renumbered = without(1);
        for (event, sequence) in renumbered.iter_mut().zip(1..) {
            event.sequence = sequence;
        }
        let found = check(&renumbered, Some(&head)).unwrap_err();
        assert!(matches!(found, Tampering::Changed { sequence: 2, .. }));

        let mut doubled = whole.clone();
        doubled.insert(2, whole[1].clone());
        assert_eq!(check(&doubled, Some(&head)), Err(Tampering::OutOfOrder(2)));

        let mut inserted = whole.clone();
        inserted.push(RecordedEvent {
            sequence: 5,
            cursor: "50".parse().unwrap(),
            metadata: "{}".into(),
            ..whole[3].clone()
        });
        let found = check(&inserted, Some(&head)).unwrap_err();
        assert!(matches!(found, Tampering::Unsealed { sequence: 5, .. }));
    }

    #[test]
    fn a_head_that_was_turned_back_or_removed_is_found() {
        let (whole, head) = stream(4);
        assert_eq!(check(&whole, None), Err(Tampering::HeadMissing));
        // The last event removed and the head's count lowered: the old seal does not match.
        let lowered = StreamHead {
            events: 3,
            ..head.clone()
        };
        assert_eq!(
            check(&whole[..3], Some(&lowered)),
            Err(Tampering::HeadChanged)
        );
        // An empty head is no head.
        let empty = StreamHead {
            events: 0,
            ..head.clone()
        };
        assert_eq!(
            check(&whole[..2], Some(&empty)),
            Err(Tampering::HeadChanged)
        );
        let other_key = SealKey::new(b"another");
        let mut chain = ChainCheck::against(Some(&head));
        assert!(chain.next(&other_key, &other_key, &whole[0]).is_err());
    }
}
