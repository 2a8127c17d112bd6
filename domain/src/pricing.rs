//! What a result costs. `tier` has what a plan grants and allows.

use std::fmt;

use crate::Credits;
use crate::text_enum::text_enum;

text_enum! {
    /// What was paid for.
    pub enum DebitKind {
        /// A scraped result.
        Standard = "standard",
        /// The enrichment of a scraped result.
        Enrichment = "enrichment",
    }
}

impl DebitKind {
    /// Credits per result: 1 for the row, 1 more for its enrichment.
    pub const fn price(self) -> Credits {
        match self {
            Self::Standard | Self::Enrichment => 1,
        }
    }
}

/// Credits for a result with or without enrichment.
pub const fn price_of_result(enriched: bool) -> Credits {
    let scraped = DebitKind::Standard.price();
    if enriched {
        scraped + DebitKind::Enrichment.price()
    } else {
        scraped
    }
}

impl fmt::Display for DebitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_enriched_row_costs_two_credits() {
        let prices = DebitKind::ALL.map(|kind| (kind.as_str(), kind.price()));
        assert_eq!(prices, [("standard", 1), ("enrichment", 1)]);
        assert_eq!((price_of_result(false), price_of_result(true)), (1, 2));
    }
}
