//! The scores: their factors, weights and scales. `docs/scores.md` explains the choices.

use crate::fields::Field as F;

/// How a value becomes points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scale {
    /// The percentile among all counties: more is better.
    Rank,
    /// 100 minus the percentile: less is better.
    InverseRank,
    /// 100 at the first value, 0 at the second, linear in between.
    Linear(f64, f64),
    /// The same of the logarithms of one more than the values, for what varies by factors and may be 0.
    Log(f64, f64),
    /// The input is itself a score.
    Own,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Factor {
    pub(super) field: F,
    pub(super) weight: f64,
    pub(super) scale: Scale,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Score {
    pub(super) score: F,
    /// The field that lists its factors.
    pub(super) factors_in: Option<F>,
    pub(super) factors: &'static [Factor],
}

const fn factor(field: F, weight: f64, scale: Scale) -> Factor {
    Factor {
        field,
        weight,
        scale,
    }
}

use Scale::{InverseRank, Linear, Log, Own, Rank};

pub(super) const SCORES: &[Score] = &[
    Score {
        score: F::EconomicScore,
        factors_in: Some(F::EconomicFactors),
        factors: &[
            factor(F::MedianIncomeCounty, 0.25, Rank),
            factor(F::UnemploymentRate, 0.25, InverseRank),
            factor(F::PovertyRate, 0.15, InverseRank),
            factor(F::EmploymentGrowth, 0.15, Rank),
            factor(F::PerCapitaIncome, 0.10, Rank),
            factor(F::WeeklyWage, 0.10, Linear(2000.0, 600.0)),
        ],
    },
    Score {
        score: F::DemographicScore,
        factors_in: Some(F::DemographicFactors),
        factors: &[
            factor(F::CountyGrowth, 0.30, Rank),
            factor(F::CountyPopulation, 0.25, Rank),
            factor(F::CountyBachelors, 0.25, Rank),
            factor(F::Age65County, 0.10, InverseRank),
            factor(F::NoHighSchool, 0.10, InverseRank),
        ],
    },
    Score {
        score: F::HousingMarketScore,
        factors_in: Some(F::HousingMarketFactors),
        factors: &[
            factor(F::PermitsPer1000, 0.30, Linear(10.0, 0.0)),
            factor(F::HomeownershipRate, 0.20, Rank),
            factor(F::VacancyCounty, 0.20, InverseRank),
            factor(F::CountyHomeValue, 0.15, Rank),
            factor(F::PermitsGrowth, 0.15, Linear(20.0, -20.0)),
        ],
    },
    Score {
        score: F::TransportationScore,
        factors_in: Some(F::TransportationFactors),
        factors: &[
            factor(F::AccessScore, 0.50, Own),
            factor(F::CommuteTime, 0.25, InverseRank),
            factor(F::PublicTransport, 0.15, Rank),
            factor(F::NoVehicle, 0.10, InverseRank),
        ],
    },
    Score {
        score: F::TourismScore,
        factors_in: Some(F::TourismFactors),
        factors: &[
            factor(F::TourismIntensity, 0.40, Linear(30.0, 5.0)),
            factor(F::SeasonalPct, 0.25, Linear(20.0, 0.0)),
            factor(F::ParkDistance, 0.20, Linear(5.0, 100.0)),
            factor(F::DistanceCommercial, 0.15, Linear(5.0, 75.0)),
        ],
    },
];

pub(super) const TRANSPORT_ACCESS: Score = Score {
    score: F::AccessScore,
    factors_in: None,
    factors: &[
        factor(F::DistanceInterstate, 0.35, Linear(0.5, 30.0)),
        factor(F::DistanceUsHighway, 0.20, Linear(0.5, 15.0)),
        factor(F::DistanceCommercial, 0.25, Linear(5.0, 75.0)),
        factor(F::DistanceGeneral, 0.10, Linear(2.0, 30.0)),
        factor(F::InterchangeDensity, 0.10, Linear(0.5, 0.0)),
    ],
};

pub(super) const TOURISM_IMPACT: Score = Score {
    score: F::TourismImpact,
    factors_in: None,
    factors: &[
        factor(F::TourismIntensity, 0.60, Linear(30.0, 5.0)),
        factor(F::TourismEmployment, 0.40, Linear(20_000.0, 100.0)),
    ],
};

pub(super) const MARKET: Score = Score {
    score: F::MarketScore,
    factors_in: Some(F::MarketFactors),
    factors: &[
        factor(F::IncomeWithin1, 0.25, Linear(120_000.0, 30_000.0)),
        factor(F::MarketIndex, 0.20, Log(50.0, 1_000.0)),
        factor(F::Competitors3, 0.10, Log(0.0, 30.0)),
        factor(F::Households3, 0.10, Log(100_000.0, 1_000.0)),
        factor(F::AccessScore, 0.10, Own),
        factor(F::EconomicScore, 0.10, Own),
        factor(F::DemographicScore, 0.08, Own),
        factor(F::HousingMarketScore, 0.05, Own),
        factor(F::TourismScore, 0.02, Own),
    ],
};
