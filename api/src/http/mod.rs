//! What every route needs of HTTP: who calls, how requests are read, what errors look like, layers, limits.

mod accepted_encoding;
pub(crate) mod caller;
pub(crate) mod content_policy;
pub mod coupon_guess_limits;
pub mod csv_writer;
pub(crate) mod entity_tag;
pub mod error;
pub(crate) mod extract;
pub(crate) mod idempotency;
pub mod kept;
pub mod kept_answers;
pub(crate) mod layers;
pub(crate) mod moment;
mod plain_words;
pub(crate) mod request_id;
pub mod serving;
pub mod shares;
pub mod streams;
pub(crate) mod timed_body;
pub(crate) mod ui;
pub mod workbooks;
