//! Checks and counts each change that a user has recorded without paying for it.

use std::collections::HashSet;

use domain::codec::{EventSourced, StoredEvent};
use domain::company_list::{CompanyList, CompanyListCommand, CompanyListEvent};
use domain::ids::UserId;
use store::StoreError;
use store::log::CommandRecord;

use super::outcomes::Outcomes;
use super::shared::Companies;
use crate::clock::{until_next_day, utc_day};
use crate::dispatcher::{CommandPart, Context, Decided, Done, Judge, returning_events};
use crate::error::{CommandError, Refusal};

/// About what an event takes besides its payload: position, metadata, its row in a view.
const EVENT_BYTES: u64 = 1_000;
/// What the record of a repeatable command takes.
const RECORD_BYTES: u64 = 500;

/// Runs commands that no credit pays for, and counts what they record.
pub(super) struct Unpaid<'a> {
    companies: &'a Companies,
    pub(super) user: &'a UserId,
    /// The call's first run, if this is a repetition.
    first: Option<CommandRecord>,
}

impl Companies {
    /// A call whose changes no credit pays for. Refused if the user has had as much recorded as a day allows, unless
    /// it was carried out before (`record`).
    pub(super) async fn unpaid<'a>(
        &'a self,
        user: &'a UserId,
        record: Option<&CommandRecord>,
    ) -> Result<Unpaid<'a>, CommandError> {
        let log = self.dispatcher.store().log();
        let first = match record {
            Some(record) => log.find_command(&record.key).await?,
            None => None,
        };
        let now = self.clock.now();
        if first.is_none() && self.volume.is_used_up(user, utc_day(now)) {
            return Err(CommandError::DayUsedUp(until_next_day(now)));
        }
        Ok(Unpaid {
            companies: self,
            user,
            first,
        })
    }

    /// The events that the first run of a command recorded for an aggregate.
    pub(super) async fn recorded<A: EventSourced>(
        &self,
        id: &str,
        first: &CommandRecord,
    ) -> Result<Vec<A::Event>, StoreError> {
        let log = self.dispatcher.store().log();
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
    /// How many companies the plan allows. A repetition is told what it allowed then, and is not refused for less.
    pub(super) async fn max_saves(&self) -> Result<u32, CommandError> {
        match self.first {
            Some(_) => Ok(0),
            None => self.companies.max_saves(self.user).await,
        }
    }

    /// Runs all commands or none, with one to the user's list in the same commit, and returns what each recorded: nothing
    /// if they were carried out before.
    pub(super) async fn execute<A>(
        self,
        commands: Vec<(String, A::Command)>,
        on_list: Option<CompanyListCommand>,
        context: &Context,
    ) -> Result<(Done, Vec<Vec<A::Event>>), CommandError>
    where
        A: EventSourced<Services = ()>,
        A::Command: Clone + Send + Sync,
        A::Error: Send,
        Refusal: From<A::Error>,
    {
        let mut parts = Vec::with_capacity(commands.len() + 1);
        let mut decided = Vec::with_capacity(commands.len());
        let on_list = on_list.map(|command| {
            let id = self.user.as_str();
            let (part, events) = returning_events::<CompanyList>(id, vec![command], None);
            parts.push(part);
            events
        });
        for (id, command) in commands {
            let (part, events) = returning_events::<A>(id, vec![command], None);
            parts.push(part);
            decided.push(events);
        }
        let done = self.run(&parts, context).await?;
        if matches!(done, Done::Repeated(_)) {
            return Ok((done, Vec::new()));
        }
        let events: Vec<_> = decided.iter().map(Decided::take).collect();
        let of_list = on_list.map(|events| events.take()).unwrap_or_default();
        let record = context.record.as_ref();
        let of_record = record.map_or(0, |record| RECORD_BYTES + record.answer.len() as u64);
        self.count(bytes(events.iter().flatten()) + bytes(&of_list) + of_record);
        Ok((done, events))
    }

    /// Runs a command to the user's list. The outcome is what `judge` says of the list that the command was decided on,
    /// now or in an earlier run. Bytes that `paid` returns are not counted.
    pub(super) async fn change_list(
        self,
        command: CompanyListCommand,
        judge: impl Fn(&CompanyList, &[CompanyListEvent]) -> Outcomes + Send + Sync + 'static,
        context: &Context,
        paid: fn(&[CompanyListEvent]) -> u64,
    ) -> Result<(Done, Outcomes), CommandError> {
        let judge: Judge<CompanyList> =
            Box::new(move |list, events| judge(list, events).to_string());
        let id = self.user.as_str();
        let (part, decided) = returning_events::<CompanyList>(id, vec![command], Some(judge));
        let done = self.run(&[part], context).await?;
        let outcome = match &done {
            Done::Stored(_) => {
                let (outcome, events) = (decided.outcome(), decided.take());
                let record = context.record.as_ref();
                let of_record = record.map_or(0, |_| RECORD_BYTES + outcome.len() as u64);
                self.count((bytes(&events) + of_record).saturating_sub(paid(&events)));
                outcome
            }
            Done::Repeated(first) => first.answer.clone(),
        };
        Ok((done, Outcomes::read(&outcome)?))
    }

    /// A repetition is answered without loading what it was about.
    async fn run(
        &self,
        parts: &[Box<dyn CommandPart>],
        context: &Context,
    ) -> Result<Done, CommandError> {
        let dispatcher = &self.companies.dispatcher;
        match &self.first {
            Some(first) => dispatcher.repeated(first.clone(), context),
            None => dispatcher.execute_all(parts, context).await,
        }
    }

    fn count(&self, bytes: u64) {
        let day = utc_day(self.companies.clock.now());
        self.companies.volume.add(self.user, day, bytes);
    }
}

fn bytes<'e, E: StoredEvent + 'e>(events: impl IntoIterator<Item = &'e E>) -> u64 {
    let each = events.into_iter().map(|event| EVENT_BYTES + payload(event));
    each.sum()
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
