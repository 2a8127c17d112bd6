//! Holds debits against what they paid for, coupons' credits against redemptions, and all accounts' credits against their
//! sources: rules between streams, over the whole log.
//!
//! What is paid and what proves it are recorded by one command in one commit, so each command must balance. Those that do
//! are forgotten: memory grows with what is wrong.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

use domain::Credits;
use domain::codec::DecodeError;
use domain::company_list::CompanyListEventType;
use domain::coupon::{CouponEvent, CouponEventType};
use domain::credit_account::{CreditEvent, CreditEventType, CreditsDebited};
use domain::pricing::{DebitKind, Proof};
use domain::registry::AggregateType;
use domain::scrape_job::{ScrapeJobEvent, ScrapeJobEventType};
use serde::Deserialize;
use store::log::{Cursor, RecordedEvent};

use super::finding::Finding;

/// What is claimed by an account and must be proven by another stream.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    /// Rows of a session, delivered or with facts, or websites that it read, or what a monitor found.
    Rows { session: String, of: RowsOf },
    /// Saved companies of a user whose facts were looked up again.
    Companies { user: String },
    /// Credits of a coupon for a user.
    Coupon { coupon: String, user: String },
}

/// What was done to rows of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RowsOf {
    Delivery,
    Enrichment,
    Reading,
    Monitoring,
}

impl Subject {
    /// The stream that has the proof.
    const fn proven_by(&self) -> (AggregateType, &str) {
        match self {
            Self::Rows { session, .. } => (AggregateType::ScrapeJob, session.as_str()),
            Self::Companies { user } => (AggregateType::CompanyList, user.as_str()),
            Self::Coupon { coupon, .. } => (AggregateType::Coupon, coupon.as_str()),
        }
    }
}

/// An account's side of a subject.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Account {
    user: String,
    /// The session or the coupon, for people.
    about: String,
}

/// What one command claims and proves of one subject.
#[derive(Debug)]
struct Entry {
    subject: Subject,
    account: Option<Account>,
    claimed: i64,
    proven: i64,
    /// The command's first event about it.
    since: Cursor,
}

/// Which commits the pass has seen whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whole {
    /// It came to the end of the log, in a database.
    All,
    /// Those up to this place: where the log is on a server of its own and ended, once half-appended commits were
    /// completed and before the pass began.
    UpTo(Cursor),
}

/// What all accounts got and spent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Sums {
    granted: Credits,
    lapsed: Credits,
    coupons: Credits,
    /// By operators; negative if they took more than they gave.
    adjusted: Credits,
    debited: Credits,
}

impl Sums {
    fn take(&mut self, event: &CreditEvent) {
        match event {
            CreditEvent::AllowanceGranted(granted) => add(&mut self.granted, granted.credits),
            CreditEvent::AllowanceLapsed(lapsed) => add(&mut self.lapsed, lapsed.credits),
            CreditEvent::CouponCredited(credited) => add(&mut self.coupons, credited.credits),
            CreditEvent::CreditsAdjusted(adjusted) => add(&mut self.adjusted, adjusted.credits),
            CreditEvent::CreditsDebited(debit) => add(&mut self.debited, debit.amount),
            CreditEvent::AccountOpened(_)
            | CreditEvent::TierChanged(_)
            | CreditEvent::CreditsHeld(_)
            | CreditEvent::HoldReleased(_)
            | CreditEvent::AccountSuspended(_)
            | CreditEvent::AccountResumed(_)
            | CreditEvent::SessionsEnded(_) => {}
        }
    }

    /// What all accounts must have together, reserved credits included.
    const fn balance(&self) -> Credits {
        let got = self.granted.saturating_add(self.coupons);
        let spent = self.lapsed.saturating_add(self.debited);
        got.saturating_add(self.adjusted).saturating_sub(spent)
    }
}

