//! The model of a kind, by maximum likelihood.
//!
//! Counts are negative binomial with mean `E = r·D·g(δ)` and shape `κ`. A count of which some is left out has the
//! likelihood of each number that it may be, weighted by the ways in which that comes about. Newton's steps for `ln r`, the
//! spline and `ln κ`, damped until the likelihood does not fall.

use nalgebra::{SMatrix, SVector};

use crate::belief::Belief;
use crate::count::{Count, Observed};
use crate::likelihood::{Bends, Rising};
use crate::spline::{Basis, Spline, TERMS};

/// The logarithm of the rate, and the spline's terms.
const EFFECTS: usize = TERMS + 1;
const STEPS: usize = 500;
const HALVINGS: i32 = 40;
const PRECISION: f64 = 1e-10;
const LONGEST_STEP: f64 = 1.0;
/// `κ` stays within: at the upper end, counts vary as Poisson's.
const KAPPAS: [f64; 2] = [1e-4, 1e6];
const FIRST_KAPPA: f64 = 4.0;

type Effects = SVector<f64, EFFECTS>;

/// What the expected counts depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// On demand and density.
    Density,
    /// On demand alone (`g = 1`).
    Flat,
}

/// How many businesses demand usually keeps.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Establishments per person in demand, where `g` is 1.
    pub r: f64,
    /// How alike counties are: the shape of the gamma distribution of `θ`.
    pub kappa: f64,
    /// `ln g`. None where demand alone counts.
    pub spline: Option<Spline>,
}

impl Model {
    /// `E`: how many establishments are expected.
    #[must_use]
    pub fn expected(&self, demand: f64, density: f64) -> f64 {
        let g = self
            .spline
            .as_ref()
            .map_or(1.0, |spline| spline.at(density).exp());
        self.r * demand * g
    }

    /// What is believed of `θ` once the count is known.
    #[must_use]
    pub fn belief(&self, expected: f64, count: &Count) -> Belief {
        let base = f64::from(count.low());
        let weights = Rising::new(self.kappa, 0).weights(expected, count).1;
        Belief::new(self.kappa + base, self.kappa + expected, weights)
    }

    /// The logarithm of the likelihood of counts, but for what does not depend on the model.
    #[must_use]
    pub fn log_likelihood(&self, observed: &[Observed]) -> f64 {
        let rising = Rising::of(self.kappa, observed);
        let each = observed.iter().map(|one| {
            rising
                .weights(self.expected(one.demand, one.density), &one.count)
                .0
        });
        each.sum()
    }
}

/// The effects, and `ln κ` behind them.
type Parameters = SVector<f64, { EFFECTS + 1 }>;
type Information = SMatrix<f64, { EFFECTS + 1 }, { EFFECTS + 1 }>;

/// The likelihood at a point, with its slopes and bends.
struct Point {
    at: Parameters,
    likelihood: f64,
    slope: Parameters,
    /// What was observed: the bends, turned round. Where nothing is left out and the point is far away, it may bend upwards.
    observed: Information,
    /// What is expected: never bends upwards, and is rougher.
    expected: Information,
}

struct Fitting<'o> {
    observed: &'o [Observed],
    terms: Vec<Effects>,
}

/// Fits the model. None without demand or businesses, or where densities are too much alike for a spline.
#[must_use]
pub fn fit(observed: &[Observed], shape: Shape) -> Option<Model> {
    let demand: f64 = observed.iter().map(|one| one.demand).sum();
    let businesses: f64 = observed.iter().map(|one| f64::from(one.count.low())).sum();
    if demand <= 0.0 || businesses <= 0.0 {
        return None;
    }
    let basis = match shape {
        Shape::Density => Some(Basis::of(observed.iter().map(|one| one.density))?),
        Shape::Flat => None,
    };
    let terms = observed.iter().map(|one| {
        let mut terms = Effects::zeros();
        terms[0] = 1.0;
        if let Some(basis) = &basis {
            terms
                .rows_mut(1, TERMS)
                .copy_from_slice(&basis.terms(one.density));
        }
        terms
    });
    let fitting = Fitting {
        observed,
        terms: terms.collect(),
    };
    let mut effects = Effects::zeros();
    effects[0] = (businesses / demand).ln();
    let point = fitting.climb(effects, FIRST_KAPPA.ln())?;
    let mut coefficients = [0.0; TERMS];
    coefficients.copy_from_slice(point.at.rows(1, TERMS).as_slice());
    let mut model = Model {
        r: point.at[0].exp(),
        kappa: point.at[EFFECTS].exp(),
        spline: basis.map(|basis| Spline {
            basis,
            coefficients,
        }),
    };
    model.level(observed);
    Some(model)
}

