//! E-mail about scheduled searches: where the operator has set a mail server, users have what is new sent to an address
//! of theirs, once a day at most.
//!
//! - Nothing but a link is sent to an address before somebody opens that link, and only a few links a day.
//! - An address is closed with its user's key. It is in no event, log line or error; what mail servers say, which may
//!   quote it, is reduced to their codes.
//! - Every digest carries a link that ends it without a sign-in. The token in the link is made of the user's key: the
//!   database has its hash alone.
//! - A digest that may have come already is sent again as the same mail: with the same runs and the same Message-ID.
//!
//! Deliberately absent: what is new. Whoever knows the runs tells it ([`DigestSource`]).

mod addresses;
mod digest;
mod error;
mod keeper;
mod letter;
mod links;
mod mailer;
mod recipient;
mod settings;
#[cfg(test)]
mod tests;
mod times;

pub use addresses::{AddressKey, AskError, Mail, MailLimits};
pub use digest::{DigestLine, DigestRun, DigestSource};
pub use error::MailError;
pub use keeper::MailKeeper;
pub use letter::Letter;
pub use mailer::{Delivery, Mailer};
pub use recipient::{InvalidRecipient, Recipient};
pub use settings::{InvalidMailSetting, MailServer, MailSettings, PublicAddress, Sender};
