//! Schedules over HTTP: set, run, read run by run, changed, paused, deleted (issue 33).

use reqwest::Method;
use serde_json::{Value, json};
use store::on_both_engines;
use uuid::Uuid;

use crate::support::{self, Answer, Client, Released, Server, eventually};

/// A release of the listing: numbers and ends of phone numbers.
fn release(server: &Server, breweries: &[(usize, &str)]) {
    let released = breweries.iter().map(|(number, phone)| Released {
        number: *number,
        name: format!("Brewery {number}"),
        phone,
    });
    support::release(server, released);
}

fn daily() -> Value {
    json!({"every": "day", "at": "06:00", "zone": "America/Los_Angeles"})
}

fn wanted() -> Value {
    json!({
        "search_term": "brewery", "state": "OR", "cities": ["Bend"],
        "schedule": daily(), "budget": 50, "first": "known",
    })
}

async fn create(user: &Client, body: &Value) -> Value {
    let created = user.post("/api/monitors", body).await;
    assert_eq!(created.status, 201, "{}", created.text);
    created.json()
}

async fn patch(user: &Client, id: &str, body: &Value) -> Answer {
    let request = user.request(Method::PATCH, &format!("/api/monitors/{id}"));
    user.send(request.json(body)).await
}

async fn get(user: &Client, path: &str) -> Value {
    let answer = user.get(path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

/// The schedule, once nothing runs and its last run is another than `before`.
async fn ran(user: &Client, id: &str, before: &Value) -> Value {
    eventually("the run is done", || async {
        let monitor = get(user, &format!("/api/monitors/{id}")).await;
        let last = &monitor["last"];
        // The schedule and its runs are two read models: one may be ahead for a moment.
        let has_ended = last["result"].is_string() && last["result"] != "running";
        let is_done = monitor["running"].is_null() && has_ended && last["slot"] != *before;
        is_done.then_some(monitor)
    })
    .await
}

async fn run(user: &Client, id: &str, before: &Value) -> Value {
    let path = format!("/api/monitors/{id}/run");
    let answer = user.post(&path, &json!({})).await;
    assert_eq!(answer.status, 202, "{}", answer.text);
    ran(user, id, before).await
}

/// Of a run: new, changed, gone, unchanged, paid, waiting, left out.
fn counts(run: &Value) -> [&Value; 7] {
    [
        "new",
        "changed",
        "gone",
        "unchanged",
        "paid",
        "pending",
        "left_out",
    ]
    .map(|name| &run[name])
}

on_both_engines! {
    async fn a_schedule_tells_and_charges_what_is_new_and_what_has_changed(test) {
        let mut server = Server::empty(test).await;
        release(&server, &[(1, "01"), (2, "02"), (3, "03")]);
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let created = create(&user, &wanted()).await;
        assert_eq!(created["name"], "brewery · Bend, OR");
        assert_eq!(created["status"], "on");
        let id = created["id"].as_str().unwrap();
        let first = ran(&user, id, &Value::Null).await;
        assert_eq!((&first["known"], &first["spent"]), (&json!(3), &json!(0)));
        assert_eq!(counts(&first["last"]), [0, 0, 0, 3, 0, 0, 0]);
        assert_eq!(first["last"]["first"], true);

        // One is on the list of known businesses.
        let known = "Company,Street,City,State,ZIP\nBrewery 6,61 Main St,Bend,OR,97701\n";
        let request = user.request(Method::PUT, "/api/known-businesses");
        let request = request.header("content-type", "text/csv").body(known);
        assert_eq!(user.send(request).await.status, 200);
        release(&server, &[(1, "91"), (2, "02"), (4, "04"), (5, "05"), (6, "06")]);
        let second = run(&user, id, &first["last"]["slot"]).await;
        assert_eq!(counts(&second["last"]), [2, 1, 1, 1, 3, 0, 1]);
        assert_eq!((&second["known"], &second["spent"]), (&json!(4), &json!(3)));

        let session = second["last"]["session_key"].as_str().unwrap();
        let of_run = format!("/api/monitors/{id}/runs/{session}");
        assert_eq!(get(&user, &of_run).await, second["last"]);
        let changes = async |query: &str| get(&user, &format!("{of_run}/changes?{query}")).await;
        let page = changes("kind=new&limit=1").await;
        assert_eq!((&page["total"], page["changes"].as_array().unwrap().len()), (&json!(2), 1));
        let rest = changes(&format!("kind=new&limit=1&after={}", page["next"])).await;
        assert_eq!(rest["next"], Value::Null);
        let mut names = [&page, &rest].map(|page| page["changes"][0]["name"].as_str().unwrap());
        names.sort_unstable();
        assert_eq!(names, ["Brewery 4", "Brewery 5"]);
        let changed = changes("kind=changed").await;
        assert_eq!(changed["changes"][0]["name"], "Brewery 1");
        let phone = json!([{"field": "phone", "before": "541-555-0101", "after": "541-555-0191"}]);
        assert_eq!(changed["changes"][0]["fields"], phone);
        let gone = changes("kind=gone").await;
        assert_eq!((&gone["changes"][0]["name"], &gone["changes"][0]["gone"]), (&json!("Brewery 3"), &json!("not_found")));
        assert_eq!(user.get(&format!("{of_run}/changes?kind=old")).await.status, 400);

        // The same sources: nothing to look for.
        let third = run(&user, id, &second["last"]["slot"]).await;
        assert_eq!((&third["last"]["result"], &third["last"]["reason"]), (&json!("skipped"), &json!("unchanged")));
        let page = get(&user, &format!("/api/monitors/{id}/runs?limit=2")).await;
        let results = |page: &Value| -> Vec<String> {
            let runs = page["runs"].as_array().unwrap().iter();
            runs.map(|run| run["result"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(results(&page), ["skipped", "completed"]);
        let before = page["next"].as_str().unwrap();
        let rest = get(&user, &format!("/api/monitors/{id}/runs?limit=2&before={before}")).await;
        assert_eq!((results(&rest), &rest["next"]), (vec!["completed".to_owned()], &Value::Null));

        let notices = get(&user, "/api/notices").await;
        assert_eq!((&notices["unread"], &notices["notices"][0]["kind"]), (&json!(1), &json!("changes")));
        let read = json!({"ids": [notices["notices"][0]["id"]]});
        assert_eq!(user.post("/api/notices/read", &read).await.json()["unread"], 0);
        assert_eq!(get(&user, "/api/notices").await["unread"], 0);

        // Its runs are sessions like others, and can be left out of their list.
        let (search, _) = user.run(&json!({"search_term": "brewery", "state": "OR", "cities": ["Bend"]})).await;
        let jobs = get(&user, "/api/jobs").await;
        let of_schedule: Vec<&Value> = jobs["jobs"].as_array().unwrap().iter().map(|job| &job["monitor_id"]).collect();
        assert_eq!(of_schedule, [&Value::Null, &json!(id), &json!(id)]);
        let jobs = get(&user, "/api/jobs?runs=false").await;
        assert_eq!(jobs["jobs"].as_array().unwrap().len(), 1);
        assert_eq!(jobs["jobs"][0]["job_id"], search);

        let data = get(&user, "/api/account/data").await;
        assert_eq!(data["monitors"][0]["monitor_id"], id);
        assert_eq!(data["watched"].as_array().unwrap().len(), 5);
        let told = data["told"].as_array().unwrap();
        assert_eq!(told.len(), 4);
        assert!(told.iter().any(|one| one["business"]["fields"][0]["after"] == "541-555-0191"), "{told:?}");
        server.stop().await;
    }

    async fn a_schedule_is_changed_paused_resumed_and_deleted(test) {
        let mut server = Server::empty(test).await;
        release(&server, &[(1, "01")]);
        server.start_worker();
        let user = server.user("ada@example.com", "basic");
        let created = create(&user, &wanted()).await;
        let id = created["id"].as_str().unwrap();
        let first = ran(&user, id, &Value::Null).await;
        let changed = patch(&user, id, &json!({"budget": 60})).await.json();
        assert_eq!((&changed["budget"], &changed["schedule"]), (&json!(60), &daily()));
        let weekly = json!({"every": "week", "weekday": "friday", "at": "07:30", "zone": "UTC"});
        let changed = patch(&user, id, &json!({"schedule": weekly})).await.json();
        assert_eq!((&changed["budget"], &changed["schedule"]), (&json!(60), &weekly));
        for refused in [json!({"budget": 0}), json!({"schedule": {"every": "day", "at": "26:00", "zone": "UTC"}})] {
            let answer = patch(&user, id, &refused).await;
            assert_eq!(answer.status, 400, "{}", answer.text);
        }
        let enriched = patch(&user, id, &json!({"enrich": true})).await;
        assert_eq!(enriched.status, 403, "{}", enriched.text);
        assert_eq!(get(&user, &format!("/api/monitors/{id}")).await["budget"], 60);

        let act = async |what: &str| user.post(&format!("/api/monitors/{id}/{what}"), &json!({})).await;
        let paused = act("pause").await.json();
        assert_eq!((&paused["status"], &paused["paused_by"], &paused["next_run"]), (&json!("paused"), &json!("user"), &Value::Null));
        assert_eq!(act("run").await.status, 409);
        assert_eq!(act("resume").await.json()["status"], "on");
        release(&server, &[(1, "01"), (2, "02")]);
        let second = run(&user, id, &first["last"]["slot"]).await;
        assert_eq!(second["last"]["new"], 1);

        let gone = user.send(user.request(Method::DELETE, &format!("/api/monitors/{id}"))).await;
        assert_eq!(gone.status, 204);
        assert_eq!(user.get(&format!("/api/monitors/{id}")).await.status, 404);
        assert_eq!(get(&user, "/api/monitors").await["monitors"], json!([]));
        assert_eq!(get(&user, "/api/notices").await["notices"], json!([]));
        // Its rows were paid and stay.
        let session = second["last"]["session_key"].as_str().unwrap();
        assert_eq!(user.rows(session).await.len(), 1);
        eventually("nothing is known of it", || async {
            let data = get(&user, "/api/account/data").await;
            (data["watched"] == json!([]) && data["told"] == json!([])).then_some(())
        })
        .await;
        server.stop().await;
    }

    async fn what_cannot_be_watched_is_refused_with_words(test) {
        let server = Server::empty(test).await;
        release(&server, &[(1, "01")]);
        let user = server.user("ada@example.com", "basic");
        let with = |changes: Value| {
            let mut body = wanted();
            for (name, value) in changes.as_object().unwrap() {
                body[name] = value.clone();
            }
            body
        };
        for (changes, status, words) in [
            (json!({"cities": []}), 400, "Please enter at least one city"),
            (json!({"search_term": " "}), 400, "term"),
            (json!({"budget": 0}), 400, "1 to 100000"),
            (json!({"cities": ["Boston"], "state": "MA"}), 409, "Nothing loaded here covers this search."),
            (json!({"schedule": {"every": "day", "at": "06:00", "zone": "Mars"}}), 400, "There is no time zone 'Mars'"),
            (json!({"schedule": {"every": "month", "day": 32, "at": "06:00", "zone": "UTC"}}), 400, "1 to 31"),
            (json!({"schedule": {"every": "week", "at": "06:00", "zone": "UTC"}}), 400, "weekday"),
            (json!({"enrich": true}), 403, "Business or Pro"),
            (json!({"session_key": Uuid::new_v4()}), 400, "either an earlier search or a new one"),
        ] {
            let answer = user.post("/api/monitors", &with(changes)).await;
            assert_eq!(answer.status, status, "{}", answer.text);
            let said = answer.json()["message"].as_str().unwrap().to_owned();
            assert!(said.contains(words), "{said}");
        }
        assert_eq!(get(&user, "/api/monitors").await["monitors"], json!([]));
        for _ in 0..20 {
            create(&user, &wanted()).await;
        }
        let full = user.post("/api/monitors", &wanted()).await;
        assert_eq!(full.status, 409);
        assert_eq!(full.json()["message"], "20 of 20 schedules. Delete one first.");
        // Two of their first runs are under way, and nobody works: the others wait.
        let list = get(&user, "/api/monitors").await;
        let running = list["monitors"].as_array().unwrap().iter().filter(|one| one["running"].is_string());
        assert_eq!(running.count(), 2);
        server.stop().await;
    }
}
