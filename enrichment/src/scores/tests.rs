use super::*;
use crate::pack::{Geography, MetricTable, Pack, Table, TableData, TableInfo};
use crate::vintage::Vintage;

/// A hundred counties of Texas, the n-th with income n, unemployment n and so on.
fn reference() -> Reference {
    let measures = [
        Measure::MedianHouseholdIncome,
        Measure::UnemploymentRate,
        Measure::PovertyRate,
    ];
    let rows = (1..=100_u32)
        .map(|n| (u64::from(48_000 + 2 * n - 1), vec![Some(f64::from(n)); 3]))
        .collect();
    let info = TableInfo::new("acs", Vintage::five_years_to(2022));
    let data = TableData::Metrics(MetricTable::new(Geography::Counties, &measures, rows));
    Reference::new(Pack {
        tables: vec![Table { info, data }],
    })
}

fn economic(county: &str) -> (Option<f64>, Vec<ScoreFactor>) {
    let reference = reference();
    let subject = crate::enrich::Subject {
        county_fips: Some(county),
        ..Default::default()
    };
    let row = reference.enrich(&subject, None);
    let factors = match row
        .get(Field::EconomicFactors)
        .map(|entry| entry.value.clone())
    {
        Some(Value::Factors(factors)) => factors,
        _ => Vec::new(),
    };
    (row.number(Field::EconomicScore), factors)
}

#[test]
// ENR-08
fn enr_08_a_score_is_the_weighted_mean_of_the_ranks_that_are_there() {
    // The 80th of 100 has percentile 79.5. Higher is better for income (0.25), worse for unemployment (0.25)
    // and poverty (0.15); the other 0.35 of the weights is missing and redistributed.
    let (score, factors) = economic("48159");
    let expected = (79.5 * 0.25 + 20.5 * 0.40) / 0.65;
    assert!((score.unwrap() - expected).abs() < 1e-9);
    assert_eq!(factors.len(), 3);
    assert!((factors.iter().map(|f| f.weight).sum::<f64>() - 1.0).abs() < 1e-9);
    let again: f64 = factors.iter().map(|f| f.points * f.weight).sum();
    assert!(
        (again - expected).abs() < 1e-9,
        "the factors explain the score"
    );
}

#[test]
// ENR-08
fn enr_08_a_score_is_withheld_below_half_of_its_weights() {
    let reference = reference();
    let subject = crate::enrich::Subject {
        county_fips: Some("48159"),
        ..Default::default()
    };
    let row = reference.enrich(&subject, None);
    for withheld in [
        Field::DemographicScore,
        Field::HousingMarketScore,
        Field::TourismScore,
        Field::MarketScore,
    ] {
        assert_eq!(row.get(withheld), None, "{}", withheld.name());
    }
    assert_eq!(row.get(Field::Recommendation), None);
}

#[test]
fn weights_sum_to_one_and_scales_are_sound() {
    for score in SCORES
        .iter()
        .chain([&TRANSPORT_ACCESS, &TOURISM_IMPACT, &MARKET])
    {
        let sum: f64 = score.factors.iter().map(|f| f.weight).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{}", score.score.name());
        for factor in score.factors {
            let ranked = matches!(factor.scale, Scale::Rank | Scale::InverseRank);
            let measured = matches!(factor.field.spec().how, How::Measured(_));
            assert!(
                !ranked || measured,
                "{} has no values to rank",
                factor.field.name()
            );
        }
    }
}

#[test]
fn no_factor_of_the_market_decides_alone_and_most_are_of_the_point() {
    let weight = |of: &dyn Fn(&Factor) -> bool| -> f64 {
        let factors = MARKET.factors.iter().filter(|factor| of(factor));
        factors.map(|factor| factor.weight).sum()
    };
    assert!(MARKET.factors.iter().all(|factor| factor.weight <= 0.30));
    let of_supply = [Field::MarketIndex, Field::Competitors3];
    assert!(weight(&|factor| of_supply.contains(&factor.field)) <= 0.30 + 1e-9);
    let of_county = |factor: &Factor| factor.field.spec().level == crate::GeographyLevel::County;
    assert!(weight(&of_county) <= 0.40);
}

#[test]
fn scales_reach_from_0_to_100() {
    let reference = reference();
    let points = |scale, input| {
        Factor {
            field: Field::DistanceInterstate,
            weight: 1.0,
            scale,
        }
        .points(&reference, input)
    };
    let scale = Scale::Linear(0.5, 30.0);
    assert_eq!(points(scale, 0.1), Some(100.0));
    assert_eq!(points(scale, 30.0), Some(0.0));
    assert_eq!(points(scale, 500.0), Some(0.0));
    assert!((points(scale, 15.25).unwrap() - 50.0).abs() < 1e-9);
    let scale = Scale::Log(0.0, 99.0);
    assert_eq!(
        [points(scale, 0.0), points(scale, 99.0)],
        [Some(100.0), Some(0.0)]
    );
    assert!((points(scale, 9.0).unwrap() - 50.0).abs() < 1e-9);
}
