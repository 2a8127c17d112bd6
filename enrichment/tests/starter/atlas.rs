//! The Demand Map's figures by the tables that ship, beside a listing made by others.

use std::collections::{BTreeMap, BTreeSet};

use atlas::{Compared, Count, Estimates, Observed, Shape};
use enrichment::Reference;
use enrichment::atlas::{Class, Kind, Listings, OfKind};
use enrichment::geoid::CountyFips;
use enrichment::pack::{IndustryTable, TableData};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand_distr::{Distribution, Gamma, Poisson};
use testkit::shared_data;

use super::reference as starter;
use super::statistics::spearman;

fn market(reference: &'static Reference, kind: &str) -> OfKind<'static> {
    reference.market(Kind::named(kind).unwrap()).unwrap()
}

/// The listing of breweries: those that are open, in the states.
fn breweries(reference: &Reference) -> Option<Listings> {
    let file = shared_data()?.join("openbrewerydb/breweries.csv");
    let mut listed = Vec::new();
    for row in csv::Reader::from_path(file).unwrap().deserialize() {
        let row: BTreeMap<String, String> = row.unwrap();
        let is_open = !["closed", "planning"].contains(&row["brewery_type"].as_str());
        let degrees = |name: &str| row[name].parse::<f64>().ok();
        if row["country"] == "United States" && is_open {
            let zip = row["postal_code"].get(..5).map(str::to_owned);
            listed.push((degrees("latitude").zip(degrees("longitude")), zip));
        }
    }
    let listed = listed.iter().map(|(at, zip)| (*at, zip.as_deref()));
    Some(Listings::of(reference, listed, (1..57).collect()))
}

/// Each brewery county: listed, and what the table and the model say.
struct County {
    fips: CountyFips,
    people: f64,
    listed: f64,
    count: Count,
    expected: f64,
    theta: f64,
    number: f64,
}

fn counties(reference: &'static Reference) -> Option<Vec<County>> {
    let listings = breweries(reference)?;
    let of_kind = market(reference, "brewery");
    let estimates = &of_kind.market.similar;
    let county = |(fips, observed): &(CountyFips, Observed)| {
        let estimate = estimates.county(observed);
        let people = of_kind.inputs.counties[of_kind.inputs.place(*fips)?].people;
        Some(County {
            fips: *fips,
            people,
            listed: f64::from(listings.count(*fips)?),
            count: observed.count.clone(),
            expected: estimate.expected,
            theta: estimate.theta(),
            number: estimates.model.number(estimate.expected, &observed.count),
        })
    };
    Some(of_kind.market.counties.iter().filter_map(county).collect())
}

#[test]
fn the_states_with_most_breweries_a_head_are_those_known_for_it() {
    let Some(counties) = counties(starter()) else {
        return;
    };
    let mut states: BTreeMap<u32, [f64; 2]> = BTreeMap::new();
    for county in &counties {
        let state = states.entry(county.fips.state()).or_default();
        state[0] += county.listed;
        state[1] += county.people;
    }
    let mut states: Vec<(f64, u32)> = states
        .into_iter()
        .map(|(state, [listed, people])| (listed / people, state))
        .collect();
    states.sort_by(|a, b| b.0.total_cmp(&a.0));
    let most: BTreeSet<u32> = states.iter().take(8).map(|(_, state)| *state).collect();
    // Vermont, Wyoming, Maine, Montana, Alaska, Colorado, Oregon, New Hampshire.
    assert_eq!(most, [50, 56, 23, 30, 2, 8, 41, 33].into_iter().collect());
}

#[test]
fn the_listing_agrees_with_the_census() {
    let Some(counties) = counties(starter()) else {
        return;
    };
    let published: Vec<&County> = counties
        .iter()
        .filter(|county| county.count.is_exact())
        .collect();
    let census = |county: &&County| f64::from(county.count.low());
    let in_counts = spearman(
        published
            .iter()
            .map(|county| (county.listed, census(county))),
    );
    let a_head = spearman(published.iter().map(|county| {
        (
            county.listed / county.people,
            census(county) / county.people,
        )
    }));
    println!(
        "{} published, Spearman {in_counts:.3} in counts, {a_head:.3} a head",
        published.len()
    );
    assert!(in_counts >= 0.80 && a_head >= 0.75);
    let left_out: Vec<&County> = counties
        .iter()
        .filter(|county| !county.count.is_exact())
        .collect();
    let few = left_out
        .iter()
        .filter(|county| county.listed <= 2.0)
        .count();
    println!(
        "{few} of {} unpublished cells have 2 or fewer listed",
        left_out.len()
    );
    assert!(few as f64 >= 0.9 * left_out.len() as f64);
}

#[test]
fn the_estimate_foretells_the_listing_better_than_what_it_is_made_of() {
    let Some(counties) = counties(starter()) else {
        return;
    };
    // All scaled to what is listed in the nation.
    let deviance = |of: &dyn Fn(&County) -> f64, only_published: bool| {
        let listed: f64 = counties.iter().map(|county| county.listed).sum();
        let all: f64 = counties.iter().map(of).sum();
        let chosen = counties
            .iter()
            .filter(|county| !only_published || county.count.is_exact());
        let each = chosen.map(|county| {
            let mean = of(county) * listed / all;
            let surprise = if county.listed > 0.0 {
                county.listed * (county.listed / mean).ln()
            } else {
                0.0
            };
            2.0 * (surprise - (county.listed - mean))
        });
        each.sum::<f64>()
    };
    let estimate: &dyn Fn(&County) -> f64 = &|county| county.theta * county.expected;
    let number = deviance(estimate, false) / deviance(&|county| county.number, false);
    let expected = deviance(estimate, false) / deviance(&|county| county.expected, false);
    let census = deviance(estimate, true) / deviance(&|county| county.number, true);
    println!(
        "deviance: {number:.3} of the number's, {expected:.3} of the expected; on published cells {census:.3} of the census'"
    );
    // On published cells the census foretells the listing better: both count the same businesses.
    assert!(number <= 0.98 && expected <= 0.65 && census <= 1.1);
}

#[test]
fn what_a_sector_has_beside_its_published_codes_is_none_to_two_for_each_missing_one() {
    let pack = enrichment::pack::Pack::starter().unwrap();
    let table = pack.tables.iter().find_map(|table| match &table.data {
        TableData::Industries(industries) if table.info.id == "cbp" => Some(industries),
        _ => None,
    });
    let table: &IndustryTable = table.unwrap();
    let mut of_sector: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    let mut counties: BTreeMap<u32, BTreeMap<u32, (u32, u32)>> = BTreeMap::new();
    for row in table.entries() {
        let sector = row.naics / 10_000;
        if row.naics > 99_999 {
            of_sector.entry(sector).or_default().insert(row.naics);
            let (sum, codes) = counties
                .entry(row.area)
                .or_default()
                .entry(sector)
                .or_default();
            *sum += row.establishments.unwrap_or_default();
            *codes += 1;
        }
    }
    let (mut all, mut within) = (0, 0);
    for row in table
        .entries()
        .iter()
        .filter(|row| (11..100).contains(&row.naics))
    {
        let Some(codes) = of_sector.get(&row.naics) else {
            continue;
        };
        let of_county = counties
            .get(&row.area)
            .and_then(|sectors| sectors.get(&row.naics));
        let (published, there) = of_county.copied().unwrap_or_default();
        let missing = codes.len() as u32 - there;
        let left = i64::from(row.establishments.unwrap_or_default()) - i64::from(published);
        all += 1;
        within += u32::from((0..=i64::from(2 * missing)).contains(&left));
    }
    println!("{within} of {all} sectors of counties");
    assert!(all > 30_000 && f64::from(within) >= 0.999 * f64::from(all));
}

#[test]
fn as_many_are_estimated_as_are_expected_for_every_kind_shown() {
    let (mut shown, mut rare, mut off) = (0, 0, Vec::new());
    for kind in Reference::kinds() {
        let Ok(of_kind) = starter().market(kind) else {
            continue;
        };
        let mean = of_kind.market.similar.mean.0;
        match of_kind.market.similar.is_too_rare() {
            true => rare += 1,
            false => shown += 1,
        }
        if !of_kind.market.similar.is_too_rare() && !(0.97..=1.03).contains(&mean) {
            off.push((kind.name, mean));
        }
    }
    // Funeral homes serve the old, who live where few people do: 0.967.
    off.retain(|(kind, mean)| *kind != "funeral home" || *mean < 0.96);
    assert_eq!(off, []);
    println!("{shown} kinds have a map of counties, {rare} are too rare");
    assert!(shown > 100);
}

#[test]
fn what_made_simulated_tables_of_dentists_is_found_again() {
    let of_kind = market(starter(), "dentist");
    let model = &of_kind.market.similar.model;
    let (mut inside, mut all, mut said, mut right) = (0.0, 0.0, 0.0, 0.0);
    let mut levels = Vec::new();
    for seed in 0..20 {
        let mut rng = StdRng::seed_from_u64(seed);
        let theta = Gamma::new(model.kappa, 1.0 / model.kappa).unwrap();
        let mut truths = Vec::new();
        let table: Vec<Observed> = of_kind
            .market
            .counties
            .iter()
            .map(|(_, observed)| {
                let truth: f64 = theta.sample(&mut rng);
                let expected = model.expected(observed.demand, observed.density);
                let mean = (truth * expected).max(f64::MIN_POSITIVE);
                let businesses: f64 = Poisson::new(mean).unwrap().sample(&mut rng);
                truths.push(truth);
                let count = match businesses as u32 {
                    0..3 => Count::with_left_out(0, &[1.0], 2),
                    businesses => Count::exact(businesses),
                };
                Observed {
                    count,
                    ..observed.clone()
                }
            })
            .collect();
        let again = Estimates::of(&table, Shape::Density, |_| 0).unwrap();
        let kappa = again.model.kappa / model.kappa;
        assert!((0.8..1.2).contains(&kappa), "{seed}: {kappa}");
        let level = |model: &atlas::Model| -> f64 {
            table
                .iter()
                .map(|one| model.expected(one.demand, one.density))
                .sum()
        };
        levels.push(level(&again.model) / level(model));
        for (one, truth) in table.iter().zip(&truths) {
            let estimate = again.county(one);
            let interval = estimate.interval(again.mean);
            let index = 100.0 * truth / again.mean.0;
            all += 1.0;
            inside += f64::from(u8::from((interval.low..=interval.high).contains(&index)));
            if estimate.class(again.mean) == Class::Under {
                said += 1.0;
                right += f64::from(u8::from(*truth < again.mean.0));
            }
        }
    }
    let (covered, correct) = (inside / all, right / said);
    let level = levels.iter().sum::<f64>() / levels.len() as f64;
    println!("levels {levels:.3?}, in the mean {level:.4}");
    assert!((0.97..=1.03).contains(&level));
    println!("80 % intervals hold {covered:.3}; of {said} said to have room {correct:.3} do");
    assert!((0.77..=0.83).contains(&covered) && correct >= 0.88);
}

#[test]
fn a_countys_figures_follow_the_published_formula() {
    let of_kind = market(starter(), "dentist");
    let model = &of_kind.market.similar.model;
    let mut unpublished = 0;
    for (place, (fips, observed)) in of_kind.market.counties.iter().enumerate().step_by(50) {
        let told = of_kind.market.told(place, Compared::Similar);
        let expected = model.expected(observed.demand, observed.density);
        // P(Y = j) of the negative binomial, for the numbers that an unpublished cell may have.
        let p = expected / (model.kappa + expected);
        let chances = [
            1.0,
            model.kappa * p,
            model.kappa * (model.kappa + 1.0) * p * p / 2.0,
        ];
        let (low, high) = (f64::from(observed.count.low()), observed.count.high());
        let theta = if observed.count.is_exact() {
            (model.kappa + low) / (model.kappa + expected)
        } else {
            unpublished += 1;
            let chances = &chances[..=high as usize];
            let numbers = chances.iter().enumerate();
            let mean: f64 = numbers.map(|(j, chance)| chance * j as f64).sum();
            (model.kappa + mean / chances.iter().sum::<f64>()) / (model.kappa + expected)
        };
        assert!((told.estimate.theta() - theta).abs() < 1e-12, "{fips}");
        let gap = expected * (of_kind.market.similar.mean.0 - theta);
        assert!((told.estimate.gap(told.usual) - gap).abs() < 1e-9, "{fips}");
    }
    assert!(unpublished > 5);
}