impl Fitting<'_> {
    fn climb(&self, effects: Effects, ln_kappa: f64) -> Option<Point> {
        let mut start = Parameters::zeros();
        start.rows_mut(0, EFFECTS).copy_from(&effects);
        start[EFFECTS] = ln_kappa;
        let mut here = self.point(start);
        for _ in 0..STEPS {
            let step = here.step()?;
            let steps = (0..HALVINGS).map(|halvings| step * 0.5_f64.powi(halvings));
            let mut points = steps.map(|step| self.point(within(here.at + step)));
            let Some(next) = points.find(|point| point.likelihood >= here.likelihood) else {
                return Some(here);
            };
            let moved = (next.at - here.at).amax();
            here = next;
            if moved <= PRECISION {
                break;
            }
        }
        Some(here)
    }

    fn point(&self, at: Parameters) -> Point {
        let kappa = at[EFFECTS].exp();
        let effects: Effects = at.fixed_rows::<EFFECTS>(0).into();
        let rising = Rising::of(kappa, self.observed);
        let mut point = Point {
            at,
            likelihood: 0.0,
            slope: Parameters::zeros(),
            observed: Information::zeros(),
            expected: Information::zeros(),
        };
        for (one, terms) in self.observed.iter().zip(&self.terms) {
            let expected = one.demand * effects.dot(terms).exp();
            let (likelihood, weights) = rising.weights(expected, &one.count);
            let bends = rising.bends(expected, &one.count, &weights);
            point.likelihood += likelihood;
            point.add(terms, &bends);
        }
        // There is something to learn of κ, even where its likelihood bends upwards.
        let last = (EFFECTS, EFFECTS);
        point.expected[last] = point.observed[last].abs().max(1.0);
        point
    }
}

fn within(mut at: Parameters) -> Parameters {
    let [least, most] = KAPPAS.map(f64::ln);
    at[EFFECTS] = at[EFFECTS].clamp(least, most);
    at
}

impl Point {
    fn add(&mut self, terms: &Effects, bends: &Bends) {
        let mut slope = self.slope.fixed_rows_mut::<EFFECTS>(0);
        slope += terms * bends.by_effect;
        self.slope[EFFECTS] += bends.by_kappa;
        let square = terms * terms.transpose();
        let mut block = self.observed.fixed_view_mut::<EFFECTS, EFFECTS>(0, 0);
        block -= square * bends.effect_effect;
        let mut block = self.expected.fixed_view_mut::<EFFECTS, EFFECTS>(0, 0);
        block += square * bends.expected;
        for effect in 0..EFFECTS {
            let mixed = terms[effect] * bends.effect_kappa;
            self.observed[(effect, EFFECTS)] -= mixed;
            self.observed[(EFFECTS, effect)] -= mixed;
        }
        self.observed[(EFFECTS, EFFECTS)] -= bends.kappa_kappa;
    }

    /// Newton's, or a rougher one where that would go downhill. Short enough that `κ` stays in sight.
    fn step(&self) -> Option<Parameters> {
        // Demand alone has no terms for the spline: their steps are 0.
        let solved = |information: &Information| {
            let ridge = Information::identity() * (1e-12 * information.trace().abs());
            Some((information + ridge).cholesky()?.solve(&self.slope))
        };
        let step = solved(&self.observed).or_else(|| solved(&self.expected))?;
        let longest = step.amax().max(LONGEST_STEP);
        Some(step * (LONGEST_STEP / longest))
    }
}

impl Model {
    /// Sets `r` so that as many are expected as there are, `ΣE = Σŷ`.
    fn level(&mut self, observed: &[Observed]) {
        for _ in 0..STEPS {
            let (mut expected, mut there) = (0.0, 0.0);
            for one in observed {
                let own = self.expected(one.demand, one.density);
                expected += own;
                there += self.number(own, &one.count);
            }
            let times = there / expected;
            self.r *= times;
            if (times - 1.0).abs() <= PRECISION {
                break;
            }
        }
    }

    /// `ŷ`: how many there are, as far as is known.
    #[must_use]
    pub fn number(&self, expected: f64, count: &Count) -> f64 {
        let weights = Rising::new(self.kappa, 0).weights(expected, count).1;
        let left_out = weights
            .iter()
            .enumerate()
            .map(|(j, weight)| weight * j as f64);
        f64::from(count.low()) + left_out.sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};
    use rand_distr::{Distribution, Gamma, Poisson};

