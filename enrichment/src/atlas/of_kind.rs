//! The market of a kind of business.

use std::sync::Arc;

use atlas::Class;

use super::inputs::Inputs;
use super::market::Market;
use crate::enrich::naics::Kind;
use crate::pack::TableInfo;

/// Why a kind has no market.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoMarket {
    /// No table counts industries by county.
    NoTable,
    /// No table has the counties' people and incomes.
    NoInputs,
    /// No industry has the kind's codes.
    NoIndustry,
    /// The table has none of them anywhere.
    OutOfScope,
}

/// The market of a kind by a table of industries.
#[derive(Debug, Clone)]
pub struct OfKind<'r> {
    pub kind: Kind,
    pub inputs: &'r Inputs,
    pub market: Arc<Market>,
    /// The table of industries; none where listings are counted.
    pub supply: Option<&'r TableInfo>,
    /// What was counted, in words, with its codes.
    pub title: String,
    /// The codes counted, in the table's edition.
    pub codes: Vec<u32>,
}

impl<'r> OfKind<'r> {
    /// A market of listings.
    #[must_use]
    pub fn of_listings(kind: Kind, inputs: &'r Inputs, market: Market) -> Self {
        Self {
            kind,
            inputs,
            market: Arc::new(market),
            supply: None,
            title: String::new(),
            codes: Vec::new(),
        }
    }
}

/// A class in the words of sales.
#[must_use]
pub const fn class_text(class: Class) -> &'static str {
    match class {
        Class::Under => "Room for more",
        Class::Over => "Crowded",
        Class::Usual => "About as usual",
        Class::Unknown => "Can't tell",
    }
}
