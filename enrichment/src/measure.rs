//! What a table can say about an area, in one vocabulary for all publishers.
//!
//! A measure has one unit. A reader converts what a table has into it; a field says which measure it
//! shows at which level.

use serde::{Deserialize, Serialize};

macro_rules! measures {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// A statistic of a county or a tract. Shares are in percent, money in US dollars.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[expect(missing_docs, reason = "the names say it; units are in the fields' documentation")]
        pub enum Measure { $($(#[$doc])* $name),* }

        impl Measure {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The measure's name in stored tables.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),* }
            }

            pub(crate) fn by_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|measure| measure.name() == name)
            }
        }
    };
}

measures! {
    Population, Population2010, PopulationGrowth, MedianAge, Age65Plus, HouseholdSize,
    MedianHouseholdIncome, PerCapitaIncome, PovertyRate, BachelorsOrHigher, NoHighSchool,
    UnemploymentRate, LaborForce, LaborForceParticipation, Employed, Unemployed, EmploymentGrowth,
    GiniIndex, NoInternet, Uninsured, Disability,
    HomeValue, GrossRent, Homeownership, HousingUnits, VacancyRate, VacantUnits, SeasonalUnits,
    MobileHomes, LongTermResidents, UnitDensity, LandAreaSqMi,
    Workers, DroveAlone, Carpooled, PublicTransport, Walked, OtherMeans, WorkedFromHome,
    CommuteMinutes, NoVehicleHouseholds, NoVehicleShare, OneVehicleShare, TwoVehicleShare,
    ThreePlusVehicleShare, DaytimePopulation,
    RepublicanShare, DemocratShare, GreenShare, LibertarianShare, OtherPartyShare, VotesCast,
    PermitBuildings, PermitUnits, PermitValue, SingleFamilyUnits, MultiFamilyUnits, PermitGrowth,
    RiskScore, ExpectedLossScore, ExpectedAnnualLoss, SocialVulnerability, Resilience,
    LightningRisk, HurricaneRisk, WildfireRisk, TornadoRisk, RiverineFloodRisk, CoastalFloodRisk,
    EarthquakeRisk, HailRisk, HeatWaveRisk, DroughtRisk, AvalancheRisk, ColdWaveRisk, IceStormRisk,
    LandslideRisk, StrongWindRisk, TsunamiRisk, VolcanicRisk, WinterWeatherRisk,
    OpportunityZone, FoodDesert, VulnerabilityRank,
    EssentialWorkers, HighRiskWorkers, HealthCareWorkers, RetailWorkers, EducationWorkers,
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
