//! Demand in people-equivalents.

/// How far the daytime population may raise demand.
const MOST_BY_DAY: f64 = 1.5;
/// How far an income counts below and above the nation's.
const INCOMES: [f64; 2] = [0.6, 1.6];

/// Whom a kind of business serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Base {
    Residents,
    Under18,
    From65,
    Households,
    Vehicles,
}

impl Base {
    /// All.
    pub const ALL: [Self; 5] = [
        Self::Residents,
        Self::Under18,
        Self::From65,
        Self::Households,
        Self::Vehicles,
    ];

    /// Its name in files and answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Residents => "residents",
            Self::Under18 => "under_18",
            Self::From65 => "65_plus",
            Self::Households => "households",
            Self::Vehicles => "vehicles",
        }
    }

    /// The base of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|base| base.name() == name)
    }
}

/// What drives the demand for a kind: frozen constants.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Demand {
    pub base: Base,
    /// The share of demand that follows people in the daytime: 0 or ½.
    pub omega: f64,
    /// How strongly demand follows income: 0 to 2.
    pub epsilon: f64,
}

/// What the tables say of a place.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Place {
    /// People, households or vehicles, as the base asks.
    pub base: Option<f64>,
    /// People in the daytime per resident.
    pub by_day: Option<f64>,
    /// Income a head, as a multiple of the nation's in the same table.
    pub income: Option<f64>,
}

impl Demand {
    /// `D`. None where a table has no base, or what the kind's constants need.
    #[must_use]
    pub fn of(&self, place: &Place) -> Option<f64> {
        let base = place.base.filter(|base| *base > 0.0)?;
        let by_day = if self.omega > 0.0 {
            place.by_day?.min(MOST_BY_DAY)
        } else {
            1.0
        };
        let income = if self.epsilon > 0.0 {
            self.by_income(place.income?)
        } else {
            1.0
        };
        Some(base * (1.0 - self.omega + self.omega * by_day) * income)
    }

    /// The factor for an income, as a multiple of what is usual.
    #[must_use]
    pub fn by_income(&self, times: f64) -> f64 {
        let [least, most] = INCOMES;
        times.clamp(least, most).powf(self.epsilon)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: Place = Place {
        base: Some(1000.0),
        by_day: Some(2.0),
        income: Some(0.5),
    };

    #[test]
    fn demand_is_the_base_raised_by_day_and_by_income_within_bounds() {
        let demand = |omega, epsilon| {
            Demand {
                base: Base::Residents,
                omega,
                epsilon,
            }
            .of(&PLACE)
        };
        assert_eq!(demand(0.0, 0.0), Some(1000.0));
        assert_eq!(demand(0.5, 0.0), Some(1250.0));
        assert_eq!(demand(0.0, 1.0), Some(600.0));
        assert_eq!(demand(0.5, 2.0), Some(1250.0 * 0.36));
    }

    #[test]
    fn only_what_the_constants_need_may_be_missing() {
        let place = Place {
            by_day: None,
            income: None,
            ..PLACE
        };
        let demand = |omega, epsilon| {
            Demand {
                base: Base::Residents,
                omega,
                epsilon,
            }
            .of(&place)
        };
        assert_eq!(demand(0.0, 0.0), Some(1000.0));
        assert_eq!(demand(0.5, 0.0), None);
        assert_eq!(demand(0.0, 1.0), None);
        let nobody = Place {
            base: Some(0.0),
            ..PLACE
        };
        assert_eq!(
            Demand {
                base: Base::Residents,
                omega: 0.0,
                epsilon: 0.0
            }
            .of(&nobody),
            None
        );
    }
}
