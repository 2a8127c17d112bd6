//! What the Demand Map is told, over HTTP and at the command line.

mod answers;
pub(crate) mod asking;
mod body;
mod question;
mod rows_schema;
mod words;

pub use answers::AtlasAnswers;
pub(crate) use answers::CACHE;
pub use body::AtlasBody;
pub(crate) use body::{FIGURES, SourceBody, figures, of_dataset, of_table};
pub use question::{Asked, Comparison, Level, Supply};
pub(crate) use rows_schema::rows_schema;
pub(crate) use words::{
    NoticeBody, base_words, no_listing, no_market, plural, short, tenths, title, untold_text,
};
pub use words::{in_words, name_of};