    use super::*;

    const KAPPA: f64 = 3.0;
    const R: f64 = 4e-4;

    fn g(density: f64) -> f64 {
        0.3 * (density - 4.0) - 0.05 * (density - 4.0).powi(2)
    }

    /// Counties as the model says they are; cells below three are left out.
    fn simulated(seed: u64, leave_out: bool) -> Vec<Observed> {
        let mut rng = StdRng::seed_from_u64(seed);
        let theta = Gamma::new(KAPPA, 1.0 / KAPPA).unwrap();
        let county = |_| {
            let density = rng.random_range(0.0..8.0_f64);
            let demand = (density + rng.random_range(4.0..7.0_f64)).exp();
            let expected = R * demand * g(density).exp();
            let businesses = Poisson::new(expected * theta.sample(&mut rng))
                .unwrap()
                .sample(&mut rng) as u32;
            let count = if leave_out && businesses < 3 {
                Count::with_left_out(0, &[1.0], 2)
            } else {
                Count::exact(businesses)
            };
            Observed {
                demand,
                density,
                count,
            }
        };
        (0..3000).map(county).collect()
    }

    #[test]
    fn what_made_the_counts_is_found_again() {
        for leave_out in [false, true] {
            let observed = simulated(1, leave_out);
            let model = fit(&observed, Shape::Density).unwrap();
            assert!((model.kappa / KAPPA - 1.0).abs() < 0.1, "{}", model.kappa);
            for density in [3.0, 5.0, 7.0] {
                let expected = model.expected(1.0, density);
                let truth = R * g(density).exp();
                assert!(
                    (expected / truth - 1.0).abs() < 0.12,
                    "{density}: {expected} is not {truth}"
                );
            }
        }
    }

    #[test]
    fn no_model_beside_it_is_likelier() {
        let observed = simulated(2, true);
        let best = fit(&observed, Shape::Density).unwrap();
        // But for the level, which is set so that as many are expected as there are.
        let most = best.log_likelihood(&observed);
        for factor in [0.97, 1.03] {
            let other = Model {
                kappa: best.kappa * factor,
                ..best.clone()
            };
            assert!(other.log_likelihood(&observed) < most);
            for term in 0..TERMS {
                let mut other = best.clone();
                let spline = other.spline.as_mut().unwrap();
                spline.coefficients[term] += factor - 1.0;
                assert!(other.log_likelihood(&observed) < most, "{term}");
            }
        }
    }

    #[test]
    fn slopes_and_bends_are_those_of_the_likelihood() {
        let observed = simulated(3, true);
        let basis = Basis::of(observed.iter().map(|one| one.density)).unwrap();
        let terms = observed.iter().map(|one| {
            let mut terms = Effects::zeros();
            terms[0] = 1.0;
            terms
                .rows_mut(1, TERMS)
                .copy_from_slice(&basis.terms(one.density));
            terms
        });
        let fitting = Fitting {
            observed: &observed,
            terms: terms.collect(),
        };
        let at = Parameters::from([-8.0, 0.1, 0.05, -0.1, 0.02, 1.2]);
        let here = fitting.point(at);
        let step = 1e-5;
        let near = |is: f64, by_difference: f64| {
            assert!(
                (is - by_difference).abs() < 1e-4 * is.abs().max(1.0),
                "{is} is not {by_difference}"
            );
        };
        for one in 0..=EFFECTS {
            let mut by = Parameters::zeros();
            by[one] = step;
            let (up, down) = (fitting.point(at + by), fitting.point(at - by));
            near(
                here.slope[one],
                (up.likelihood - down.likelihood) / (2.0 * step),
            );
            for other in 0..=EFFECTS {
                near(
                    -here.observed[(one, other)],
                    (up.slope[other] - down.slope[other]) / (2.0 * step),
                );
            }
        }
    }

    #[test]
    fn as_many_are_expected_as_there_are() {
        for shape in [Shape::Density, Shape::Flat] {
            let observed = simulated(4, true);
            let model = fit(&observed, shape).unwrap();
            let (mut expected, mut there) = (0.0, 0.0);
            for one in &observed {
                let own = model.expected(one.demand, one.density);
                expected += own;
                there += model.number(own, &one.count);
            }
            assert!((expected / there - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn without_businesses_or_demand_there_is_no_model() {
        let mut observed = simulated(5, false);
        for one in &mut observed {
            one.count = Count::exact(0);
        }
        assert_eq!(fit(&observed, Shape::Flat), None);
        assert_eq!(fit(&[], Shape::Density), None);
    }
}
