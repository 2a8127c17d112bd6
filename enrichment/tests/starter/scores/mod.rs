//! Whether the market intelligence score ranks places within a city, by the tables that ship and a listing of all
//! breweries with those that closed or are planned.

mod scene;

use std::collections::HashMap;
use std::f64::consts::TAU;

use enrichment::fields::Field;
use enrichment::geo::{METERS_PER_MILE, Position, distance_m};
use enrichment::measure::Measure;
use enrichment::pack::{Geography, MetricTable, Pack, TableData};
use enrichment::row::Value;
use enrichment::{Enriched, Reference, ScoreFactor};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use testkit::shared_data;

use self::scene::{Brewery, Scene, scene};
use super::reference as starter;
use super::statistics::{correlation, median, spearman};

const MILES: f64 = 3.0;
/// Cities with fewer rows say nothing of how a score varies within a city.
const ROWS_OF_A_CITY: usize = 20;

fn large(cities: &[Vec<usize>]) -> impl Iterator<Item = &Vec<usize>> {
    cities.iter().filter(|rows| rows.len() >= ROWS_OF_A_CITY)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + value));
    sum / count
}

/// The standard deviation within the middle city.
fn spread_within(cities: &[Vec<usize>], scores: &[Option<f64>]) -> f64 {
    let spread = |rows: &Vec<usize>| {
        let scores: Vec<f64> = rows.iter().filter_map(|row| scores[*row]).collect();
        let middle = mean(scores.iter().copied());
        mean(scores.iter().map(|score| (score - middle).powi(2))).sqrt()
    };
    median(large(cities).map(spread).collect())
}

/// How the scores of a city's rows are ranked by another scoring, in the middle city.
fn within_cities(cities: &[Vec<usize>], of: impl Fn(usize) -> Option<(f64, f64)>) -> f64 {
    median(
        large(cities)
            .map(|rows| spearman(rows.iter().filter_map(|row| of(*row))))
            .collect(),
    )
}

#[test]
fn the_score_varies_within_cities_and_neighbors_agree() {
    let Some(scene) = scene() else {
        return;
    };
    let scores = scene.scores(starter());
    let cities = scene.cities(&scores);
    let score = |row: &usize| scores[*row].unwrap();
    let deviation = spread_within(&cities, &scores);
    println!(
        "{} cities, in the middle one a standard deviation of {deviation:.2}",
        large(&cities).count()
    );
    assert!(deviation >= 6.0);

    // Each row beside its nearest at another address within half a mile.
    let mut pairs = Vec::new();
    for rows in &cities {
        for row in rows {
            let here = &scene.all[*row];
            let others = rows
                .iter()
                .filter(|other| scene.all[**other].address != here.address);
            let apart = others.map(|other| (apart_m(here.at, scene.all[*other].at), *other));
            let nearest = apart.min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, other)) = nearest.filter(|(m, _)| *m <= METERS_PER_MILE / 2.0) {
                pairs.push((*row, other));
            }
        }
    }
    let agree = |by: &dyn Fn(&usize) -> f64| {
        let mut beside = HashMap::new();
        for rows in &cities {
            let middle = mean(rows.iter().map(by));
            beside.extend(rows.iter().map(|row| (*row, by(row) - middle)));
        }
        correlation(
            pairs
                .iter()
                .map(|(row, other)| (beside[row], beside[other])),
        )
    };
    let mut shuffled = scores.clone();
    for rows in &cities {
        let mut values: Vec<Option<f64>> = rows.iter().map(|row| scores[*row]).collect();
        values.shuffle(&mut StdRng::seed_from_u64(1));
        for (row, value) in rows.iter().zip(values) {
            shuffled[*row] = value;
        }
    }
    let by_chance = agree(&|row| shuffled[*row].unwrap());
    let agreed = agree(&score);
    println!(
        "{} neighbors: {agreed:.3}, shuffled {by_chance:.3}",
        pairs.len()
    );
    assert!(agreed >= 0.8 && by_chance < 0.8);
}

fn apart_m(a: (f64, f64), b: (f64, f64)) -> f64 {
    let at = |(latitude, longitude)| Position::from_degrees(latitude, longitude).unwrap();
    distance_m(at(a), at(b))
}

