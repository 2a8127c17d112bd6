//! Plan tiers and what each allows (specification B9, design section 3).

use std::fmt;
use std::str::FromStr;

use crate::Credits;
use crate::text_enum::text_enum;

text_enum! {
    /// A plan. The order is the order of rank: a coupon may raise a tier, never lower it.
    #[derive(PartialOrd, Ord, Default)]
    pub enum Tier {
        #[default]
        Basic = "basic",
        Pro = "pro",
        Business = "business",
        Enterprise = "enterprise",
    }
}

/// The text is not a tier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a tier: choose basic, pro, business or enterprise.")]
pub struct UnknownTier(pub String);

impl Tier {
    /// Credits granted at the start of each period.
    pub const fn monthly_allowance(self) -> Credits {
        match self {
            Self::Basic => 100,
            Self::Pro => 250,
            Self::Business => 600,
            Self::Enterprise => 2_000,
        }
    }

    /// US dollars per month, as on the plans page. The product itself charges nothing.
    pub const fn dollars_a_month(self) -> u32 {
        match self {
            Self::Basic => 0,
            Self::Pro => 99,
            Self::Business => 199,
            Self::Enterprise => 499,
        }
    }

    /// The maximum of the monthly bucket right after a grant: twice the allowance.
    pub const fn monthly_ceiling(self) -> Credits {
        2 * self.monthly_allowance()
    }

    /// Whether the user may enrich results.
    pub const fn can_enrich(self) -> bool {
        match self {
            Self::Basic => false,
            Self::Pro | Self::Business | Self::Enterprise => true,
        }
    }

    /// Whether the user may save to My Companies.
    pub const fn can_save_companies(self) -> bool {
        self.can_enrich()
    }

    /// How many companies a user may save whose plan comes from an operator or a sign-in claim.
    pub const fn max_saves(self) -> u32 {
        match self {
            Self::Basic => 1_000,
            Self::Pro => 25_000,
            Self::Business => 50_000,
            Self::Enterprise => 100_000,
        }
    }

    /// How many companies a user may save whose plan was raised by a coupon (COUP-07).
    pub const fn max_saves_by_coupon(self) -> u32 {
        match self {
            Self::Business => 10_000,
            Self::Pro => 25_000,
            Self::Basic | Self::Enterprise => 1_000,
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Tier {
    type Err = UnknownTier;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = text.trim();
        Self::ALL
            .into_iter()
            .find(|tier| tier.as_str().eq_ignore_ascii_case(wanted))
            .ok_or_else(|| UnknownTier(wanted.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // COUP-07
    fn coup_07_what_each_tier_allows() {
        let facts = Tier::ALL.map(|t| {
            let saves = (t.max_saves(), t.max_saves_by_coupon());
            (t.monthly_allowance(), t.can_enrich(), saves)
        });
        assert_eq!(
            facts,
            [
                (100, false, (1_000, 1_000)),
                (250, true, (25_000, 25_000)),
                (600, true, (50_000, 10_000)),
                (2_000, true, (100_000, 1_000))
            ]
        );
        assert!(Tier::Basic < Tier::Pro && Tier::Pro < Tier::Business);
        assert!(Tier::Business < Tier::Enterprise);
    }

    #[test]
    fn tiers_are_read_in_any_case_and_unknown_ones_name_the_choices() {
        assert_eq!("Business".parse(), Ok(Tier::Business));
        let error = "gold".parse::<Tier>().unwrap_err();
        assert!(error.to_string().contains("enterprise"));
    }
}
