//! What is believed of a rate after its count was seen.

use statrs::function::gamma::{gamma_lr, ln_gamma};

/// Newton's steps at most; each halves the interval at least.
const STEPS: usize = 60;
const PRECISION: f64 = 1e-10;

/// A mixture of gamma distributions with one rate, whose shapes ascend by one.
#[derive(Debug, Clone, PartialEq)]
pub struct Belief {
    shape: f64,
    rate: f64,
    /// They sum up to 1.
    weights: Vec<f64>,
}

impl Belief {
    pub(crate) const fn new(shape: f64, rate: f64, weights: Vec<f64>) -> Self {
        Self {
            shape,
            rate,
            weights,
        }
    }

    /// The gamma distribution with this mean and variance.
    #[must_use]
    pub fn with_moments(mean: f64, variance: f64) -> Self {
        Self::new(mean * mean / variance, mean / variance, vec![1.0])
    }

    /// Its mean: the best guess.
    #[must_use]
    pub fn mean(&self) -> f64 {
        (self.shape + self.average(|j| j)) / self.rate
    }

    /// Its variance.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let (first, second) = (self.average(|j| j), self.average(|j| j * j));
        (self.shape + first + second - first * first) / (self.rate * self.rate)
    }

    fn average(&self, of: impl Fn(f64) -> f64) -> f64 {
        let each = self.weights.iter().enumerate();
        each.map(|(j, weight)| weight * of(j as f64)).sum()
    }

    /// How likely it is below `x`.
    #[must_use]
    pub fn below(&self, x: f64) -> f64 {
        if x <= 0.0 {
            return 0.0;
        }
        let x = x * self.rate;
        let mut below = gamma_lr(self.shape, x);
        // P(a + 1, x) = P(a, x) − x^a·e^−x / Γ(a + 1)
        let mut step = (self.shape * x.ln() - x - ln_gamma(self.shape + 1.0)).exp();
        let mut sum = 0.0;
        for (j, weight) in self.weights.iter().enumerate() {
            sum += weight * below;
            below -= step;
            step *= x / (self.shape + 1.0 + j as f64);
        }
        sum.clamp(0.0, 1.0)
    }

    fn density(&self, x: f64) -> f64 {
        let x = x * self.rate;
        let mut term = ((self.shape - 1.0) * x.ln() - x - ln_gamma(self.shape)).exp();
        let mut sum = 0.0;
        for (j, weight) in self.weights.iter().enumerate() {
            sum += weight * term;
            term *= x / (self.shape + j as f64);
        }
        sum * self.rate
    }

    /// Below it with probability `p`.
    #[must_use]
    pub fn quantile(&self, p: f64) -> f64 {
        let mean = self.mean();
        let (mut low, mut high) = (0.0, mean);
        while self.below(high) < p {
            (low, high) = (high, 2.0 * high);
        }
        let mut x = f64::midpoint(low, high);
        for _ in 0..STEPS {
            let over = self.below(x) - p;
            if over > 0.0 {
                high = x;
            } else {
                low = x;
            }
            let newton = x - over / self.density(x);
            let next = if newton > low && newton < high {
                newton
            } else {
                f64::midpoint(low, high)
            };
            if (next - x).abs() <= PRECISION * mean {
                return next;
            }
            x = next;
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() <= 1e-9 * b.abs().max(1.0), "{a} is not {b}");
    }

    #[test]
    fn a_mixture_is_the_weighted_sum_of_its_parts() {
        let weights = [0.5, 0.3, 0.2];
        let mixed = Belief::new(2.5, 3.0, weights.to_vec());
        let parts: Vec<Belief> = (0..3)
            .map(|j| Belief::new(2.5 + f64::from(j), 3.0, vec![1.0]))
            .collect();
        let sum = |of: &dyn Fn(&Belief) -> f64| {
            weights
                .iter()
                .zip(&parts)
                .map(|(w, part)| w * of(part))
                .sum::<f64>()
        };
        near(mixed.mean(), sum(&Belief::mean));
        for x in [0.1, 0.5, 1.0, 2.0, 4.0] {
            near(mixed.below(x), sum(&|part| part.below(x)));
            near(mixed.density(x), sum(&|part| part.density(x)));
        }
        let squares = sum(&|part| part.variance() + part.mean().powi(2));
        near(mixed.variance(), squares - mixed.mean().powi(2));
    }

    #[test]
    fn quantiles_undo_probabilities() {
        for shape in [0.5, 0.7, 1.0, 5.0, 400.0, 30_000.0] {
            let belief = Belief::new(shape, shape, vec![0.7, 0.2, 0.1]);
            for p in [0.001, 0.1, 0.5, 0.9, 0.999] {
                assert!(
                    (belief.below(belief.quantile(p)) - p).abs() < 1e-6,
                    "{shape} {p}"
                );
            }
        }
    }

    #[test]
    fn moments_are_kept() {
        let belief = Belief::with_moments(0.8, 0.05);
        near(belief.mean(), 0.8);
        near(belief.variance(), 0.05);
    }
}
