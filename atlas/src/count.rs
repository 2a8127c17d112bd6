//! Counts of establishments, where a table leaves small cells out.

/// The most establishments in a cell that the table leaves out.
const MOST_LEFT_OUT: usize = 2;

/// How many establishments of a kind a county has: one number, or what was published and what may stand beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Count {
    published: u32,
    /// At place `j` the coefficient of `x^j` in `Π (1 + s·x + s²·x²/2)` over the codes that are left out, each with its
    /// share `s` of the kind. `[1]` where nothing is left out.
    ways: Vec<f64>,
}

impl Count {
    /// Nothing is left out.
    #[must_use]
    pub fn exact(establishments: u32) -> Self {
        Self {
            published: establishments,
            ways: vec![1.0],
        }
    }

    /// Codes with these shares of the kind's establishments in the nation are left out: each has 0, 1 or 2, all together
    /// `at_most` so many.
    #[must_use]
    pub fn with_left_out(published: u32, shares: &[f64], at_most: usize) -> Self {
        let mut ways = vec![1.0];
        for share in shares {
            let own = [1.0, *share, share * share / 2.0];
            let mut product = vec![0.0; ways.len() + MOST_LEFT_OUT];
            for (j, way) in ways.iter().enumerate() {
                for (more, term) in own.iter().enumerate() {
                    product[j + more] += way * term;
                }
            }
            ways = product;
        }
        ways.truncate(at_most.saturating_add(1));
        Self { published, ways }
    }

    /// The least that it may be.
    #[must_use]
    pub const fn low(&self) -> u32 {
        self.published
    }

    /// The most that it may be.
    #[must_use]
    pub fn high(&self) -> u32 {
        self.published + u32::try_from(self.ways.len() - 1).unwrap_or(u32::MAX)
    }

    /// Is it one number?
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.ways.len() == 1
    }

    /// Of `j` further establishments at place `j`: in how many ways that comes about, weighted by the codes' shares. `[1]`
    /// where nothing is left out.
    #[must_use]
    pub fn ways(&self) -> &[f64] {
        &self.ways
    }
}

/// A county whose demand is known.
#[derive(Debug, Clone)]
pub struct Observed {
    /// `D`, in people.
    pub demand: f64,
    /// `ln δ`, the logarithm of the residents per square mile.
    pub density: f64,
    pub count: Count,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_code_left_out_may_be_none_one_or_two() {
        let count = Count::with_left_out(0, &[1.0], 2);
        assert_eq!((count.low(), count.high()), (0, 2));
        assert_eq!(count.ways(), [1.0, 1.0, 0.5]);
    }

    #[test]
    fn two_codes_left_out_beside_a_published_sum() {
        let count = Count::with_left_out(14, &[0.5, 0.25], usize::MAX);
        assert_eq!((count.low(), count.high()), (14, 18));
        // (1 + x/2 + x²/8)(1 + x/4 + x²/32)
        let expected = [
            1.0,
            0.75,
            0.125 + 0.125 + 0.03125,
            0.015_625 + 0.03125,
            0.003_906_25,
        ];
        assert_eq!(count.ways(), expected);
    }

    #[test]
    fn a_sector_without_remainder_leaves_nothing_open() {
        let count = Count::with_left_out(7, &[0.5, 0.25], 0);
        assert!(count.is_exact());
        assert_eq!(count, Count::exact(7));
    }
}
