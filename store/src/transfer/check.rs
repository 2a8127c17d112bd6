//! Judging a file before anything of it is written: is it whole, can this version read every event, did this
//! installation seal them?

use std::collections::HashMap;
use std::io::BufRead;

use domain::registry::AggregateType;

use super::asides::Aside;
use super::error::TransferError;
use super::format::{BACKUP, EndLine, FORMAT, Summary, Tally, from_line};
use super::links;
use crate::chain::ChainCheck;
use crate::links::LinkCheck;
use crate::log::{Cursor, RecordedEvent};
use crate::seals::{Seal, SealKey, SealKeys};

/// A file that passed the check.
#[derive(Debug)]
pub struct Checked {
    pub summary: Summary,
    /// Whether it holds everything beside the log too.
    pub is_backup: bool,
    pub(crate) heads: Vec<Head>,
}

/// A sealed stream's head, to be stored with the imported events.
#[derive(Debug)]
pub(crate) struct Head {
    pub(super) aggregate_type: String,
    pub(super) aggregate_id: String,
    pub(super) events: u64,
    pub(super) seal: Seal,
}

/// Reads a file of events to its end. It checks the order of the log and of every stream, that every event can be
/// read, the chain over all of them and those of sealed streams, and the closing line with its seal.
pub fn check(file: impl BufRead, keys: &SealKeys) -> Result<Checked, TransferError> {
    let mut tally = Tally::default();
    let mut order = Order::default();
    let mut judge = Judge::new(keys);
    let mut chain = LinkCheck::new(keys.clone());
    let mut end: Option<EndLine> = None;
    let mut asides = false;
    let mut lines = file.lines().zip(1..);
    let (format, _) = lines.next().ok_or(TransferError::CutOff)?;
    let is_backup = match format?.as_str() {
        FORMAT => false,
        BACKUP => true,
        _ => return Err(TransferError::Format),
    };
    for (line, number) in lines {
        let line = line?;
        let wrong = |what: String| TransferError::Line { line: number, what };
        if end.is_some() {
            return Err(wrong("there is more after the closing line".to_owned()));
        }
        if let Ok(closing) = serde_json::from_str::<EndLine>(&line) {
            end = Some(closing);
            continue;
        }
        if Aside::from_line(&line).is_some() {
            tally.note(&line);
            asides = true;
            continue;
        }
        if asides {
            return Err(wrong(
                "there is an event after what goes along with them".to_owned(),
            ));
        }
        if let Some(link) = links::from_line(&line, order.at) {
            let judged =
                link.and_then(|link| chain.link(&link).map_err(|broken| broken.to_string()));
            judged.map_err(wrong)?;
            tally.note(&line);
            continue;
        }
        tally.take(&line);
        let event = from_line(&line).map_err(wrong)?;
        order.check(&event).map_err(wrong)?;
        judge.check(&event).map_err(wrong)?;
        chain.event(&event);
    }
    let EndLine { end, seal } = end.ok_or(TransferError::CutOff)?;
    let found = tally.summary();
    if end != found {
        return Err(TransferError::Changed {
            expected: end,
            found,
        });
    }
    let seal = seal.unwrap_or_default();
    let is_sealed = |key: &SealKey| key.export(found.events, &found.sha256).to_string() == seal;
    if !keys.all().any(is_sealed) {
        return Err(TransferError::Unsealed);
    }
    Ok(Checked {
        summary: found,
        is_backup,
        heads: judge.heads(),
    })
}

/// Positions rise, and every stream counts from 1 without a gap.
#[derive(Default)]
struct Order {
    at: Cursor,
    streams: HashMap<(String, String), u64>,
}

impl Order {
    fn check(&mut self, event: &RecordedEvent) -> Result<(), String> {
        if event.cursor <= self.at {
            return Err(format!("position {} does not rise", event.cursor));
        }
        self.at = event.cursor;
        let stream = (event.aggregate_type.clone(), event.aggregate_id.clone());
        let sequence = self.streams.entry(stream).or_default();
        *sequence += 1;
        if event.sequence == *sequence {
            Ok(())
        } else {
            Err(format!(
                "event {} of {} {} stands where event {sequence} should",
                event.sequence, event.aggregate_type, event.aggregate_id
            ))
        }
    }
}

/// Follows the chains of the sealed streams.
struct Judge<'a> {
    keys: &'a SealKeys,
    chains: HashMap<(String, String), ChainCheck>,
}

impl<'a> Judge<'a> {
    fn new(keys: &'a SealKeys) -> Self {
        Self {
            keys,
            chains: HashMap::new(),
        }
    }

    fn check(&mut self, event: &RecordedEvent) -> Result<(), String> {
        event.decode().map_err(|error| error.to_string())?;
        let aggregate = AggregateType::from_name(&event.aggregate_type);
        if !aggregate.is_some_and(AggregateType::is_sealed) {
            return Ok(());
        }
        let stream = (event.aggregate_type.clone(), event.aggregate_id.clone());
        let chain = self.chains.entry(stream).or_default();
        // Where a key was replaced is in the chain over all events.
        let now = self.keys.current();
        let mut judged = chain.next(now, now, event);
        for former in self.keys.former() {
            if judged.is_err() && chain.next(former, now, event).is_ok() {
                judged = Ok(());
            }
        }
        judged.map_err(|found| {
            format!(
                "{} {}: {found}. If the events come from another installation, copy its secret.key \
                 first, or set DEMANDATLAS_SECRET_KEY to it",
                event.aggregate_type, event.aggregate_id
            )
        })
    }

    fn heads(self) -> Vec<Head> {
        let key = self.keys.current();
        let heads = self.chains.into_iter();
        heads
            .map(|((aggregate_type, aggregate_id), chain)| Head {
                events: chain.events(),
                seal: key.head(&aggregate_type, &aggregate_id, chain.events(), chain.last()),
                aggregate_type,
                aggregate_id,
            })
            .collect()
    }
}
