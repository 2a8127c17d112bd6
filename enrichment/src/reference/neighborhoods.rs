//! The households around a point: those of tracts, each taken as a circle of its size.

use crate::geo::{Disc, Discs, METERS_PER_MILE, Position};
use crate::pack::TableInfo;

/// Households are counted within so many miles.
pub(crate) const HOUSEHOLDS_MI: f64 = 3.0;
/// Their income is that within so many.
const INCOME_MI: f64 = 1.0;

/// All tracts with households.
#[derive(Debug)]
pub(crate) struct Neighborhoods {
    discs: Discs,
    tracts: Vec<Tract>,
    pub(crate) households_from: Vec<TableInfo>,
    pub(crate) incomes_from: Vec<TableInfo>,
}

#[derive(Debug)]
pub(super) struct Tract {
    pub(super) households: f64,
    /// Their median, in US dollars.
    pub(super) income: Option<f64>,
}

/// What is around a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighborhood {
    /// Within the miles asked for.
    pub households: f64,
    /// The mean of the tracts' medians within a mile, weighted by households.
    pub income: Option<f64>,
}

impl Neighborhoods {
    /// None without tracts. The tables are those that their households and incomes are from.
    pub(super) fn new(
        tracts: Vec<(Disc, Tract)>,
        households_from: Vec<TableInfo>,
        incomes_from: Vec<TableInfo>,
    ) -> Option<Self> {
        let (discs, tracts): (Vec<Disc>, Vec<Tract>) = tracts.into_iter().unzip();
        (!tracts.is_empty()).then(|| Self {
            discs: Discs::new(discs),
            tracts,
            households_from,
            incomes_from,
        })
    }

    /// None where no tract with households reaches: at sea, in Alaska.
    pub(super) fn around(&self, at: Position, households_mi: f64) -> Option<Neighborhood> {
        let limits_m = [households_mi, INCOME_MI].map(|miles| miles * METERS_PER_MILE);
        let (mut is_there, mut households) = (false, 0.0);
        let (mut with_income, mut incomes) = (0.0, 0.0);
        self.discs
            .parts_within(at, limits_m, |place, [near, nearest]| {
                let tract = &self.tracts[place];
                is_there = true;
                households += near * tract.households;
                if let Some(income) = tract.income {
                    with_income += nearest * tract.households;
                    incomes += nearest * tract.households * income;
                }
            });
        is_there.then(|| Neighborhood {
            households,
            income: (with_income > 0.0).then(|| incomes / with_income),
        })
    }
}
