//! Checks and counts each change that a user has recorded without paying for it.

use std::collections::HashSet;

use domain::codec::{EventSourced, StoredEvent};
use domain::company_list::{CompanyList, CompanyListCommand, CompanyListEvent};
use domain::ids::UserId;
use store::StoreError;
use store::log::CommandRecord;

use super::shared::Companies;
use crate::clock::{until_next_day, utc_day};
use crate::dispatcher::{Context, Done, Place, returning_events};
use crate::error::{CommandError, Refusal};

/// About what an event takes besides its payload: position, metadata, its row in a view.
const EVENT_BYTES: u64 = 1_000;
/// What the record of a repeatable command takes.
const RECORD_BYTES: u64 = 500;

/// Runs commands that no credit pays for, and counts what they record.
pub(super) struct Unpaid<'a> {
    companies: &'a Companies,
    user: &'a UserId,
    on_list: Option<CompanyListCommand>,
}

impl Companies {
    /// A call whose changes no credit pays for. Refused if the user has had as much recorded as a day allows, unless
    /// it was carried out before (`record`).
    pub(super) async fn unpaid<'a>(
        &'a self,
        user: &'a UserId,
        record: Option<&CommandRecord>,
    ) -> Result<Unpaid<'a>, CommandError> {
        let now = self.clock.now();
        let call = Unpaid {
            companies: self,
            user,
            on_list: None,
        };
        if !self.volume.is_used_up(user, utc_day(now)) {
            return Ok(call);
        }
        if let Some(record) = record {
            let log = self.dispatcher.store().log();
            if log.find_command(&record.key).await?.is_some() {
                return Ok(call);
            }
        }
        Err(CommandError::DayUsedUp(until_next_day(now)))
    }

    /// The events that the first run of a command recorded for an aggregate.
    async fn recorded<A: EventSourced>(
        &self,
        id: &str,
        first: &CommandRecord,
    ) -> Result<Vec<A::Event>, StoreError> {
        let log = self.dispatcher.store().log();
        if let Some(Place { after, count }) = Place::parse(&first.answer) {
            let own = log.read_recorded(A::TYPE, id, after, count).await?;
            let own = own.iter();
            let decoded = own.map(|event| {
                A::Event::decode(&event.event_type, &event.event_version, &event.payload)
                    .map_err(|error| StoreError::Damaged(error.to_string()))
            });
            return decoded.collect();
        }
        let all = log.read_stream::<A>(id, 0).await?;
        let own = all
            .iter()
            .filter(|event| event.metadata["command_id"] == first.key);
        let decoded = own.map(|event| {
            let payload = event.payload.to_string();
            A::Event::decode(&event.event_type, &event.event_version, &payload)
                .map_err(|error| StoreError::Damaged(error.to_string()))
        });
        decoded.collect()
    }
}

impl Unpaid<'_> {
    /// With a command to the user's list in the same commit.
    pub(super) fn on_list(self, command: CompanyListCommand) -> Self {
        Self {
            on_list: Some(command),
            ..self
        }
    }

    /// Runs all commands or none, and returns what each recorded, now or in an earlier run. Bytes that `paid` returns
    /// are not counted.
    pub(super) async fn execute<A>(
        self,
        commands: Vec<(String, A::Command)>,
        context: &Context,
        paid: fn(&[A::Event]) -> u64,
    ) -> Result<(Done, Vec<Vec<A::Event>>), CommandError>
    where
        A: EventSourced<Services = ()>,
        A::Command: Clone + Send + Sync,
        A::Error: Send,
        Refusal: From<A::Error>,
    {
        let companies = self.companies;
        let mut parts = Vec::with_capacity(commands.len() + 1);
        let mut decided = Vec::with_capacity(commands.len());
        let on_list = self.on_list.map(|command| {
            let (part, events) = returning_events::<CompanyList>(self.user.as_str(), vec![command]);
            parts.push(part);
            events
        });
        for (id, command) in commands {
            let (part, events) = returning_events::<A>(id.as_str(), vec![command]);
            parts.push(part);
            decided.push((id, events));
        }
        let dispatcher = &companies.dispatcher;
        let log = dispatcher.store().log();
        let first = match &context.record {
            // A repetition is answered without loading what it was about.
            Some(record) => log.find_command(&record.key).await?,
            None => None,
        };
        let done = match first {
            Some(first) => dispatcher.repeated(first, context)?,
            None => dispatcher.execute_all(&parts, context).await?,
        };
        let mut events = Vec::with_capacity(decided.len());
        for (id, decided) in decided {
            events.push(match &done {
                Done::Stored(_) => decided.take(),
                Done::Repeated(first) => companies.recorded::<A>(&id, first).await?,
            });
        }
        if let Done::Stored(_) = &done {
            let each = (events.iter().flatten()).map(|event| EVENT_BYTES + payload(event));
            let of_list = on_list.map(|events| events.take()).unwrap_or_default();
            let of_list = of_list.iter().map(|event| EVENT_BYTES + payload(event));
            let of_record = context.record.as_ref().map_or(0, |_| RECORD_BYTES);
            let of_paid: u64 = events.iter().map(|events| paid(events)).sum();
            let bytes = each.chain(of_list).sum::<u64>() + of_record;
            let bytes = bytes.saturating_sub(of_paid);
            let day = utc_day(companies.clock.now());
            companies.volume.add(self.user, day, bytes);
        }
        Ok((done, events))
    }

    /// As [`Self::execute`], for one command.
    pub(super) async fn execute_one<A>(
        self,
        id: &str,
        command: A::Command,
        context: &Context,
        paid: fn(&[A::Event]) -> u64,
    ) -> Result<(Done, Vec<A::Event>), CommandError>
    where
        A: EventSourced<Services = ()>,
        A::Command: Clone + Send + Sync,
        A::Error: Send,
        Refusal: From<A::Error>,
    {
        let commands = vec![(id.to_owned(), command)];
        let context = Context {
            records_place: true,
            ..context.clone()
        };
        let (done, mut events) = self.execute::<A>(commands, &context, paid).await?;
        Ok((done, events.pop().unwrap_or_default()))
    }
}

/// Nothing was paid for.
pub(super) const fn nothing<E>(_: &[E]) -> u64 {
    0
}

/// The bytes of businesses that are saved for the first time: their rows were paid for.
pub(super) fn paid_bytes(events: &[CompanyListEvent]) -> u64 {
    let met = events.iter().filter_map(|event| match event {
        CompanyListEvent::CompanyMet(met) => Some(met.company),
        _ => None,
    });
    let met: HashSet<_> = met.collect();
    let first = events.iter().filter(|event| match event {
        CompanyListEvent::CompanySaved(saved) => met.contains(&saved.company),
        _ => false,
    });
    first.map(payload).sum()
}

fn payload(event: &impl StoredEvent) -> u64 {
    event.encode().len() as u64
}
