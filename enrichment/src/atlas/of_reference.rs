//! Markets of the reference tables.

use std::sync::Arc;

use atlas::{Count, Demand, Position};

use super::constants;
use super::counted::{Counted, Uncounted};
use super::county_words::in_full;
use super::inputs::{Inputs, OF_ONE_TABLE};
use super::market::{Market, Observations};
use super::middles::PeopledTract;
use super::of_kind::{NoMarket, OfKind};
use super::rows::Listings;
use crate::enrich::bare;
use crate::enrich::naics::{self, Kind};
use crate::geoid::CountyFips;
use crate::industry_codes::Edition;
use crate::measure::Measure;
use crate::pack::Geography;
use crate::reference::{Industries, Reference};

impl Reference {
    /// What demand is made of. None where no table has the counties' people and incomes.
    pub fn atlas_inputs(&self) -> Option<&Inputs> {
        self.markets
            .inputs
            .get_or_init(|| {
                let people = self.metrics_with(&OF_ONE_TABLE)?;
                let vehicles = self.metrics_with(&[Measure::Vehicles]);
                Some(Inputs::of(people, vehicles, self.peopled_tracts()))
            })
            .as_ref()
    }

    /// All kinds of business that have industries of their own, by name.
    pub fn kinds() -> impl Iterator<Item = Kind> {
        naics::kinds()
    }

    /// A county's name with what it is: `Union County`, `Orleans Parish`, `Fairfax city`.
    #[must_use]
    pub fn county_name_in_full(&self, county: CountyFips) -> Option<String> {
        let (name, _) = self.county_name(county)?;
        Some(in_full(county, bare(name)))
    }

    /// The market of a kind by the listings; none where no data set is whole for it.
    pub fn market_of_listings(&self, kind: Kind, listings: &Listings) -> Option<(&Inputs, Market)> {
        let inputs = self.atlas_inputs()?;
        let demand = self.demand_for(kind);
        let count = |county| Some(Count::exact(listings.count(county)?));
        Some((inputs, Market::with(inputs, demand, count)?))
    }

    /// The year of the table of industries; none without one.
    pub fn atlas_year(&self) -> Option<u16> {
        Some(self.counties_by_industry()?.info.vintage.last)
    }

    /// What the table of industries counts a kind as, in words, with the codes.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn counted_as(&self, kind: Kind) -> Result<String, NoMarket> {
        Ok(self.counted(kind)?.title().into_owned())
    }

    /// What drives the demand for a kind.
    pub fn demand_for(&self, kind: Kind) -> Demand {
        constants::of_codes(Edition::Of2022, &kind.codes_in(Edition::Of2022))
    }

    /// The industries that a kind is counted as, in the edition of the table; empty without a table.
    pub fn codes_of(&self, kind: Kind) -> Vec<u32> {
        let industries = self.counties_by_industry();
        industries.map_or_else(Vec::new, |industries| kind.codes_in(industries.edition()))
    }

    /// What a kind's model is fitted to if its demand had these constants: what its own were chosen by.
    ///
    /// # Errors
    /// Why there is none.
    pub fn observations(&self, kind: Kind, demand: &Demand) -> Result<Observations, NoMarket> {
        let counted = self.counted(kind)?;
        let inputs = self.atlas_inputs().ok_or(NoMarket::NoInputs)?;
        Ok(Observations::of(inputs, demand, |county| {
            in_table(&counted, county)
        }))
    }

    /// The market of a kind, by the newest table of industries that has counties.
    ///
    /// # Errors
    /// Why there is none.
    pub fn market(&self, kind: Kind) -> Result<OfKind<'_>, NoMarket> {
        let counted = self.counted(kind)?;
        let inputs = self.atlas_inputs().ok_or(NoMarket::NoInputs)?;
        let market = self.market_of(&counted).ok_or(NoMarket::OutOfScope)?;
        Ok(OfKind {
            kind,
            inputs,
            market,
            supply: Some(counted.industries.info),
            title: counted.title().into_owned(),
            codes: counted.codes,
        })
    }

    /// The market of some industries of a table; kept for the next time.
    pub(crate) fn market_of(&self, counted: &Counted<'_>) -> Option<Arc<Market>> {
        let inputs = self.atlas_inputs()?;
        let key = (counted.industries.place, counted.asked.clone());
        let made = || Ok::<_, std::convert::Infallible>(market_of(inputs, counted).map(Arc::new));
        match self.markets.by_codes.get_or_insert_with(&key, made) {
            Ok(market) => market,
        }
    }

    fn counted(&self, kind: Kind) -> Result<Counted<'_>, NoMarket> {
        let industries = self.counties_by_industry().ok_or(NoMarket::NoTable)?;
        let codes = kind.codes_in(industries.edition());
        Counted::new(industries, codes).map_err(|error| match error {
            Uncounted::NoIndustry => NoMarket::NoIndustry,
            Uncounted::OutOfScope => NoMarket::OutOfScope,
        })
    }

    /// The newest table of industries that counts them by county.
    fn counties_by_industry(&self) -> Option<Industries<'_>> {
        self.industries()
            .find(|industries| industries.table.counties().next().is_some())
    }
}

impl Reference {
    /// The tracts whose people and shape are known, by GEOID.
    pub(crate) fn peopled_tracts(&self) -> Vec<PeopledTract> {
        let mut tracts = Vec::new();
        let Some(shapes) = self.shapes_of(Geography::Tracts2010) else {
            return tracts;
        };
        for (shape, geoid) in shapes.geoids.iter().enumerate() {
            let known = |measure| {
                let found = self.of_tract(Geography::Tracts2010, *geoid, measure);
                found.map(|found| found.value)
            };
            if let (Some(people), Some((latitude, longitude))) =
                (known(Measure::Population2010), shapes.centroid(shape))
            {
                tracts.push(PeopledTract {
                    geoid: *geoid,
                    people,
                    income: known(Measure::MedianHouseholdIncome),
                    middle: Position {
                        latitude,
                        longitude,
                    },
                });
            }
        }
        tracts.sort_by_key(|tract| tract.geoid);
        tracts
    }
}

/// The market of industries. None where there is no demand or no business.
fn market_of(inputs: &Inputs, counted: &Counted<'_>) -> Option<Market> {
    let demand = constants::of_codes(counted.edition, &counted.asked);
    Market::with(inputs, demand, |county| in_table(counted, county))
}

/// None where the table has no county of the state.
fn in_table(counted: &Counted<'_>, county: CountyFips) -> Option<Count> {
    let has_state = counted.industries.has_state(county.state());
    has_state.then(|| counted.count(county.0))?
}