impl fmt::Display for Sums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "granted {} + coupons {} + adjusted {} - lapsed {} - debited {} = {}",
            self.granted,
            self.coupons,
            self.adjusted,
            self.lapsed,
            self.debited,
            self.balance()
        )
    }
}

/// One pass over the log.
#[derive(Debug, Default)]
pub struct Proofs {
    /// By command: what is not in balance so far.
    open: HashMap<String, Vec<Entry>>,
    sums: Sums,
    /// What single events show.
    found: Vec<Finding>,
}

impl Entry {
    const fn new(subject: Subject, since: Cursor) -> Self {
        Self {
            subject,
            account: None,
            claimed: 0,
            proven: 0,
            since,
        }
    }
}

/// Why an event was not followed.
#[derive(Debug, thiserror::Error)]
enum Unread {
    #[error(transparent)]
    Event(#[from] DecodeError),
    #[error("its metadata names no command: {0}")]
    Metadata(#[from] serde_json::Error),
}

impl Proofs {
    /// Takes the next event of the log, of whatever aggregate.
    pub fn take(&mut self, event: &RecordedEvent) {
        if let Err(error) = self.follow(event) {
            self.find(event, &error);
        }
    }

    /// What does not fit together in the commits that are `whole`. `balances`: what all accounts have by their own streams,
    /// reserved credits included; none if that is not known.
    pub fn findings(&self, whole: Whole, balances: Option<Credits>) -> Vec<Finding> {
        let mut wrong: BTreeMap<(Subject, Option<Account>, bool), (i64, i64)> = BTreeMap::new();
        for entries in self.open.values() {
            let judged = |entry: &&Entry| match whole {
                Whole::All => true,
                Whole::UpTo(settled) => entry.since <= settled,
            };
            for entry in entries.iter().filter(judged) {
                // What one command lacks is not made up for by what another has too much of.
                let lacks = entry.claimed > entry.proven;
                let of = (entry.subject.clone(), entry.account.clone(), lacks);
                let (claimed, proven) = wrong.entry(of).or_default();
                add(claimed, entry.claimed);
                add(proven, entry.proven);
            }
        }
        let sums = self.sums.balance();
        let differ = balances.filter(|balances| *balances != sums);
        let differ = differ.map(|balances| Finding {
            aggregate_type: AggregateType::CreditAccount.name().to_owned(),
            aggregate_id: "all accounts".to_owned(),
            what: format!("they have {balances} credits, but {}", self.sums),
        });
        let wrong = wrong.into_iter();
        let wrong = wrong.map(|((subject, account, _), sides)| finding(&subject, account, sides));
        self.found
            .iter()
            .cloned()
            .chain(wrong)
            .chain(differ)
            .collect()
    }

    fn follow(&mut self, event: &RecordedEvent) -> Result<(), Unread> {
        let name = event.event_type.as_str();
        match AggregateType::from_name(&event.aggregate_type) {
            Some(AggregateType::CreditAccount) => match CreditEventType::from_name(name) {
                Some(
                    CreditEventType::AllowanceGranted
                    | CreditEventType::AllowanceLapsed
                    | CreditEventType::CreditsDebited
                    | CreditEventType::CouponCredited
                    | CreditEventType::CreditsAdjusted,
                ) => self.account(event),
                Some(
                    CreditEventType::AccountOpened
                    | CreditEventType::TierChanged
                    | CreditEventType::CreditsHeld
                    | CreditEventType::HoldReleased
                    | CreditEventType::AccountSuspended
                    | CreditEventType::AccountResumed
                    | CreditEventType::SessionsEnded,
                )
                | None => Ok(()),
            },
            Some(AggregateType::ScrapeJob) => match ScrapeJobEventType::from_name(name) {
                Some(
                    ScrapeJobEventType::RowsDelivered
                    | ScrapeJobEventType::RowsEnriched
                    | ScrapeJobEventType::WebsitesRead
                    | ScrapeJobEventType::ChangesDelivered,
                ) => self.job(event),
                _ => Ok(()),
            },
            Some(AggregateType::CompanyList) => match CompanyListEventType::from_name(name) {
                Some(CompanyListEventType::CompanyRefreshed) => self.refresh(event),
                _ => Ok(()),
            },
            Some(AggregateType::Coupon) => match CouponEventType::from_name(name) {
                Some(CouponEventType::CouponRedeemed) => self.coupon(event),
                _ => Ok(()),
            },
            Some(AggregateType::AccountRecord | AggregateType::Monitor) | None => Ok(()),
        }
    }

    fn account(&mut self, event: &RecordedEvent) -> Result<(), Unread> {
        let decoded = event.decode_as::<CreditEvent>()?;
        self.sums.take(&decoded);
        match decoded {
            CreditEvent::CouponCredited(credited) => {
                let user = event.aggregate_id.clone();
                let subject = Subject::Coupon {
                    coupon: credited.coupon.as_str().to_owned(),
                    user: user.clone(),
                };
                let account = Account {
                    user,
                    about: format!("coupon {}", credited.coupon.as_str()),
                };
                self.note(event, subject, Some(account), (credited.credits, 0))
            }
            CreditEvent::CreditsDebited(debit) => self.debit(event, &debit),
            _ => Ok(()),
        }
    }

    fn debit(&mut self, event: &RecordedEvent, debit: &CreditsDebited) -> Result<(), Unread> {
        let CreditsDebited {
            amount,
            results,
            kind,
            ..
        } = debit;
        let results = i64::from(*results);
        if *amount != results.saturating_mul(kind.price()) {
            let what = format!("{amount} credits were debited for {results} results ({kind})");
            self.find(event, &what);
        }
        let user = event.aggregate_id.clone();
        let session = debit.session.to_string();
        let account = Account {
            user: user.clone(),
            about: format!("session {session}"),
        };
        let rows = |of| Subject::Rows { session, of };
        let subject = match kind.proof() {
            Proof::RowsDelivered => rows(RowsOf::Delivery),
            Proof::RowsEnriched => rows(RowsOf::Enrichment),
            Proof::WebsitesRead => rows(RowsOf::Reading),
            Proof::ChangesDelivered => rows(RowsOf::Monitoring),
            Proof::CompanyRefreshed => Subject::Companies { user },
        };
        self.note(event, subject, Some(account), (results, 0))
    }

    fn job(&mut self, event: &RecordedEvent) -> Result<(), Unread> {
        let (of, rows) = match event.decode_as::<ScrapeJobEvent>()? {
            ScrapeJobEvent::RowsDelivered(delivered) => (RowsOf::Delivery, delivered.rows),
            ScrapeJobEvent::RowsEnriched(enriched) => (RowsOf::Enrichment, enriched.with_facts),
            ScrapeJobEvent::WebsitesRead(read) => (RowsOf::Reading, read.with_news),
            ScrapeJobEvent::ChangesDelivered(slice) => (RowsOf::Monitoring, slice.paid),
            _ => return Ok(()),
        };
        let session = event.aggregate_id.clone();
        let subject = Subject::Rows { session, of };
        self.note(event, subject, None, (0, rows.into()))
    }

    fn coupon(&mut self, event: &RecordedEvent) -> Result<(), Unread> {
        let CouponEvent::CouponRedeemed(redeemed) = event.decode_as()? else {
            return Ok(());
        };
        let subject = Subject::Coupon {
            coupon: event.aggregate_id.clone(),
            user: redeemed.user.to_string(),
        };
        self.note(event, subject, None, (0, redeemed.credits))
    }

    /// Before refreshes had a kind of their own they were debited as enrichment.
    fn refresh(&mut self, event: &RecordedEvent) -> Result<(), Unread> {
        let user = &event.aggregate_id;
        let open = self.open.get(&*command(&event.metadata)?);
        let debited = open.into_iter().flatten().find(|entry| {
            let is_theirs = entry.account.as_ref().is_some_and(|by| by.user == *user);
            matches!(
                entry.subject,
                Subject::Rows {
                    of: RowsOf::Enrichment,
                    ..
                }
            ) && is_theirs
        });
        let subject = match debited {
            Some(entry) => entry.subject.clone(),
            None => Subject::Companies { user: user.clone() },
        };
        self.note(event, subject, None, (0, 1))
    }

    /// Adds to both sides of a subject, and forgets it if they are equal then.
    fn note(
        &mut self,
        event: &RecordedEvent,
        subject: Subject,
        account: Option<Account>,
        (claimed, proven): (i64, i64),
    ) -> Result<(), Unread> {
        if claimed == 0 && proven == 0 {
            return Ok(());
        }
        let command = command(&event.metadata)?;
        let mut entries = self.open.remove(&*command).unwrap_or_default();
        let known = entries.iter().position(|entry| entry.subject == subject);
        let mut entry = match known {
            Some(place) => entries.swap_remove(place),
            None => Entry::new(subject, event.cursor),
        };
        entry.account = entry.account.or(account);
        add(&mut entry.claimed, claimed);
        add(&mut entry.proven, proven);
        if entry.claimed != entry.proven {
            entries.push(entry);
        }
        if !entries.is_empty() {
            self.open.insert(command.into_owned(), entries);
        }
        Ok(())
    }

    fn find(&mut self, event: &RecordedEvent, what: &dyn fmt::Display) {
        self.found.push(Finding {
            aggregate_type: event.aggregate_type.clone(),
            aggregate_id: event.aggregate_id.clone(),
            what: format!("event {} ({}): {what}", event.sequence, event.event_type),
        });
    }
}

/// The command that recorded an event.
fn command(metadata: &str) -> Result<Cow<'_, str>, serde_json::Error> {
    #[derive(Deserialize)]
    struct Command<'m> {
        #[serde(borrow)]
        command_id: Cow<'m, str>,
    }
    serde_json::from_str(metadata).map(|Command { command_id }| command_id)
}

