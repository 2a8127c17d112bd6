//! Rows in pages, by columns and packed (ENR-06, RES-01), and how large the answers are: real breweries of the
//! starter listing, enriched by the starter pack (design, "Facts' contract").

use app::settings::StarterSettings;
use reqwest::Method;
use serde_json::{Map, Value, json};
use store::testing::Engine;

use super::enrichment::enrich;
use crate::support::{Client, Server, brewery_search, eventually};

/// Where most Californian breweries of the listing are.
const CITIES: &str = "San Diego|San Francisco|Los Angeles|Sacramento|San Jose|Oakland|Vista|Santa Rosa|Anaheim|\
    Torrance|Carlsbad|Long Beach|Oceanside|San Luis Obispo|Napa|Ventura|South Lake Tahoe|Riverside|Berkeley|\
    Santa Barbara|Fresno|Temecula|Auburn|San Marcos|Santa Cruz|Livermore|Chula Vista|Burbank|Pasadena|\
    Rancho Cucamonga|Westlake Village|Rocklin|Murrieta|La Jolla|Covina|Fairfield|Richmond|San Clemente|\
    Paso Robles|Huntington Beach|Chico|Goleta|Santa Ana|Rancho Cordova|Elk Grove|Davis|Escondido|Redding|Lodi|\
    Placerville|Upland|Eureka|Corona|San Leandro|Sebastopol|Clovis|Novato|Alameda|West Sacramento|Orange|\
    Carpinteria|San Pedro|Placentia|Stockton|Santee|Atascadero|Martinez|Petaluma|Bakersfield|Redlands|\
    Sunnyvale|Fremont|Costa Mesa|Half Moon Bay|Pomona|Monrovia|Venice|Madera|South San Francisco|\
    Hermosa Beach|Salinas|Monterey|Van Nuys|Tustin|Cloverdale|Big Bear Lake|Lemoore|Grover Beach|Brea|\
    Mammoth Lakes|San Carlos|La Mesa|Fullerton|Lancaster|Hollister|Campbell|Oxnard|Hawthorne|Watsonville|\
    Lake Elsinore";
/// So many rows at least make the figures believable.
const FEWEST: usize = 500;
/// Most bytes of 10,000 enriched rows, plain and compressed.
const MOST_BYTES: f64 = 25e6;
const MOST_COMPRESSED: f64 = 6e6;

/// A row that was packed, as an object.
fn unpacked(answer: &Value, row: &Value) -> Value {
    let columns = answer["columns"].as_array().unwrap();
    let cells = columns.iter().zip(row.as_array().unwrap());
    let known = cells.filter(|(_, value)| !value.is_null());
    let members = known.map(|(name, value)| {
        let name = name.as_str().unwrap();
        let value = match name {
            "competitors" => competitors(answer, value),
            _ if name.ends_with("_factors") => factors(answer, value),
            _ => value.clone(),
        };
        (name.to_owned(), value)
    });
    Value::Object(members.collect::<Map<String, Value>>())
}

fn at<'a>(list: &'a Value, place: &Value) -> &'a Value {
    &list[usize::try_from(place.as_u64().unwrap()).unwrap()]
}

fn competitors(answer: &Value, cell: &Value) -> Value {
    let near = cell.as_array().unwrap().iter().map(|near| {
        let business = at(&answer["businesses"], &near[0]);
        json!({"name": business[0], "latitude": business[1], "longitude": business[2], "distance_mi": near[1]})
    });
    near.collect()
}

fn factors(answer: &Value, cell: &Value) -> Value {
    let (set, values) = cell.as_array().unwrap().split_first().unwrap();
    let set = at(&answer["factor_sets"], set).as_array().unwrap();
    assert_eq!(values.len(), 2 * set.len());
    let factors = set.iter().zip(values.chunks(2)).map(|(factor, value)| {
        json!({"field": factor[0], "weight": factor[1], "input": value[0], "points": value[1]})
    });
    factors.collect()
}

