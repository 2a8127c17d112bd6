//! What a fitted model says of each county, and of each state.

use std::collections::BTreeMap;

use crate::belief::Belief;
use crate::count::Observed;
use crate::fit::{Model, Shape, fit};

/// What is said of a county has to be this sure.
const SURE: f64 = 0.8;
/// Leakage below it is too little to speak of, either way.
const LEAKAGE: f64 = 5.0;
/// Within these multiples a county is as usual.
const ABOUT_USUAL: [f64; 2] = [0.8, 1.25];
/// An unpublished cell says nothing where fewer are expected.
const TOLD_FROM: f64 = 3.0;
/// A state's index outside them has other reasons than demand.
const STATES: [f64; 2] = [67.0, 150.0];
/// Counties with published establishments that a kind needs for a map of counties.
const PUBLISHED: usize = 100;
const KAPPA: f64 = 0.5;
const MOST_LEFT_OUT: f64 = 0.25;
/// The interval's ends.
const INTERVAL: [f64; 2] = [0.1, 0.9];

/// What a county is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compared {
    /// Counties as densely peopled.
    Similar,
    /// All counties.
    Nation,
    /// The counties of its state.
    State,
}

/// What can be said of a county.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Fewer than usual: room for more.
    Under,
    /// More than usual: crowded.
    Over,
    /// About as many as usual.
    Usual,
    Unknown,
}

/// An index, and where it lies with a probability of 80 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub index: f64,
    pub low: f64,
    pub high: f64,
}

/// The rate that counts as usual.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Usual(pub f64);

/// A county: what is expected, and what is believed.
#[derive(Debug, Clone)]
pub struct Estimate {
    /// `E`.
    pub expected: f64,
    /// Of `θ`.
    pub belief: Belief,
    /// Its count is unpublished, and so little expected that it says nothing.
    untold: bool,
}

impl Estimate {
    fn new(model: &Model, one: &Observed) -> Self {
        let expected = model.expected(one.demand, one.density);
        Self {
            expected,
            belief: model.belief(expected, &one.count),
            untold: !one.count.is_exact() && one.count.low() == 0 && expected < TOLD_FROM,
        }
    }

    /// The same with another belief: that of its surroundings.
    #[must_use]
    pub const fn with(expected: f64, belief: Belief) -> Self {
        Self {
            expected,
            belief,
            untold: false,
        }
    }

    /// `θ̂`.
    #[must_use]
    pub fn theta(&self) -> f64 {
        self.belief.mean()
    }

    /// 100: as many as usual.
    #[must_use]
    pub fn index(&self, usual: Usual) -> f64 {
        100.0 * self.theta() / usual.0
    }

    /// The index with its 80 % interval.
    #[must_use]
    pub fn interval(&self, usual: Usual) -> Interval {
        let [low, high] = INTERVAL.map(|p| 100.0 * self.belief.quantile(p) / usual.0);
        Interval {
            index: self.index(usual),
            low,
            high,
        }
    }

    /// How many such a place usually has.
    #[must_use]
    pub fn usual(&self, usual: Usual) -> f64 {
        self.expected * usual.0
    }

    /// How many are missing; below zero, how many there are too many.
    #[must_use]
    pub fn gap(&self, usual: Usual) -> f64 {
        self.expected * (usual.0 - self.theta())
    }

    /// The probability that there are fewer than usual.
    #[must_use]
    pub fn p_under(&self, usual: Usual) -> f64 {
        self.belief.below(usual.0)
    }

    /// What can be said.
    #[must_use]
    pub fn class(&self, usual: Usual) -> Class {
        if self.untold {
            return Class::Unknown;
        }
        let (p_under, leakage) = (self.p_under(usual), leakage(self.index(usual)));
        let [low, high] = ABOUT_USUAL.map(|times| self.belief.below(times * usual.0));
        if p_under >= SURE && leakage >= LEAKAGE {
            Class::Under
        } else if p_under <= 1.0 - SURE && leakage <= -LEAKAGE {
            Class::Over
        } else if high - low >= SURE {
            Class::Usual
        } else {
            Class::Unknown
        }
    }
}

/// Esri's leakage and surplus, −100 to 100: above 0, demand exceeds supply.
#[must_use]
pub fn leakage(index: f64) -> f64 {
    100.0 * (100.0 - index) / (100.0 + index)
}

/// A fitted model, and what all counties of a kind have together.
#[derive(Debug, Clone)]
pub struct Estimates {
    pub model: Model,
    /// `θ̄`.
    pub mean: Usual,
    states: BTreeMap<u32, Usual>,
    published: usize,
    left_out: f64,
}

impl Estimates {
    /// Fits the model; `state_of` tells a county's state by its place. None without demand or businesses.
    #[must_use]
    pub fn of(
        observed: &[Observed],
        shape: Shape,
        state_of: impl Fn(usize) -> u32,
    ) -> Option<Self> {
        let model = fit(observed, shape)?;
        Some(Self::by(model, observed, state_of))
    }

    /// The same with a model that was fitted before.
    #[must_use]
    pub fn by(model: Model, observed: &[Observed], state_of: impl Fn(usize) -> u32) -> Self {
        let mut states = BTreeMap::<u32, Rate>::new();
        let mut all = Rate::default();
        let (mut there, mut known) = (0.0, 0.0);
        for (place, one) in observed.iter().enumerate() {
            let county = Estimate::new(&model, one);
            all.add(&county);
            states.entry(state_of(place)).or_default().add(&county);
            there += model.number(county.expected, &one.count);
            known += f64::from(one.count.low());
        }
        Self {
            mean: all.usual(),
            states: states
                .into_iter()
                .map(|(state, rate)| (state, rate.usual()))
                .collect(),
            published: observed.iter().filter(|one| one.count.low() > 0).count(),
            left_out: 1.0 - known / there,
            model,
        }
    }

