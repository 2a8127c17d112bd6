//! How values go together.

/// The correlation of ranks, with the mean rank where values are the same.
pub(crate) fn spearman(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.unzip();
    let (a, b) = (ranks(&a), ranks(&b));
    correlation(a.into_iter().zip(b))
}

/// Pearson's correlation.
pub(crate) fn correlation(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.unzip();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (of_a, of_b) = (mean(&a), mean(&b));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        a.iter().zip(&b).map(|(x, y)| of(x - of_a, y - of_b)).sum()
    };
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = |value: &f64| {
        let first = sorted.partition_point(|other| other < value);
        let last = sorted.partition_point(|other| other <= value);
        (first + last) as f64 / 2.0
    };
    values.iter().map(rank).collect()
}

/// The middle one.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
