//! What the values of a column are and how they are shown: type, unit and decimals.

/// How values are shown, which also implies what they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Text,
    Flag,
    /// A day, a month or a year (`2014-05-01`, `2014-05`, `2014`).
    Date,
    Phone,
    Link,
    Texts,
    /// Web addresses by name.
    Links,
    /// The corners of an outline, each with latitude and longitude.
    Outline,
    Businesses,
    Factors,
    /// A dimensionless number.
    Ratio,
    /// Stars, 0 to 5.
    Rating,
    /// 0 to 100 of a whole, or a relative change.
    Percent,
    Usd,
    People,
    /// An average number of people.
    MeanPeople,
    Count,
    Miles,
    Years,
    WholeYears,
    Minutes,
    PerThousand,
    PerSqMi,
    /// Per square mile, for rare things.
    SparsePerSqMi,
    /// 0 to 100.
    Score,
    /// 100 if both are equal.
    Index100,
    /// Degrees of latitude or longitude.
    Degrees,
}

/// The type of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    Text,
    Date,
    Flag,
    Number,
    Texts,
    /// Web addresses by name.
    Links,
    Outline,
    Businesses,
    Factors,
}

/// Digits stored beyond those shown, so that sums of rounded values are still right.
const SPARE_DECIMALS: u8 = 2;

/// Rates below this show more decimals than usual, down to the smallest worthwhile ones.
const SMALL: f64 = 0.1;
const MOST_DIGITS: f64 = 1e-6;

impl Format {
    /// The type of the values.
    #[must_use]
    pub fn kind(self) -> FieldKind {
        match self {
            Self::Text | Self::Phone | Self::Link => FieldKind::Text,
            Self::Flag => FieldKind::Flag,
            Self::Date => FieldKind::Date,
            Self::Texts => FieldKind::Texts,
            Self::Links => FieldKind::Links,
            Self::Outline => FieldKind::Outline,
            Self::Businesses => FieldKind::Businesses,
            Self::Factors => FieldKind::Factors,
            Self::Ratio
            | Self::Rating
            | Self::Percent
            | Self::Usd
            | Self::People
            | Self::MeanPeople
            | Self::Count
            | Self::Miles
            | Self::Years
            | Self::WholeYears
            | Self::Minutes
            | Self::PerThousand
            | Self::PerSqMi
            | Self::SparsePerSqMi
            | Self::Score
            | Self::Index100
            | Self::Degrees => FieldKind::Number,
        }
    }

    /// The unit's name in storage; `None` if there is no unit.
    #[must_use]
    pub fn unit(self) -> Option<&'static str> {
        match self {
            Self::Percent => Some("percent"),
            Self::Usd => Some("usd"),
            Self::People | Self::MeanPeople => Some("people"),
            Self::Count => Some("count"),
            Self::Miles => Some("mi"),
            Self::Years | Self::WholeYears => Some("years"),
            Self::Minutes => Some("min"),
            Self::PerThousand => Some("per_1000_residents"),
            Self::PerSqMi | Self::SparsePerSqMi => Some("per_sq_mi"),
            Self::Score => Some("score_0_100"),
            Self::Index100 => Some("index_100"),
            Self::Degrees => Some("degrees"),
            _ => None,
        }
    }

    /// The unit for a column's head, unless its label contains it; matches the screens (`headUnit` in the
    /// browser's app).
    #[must_use]
    pub fn unit_in_head(self, label: &str) -> Option<&'static str> {
        let (shown, said): (_, &[&str]) = match self {
            Self::Percent => ("%", &["%", "percent"]),
            Self::Usd => ("$", &[]),
            Self::Miles => ("mi", &["(mi)"]),
            Self::Minutes => ("min", &["(min)"]),
            Self::Years | Self::WholeYears => ("years", &["years"]),
            Self::Score => ("0–100", &[]),
            Self::PerThousand => ("per 1,000 residents", &["per 1,000", "per 1000"]),
            Self::PerSqMi | Self::SparsePerSqMi => ("per sq mi", &["per sq"]),
            _ => return None,
        };
        let label = label.to_lowercase();
        (!said.iter().any(|said| label.contains(said))).then_some(shown)
    }

    /// How many decimals a screen shows; `None` if the values are not numbers.
    #[must_use]
    pub fn decimals(self) -> Option<u8> {
        match self {
            Self::Usd
            | Self::People
            | Self::Count
            | Self::WholeYears
            | Self::Score
            | Self::Index100 => Some(0),
            Self::Percent
            | Self::Rating
            | Self::Miles
            | Self::Years
            | Self::Minutes
            | Self::PerSqMi => Some(1),
            Self::Ratio | Self::MeanPeople | Self::PerThousand | Self::SparsePerSqMi => Some(2),
            Self::Degrees => Some(5),
            _ => None,
        }
    }

    /// How many decimals a screen shows for a number: small rates get three significant digits, 0.0123
    /// instead of 0.01.
    #[must_use]
    pub fn decimals_of(self, number: f64) -> u8 {
        let usual = self.decimals().unwrap_or_default();
        let is_rate = matches!(
            self,
            Self::PerThousand | Self::PerSqMi | Self::SparsePerSqMi
        );
        let size = number.abs();
        if !is_rate || !(MOST_DIGITS..SMALL).contains(&size) {
            return usual;
        }
        let zeros = (-size.log10()).ceil();
        usual.max(zeros as u8 + 2)
    }

    /// As shown on a screen, without the unit.
    #[must_use]
    pub fn shown(self, number: f64) -> String {
        if number == 0.0 {
            return "0".to_owned();
        }
        let decimals = usize::from(self.decimals_of(number));
        format!("{number:.decimals$}")
    }

    /// The number rounded to meaningful digits: 5.0170443974824925 miles become 5.017.
    #[must_use]
    pub fn rounded(self, number: f64) -> f64 {
        let spare = self.decimals().unwrap_or_default() + SPARE_DECIMALS;
        let kept = spare.max(self.decimals_of(number));
        let scale = 10_f64.powi(i32::from(kept));
        let rounded = (number * scale).round() / scale;
        // Numbers too large to have decimals stay unchanged.
        if rounded.is_finite() { rounded } else { number }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lose_the_digits_that_say_nothing() {
        assert_eq!(Format::Miles.rounded(5.017_044_397_482_492_5), 5.017);
        assert_eq!(Format::Percent.rounded(-0.123_456), -0.123);
        assert_eq!(Format::Usd.rounded(52_341.0), 52_341.0);
        assert_eq!(Format::Usd.rounded(f64::MAX), f64::MAX);
        assert_eq!(Format::Ratio.rounded(0.0), 0.0);
    }

    #[test]
    fn small_rates_keep_three_digits() {
        let shown = |number| Format::PerThousand.shown(number);
        assert_eq!(
            [0.012_345, 0.1, 1.234, 0.0, 0.000_1].map(shown),
            ["0.0123", "0.10", "1.23", "0", "0.000100"]
        );
        assert_eq!(Format::PerThousand.rounded(0.000_312_49), 0.000_312);
        assert_eq!(Format::Percent.shown(0.012), "0.0");
    }

    #[test]
    fn numbers_and_only_numbers_have_decimals() {
        for format in [
            Format::Text,
            Format::Ratio,
            Format::Degrees,
            Format::Factors,
        ] {
            let number = format.kind() == FieldKind::Number;
            assert_eq!(format.decimals().is_some(), number, "{format:?}");
        }
    }
}
