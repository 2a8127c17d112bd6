//! The households of the tracts of 2010.

use super::loaded::{Reference, Sourced};
use super::neighborhoods::{Neighborhood, Neighborhoods, Tract};
use crate::geo::{Disc, Position};
use crate::measure::Measure;
use crate::pack::{Geography, TableInfo};

impl Reference {
    /// The households around a point; none where no table has them by tract.
    #[must_use]
    pub fn neighborhood(&self, at: Position, households_mi: f64) -> Option<Neighborhood> {
        self.neighborhoods()?.around(at, households_mi)
    }

    /// Built when first asked for.
    pub(crate) fn neighborhoods(&self) -> Option<&Neighborhoods> {
        let built = || {
            let shapes = self.shapes_of(Geography::Tracts2010)?;
            let mut tracts = Vec::new();
            let (mut households_from, mut incomes_from) = (Vec::new(), Vec::new());
            for (shape, geoid) in shapes.geoids.iter().enumerate() {
                let known = |measure| self.of_tract(Geography::Tracts2010, *geoid, measure);
                let (Some(households), Some((latitude, longitude))) =
                    (known(Measure::Households2010), shapes.centroid(shape))
                else {
                    continue;
                };
                let income = known(Measure::MedianHouseholdIncome);
                note(&mut households_from, Some(households));
                note(&mut incomes_from, income);
                let middle = Position::rounded(latitude, longitude);
                let tract = Tract {
                    households: households.value,
                    income: income.map(|income| income.value),
                };
                tracts.push((Disc::of_area(middle, shapes.square_m(shape)), tract));
            }
            Neighborhoods::new(tracts, households_from, incomes_from)
        };
        self.neighborhoods.get_or_init(built).as_ref()
    }
}

/// Notes the table of a value.
fn note(tables: &mut Vec<TableInfo>, value: Option<Sourced<'_>>) {
    let table = value.map(|value| value.table);
    tables.extend(table.filter(|table| !tables.contains(table)).cloned());
}
