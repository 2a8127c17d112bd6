//! A search of an area: county by county, and nothing from outside.

use domain::scrape_job::{AreaCounty, AreaShape, Corner, JobStatus, Search, SearchArea};
use domain::tier::Tier;
use store::on_both_engines;
use testkit::eventually;

use super::process::{Dies, Process};
use super::scene::Scene;
use super::sources::{Found, LISTING, name};

fn county(fips: &str) -> AreaCounty {
    AreaCounty {
        fips: fips.to_owned(),
        name: format!("County {fips}, OR"),
    }
}

/// The counties between 3 and 5 degrees north, and a circle that leaves the first half of the lower one out.
fn search() -> Search {
    let shape = AreaShape::radius(Corner::new(-121.5, 4.0), 35, None).unwrap();
    let counties = vec![county("41003"), county("41004")];
    let area = SearchArea::new(shape, counties).unwrap();
    Search::in_area("brewery", area, None, Some(LISTING.to_owned())).unwrap()
}

fn set(scene: &Scene) {
    let lower = vec![
        Found::At(0, 3.9),
        // Beyond the circle, in the next county, and nowhere.
        Found::At(1, 3.1),
        Found::At(2, 4.1),
        Found::Business(3),
        Found::At(4, 3.8),
    ];
    scene.listing.set("County 41003, OR", lower);
    let upper = vec![Found::At(2, 4.1), Found::At(0, 3.9), Found::At(5, 4.4)];
    scene.listing.set("County 41004, OR", upper);
}

async fn is_whole(scene: &Scene, session: domain::ids::SessionKey) {
    let job = scene.at_rest(session).await;
    assert_eq!(job.status(), JobStatus::Completed);
    assert_eq!(scene.rows(session).await, [0, 4, 2, 5].map(name));
    scene.assert_paid(4).await;
    assert_eq!(scene.count("CityScraped").await, 2);
}

on_both_engines! {
    async fn each_county_is_searched_once_and_nothing_from_outside_is_delivered(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        set(&scene);
        let session = scene.queue(search()).await.unwrap();
        let process = Process::start(&scene, None).await;
        is_whole(&scene, session).await;
        process.kill().await;
    }

    async fn a_worker_that_dies_between_counties_is_followed_by_one_that_goes_on(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        set(&scene);
        let session = scene.queue(search()).await.unwrap();
        let first = Process::start(&scene, Some(Dies::after("CityScraped"))).await;
        eventually("the first county is done", || async {
            (scene.count("CityScraped").await > 0).then_some(())
        })
        .await;
        first.kill().await;
        let next = Process::start(&scene, None).await;
        is_whole(&scene, session).await;
        assert_eq!(scene.listing.asked("County 41003, OR"), 1);
        next.kill().await;
    }
}
