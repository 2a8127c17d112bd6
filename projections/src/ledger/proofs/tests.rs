use std::collections::BTreeMap;

use domain::codec::StoredEvent;
use domain::company_list::{CompanyListEvent, CompanyRefreshed};
use domain::coupon::{CouponEvent, CouponRedeemed};
use domain::credit_account::{
    AllowanceGranted, AllowanceLapsed, CouponCredited, CreditEvent, CreditsAdjusted,
    CreditsDebited, CreditsHeld, HoldReleased, ReleaseReason,
};
use domain::ids::{CompanyId, CouponId, HoldId, SessionKey, UserId};
use domain::metadata::{Actor, Metadata};
use domain::personal::{Closed, Mark, Noted};
use domain::pricing::DebitKind;
use domain::scrape_job::{RowsDelivered, RowsEnriched, ScrapeJobEvent, WebsitesRead};
use jiff::Timestamp;
use store::log::RecordedEvent;

use super::{Proofs, Whole};

const SESSION: &str = "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c";

/// A log in the making.
#[derive(Default)]
struct Log {
    events: Vec<RecordedEvent>,
    sequences: BTreeMap<String, u64>,
}

impl Log {
    fn record<E: StoredEvent>(&mut self, command: &str, id: &str, event: impl Into<E>) {
        let event: E = event.into();
        let stream = format!("{} {id}", E::AGGREGATE);
        let sequence = self.sequences.entry(stream).or_default();
        *sequence += 1;
        let metadata = Metadata {
            command_id: command.to_owned(),
            correlation_id: "c".to_owned(),
            causation_id: None,
            actor: Actor::System,
            at: Timestamp::UNIX_EPOCH,
        };
        self.events.push(RecordedEvent {
            cursor: (self.events.len() as u64 + 1).to_string().parse().unwrap(),
            aggregate_type: E::AGGREGATE.to_owned(),
            aggregate_id: id.to_owned(),
            sequence: *sequence,
            event_type: event.name().to_owned(),
            event_version: event.version().to_owned(),
            payload: event.encode(),
            metadata: serde_json::to_string(&metadata).unwrap(),
            recorded_at: 0,
        });
    }

    fn debit(&mut self, command: &str, user: &str, results: u32, kind: DebitKind) {
        let debited = CreditsDebited {
            hold: HoldId::for_slice(session(), 0, command),
            session: session(),
            amount: results.into(),
            from_monthly: results.into(),
            results,
            kind,
        };
        self.record::<CreditEvent>(command, user, debited);
    }

    fn deliver(&mut self, command: &str, rows: u32) {
        let delivered = RowsDelivered { first_row: 0, rows };
        self.record::<ScrapeJobEvent>(command, SESSION, delivered);
    }

    fn refresh(&mut self, command: &str, user: &str) {
        let business = Noted {
            mark: Mark::new("m"),
            text: Closed::new("t"),
        };
        let company: CompanyId = SESSION.parse().unwrap();
        self.record::<CompanyListEvent>(command, user, CompanyRefreshed { company, business });
    }

    fn redeem(&mut self, command: &str, coupon: &str, user: &str, credits: i64) {
        let redeemed = CouponRedeemed {
            user: UserId::new(user).unwrap(),
            credits,
            tier: None,
        };
        self.record::<CouponEvent>(command, coupon, redeemed);
    }

    fn credit(&mut self, command: &str, coupon: &str, user: &str, credits: i64) {
        let credited = CouponCredited {
            coupon: CouponId::from_hash(coupon),
            label: "fair".to_owned(),
            credits,
        };
        self.record::<CreditEvent>(command, user, credited);
    }

