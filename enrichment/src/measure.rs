//! What a table can say about an area, in one vocabulary for all publishers.
//!
//! Each measure has one unit, to which readers convert. A field selects a measure and a level.

use serde::{Deserialize, Serialize};

/// The unit of a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// 0 to 100 of a whole, or a relative change.
    Percent,
    Usd,
    People,
    /// An average number of people.
    MeanPeople,
    Count,
    Years,
    Minutes,
    PerSqMi,
    SqMi,
    /// 0 to 100.
    Score,
    /// Dimensionless.
    Ratio,
    Flag,
}

macro_rules! measures {
    ($($unit:ident: $($name:ident),+;)+) => {
        /// A statistic of a county or a tract.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Measure { $($($name),+),+ }

        impl Measure {
            /// All of them.
            pub const ALL: &'static [Self] = &[$($(Self::$name),+),+];

            /// The measure's name in stored tables.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $($(Self::$name => stringify!($name)),+),+ }
            }

            /// Its unit, regardless of a table's own units.
            #[must_use]
            pub fn unit(self) -> Unit {
                match self { $($(Self::$name)|+ => Unit::$unit),+ }
            }

            pub(crate) fn by_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|measure| measure.name() == name)
            }
        }
    };
}

measures! {
    People: Population, Population2010;
    Percent: PopulationGrowth;
    Years: MedianAge;
    People: Under18, From65;
    Percent: Age65Plus;
    MeanPeople: HouseholdSize;
    Usd: MedianHouseholdIncome, PerCapitaIncome;
    Percent: PovertyRate, BachelorsOrHigher, NoHighSchool, UnemploymentRate;
    People: LaborForce;
    Percent: LaborForceParticipation;
    People: Employed, Unemployed;
    Percent: EmploymentGrowth;
    Ratio: GiniIndex;
    Percent: NoInternet, Uninsured, Disability;
    Usd: HomeValue, GrossRent;
    Percent: Homeownership;
    Count: HousingUnits;
    Percent: VacancyRate;
    Count: Households, Households2010, VacantUnits, SeasonalUnits;
    Percent: MobileHomes, LongTermResidents;
    PerSqMi: UnitDensity;
    SqMi: LandAreaSqMi;
    People: Workers;
    Percent: DroveAlone, Carpooled, PublicTransport, Walked, OtherMeans, WorkedFromHome;
    Minutes: CommuteMinutes;
    Count: Vehicles, NoVehicleHouseholds;
    Percent: NoVehicleShare, OneVehicleShare, TwoVehicleShare, ThreePlusVehicleShare;
    People: DaytimePopulation;
    Percent: RepublicanShare, DemocratShare, GreenShare, LibertarianShare, OtherPartyShare;
    Count: VotesCast, PermitBuildings, PermitUnits;
    Usd: PermitValue;
    Count: SingleFamilyUnits, MultiFamilyUnits;
    Percent: PermitGrowth;
    Score: RiskScore, ExpectedLossScore;
    Usd: ExpectedAnnualLoss;
    Score: SocialVulnerability, Resilience, LightningRisk, HurricaneRisk, WildfireRisk, TornadoRisk,
        RiverineFloodRisk, CoastalFloodRisk, EarthquakeRisk, HailRisk, HeatWaveRisk, DroughtRisk,
        AvalancheRisk, ColdWaveRisk, IceStormRisk, LandslideRisk, StrongWindRisk, TsunamiRisk, VolcanicRisk,
        WinterWeatherRisk;
    Flag: OpportunityZone, FoodDesert;
    Ratio: VulnerabilityRank;
    Percent: EssentialWorkers, HighRiskWorkers, HealthCareWorkers, RetailWorkers, EducationWorkers;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for measure in Measure::ALL {
            assert_eq!(Measure::by_name(measure.name()), Some(*measure));
        }
    }
}
