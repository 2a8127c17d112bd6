//! An e-mail as it is sent: plain text, and headers that nothing in it can add to.

use std::time::SystemTime;

use jiff::Timestamp;
use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder, SinglePart};
use url::Url;

use super::links::Links;
use super::recipient::Recipient;
use super::settings::Sender;

/// Written by a program: nobody answers, and neither should another program (RFC 3834).
const AUTOMATIC: (&str, &str) = ("Auto-Submitted", "auto-generated");
/// How long an address waits for its owner, in days.
pub(super) const WAITS_DAYS: i64 = 7;

/// An e-mail to somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    pub subject: String,
    pub text: String,
    /// Tells it from all others: what may have come already is sent again with the same.
    pub id: String,
    pub date: Timestamp,
    /// Where mail programs end such e-mails with one click (RFC 8058).
    pub unsubscribe: Option<Url>,
}

impl Letter {
    /// Asks the owner of an address whether it is right.
    pub(super) fn confirmation(links: &Links, token: &str, id: String, date: Timestamp) -> Self {
        let link = links.confirm(token);
        Self {
            subject: "Confirm this address for DemandAtlas".to_owned(),
            text: format!(
                "Somebody who uses DemandAtlas wants news of scheduled searches here, once a day at most.\n\
                 Nothing comes before this link is opened, within {WAITS_DAYS} days:\n\
                 {link}\n\
                 If it was not you, do nothing."
            ),
            id,
            date,
            unsubscribe: None,
        }
    }

    /// The message to send.
    pub(super) fn message(self, from: &Sender, to: &Recipient) -> Message {
        let id = format!("<{}@{}>", self.id, from.domain());
        let message = Message::builder()
            .from(from.mailbox().clone())
            .to(Mailbox::new(None, to.address().clone()))
            .subject(self.subject)
            .date(SystemTime::from(self.date))
            .message_id(Some(id));
        let message = with(message, AUTOMATIC.0, AUTOMATIC.1.to_owned());
        let message = match self.unsubscribe {
            Some(link) => {
                let message = with(message, "List-Unsubscribe", format!("<{link}>"));
                let one_click = "List-Unsubscribe=One-Click".to_owned();
                with(message, "List-Unsubscribe-Post", one_click)
            }
            None => message,
        };
        message
            .singlepart(SinglePart::plain(self.text))
            .expect("a message with a sender and a recipient")
    }
}

fn with(message: MessageBuilder, name: &'static str, value: String) -> MessageBuilder {
    message.raw_header(HeaderValue::new(
        HeaderName::new_from_ascii_str(name),
        value,
    ))
}
