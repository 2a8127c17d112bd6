//! What every route needs of HTTP: who calls, how requests are read, what errors look like, layers, limits.

mod accepted_encoding;
pub(crate) mod address;
pub mod answer_cache;
pub(crate) mod attachment;
pub mod call;
pub(crate) mod caller;
pub mod compressed_text;
pub mod computed_once;
pub(crate) mod content_policy;
pub mod csv_writer;
pub(crate) mod entity_tag;
pub mod error;
pub(crate) mod extract;
pub(crate) mod idempotency;
pub(crate) mod layers;
mod measured;
pub(crate) mod moment;
pub(crate) mod paged;
mod plain_words;
pub(crate) mod read_your_writes;
pub(crate) mod request_id;
pub mod serving;
pub(crate) mod streamed;
pub mod streams;
pub(crate) mod ui;
