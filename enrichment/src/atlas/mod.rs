//! Where is demand? The supply of each kind of business beside the demand for it, county by county, from the reference
//! tables; `docs/atlas.md` has the formula.

mod constants;
mod counted;
mod county_words;
mod inputs;
mod market;
pub(crate) mod markets;
mod middles;
mod of_kind;
mod of_reference;
mod rows;
mod topology;
mod tracts;

pub use atlas::{Base, Class, Compared, Count, Demand, Model, leakage};

pub use crate::enrich::naics::Kind;
pub(crate) use counted::Counted;
pub use inputs::{Absent, County, Ingredient, Inputs};
pub use market::{Market, Observations, Told, Untold};
pub use middles::PeopledTract;
pub use of_kind::{NoMarket, OfKind, class_text};
pub use rows::{CountyRow, Listings, Question, StateRow};
pub use topology::Topology;
pub use tracts::{Catchments, TractRow, of_state as tracts_of_state};