#[test]
fn the_score_does_not_hang_on_a_few_steps_or_a_mile() {
    let Some(scene) = scene() else {
        return;
    };
    let scores = scene.scores(starter());
    let cities = scene.cities(&scores);
    let mut random = StdRng::seed_from_u64(1);
    let moved: Vec<Option<f64>> = scene
        .all
        .iter()
        .map(|brewery| {
            let angle = random.random_range(0.0..TAU);
            let (latitude, longitude) = brewery.at;
            let degrees = 150.0 / 111_200.0;
            let at = (
                latitude + degrees * angle.sin(),
                longitude + degrees * angle.cos() / latitude.to_radians().cos(),
            );
            scene
                .enrich(starter(), brewery, at)
                .number(Field::MarketScore)
        })
        .collect();
    let by_steps = within_cities(&cities, |row| scores[row].zip(moved[row]));
    let wider: Vec<Option<f64>> = scene
        .all
        .iter()
        .map(|brewery| {
            let row = scene.enrich(starter(), brewery, brewery.at);
            let with = |miles| inputs_within(scene, brewery, miles);
            let Value::Factors(factors) = &row.get(Field::MarketFactors)?.value else {
                panic!("a list of factors");
            };
            assert_eq!(
                with(MILES).map(f64::round),
                inputs_of(factors).map(f64::round)
            );
            Some(score_with(factors, with(MILES + 1.0)))
        })
        .collect();
    let by_a_mile = within_cities(&cities, |row| scores[row].zip(wider[row]));
    println!("150 m away {by_steps:.3}, 4 miles for 3 {by_a_mile:.3}");
    assert!(by_steps >= 0.9 && by_a_mile >= 0.9);
}

/// What is counted within a distance: competitors, households.
const COUNTED: [(&str, [f64; 2]); 2] = [
    ("competitors_within_3mi", [0.0, 30.0]),
    ("households_within_3mi", [100_000.0, 1_000.0]),
];

fn inputs_within(scene: &Scene, brewery: &Brewery, miles: f64) -> [f64; 2] {
    let at = Position::from_degrees(brewery.at.0, brewery.at.1).unwrap();
    let limit_m = miles * METERS_PER_MILE;
    let others = scene
        .around
        .within(at, limit_m, "brewery", Some(&brewery.key));
    let households = starter().neighborhood(at, miles);
    [
        others.len() as f64,
        households.map_or(0.0, |around| around.households),
    ]
}

fn inputs_of(factors: &[ScoreFactor]) -> [f64; 2] {
    COUNTED.map(|(name, _)| {
        let factor = factors.iter().find(|factor| factor.field == name);
        factor.map_or(0.0, |factor| factor.input)
    })
}

/// The score by its factors, as docs/scores.md has it, with other inputs for what is counted.
fn score_with(factors: &[ScoreFactor], inputs: [f64; 2]) -> f64 {
    let each = factors.iter().map(|factor| {
        let counted = COUNTED
            .iter()
            .zip(inputs)
            .find(|((name, _), _)| factor.field == *name);
        let Some(((_, [best, worst]), input)) = counted else {
            return factor.weight * factor.points;
        };
        let points = |input: f64| {
            let [input, best, worst] = [input, *best, *worst].map(|value| (1.0 + value).ln());
            (100.0 * (worst - input) / (worst - best)).clamp(0.0, 100.0)
        };
        assert!((points(factor.input) - factor.points).abs() < 1e-9);
        factor.weight * points(input)
    });
    each.sum()
}

#[test]
fn the_score_outlives_five_years_of_incomes() {
    let (Some(scene), Some(folder)) = (scene(), shared_data()) else {
        return;
    };
    let mut newer: HashMap<u64, f64> = HashMap::new();
    let file = folder.join("acs-tract/DERIVED_acs2023_tracts2020.csv");
    for row in csv::Reader::from_path(file).unwrap().records() {
        let row = row.unwrap();
        if let (Ok(tract), Ok(income)) = (row[0].parse(), row[1].parse()) {
            newer.insert(tract, income);
        }
    }
    let mut pack = Pack::builtin();
    pack.tables.extend(Pack::starter().unwrap().tables);
    let mut replaced = 0;
    for table in &mut pack.tables {
        if let TableData::Metrics(metrics) = &mut table.data
            && metrics.geography == Geography::Tracts2010
        {
            *metrics = with_incomes(metrics, |tract, old| {
                let new = newer.get(&tract).copied().filter(|_| old.is_some());
                replaced += usize::from(new.is_some());
                new.or(old)
            });
        }
    }
    assert!(
        replaced > 50_000,
        "{replaced} tracts have incomes of both years"
    );
    let (before, after) = (scene.scores(starter()), scene.scores(&Reference::new(pack)));
    let pairs = || before.iter().zip(&after).filter_map(|(a, b)| a.zip(*b));
    let kept = spearman(pairs());
    let within = within_cities(&scene.cities(&before), |row| before[row].zip(after[row]));
    let changed = pairs().filter(|(a, b)| (a - b).abs() > 1e-9).count();
    println!("incomes of 2023: {kept:.3}, within cities {within:.3}, {changed} scores changed");
    assert!(kept >= 0.8 && within >= 0.8 && changed > 4_000);
}

