//! The body of the fuzz target for stored events, as a plain function, so that it compiles everywhere.

use domain::codec::StoredEvent;
use domain::registry::{self, AnyEvent};

/// Reads the bytes as a stored event: three lines with its aggregate, name and version, then its payload. An event that
/// can be read is upcast to the current version, and must survive a round trip there.
pub fn read(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let parts: Vec<&str> = text.splitn(4, '\n').collect();
    let &[aggregate, name, version, payload] = parts.as_slice() else {
        return;
    };
    let Ok(event) = registry::decode(aggregate, name, version, payload) else {
        return;
    };
    let (name, version, payload) = match &event {
        AnyEvent::CreditAccount(event) => written(event),
        AnyEvent::Coupon(event) => written(event),
        AnyEvent::ScrapeJob(event) => written(event),
        AnyEvent::CompanyList(event) => written(event),
        AnyEvent::AccountRecord(event) => written(event),
        AnyEvent::Monitor(event) => written(event),
    };
    let again = registry::decode(aggregate, name, version, &payload);
    assert_eq!(again.expect("what was just written can be read"), event);
}

fn written<E: StoredEvent>(event: &E) -> (&'static str, &'static str, String) {
    (event.name(), event.version(), event.encode())
}
