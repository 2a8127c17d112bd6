//! The likelihood of one count: negative binomial, with each number that it may be.

use crate::count::{Count, Observed};

/// `ln (κ)ₙ` with its first two derivatives by `κ`, for `n` up to the greatest count.
pub(crate) struct Rising {
    kappa: f64,
    of: Vec<[f64; 3]>,
}

impl Rising {
    pub(crate) fn of(kappa: f64, observed: &[Observed]) -> Self {
        let most = observed.iter().map(|one| one.count.low()).max();
        Self::new(kappa, most.unwrap_or(0) as usize)
    }

    pub(crate) fn new(kappa: f64, most: usize) -> Self {
        let mut of = Vec::with_capacity(most + 1);
        let mut sums = [0.0; 3];
        for i in 0..=most {
            of.push(sums);
            let factor = kappa + i as f64;
            let part = [factor.ln(), factor.recip(), -factor.powi(-2)];
            sums = std::array::from_fn(|d| sums[d] + part[d]);
        }
        Self { kappa, of }
    }

    /// The logarithm of a count's likelihood, and how likely each number is that it may be.
    pub(crate) fn weights(&self, expected: f64, count: &Count) -> (f64, Vec<f64>) {
        let base = count.low() as usize;
        let start = self.of.get(base).map_or(0.0, |of| of[0]);
        let rate = self.kappa + expected;
        let share = expected / rate;
        let mut term = 1.0;
        let terms = count.ways().iter().enumerate().map(|(j, ways)| {
            let weight = ways * term;
            term *= (self.kappa + (base + j) as f64) * share;
            weight
        });
        let mut weights: Vec<f64> = terms.collect();
        let sum: f64 = weights.iter().sum();
        for weight in &mut weights {
            *weight /= sum;
        }
        let ln =
            start + self.kappa * (self.kappa / rate).ln() + base as f64 * share.ln() + sum.ln();
        (ln, weights)
    }

    /// The slopes and bends of a count's likelihood, by `ln E` and by `ln κ`: of each number that it may be, and of how
    /// these shift.
    pub(crate) fn bends(&self, expected: f64, count: &Count, weights: &[f64]) -> Bends {
        let kappa = self.kappa;
        let rate = kappa + expected;
        let base = count.low() as usize;
        let [_, mut rising, mut bending] = self.of[base];
        let mut all = Bends {
            expected: kappa * expected / rate,
            ..Bends::default()
        };
        let (mut effects, mut kappas, mut mixed) = (0.0, 0.0, 0.0);
        for (j, weight) in weights.iter().enumerate() {
            let n = (base + j) as f64;
            let by_effect = kappa * (n - expected) / rate;
            let first = rising + (kappa / rate).ln() + 1.0 - (kappa + n) / rate;
            let second = bending + kappa.recip() - 2.0 / rate + (kappa + n) / (rate * rate);
            let by_kappa = kappa * first;
            all.by_effect += weight * by_effect;
            all.by_kappa += weight * by_kappa;
            all.effect_effect -= weight * kappa * expected * (kappa + n) / (rate * rate);
            all.effect_kappa += weight * kappa * expected * (n - expected) / (rate * rate);
            all.kappa_kappa += weight * (kappa * kappa * second + by_kappa);
            effects += weight * by_effect * by_effect;
            kappas += weight * by_kappa * by_kappa;
            mixed += weight * by_effect * by_kappa;
            rising += (kappa + n).recip();
            bending -= (kappa + n).powi(-2);
        }
        all.effect_effect += effects - all.by_effect * all.by_effect;
        all.kappa_kappa += kappas - all.by_kappa * all.by_kappa;
        all.effect_kappa += mixed - all.by_effect * all.by_kappa;
        all
    }
}

/// Of one count's likelihood.
#[derive(Default)]
pub(crate) struct Bends {
    pub(crate) by_effect: f64,
    pub(crate) by_kappa: f64,
    pub(crate) effect_effect: f64,
    pub(crate) effect_kappa: f64,
    pub(crate) kappa_kappa: f64,
    /// What is expected of the bend by the effects, turned round.
    pub(crate) expected: f64,
}
