//! Restricted cubic splines (Harrell, Regression Modeling Strategies, §2.4.5): cubic between the knots, straight outside.

/// How many knots there are.
pub(crate) const KNOTS: usize = 5;
/// How many terms there are: the straight one, and one for each knot but the last two.
pub(crate) const TERMS: usize = KNOTS - 1;
/// Where the knots lie among the values.
const AT: [f64; KNOTS] = [0.1, 0.3, 0.5, 0.7, 0.9];
/// Values outside these quantiles count as the quantiles.
const ENDS: [f64; 2] = [0.01, 0.99];

/// `Σ bᵢ·tᵢ(x)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Spline {
    pub(crate) basis: Basis,
    /// Of each term.
    pub coefficients: [f64; TERMS],
}

impl Spline {
    /// Its value at `x`.
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        let terms = self.basis.terms(x);
        terms
            .iter()
            .zip(&self.coefficients)
            .map(|(term, b)| term * b)
            .sum()
    }

    /// The five knots.
    #[must_use]
    pub const fn knots(&self) -> [f64; KNOTS] {
        self.basis.knots
    }

    /// The least and the greatest value that count as they are.
    #[must_use]
    pub const fn ends(&self) -> [f64; 2] {
        self.basis.ends
    }
}

/// The terms of a spline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Basis {
    knots: [f64; KNOTS],
    ends: [f64; 2],
}

impl Basis {
    /// With knots among the values. None if they are too few, or too much alike.
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = values.collect();
        sorted.sort_by(f64::total_cmp);
        let knots = AT.map(|q| quantile(&sorted, q));
        let ascend = knots.windows(2).all(|pair| pair[0] < pair[1]);
        ascend.then(|| Self {
            knots,
            ends: ENDS.map(|q| quantile(&sorted, q)),
        })
    }

    pub(crate) fn terms(&self, x: f64) -> [f64; TERMS] {
        let x = x.clamp(self.ends[0], self.ends[1]);
        let cubed = |knot: f64| (x - knot).max(0.0).powi(3);
        let [first, .., before, last] = self.knots;
        let scale = (last - first).powi(2);
        let mut terms = [x; TERMS];
        for (term, knot) in terms[1..].iter_mut().zip(self.knots) {
            let bent = cubed(knot) - cubed(before) * (last - knot) / (last - before)
                + cubed(last) * (before - knot) / (last - before);
            *term = bent / scale;
        }
        terms
    }
}

/// Between the two values beside it, as numpy's default. Not a number where there is none.
fn quantile(sorted: &[f64], q: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let place = q * last as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    sorted[below] + (sorted[above] - sorted[below]) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn basis() -> Basis {
        let values = (0..=1000).map(|i| f64::from(i) / 100.0);
        Basis::of(values).unwrap()
    }

    #[test]
    fn knots_and_ends_are_quantiles() {
        let basis = basis();
        assert_eq!(
            basis.knots.map(|knot| (knot * 1000.0).round()),
            [1000.0, 3000.0, 5000.0, 7000.0, 9000.0]
        );
        assert_eq!(
            basis.ends.map(|end| (end * 1000.0).round()),
            [100.0, 9900.0]
        );
    }

    #[test]
    fn it_is_straight_outside_the_knots_and_smooth_at_them() {
        let basis = basis();
        let slope = |x: f64, term: usize| {
            let step = 1e-5;
            (basis.terms(x + step)[term] - basis.terms(x - step)[term]) / (2.0 * step)
        };
        for term in 0..TERMS {
            assert!((slope(0.3, term) - slope(0.8, term)).abs() < 1e-6);
            assert!((slope(9.2, term) - slope(9.7, term)).abs() < 1e-6);
            for knot in basis.knots {
                assert!((slope(knot - 1e-3, term) - slope(knot + 1e-3, term)).abs() < 1e-2);
            }
        }
        assert_eq!(basis.terms(-5.0), basis.terms(0.1));
        assert_eq!(basis.terms(50.0), basis.terms(9.9));
    }

    #[test]
    fn values_that_are_all_alike_have_no_spline() {
        assert_eq!(Basis::of([3.0; 200].into_iter()), None);
        assert_eq!(Basis::of(std::iter::empty()), None);
    }
}
