//! A loaded pack: indexes over its tables, and the order in which tables answer.
//!
//! Which table fills a measure is decided once, at loading: the newest vintage first, then the next one for
//! areas it has no value for. Areas of different vintages are joined only by their own numbers: a 2010 tract
//! never gets the value of a 2020 tract.

mod compared;
mod county_map;
mod derived;
mod households;
mod industries;
mod loaded;
mod locate;
mod measures;
mod nation;
mod nearby;
mod neighborhoods;
mod status;
mod zips;

pub use county_map::{CountyMap, NamedCounty};
pub(crate) use derived::growth_of;
pub(crate) use industries::Industries;
pub use loaded::{Reference, Sourced};
pub use locate::{Areas, Match};
pub use nation::NationFigure;
pub(crate) use neighborhoods::HOUSEHOLDS_MI;
pub use neighborhoods::Neighborhood;
pub use status::{Coverage, FieldStatus, TableStatus};