fn with_incomes(
    table: &MetricTable,
    mut income: impl FnMut(u64, Option<f64>) -> Option<f64>,
) -> MetricTable {
    let measures: Vec<Measure> = table.measures().map(|(_, measure)| measure).collect();
    let rows = table.keys().iter().map(|key| {
        let values = measures.iter().map(|measure| {
            let value = table.get(*key, *measure);
            match measure {
                Measure::MedianHouseholdIncome => income(*key, value),
                _ => value,
            }
        });
        (*key, values.collect())
    });
    MetricTable::new(table.geography, &measures, rows.collect())
}

/// No tract of Alaska has a number of people, so that what is reached there of a listing cannot be told.
#[test]
fn where_tracts_have_no_people_the_index_is_the_countys() {
    let Some(scene) = scene() else {
        return;
    };
    let source = |state: &str| {
        let mut all = scene.all.iter();
        let of_state = |brewery: &&Brewery| brewery.city.ends_with(state) && brewery.is_open();
        let brewery = all.find(of_state).unwrap();
        let row = scene.enrich(starter(), brewery, brewery.at);
        let index = row.get(Field::MarketIndex);
        index.map(|entry| entry.source.name().into_owned())
    };
    assert_eq!(
        source(", Oregon").unwrap(),
        "Open Brewery DB (2026-08-02) + Social Vulnerability Index"
    );
    let alaska = source(", Alaska");
    assert!(alaska.is_none_or(|name| name.starts_with("County Business Patterns")));
}

#[test]
fn no_factor_decides_alone_and_cities_rank_as_before() {
    let Some(scene) = scene() else {
        return;
    };
    let mut before = Vec::new();
    let mut scores = Vec::new();
    for brewery in &scene.all {
        let row = scene.enrich(starter(), brewery, brewery.at);
        before.push(former_score(&row));
        scores.push(row.number(Field::MarketScore));
    }
    let cities = scene.cities(&scores);
    let means = large(&cities).map(|rows| {
        let of = |scores: &[Option<f64>]| mean(rows.iter().filter_map(|row| scores[*row]));
        (of(&before), of(&scores))
    });
    let ranked = spearman(means);
    let former = spread_within(&cities, &before);
    let row = scene.enrich(starter(), &scene.all[0], scene.all[0].at);
    let Some(Value::Factors(factors)) = row.get(Field::MarketFactors).map(|entry| &entry.value)
    else {
        panic!("a list of factors");
    };
    let all_there = factors.iter().map(|factor| factor.weight).sum::<f64>();
    assert!((all_there - 1.0).abs() < 1e-9);
    let of_kind = |kind: &str| -> Vec<f64> {
        let rows = scene.all.iter().zip(&scores);
        rows.filter_map(|(brewery, score)| score.filter(|_| brewery.kind == kind))
            .collect()
    };
    let (planned, closed) = (of_kind("planning"), of_kind("closed"));
    let better = |a: &f64| {
        let each = closed.iter().map(|b| match a.total_cmp(b) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        });
        each.sum::<f64>()
    };
    let told = planned.iter().map(better).sum::<f64>() / (planned.len() * closed.len()) as f64;
    println!("the former score had a standard deviation of {former:.2} within cities");
    println!(
        "cities rank as by the former score: {ranked:.3}; {} planned breweries above {} closed ones: AUC {told:.3}",
        planned.len(),
        closed.len()
    );
    assert!(ranked >= 0.6 && former < 6.0);
}

/// The score before it was that of a point: nearly all of it was the county's.
fn former_score(row: &Enriched<'_>) -> Option<f64> {
    let points = |field: Field, worst: f64, best: f64| {
        let value = row.number(field)?;
        Some((100.0 * (value - worst) / (best - worst)).clamp(0.0, 100.0))
    };
    let own = |field| points(field, 0.0, 100.0);
    let daytime = row.number(Field::DaytimeRatio);
    let daytime = daytime.map(|ratio| (100.0 * (1.0 - (ratio - 1.1).abs() / 0.6)).max(0.0));
    let parts = [
        (0.30, own(Field::EconomicScore)),
        (0.25, own(Field::DemographicScore)),
        (0.15, own(Field::HousingMarketScore)),
        (0.10, own(Field::TransportationScore)),
        (0.05, own(Field::TourismScore)),
        (0.10, points(Field::SaturationNational, 200.0, 40.0)),
        (0.05, daytime),
    ];
    let there = parts
        .iter()
        .filter_map(|(weight, points)| Some((weight, (*points)?)));
    let (weights, sum) = there.fold((0.0, 0.0), |(weights, sum), (weight, points)| {
        (weights + weight, sum + weight * points)
    });
    (weights >= 0.5).then(|| sum / weights)
}