/// Numbers in a log that was tampered with may be of any size.
const fn add(sum: &mut i64, number: i64) {
    *sum = sum.saturating_add(number);
}

/// Tells of the account if it claims more than is proven, else of the stream that proves it.
fn finding(subject: &Subject, account: Option<Account>, sides: (i64, i64)) -> Finding {
    let (claimed, proven) = sides;
    let (claims, proves) = match subject {
        Subject::Rows { of, .. } => {
            let (kind, done) = match of {
                RowsOf::Delivery => (DebitKind::Standard, "rows delivered"),
                RowsOf::Enrichment => (DebitKind::Enrichment, "rows enriched"),
                RowsOf::Reading => (DebitKind::Website, "websites read with news"),
                RowsOf::Monitoring => (DebitKind::Monitor, "new and changed rows to pay"),
            };
            let claims = format!("results debited ({kind}): {claimed}");
            (claims, format!("{done}: {proven}"))
        }
        Subject::Companies { .. } => {
            let claims = format!("results debited ({}): {claimed}", DebitKind::Refresh);
            (claims, format!("companies refreshed: {proven}"))
        }
        Subject::Coupon { .. } => {
            let claims = format!("credits credited: {claimed}");
            (claims, format!("credits redeemed: {proven}"))
        }
    };
    let (aggregate, aggregate_id, what) = match account {
        Some(Account { user, about }) if claimed > proven => {
            let what = format!("{about}: {claims}, {proves}");
            (AggregateType::CreditAccount, user, what)
        }
        _ => {
            let (aggregate, id) = subject.proven_by();
            (aggregate, id.to_owned(), format!("{proves}, {claims}"))
        }
    };
    Finding {
        aggregate_type: aggregate.name().to_owned(),
        aggregate_id,
        what,
    }
}

#[cfg(test)]
mod tests;