    /// An honest log of every kind.
    fn honest() -> Self {
        let mut log = Self::default();
        let granted = AllowanceGranted {
            period: 0,
            starts_at: Timestamp::UNIX_EPOCH,
            credits: 250,
        };
        log.record::<CreditEvent>("open", "ada", granted);
        let held = CreditsHeld {
            hold: HoldId::for_slice(session(), 0, "slice"),
            session: session(),
            amount: 20,
            expires_at: Timestamp::UNIX_EPOCH,
        };
        log.record::<CreditEvent>("hold", "ada", held);
        log.debit("slice", "ada", 15, DebitKind::Standard);
        let released = HoldReleased {
            hold: HoldId::for_slice(session(), 0, "slice"),
            amount: 5,
            reason: ReleaseReason::Unused,
        };
        log.record::<CreditEvent>("slice", "ada", released);
        log.deliver("slice", 15);
        log.debit("facts", "ada", 7, DebitKind::Enrichment);
        log.enrich("facts", 15, 7);
        // Nobody pays where nothing was found.
        log.enrich("no facts", 5, 0);
        log.debit("websites", "ada", 3, DebitKind::Website);
        log.read_websites("websites", 20, 3);
        log.debit("refresh", "ada", 2, DebitKind::Refresh);
        log.refresh("refresh", "ada");
        log.refresh("refresh", "ada");
        log.redeem("redeem", "fair", "ada", 50);
        log.credit("redeem", "fair", "ada", 50);
        let adjusted = CreditsAdjusted {
            credits: -5,
            from_monthly: -5,
            by: "operator".to_owned(),
            reason: "a refund taken back".to_owned(),
        };
        log.record::<CreditEvent>("adjust", "ada", adjusted);
        let lapsed = AllowanceLapsed {
            period: 1,
            credits: 10,
        };
        log.record::<CreditEvent>("lapse", "ada", lapsed);
        log
    }

    fn enrich(&mut self, command: &str, rows: u32, with_facts: u32) {
        let enriched = RowsEnriched {
            first_row: 0,
            rows,
            with_facts,
        };
        self.record::<ScrapeJobEvent>(command, SESSION, enriched);
    }

    fn read_websites(&mut self, command: &str, rows: u32, with_news: u32) {
        let read = WebsitesRead {
            first_row: 0,
            rows,
            with_news,
        };
        self.record::<ScrapeJobEvent>(command, SESSION, read);
    }

    fn proofs(&self, events: usize) -> Proofs {
        let mut proofs = Proofs::default();
        for event in &self.events[..events] {
            proofs.take(event);
        }
        proofs
    }

    fn found(&self) -> Vec<String> {
        told(&self.proofs(self.events.len()), Whole::All)
    }
}

fn told(proofs: &Proofs, whole: Whole) -> Vec<String> {
    let found = proofs.findings(whole, None).into_iter();
    found
        .map(|found| {
            let (of, id, what) = (found.aggregate_type, found.aggregate_id, found.what);
            format!("{of} {id}: {what}")
        })
        .collect()
}

fn session() -> SessionKey {
    SESSION.parse().unwrap()
}

#[test]
fn an_honest_log_fits_together() {
    let log = Log::honest();
    let proofs = log.proofs(log.events.len());
    assert!(proofs.open.is_empty(), "what is in balance is forgotten");
    let sums = "granted 250 + coupons 50 + adjusted -5 - lapsed 10 - debited 27 = 258";
    assert_eq!(proofs.sums.to_string(), sums);
    assert_eq!(proofs.findings(Whole::All, Some(258)), []);
}

#[test]
fn credits_that_come_from_nowhere_are_found() {
    let log = Log::honest();
    let found = log.proofs(log.events.len()).findings(Whole::All, Some(262));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].aggregate_id, "all accounts");
    assert!(
        found[0]
            .what
            .starts_with("they have 262 credits, but granted 250"),
        "{found:?}"
    );
}

#[test]
fn debits_without_what_they_paid_are_found_by_session_and_kind() {
    let mut log = Log::honest();
    log.debit("one", "ada", 20, DebitKind::Standard);
    log.deliver("one", 12);
    log.debit("two", "ada", 20, DebitKind::Standard);
    log.debit("three", "ada", 3, DebitKind::Enrichment);
    log.debit("four", "ada", 3, DebitKind::Refresh);
    log.refresh("four", "eve");
    log.debit("six", "ada", 4, DebitKind::Website);
    log.read_websites("six", 20, 1);
    // The rows of another command prove nothing.
    log.deliver("five", 8);
    assert_eq!(
        log.found(),
        [
            format!("ScrapeJob {SESSION}: rows delivered: 8, results debited (standard): 0"),
            format!(
                "CreditAccount ada: session {SESSION}: results debited (standard): 40, rows delivered: 12"
            ),
            format!(
                "CreditAccount ada: session {SESSION}: results debited (enrichment): 3, rows enriched: 0"
            ),
            format!(
                "CreditAccount ada: session {SESSION}: results debited (website): 4, websites read with news: 1"
            ),
            format!(
                "CreditAccount ada: session {SESSION}: results debited (refresh): 3, companies refreshed: 0"
            ),
            "CompanyList eve: companies refreshed: 1, results debited (refresh): 0".to_owned(),
        ]
    );
}

