//! Demand against supply for a kind of business, county by county: how many businesses there are, how many places like
//! this usually have, and how sure the difference is. Pure numbers; `docs/atlas.md` derives the formula.
//!
//! Expected counts are `E = r·D·g(δ)`: demand `D` in people, a rate `r`, and a smooth function `g` of the residents per
//! square mile `δ`. What a county has beside that, `θ`, varies as a gamma distribution of mean 1 and shape `κ`; its count
//! is Poisson with mean `θ·E`.

mod around;
mod bands;
mod belief;
mod count;
mod demand;
mod estimate;
mod fit;
mod likelihood;
mod sphere;
mod spline;
mod tracts;

pub use around::{Surrounding, around};
pub use belief::Belief;
pub use count::{Count, Observed};
pub use demand::{Base, Demand, Place};
pub use estimate::{Class, Compared, Estimate, Estimates, Interval, Usual, leakage};
pub use fit::{Model, Shape, fit};
pub use sphere::Position;
pub use spline::Spline;
pub use tracts::{Catchments, Reach, Tract, TractEstimate, reach};
