//! Competitors where several data sets lie beside each other, and what says that others have a row too
//! (ENR-07; issue 13, point 4).

use serde_json::{Value, json};

use super::enrichment::enrich;
use super::exports::Table;
use crate::support::{Client, Server};

/// Bend lies far within Oregon, Portland less than five miles from Washington.
const OLD: &str = "name,category,address,city,state,zip,latitude,longitude
Bend Beer,brewery,1 Main St,Bend,OR,97701,44.0580,-121.3100
High Beer,brewery,2 Main St,Bend,OR,97701,44.0620,-121.3150
Rose Beer,brewery,3 Main St,Portland,OR,97217,45.5890,-122.6800
No Place Beer,brewery,,Bend,OR,,,
";
const NEW: &str = "name,category,address,city,state,zip,latitude,longitude
BEND BEER,brewery,1 Main Street,Bend,OR,97701,44.0590,-121.3110
Third Beer,brewery,4 Main St,Bend,OR,97701,44.0600,-121.3200
";
const FLOWERS: &str = "name,category,address,city,state,zip,latitude,longitude
Vancouver Flowers,florist,1 Main St,Vancouver,WA,98660,45.6300,-122.6700
";

fn import(server: &Server, name: &str, text: &str) {
    let path = server.folder().join(format!("{name}.csv"));
    std::fs::write(&path, text).unwrap();
    server.import(&path);
}

fn named<'r>(rows: &'r Value, name: &str) -> &'r Value {
    let mut rows = rows.as_array().unwrap().iter();
    let row = rows.find(|row| row["name"] == name);
    row.unwrap_or_else(|| panic!("no row '{name}'"))
}

/// What the answer says of why a row has no competitors.
fn reason(answer: &Value, row: &Value, fact: &str) -> Value {
    let set = usize::try_from(row["source_set"].as_u64().unwrap()).unwrap();
    assert!(answer["source_sets"][set].get(fact).is_none());
    answer["missing_sets"][set][fact].clone()
}

async fn breweries(user: &Client) -> (String, Value) {
    let search = json!({"search_term": "brewery", "state": "OR", "cities": ["Bend", "Portland"]});
    let (job, _) = user.run(&search).await;
    let answer = enrich(user, &job).await;
    (job, answer)
}

store::on_both_engines! {
    /// ENR-07.
    async fn enr_07_competitors_count_once_and_only_where_all_around_is_covered(test) {
        let mut server = Server::empty(test).await;
        // The later import is the newer one.
        import(&server, "old", OLD);
        import(&server, "flowers", FLOWERS);
        import(&server, "new", NEW);
        server.start_worker();
        let user = server.user("enya@example.com", "pro");
        let (job, answer) = breweries(&user).await;
        let rows = &answer["results"];
        assert_eq!(rows.as_array().unwrap().len(), 5, "{rows}");

        // Of both data sets, the shared one once; never oneself.
        let third = named(rows, "Third Beer");
        assert_eq!(third["competitors_within_5mi"], 2);
        let near = third["competitors"].as_array().unwrap().iter();
        let mut near: Vec<_> = near.map(|near| near["name"].as_str().unwrap()).collect();
        near.sort_unstable();
        assert_eq!(near.len(), 2);
        assert!(near.contains(&"High Beer"), "{near:?}");
        assert_eq!(third["competitive_intensity"], "Low");
        let set = usize::try_from(third["source_set"].as_u64().unwrap()).unwrap();
        let source = &answer["source_sets"][set]["competitors_within_5mi"];
        let source = answer["sources"].as_array().unwrap().iter().find(|each| each["id"] == *source);
        assert_eq!(source.unwrap()["title"], "new + old");

        // Nobody knows the breweries of Washington, and a row without coordinates has no surroundings.
        for fact in ["competitors_within_5mi", "competitors", "competitive_intensity"] {
            let rose = named(rows, "Rose Beer");
            assert!(rose.get(fact).is_none(), "{rose}");
            assert_eq!(reason(&answer, rose, fact), "area_not_covered");
        }
        assert!(named(rows, "Rose Beer")["county"].is_string());
        let nowhere = named(rows, "No Place Beer");
        assert!(nowhere.get("competitors").is_none());

        // Packed rows and tables say so too; only what is asked for is explained.
        let path = format!("/api/jobs/{job}/result?form=packed&columns=name,competitors_within_5mi");
        let packed = user.get(&path).await.json()["result"].clone();
        let reasons = packed["missing_sets"].as_array().unwrap().iter();
        let reasons: Vec<_> = reasons.flat_map(|set| set.as_object().unwrap()).collect();
        assert!(reasons.iter().all(|(fact, _)| *fact == "competitors_within_5mi"));
        assert!(reasons.iter().any(|(_, reason)| *reason == "area_not_covered"));
        let others = format!("/api/jobs/{job}/result?form=packed&columns=name,county");
        assert!(user.get(&others).await.json()["result"].get("missing_sets").is_none());
        let table = Table::read(&user.get(&format!("/export?sessionKey={job}&format=csv&sources=columns")).await.text);
        let source = table.place("Competitors Within 5mi [source]");
        let also = table.place("Also In");
        let why = &table.of("Rose Beer")[source];
        assert!(why.starts_with("Not available: "), "{why}");
        assert_eq!(&table.of("Third Beer")[source], "new + old");
        assert_eq!(&table.of("Third Beer")[also], "");
        server.stop().await;
    }

    /// JOB-16: a row says which other data sets have it, wherever rows are given.
    async fn job_16_a_row_of_two_data_sets_names_the_other(test) {
        let mut server = Server::empty(test).await;
        import(&server, "old", OLD);
        import(&server, "new", NEW);
        server.start_worker();
        let user = server.user("enya@example.com", "pro");
        let (job, answer) = breweries(&user).await;
        let shared = |rows: &Value| {
            let rows = rows.as_array().unwrap().iter();
            let shared = rows.filter(|row| row.get("also_in").is_some());
            shared.map(|row| (row["source"].clone(), row["also_in"].clone())).collect::<Vec<_>>()
        };
        let [(kept, other)]: [(Value, Value); 1] = shared(&answer["results"]).try_into().unwrap();
        let both = json!(["new", "old"]);
        assert!(both.as_array().unwrap().contains(&kept) && other.as_array().unwrap().len() == 1);
        assert_ne!(other[0], kept);
        let result = user.get(&format!("/api/jobs/{job}/result?columns=also_in")).await.json();
        assert_eq!(shared(&result["result"]["results"]), [(kept.clone(), other.clone())]);
        let exported = user.get(&format!("/export?sessionKey={job}")).await.json();
        assert_eq!(shared(&exported), [(kept, other.clone())]);
        let table = user.get(&format!("/export?sessionKey={job}&format=csv")).await.text;
        assert!(table.contains(&format!(",{},", other[0].as_str().unwrap())), "{table}");
        let fields = user.get("/api/fields").await.json();
        let field = fields["fields"].as_array().unwrap().iter().find(|field| field["key"] == "also_in");
        let field = field.unwrap();
        assert_eq!((&field["type"], &field["fact"]), (&json!("texts"), &json!(false)));
        server.stop().await;
    }
}