#[test]
fn what_nobody_paid_is_found() {
    let mut log = Log::honest();
    log.deliver("one", 20);
    log.enrich("two", 20, 4);
    log.debit("three", "ada", 1, DebitKind::Standard);
    log.deliver("three", 2);
    // Of another command, and no less wrong for it.
    log.debit("four", "ada", 2, DebitKind::Standard);
    log.deliver("four", 1);
    let found = log.found();
    let expected = [
        format!("ScrapeJob {SESSION}: rows delivered: 20, results debited (standard): 0"),
        format!("ScrapeJob {SESSION}: rows delivered: 2, results debited (standard): 1"),
        format!(
            "CreditAccount ada: session {SESSION}: results debited (standard): 2, rows delivered: 1"
        ),
        format!("ScrapeJob {SESSION}: rows enriched: 4, results debited (enrichment): 0"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_debit_of_another_price_is_found() {
    let mut log = Log::honest();
    log.debit("one", "ada", 20, DebitKind::Standard);
    let payload = &mut log.events.last_mut().unwrap().payload;
    *payload = payload.replace("\"amount\":20", "\"amount\":21");
    log.deliver("one", 20);
    let expected = "CreditAccount ada: event 11 (CreditsDebited): 21 credits were debited for 20 results (standard)";
    assert_eq!(log.found(), [expected]);
}

#[test]
fn refreshes_that_were_debited_as_enrichment_are_proven() {
    let mut log = Log::honest();
    log.debit("former", "ada", 2, DebitKind::Enrichment);
    log.refresh("former", "ada");
    log.refresh("former", "ada");
    log.debit("one of two", "ada", 2, DebitKind::Enrichment);
    log.refresh("one of two", "ada");
    let expected = format!(
        "CreditAccount ada: session {SESSION}: results debited (enrichment): 2, rows enriched: 1"
    );
    assert_eq!(log.found(), [expected]);
}

#[test]
fn coupons_that_were_credited_without_a_redemption_are_found_and_the_reverse() {
    let mut log = Log::honest();
    log.credit("one", "fair", "ada", 50);
    log.redeem("two", "fair", "eve", 50);
    log.redeem("three", "gift", "bob", 50);
    log.credit("three", "gift", "bob", 500);
    assert_eq!(
        log.found(),
        [
            "CreditAccount ada: coupon fair: credits credited: 50, credits redeemed: 0",
            "Coupon fair: credits redeemed: 50, credits credited: 0",
            "CreditAccount bob: coupon gift: credits credited: 500, credits redeemed: 50",
        ]
    );
}

#[test]
fn only_what_is_settled_is_judged() {
    let mut log = Log::default();
    log.debit("first", "ada", 20, DebitKind::Standard);
    log.debit("second", "ada", 7, DebitKind::Standard);
    // Another process's commit lies between: the rows of the two are not there yet.
    log.credit("third", "fair", "eve", 50);
    let proofs = log.proofs(3);
    let until = |cursor: &str| told(&proofs, Whole::UpTo(cursor.parse().unwrap()));
    assert_eq!(until("0"), [""; 0]);
    assert_eq!(until("1").len(), 1);
    assert!(until("1")[0].contains(": 20,"), "{:?}", until("1"));
    assert!(until("2")[0].contains(": 27,"), "{:?}", until("2"));
}

#[test]
fn events_that_cannot_be_read_are_found() {
    let mut log = Log::honest();
    log.deliver("one", 20);
    log.events.last_mut().unwrap().payload = "{}".to_owned();
    log.deliver("two", 20);
    log.events.last_mut().unwrap().metadata = "{}".to_owned();
    log.deliver("three", 0);
    let found = log.found();
    assert_eq!(found.len(), 2);
    assert!(
        found[0].starts_with(&format!(
            "ScrapeJob {SESSION}: event 5 (RowsDelivered): event"
        )),
        "{found:?}"
    );
    assert!(
        found[1].contains("its metadata names no command"),
        "{found:?}"
    );
}
