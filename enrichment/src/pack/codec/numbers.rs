//! Columns of numbers.

use serde::{Deserialize, Serialize};

/// The most decimals tried.
const MOST_DIGITS: u32 = 9;

/// Integers up to here are exact in double precision.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Each number minus the previous one.
pub(super) fn differences(numbers: impl IntoIterator<Item = i64>) -> Vec<i64> {
    let mut before = 0;
    let difference = |number: i64| {
        let difference = number.wrapping_sub(before);
        before = number;
        difference
    };
    numbers.into_iter().map(difference).collect()
}

/// Restores numbers from their differences.
pub(super) fn sums(differences: &[i64]) -> impl Iterator<Item = i64> {
    differences.iter().scan(0_i64, |sum, difference| {
        *sum = sum.wrapping_add(*difference);
        Some(*sum)
    })
}

/// Numbers, some of which may be missing (NaN).
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Numbers {
    count: u32,
    /// One bit per number, set if it is there; empty if none is missing.
    present: Vec<u8>,
    values: Values,
}

#[derive(Debug, Serialize, Deserialize)]
enum Values {
    /// Integers in units of the last decimal, and the number of decimals.
    Decimals(u8, Vec<i64>),
    /// Numbers with more decimals.
    Exact(Vec<f64>),
}

impl Numbers {
    pub(super) fn write(numbers: &[f64]) -> Self {
        let mut present = vec![0_u8; numbers.len().div_ceil(8)];
        for place in (0..numbers.len()).filter(|place| !numbers[*place].is_nan()) {
            present[place / 8] |= 1 << (place % 8);
        }
        let there: Vec<f64> = numbers.iter().copied().filter(|n| !n.is_nan()).collect();
        if there.len() == numbers.len() {
            present.clear();
        }
        let decimals = (0..=MOST_DIGITS).find_map(|digits| Some((digits, wholes(&there, digits)?)));
        Self {
            count: u32::try_from(numbers.len()).expect("fewer areas than 2^32"),
            present,
            values: match decimals {
                Some((digits, wholes)) => {
                    Values::Decimals(u8::try_from(digits).expect("a few"), wholes)
                }
                None => Values::Exact(there),
            },
        }
    }

    /// The numbers; `None` if the parts are inconsistent.
    pub(super) fn read(self) -> Option<Vec<f64>> {
        let there: Vec<f64> = match self.values {
            Values::Exact(numbers) => numbers,
            Values::Decimals(digits, wholes) => {
                let scale = 10_f64.powi(i32::from(digits));
                wholes.iter().map(|whole| *whole as f64 / scale).collect()
            }
        };
        let count = self.count as usize;
        if self.present.is_empty() {
            return (there.len() == count).then_some(there);
        }
        if self.present.len() != count.div_ceil(8) {
            return None;
        }
        let mut there = there.into_iter();
        let mut number = |place: usize| {
            let is_there = self.present[place / 8] & (1 << (place % 8)) != 0;
            if is_there {
                there.next()
            } else {
                Some(f64::NAN)
            }
        };
        // Exact capacity: collecting options could leave up to as much again unused.
        let mut numbers = Vec::with_capacity(count);
        for place in 0..count {
            numbers.push(number(place)?);
        }
        there.next().is_none().then_some(numbers)
    }
}

/// The numbers as integers in units of their last decimal, if that is exact for all of them.
fn wholes(numbers: &[f64], digits: u32) -> Option<Vec<i64>> {
    let scale = 10_f64.powi(i32::try_from(digits).ok()?);
    let whole = |number: &f64| {
        let whole = (number * scale).round();
        // Negative zero is not exact as an integer.
        let read = (whole as i64) as f64 / scale;
        let exact = whole.abs() < EXACT && read.to_bits() == number.to_bits();
        exact.then_some(whole as i64)
    };
    numbers.iter().map(whole).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn again(numbers: &[f64]) -> Vec<f64> {
        Numbers::write(numbers).read().unwrap()
    }

    #[test]
    fn decimals_are_written_as_whole_numbers_and_come_out_as_they_were() {
        let numbers = [5.3, 0.0, 71_200.0, -0.25, f64::NAN, 97.1, 0.1 + 0.2 - 0.2];
        let written = Numbers::write(&numbers[..6]);
        assert!(matches!(&written.values, Values::Decimals(2, _)));
        let bits = |numbers: &[f64]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&again(&numbers)), bits(&numbers));
        assert_eq!(again(&[]), Vec::<f64>::new());
        // Negative zero cannot be an integer.
        assert_eq!(bits(&again(&[-0.0])), bits(&[-0.0]));
    }

    proptest! {
        #[test]
        fn every_number_comes_out_as_it_went_in(
            numbers in proptest::collection::vec(
                prop_oneof![any::<f64>(), (-100_000_i32..100_000).prop_map(|n| f64::from(n) / 100.0)],
                0..40,
            )
        ) {
            let read = again(&numbers);
            prop_assert_eq!(read.len(), numbers.len());
            for (read, number) in read.iter().zip(&numbers) {
                prop_assert!(read.to_bits() == number.to_bits() || (read.is_nan() && number.is_nan()));
            }
        }

        #[test]
        fn differences_add_up_again(numbers in proptest::collection::vec(any::<i64>(), 0..40)) {
            let written = differences(numbers.iter().copied());
            prop_assert_eq!(sums(&written).collect::<Vec<_>>(), numbers);
        }
    }
}
