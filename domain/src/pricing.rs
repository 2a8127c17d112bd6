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
        /// The facts of a saved company, looked up again. Debited as `enrichment` before it had a kind of its own.
        Refresh = "refresh",
        /// A website that says something new of its business, or a page of an address.
        Website = "website",
        /// A business that a monitor found new or changed.
        Monitor = "monitor",
    }
}

/// The event of what a debit paid for. It is recorded by the debit's command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Proof {
    RowsDelivered,
    RowsEnriched,
    CompanyRefreshed,
    WebsitesRead,
    ChangesDelivered,
}

impl DebitKind {
    /// Credits per result: 1 for the row, 1 more for its enrichment, 1 for each refresh of a saved company, 1
    /// for each website with news, 1 for each business that a monitor found new, or changed and not paid before.
    pub const fn price(self) -> Credits {
        match self {
            Self::Standard | Self::Enrichment | Self::Refresh | Self::Website | Self::Monitor => 1,
        }
    }

    /// The event that proves a debit.
    pub const fn proof(self) -> Proof {
        match self {
            Self::Standard => Proof::RowsDelivered,
            Self::Enrichment => Proof::RowsEnriched,
            Self::Refresh => Proof::CompanyRefreshed,
            Self::Website => Proof::WebsitesRead,
            Self::Monitor => Proof::ChangesDelivered,
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
        assert_eq!(
            prices,
            [
                ("standard", 1),
                ("enrichment", 1),
                ("refresh", 1),
                ("website", 1),
                ("monitor", 1)
            ]
        );
        assert_eq!((price_of_result(false), price_of_result(true)), (1, 2));
    }
}