    /// What is believed of a county.
    #[must_use]
    pub fn county(&self, one: &Observed) -> Estimate {
        Estimate::new(&self.model, one)
    }

    /// Is the kind too rare for a map of counties?
    #[must_use]
    pub fn is_too_rare(&self) -> bool {
        self.published < PUBLISHED || self.model.kappa < KAPPA || self.left_out > MOST_LEFT_OUT
    }

    /// `θ̂` of a state. None where none of its counties is known.
    #[must_use]
    pub fn state(&self, state: u32) -> Option<Usual> {
        self.states.get(&state).copied()
    }

    /// The index of each state.
    pub fn states(&self) -> impl Iterator<Item = (u32, f64)> {
        self.states
            .iter()
            .map(|(state, rate)| (*state, 100.0 * rate.0 / self.mean.0))
    }

    /// Does a state differ so much that demand cannot be the reason? Its counties are compared with the state.
    #[must_use]
    pub fn is_unusual(&self, state: u32) -> bool {
        let [least, most] = STATES;
        self.state(state).is_some_and(|rate| {
            let index = 100.0 * rate.0 / self.mean.0;
            index < least || index > most
        })
    }

    /// What is usual for a county of a state.
    #[must_use]
    pub fn usual_in(&self, state: u32, compared: Compared) -> Usual {
        let with_state = compared == Compared::State || self.is_unusual(state);
        let own = with_state.then(|| self.state(state)).flatten();
        own.unwrap_or(self.mean)
    }
}

/// `Σθ̂E / ΣE`.
#[derive(Default)]
struct Rate {
    there: f64,
    expected: f64,
}

impl Rate {
    fn add(&mut self, county: &Estimate) {
        self.there += county.theta() * county.expected;
        self.expected += county.expected;
    }

    fn usual(&self) -> Usual {
        Usual(self.there / self.expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::Count;

    fn class(shape: f64, rate: f64) -> Class {
        let mean = shape / rate;
        Estimate::with(10.0, Belief::with_moments(mean, mean / rate)).class(Usual(1.0))
    }

    #[test]
    fn a_class_is_only_said_where_it_is_sure() {
        assert_eq!(class(50.0, 100.0), Class::Under);
        assert_eq!(class(200.0, 100.0), Class::Over);
        assert_eq!(class(400.0, 400.0), Class::Usual);
        assert_eq!(class(1.0, 1.3), Class::Unknown);
        // Surely fewer, but hardly.
        assert_eq!(class(95_000.0, 100_000.0), Class::Usual);
    }

    #[test]
    fn leakage_goes_from_minus_100_to_100() {
        for (index, expected) in [
            (0.0, 100.0),
            (50.0, 100.0 / 3.0),
            (100.0, 0.0),
            (300.0, -50.0),
        ] {
            assert!((leakage(index) - expected).abs() < 1e-12);
        }
    }

    /// Six states of 20 counties; in the last one there are a tenth of the businesses.
    fn counties() -> (Vec<Observed>, impl Fn(usize) -> u32) {
        let county = |place: usize| Observed {
            demand: 20_000.0 + 10.0 * place as f64,
            density: place as f64 / 10.0,
            count: Count::exact(if place < 100 {
                18 + (place % 7) as u32
            } else {
                2
            }),
        };
        ((0..120).map(county).collect(), |place| place as u32 / 20)
    }

    #[test]
    fn a_state_of_other_laws_is_compared_with_itself() {
        let (observed, state_of) = counties();
        let estimates = Estimates::of(&observed, Shape::Flat, state_of).unwrap();
        assert!(!estimates.is_unusual(0) && estimates.is_unusual(5));
        assert_eq!(estimates.usual_in(0, Compared::Similar), estimates.mean);
        let own = estimates.usual_in(5, Compared::Similar);
        assert_eq!(Some(own), estimates.state(5));
        let county = |one| estimates.county(one);
        let indexes: Vec<f64> = observed[100..]
            .iter()
            .map(|one| county(one).index(own))
            .collect();
        assert!(
            indexes.iter().all(|index| (80.0..125.0).contains(index)),
            "{indexes:?}"
        );
        let gaps: f64 = observed[100..].iter().map(|one| county(one).gap(own)).sum();
        assert!(gaps.abs() < 1e-9);
    }

    #[test]
    fn an_unpublished_cell_says_nothing_where_little_is_expected() {
        let (mut observed, state_of) = counties();
        observed[0].count = Count::with_left_out(0, &[1.0], 2);
        observed[1].count = Count::with_left_out(0, &[1.0], 2);
        observed[1].demand = 500.0;
        let estimates = Estimates::of(&observed, Shape::Flat, state_of).unwrap();
        let [first, second] =
            [0, 1].map(|place: usize| estimates.county(&observed[place]).class(estimates.mean));
        assert_eq!((first, second), (Class::Under, Class::Unknown));
    }

    #[test]
    fn a_kind_in_few_counties_is_too_rare() {
        let (observed, state_of) = counties();
        let estimates = Estimates::of(&observed, Shape::Flat, &state_of).unwrap();
        assert!(!estimates.is_too_rare());
        let few = Estimates::of(&observed[..90], Shape::Flat, state_of).unwrap();
        assert!(few.is_too_rare());
    }
}