fn unpacked_rows(answer: &Value) -> Vec<Value> {
    let rows = answer["rows"].as_array().unwrap();
    rows.iter().map(|row| unpacked(answer, row)).collect()
}

async fn result(user: &Client, job: &str, query: &str) -> Value {
    let answer = user.get(&format!("/api/jobs/{job}/result?{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["result"].take()
}

/// The bytes of an answer, as they are sent.
async fn sent(user: &Client, path: &str, encoding: &str) -> usize {
    let request = user
        .request(Method::GET, path)
        .header("accept-encoding", encoding);
    let answer = request.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    let encoded = answer.headers().get("content-encoding");
    let encoded = encoded
        .map_or("identity", |name| name.to_str().unwrap())
        .to_owned();
    assert_eq!(encoded, encoding);
    answer.bytes().await.unwrap().len()
}

/// ENR-06: what the design allows for 10,000 enriched rows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// ENR-06
async fn enr_06_ten_thousand_enriched_rows_are_at_most_25_mb() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let mut server = Server::with(test, |settings| {
        settings.starter = StarterSettings {
            listing: true,
            reference: true,
        };
    })
    .await;
    eventually("the starter listing is there", || async {
        (server.product.services.sources.catalogue().rows() > 0).then_some(())
    })
    .await;
    server.start_worker();
    let user = server.user("enya@example.com", "enterprise");
    let cities: Vec<&str> = CITIES.split('|').collect();
    let search =
        json!({"search_term": "brewery", "state": "CA", "cities": cities, "source": "catalogue"});
    let (job, _) = user.run(&search).await;
    let plain = enrich(&user, &job).await;
    let rows = plain["results"].as_array().unwrap();
    assert!(rows.len() >= FEWEST, "{} breweries", rows.len());
    let facts: usize = rows.iter().map(|row| row.as_object().unwrap().len()).sum();
    eprintln!(
        "{} breweries, {} columns a row",
        rows.len(),
        facts / rows.len()
    );

    // Nothing is lost.
    let packed = result(&user, &job, "form=packed").await;
    assert_eq!(unpacked_rows(&packed), *rows);
    assert_eq!(
        (&packed["sources"], &packed["source_sets"]),
        (&plain["sources"], &plain["source_sets"])
    );

    let shown = "form=packed&columns=name,city,phone,website,main_category,county,median_income_tract,\
                 market_intelligence_score,competitors_within_5mi,unemployment_rate";
    for (name, query, bars) in [
        ("as objects", "", None),
        ("packed", "form=packed", Some((MOST_BYTES, MOST_COMPRESSED))),
        ("packed, ten columns", shown, Some((2.5e6, 1e6))),
    ] {
        let path = format!("/api/jobs/{job}/result?{query}");
        let of_10_000 = |bytes: usize| bytes as f64 / rows.len() as f64 * 10_000.0;
        let bytes = of_10_000(sent(&user, &path, "identity").await);
        let compressed = of_10_000(sent(&user, &path, "gzip").await);
        eprintln!(
            "10,000 rows {name}: {:.1} MB, {:.1} MB compressed",
            bytes / 1e6,
            compressed / 1e6
        );
        if let Some((most, most_compressed)) = bars {
            assert!(bytes <= most && compressed <= most_compressed, "{name}");
        }
    }
    server.stop().await;
}

store::on_both_engines! {
    /// RES-01: pages and columns of a session, and what is refused.
    async fn res_01_rows_come_in_pages_and_with_the_columns_that_are_asked_for(test) {
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "pro");
        let (job, _) = user.run(&brewery_search()).await;
        enrich(&user, &job).await;
        let whole = result(&user, &job, "").await;
        let rows = whole["results"].as_array().unwrap();
        assert_eq!((&whole["total"], &whole["offset"]), (&json!(rows.len()), &json!(0)));

        // The pages together are the whole.
        for form in ["rows", "packed"] {
            let mut paged = Vec::new();
            for offset in (0..rows.len()).step_by(7) {
                let page = result(&user, &job, &format!("offset={offset}&limit=7&form={form}")).await;
                assert_eq!((&page["total"], &page["offset"]), (&json!(rows.len()), &json!(offset)));
                let mut part = match form {
                    "rows" => page["results"].as_array().unwrap().clone(),
                    _ => unpacked_rows(&page),
                };
                // A page has its own sets of sources: they are compared by what they say.
                for row in &mut part {
                    let at = rows.iter().find(|whole| whole["row_idx"] == row["row_idx"]).unwrap();
                    let title = |answer: &Value, row: &Value| {
                        let set = usize::try_from(row["source_set"].as_u64()?).ok()?;
                        let id = answer["source_sets"][set]["county"].as_u64()?;
                        Some(answer["sources"][usize::try_from(id).ok()?]["title"].clone())
                    };
                    assert_eq!(title(&page, row), title(&whole, at));
                    match at.get("source_set") {
                        Some(set) => row["source_set"] = set.clone(),
                        None => assert!(row.get("source_set").is_none()),
                    }
                }
                paged.extend(part);
            }
            assert_eq!(paged, *rows, "{form}");
        }
        let after = result(&user, &job, "offset=1000").await;
        assert_eq!((&after["results"], &after["total"]), (&json!([]), &json!(rows.len())));

        // Columns by any of their names; the sources are those of the columns alone.
        let some = result(&user, &job, "form=packed&columns=name,County,competitors_within_5mi").await;
        let columns = json!(["row_idx", "source_set", "name", "county", "competitors_within_5mi"]);
        assert_eq!(some["columns"], columns);
        for (row, whole) in unpacked_rows(&some).iter().zip(rows) {
            for name in ["row_idx", "name", "county", "competitors_within_5mi"] {
                assert_eq!(row.get(name), whole.get(name), "{name}");
            }
        }
        let sets = some["source_sets"].as_array().unwrap();
        assert!(sets.iter().all(|set| set.get("county_fips").is_none()), "{sets:?}");
        assert!(some["sources"].as_array().unwrap().len() < whole["sources"].as_array().unwrap().len());
        let own = result(&user, &job, "columns=city&limit=1").await;
        let row = own["results"][0].as_object().unwrap();
        let names: Vec<&str> = row.keys().map(String::as_str).collect();
        assert_eq!(names.len(), 5, "{names:?}");
        for name in ["row_idx", "name", "source", "sample", "city"] {
            assert!(row.contains_key(name), "{name}");
        }
        assert_eq!(own["sources"], json!([]));
        let labels = result(&user, &job, "columns=competitors_within_5mi&labels=true&form=packed").await;
        assert_eq!(labels["columns"][2], "Competitors Within 5mi");

        // POST /enrich answers with rows too.
        let path = "/enrich?form=packed&columns=name&limit=2&offset=1";
        let answer = user.post(path, &json!({"sessionKey": job})).await.json();
        assert_eq!(answer["columns"], json!(["row_idx", "name"]));
        assert_eq!(answer["rows"][0], json!([1, rows[1]["name"]]));
        assert_eq!((answer["rows"].as_array().unwrap().len(), &answer["offset"]), (2, &json!(1)));

        for (query, said) in [
            ("columns=name,median_incme_tract", "'median_income_tract'"),
            ("columns=", "columns is empty"),
            ("form=xml", "form"),
            ("limit=0", "limit"),
            ("limit=-1", "limit"),
            ("offset=x", "offset"),
        ] {
            let refused = user.get(&format!("/api/jobs/{job}/result?{query}")).await.error();
            assert_eq!((refused.0, refused.1.as_str()), (400, "invalid"), "{query}");
            assert!(refused.2.contains(said), "{query}: {}", refused.2);
        }
        server.stop().await;
    }
}
