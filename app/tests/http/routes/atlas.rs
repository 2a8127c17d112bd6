//! The Demand Map's answers, by what ships with the product.

use serde_json::{Value, json};

use crate::operators::first_run::{as_shipped, starter_is_there};
use crate::support::{Client, Server, brewery_search, made_up_listing};

/// A row's values by column.
fn rows(answer: &Value) -> Vec<Value> {
    let columns = answer["columns"].as_array().unwrap();
    let row = |row: &Value| {
        let values = row.as_array().unwrap();
        assert_eq!(values.len(), columns.len());
        let pairs = columns.iter().zip(values);
        pairs
            .map(|(column, value)| (column.as_str().unwrap().to_owned(), value.clone()))
            .collect()
    };
    answer["rows"].as_array().unwrap().iter().map(row).collect()
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

async fn refused(user: &Client, path: &str) -> (u16, String) {
    let (status, _, message) = user.get(path).await.error();
    (status, message)
}

store::on_both_engines! {
    async fn the_counties_of_a_kind_with_what_they_follow_from(test) {
        let server = Server::with(test, as_shipped).await;
        let user = server.user("ada@example.com", "basic");
        let first = user.get("/api/atlas?kind=dentist&state=OR").await;
        let answer = first.json();
        let counties = rows(&answer);
        assert_eq!(counties.len(), 36, "all of Oregon");
        let union = counties.iter().find(|county| county["fips"] == "41061").unwrap();
        assert_eq!((&union["low"], &union["high"], &union["class"]), (&json!(9), &json!(9), &json!("unknown")));
        assert!((number(&union["usual"]) - 7.28).abs() < 0.01, "docs/atlas.md has it by hand: {union}");
        let left_out = counties.iter().filter(|county| county["low"] == 0 && county["high"] == 2).count();
        assert!(left_out > 0, "cells below 3 are 0 to 2");
        for county in &counties {
            let (low, high) = (number(&county["index_low"]), number(&county["index_high"]));
            let index = number(&county["index"]);
            assert!(low <= index + 0.5 && index <= high + 0.5, "{county}");
        }
        assert_eq!(answer["formula"]["base"], "residents");
        assert_eq!(answer["sources"][0]["title"], "County Business Patterns");
        assert_eq!(user.balance().await.1, 0, "looking costs nothing");

        // A browser that has it asks whether it has changed.
        let tag = first.header("etag").to_owned();
        let again = user.request(reqwest::Method::GET, "/api/atlas?kind=dentist&state=OR");
        let again = user.send(again.header("if-none-match", tag)).await;
        assert_eq!((again.status, again.text.as_str()), (304, ""));

        let around = user.get("/api/atlas?kind=dentist&state=OR&level=around&radius=10").await.json();
        assert!(rows(&around).iter().all(|county| county["neighbors"].is_number()));
        let large = user.get("/api/atlas?kind=dentist&min_population=1000000").await.json();
        assert!(rows(&large).iter().all(|county| number(&county["population"]) >= 1e6));
        // Other kinds have the same industry, which is said.
        let bar = user.get("/api/atlas?kind=pub&state=OR").await.json();
        assert!(bar["counted_as"].as_str().unwrap().contains("722410"), "{}", bar["counted_as"]);
        let farm = user.get("/api/atlas?kind=farm").await.json();
        assert_eq!((&farm["notices"][0]["code"], farm["rows"].as_array().unwrap().len()), (&json!("no_industry"), 0));
        server.stop().await;
    }

    async fn a_question_to_the_demand_map_that_makes_no_sense_is_refused_in_words(test) {
        let server = Server::with(test, as_shipped).await;
        let user = server.user("ada@example.com", "pro");
        for (path, status, part) in [
            ("/api/atlas?kind=wizard", 400, "'wizard' is no kind of business"),
            ("/api/atlas", 400, "kind"),
            ("/api/atlas?kind=dentist&state=XX", 400, "XX"),
            ("/api/atlas?kind=dentist&radius=12", 400, "10, 25 or 40 miles"),
            ("/api/atlas?kind=dentist&level=moon", 400, "level"),
            ("/api/atlas/tracts?kind=brewery&state=OR&reach=7", 400, "5, 10 or 25 miles"),
            ("/api/atlas/areas/99999", 404, "no county"),
            ("/api/atlas/areas/41061000000", 404, "no county"),
            ("/api/atlas/areas/99999/inputs?kind=dentist", 404, "no county"),
            ("/api/atlas/areas/41061/inputs?kind=wizard", 400, "'wizard'"),
            ("/api/saved-companies/by-county?kind=wizard", 400, "'wizard'"),
        ] {
            let (found, message) = refused(&user, path).await;
            assert_eq!(found, status, "{path}: {message}");
            assert!(message.contains(part), "{path}: '{part}' is not in: {message}");
        }
        server.stop().await;
    }

    async fn what_a_county_lacks_is_ranked_and_its_cities_can_be_searched(test) {
        let server = Server::with(test, as_shipped).await;
        let user = server.user("ada@example.com", "basic");
        let county = user.get("/api/atlas/areas/41061").await.json();
        assert_eq!((&county["name"], &county["state"]), (&json!("Union County"), &json!("OR")));
        let kinds = rows(&county);
        let gaps: Vec<f64> = kinds.iter().map(|kind| number(&kind["gap"])).collect();
        assert!(gaps.len() > 100 && gaps.is_sorted_by(|a, b| a >= b), "most missing first");
        assert!(kinds.iter().all(|kind| kind["kind"] != "farm"), "what has no figure is named apart");
        assert!(county["missing"].as_array().unwrap().iter().any(|kind| kind["kind"] == "farm"));
        let neighbors: Vec<&str> = county["neighbors"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(neighbors.contains(&"41001") && neighbors.contains(&"41063"), "Baker and Wallowa: {neighbors:?}");
        server.stop().await;
    }

    async fn the_demand_of_a_county_is_told_with_what_it_is_made_of(test) {
        let server = Server::with(test, as_shipped).await;
        let user = server.user("ada@example.com", "basic");
        let dentist = user.get("/api/atlas/areas/41061/inputs?kind=dentist").await.json();
        let inputs = dentist["inputs"].as_array().unwrap();
        let names: Vec<&str> = inputs.iter().filter_map(|input| input["name"].as_str()).collect();
        assert_eq!(
            names,
            ["residents", "people by day for each resident", "income a head", "residents per square mile"]
        );
        assert_eq!((&inputs[0]["value"], &inputs[0]["unit"]), (&json!(26_028.0), &json!("number")));
        for input in inputs {
            assert_eq!(input["source"]["vintage"], "2014-2018", "{input}");
        }
        // By hand, as in docs/atlas.md.
        assert!((number(&dentist["demand"]) - 20_814.5).abs() < 0.1, "{dentist}");
        let car = user.get("/api/atlas/areas/41061/inputs?kind=car wash").await.json();
        assert_eq!(car["inputs"][1]["name"], "vehicles", "{car}");
        assert!(car["inputs"][1]["source"]["title"].as_str().unwrap().contains("American Community Survey"), "{car}");
        server.stop().await;
    }

    async fn neighborhoods_come_with_a_plan_and_from_listings_that_are_whole(test) {
        let server = Server::with(test, as_shipped).await;
        let (basic, pro) = (server.user("b@example.com", "basic"), server.user("p@example.com", "pro"));
        starter_is_there(&pro).await;
        for (user, allowed) in [(&basic, false), (&pro, true)] {
            let kinds = user.get("/api/atlas/kinds").await.json();
            assert_eq!(kinds["neighborhoods"]["allowed"], allowed);
        }
        let path = "/api/atlas/tracts?kind=brewery&state=RI";
        assert_eq!(refused(&basic, path).await.0, 403);
        let answer = pro.get(path).await.json();
        let tracts = rows(&answer);
        assert!(tracts.len() > 200, "{}", tracts.len());
        assert!(tracts.iter().all(|tract| tract["tract"].as_str().unwrap().starts_with("44")));
        let shapes = pro.get("/api/atlas/tracts/shapes?state=RI").await.json();
        let drawn = shapes["objects"]["tracts"]["geometries"].as_array().unwrap();
        for tract in &tracts {
            assert!(drawn.iter().any(|shape| shape["id"] == tract["tract"]), "{tract} has no shape");
        }
        let reached = tracts.iter().filter(|tract| number(&tract["reach"]) > 0.0).count();
        assert!(reached > 100, "{reached} tracts have a brewery in reach");
        let dentists = pro.get("/api/atlas/tracts?kind=dentist&state=RI").await.json();
        assert_eq!(dentists["notices"][0]["text"], "No listing here is whole for dentists in Rhode Island.");
        server.stop().await;
    }

    async fn saved_companies_are_counted_by_county_for_who_saved_them(test) {
        let mut server = Server::with(test, |settings| settings.starter.reference = true).await;
        server.import(&made_up_listing());
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let (job, _) = user.run(&brewery_search()).await;
        let company = json!({"session_id": job, "business_data": {"row_idx": 0}});
        assert_eq!(user.post("/api/save-company", &company).await.status, 200);
        let counted = |answer: Value| {
            let counties = answer["counties"].as_array().unwrap().clone();
            (counties, answer["elsewhere"].clone())
        };
        let (breweries, elsewhere) = counted(user.get("/api/saved-companies/by-county?kind=brewery").await.json());
        assert_eq!((breweries, elsewhere), (vec![json!({"fips": "41051", "companies": 1, "known": 0})], json!(0)));
        let dentists = counted(user.get("/api/saved-companies/by-county?kind=dentist").await.json());
        assert_eq!(dentists, (Vec::new(), json!(0)));
        server.stop().await;
    }
}
