//! Rows whose terms allow a list only, which are Google's: what each route does with them (JOB-16).

use serde_json::json;
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::sources::{live, of_google, search_on};
use crate::support::{Client, Guarded, Kind, Server, guarded};

/// The routes of the session's screens, which show the list and each of its businesses.
const SHOW: [&str; 2] = [
    "GET /api/jobs/{jobId}/result",
    "GET /api/business-data/{sessionKey}/{rowIdx}",
];
/// The routes that answer with a file of them.
const REFUSE: [&str; 2] = [
    "GET /export",
    "GET /api/business-data/{sessionKey}/{rowIdx}/report",
];
/// What stands in the rows: names, addresses, phone numbers, positions.
const MARKS: [&str; 5] = [
    "Made Up Dental",
    "Example Street",
    "555-0100",
    "45.52",
    "122.67",
];

/// A server whose Google finds two dentists, and Ada's session of them.
async fn session_of_google(
    test: store::testing::TestStorage,
) -> (Server, MockServer, Client, String) {
    let google = MockServer::start().await;
    let places = json!({"places": [of_google(1), of_google(2)]});
    let found = ResponseTemplate::new(200).set_body_json(places);
    Mock::given(method("POST"))
        .respond_with(found)
        .mount(&google)
        .await;
    let mut server = Server::with(test, live(&google)).await;
    server.start_worker();
    let ada = server.user("ada@example.com", "pro");
    let (job, body) = ada.run(&search_on("google", &["Portland"])).await;
    assert_eq!(
        (&body["results_count"], &body["list_only"]),
        (&json!(2), &json!(true))
    );
    (server, google, ada, job)
}

/// Calls about Ada's saved companies, which the common table cannot name.
fn of_saved(company: &str) -> Vec<Guarded> {
    let to = |route, path: &str| Guarded {
        route,
        path: path.to_owned(),
        body: None,
        kind: Kind::OwnDataOnly,
    };
    let mut calls = vec![
        to(
            "GET /api/saved-companies",
            "/api/saved-companies?fields=phone,address,latitude",
        ),
        to(
            "GET /api/saved-companies",
            "/api/saved-companies?form=packed",
        ),
        to(
            "GET /api/saved-companies/by-county",
            "/api/saved-companies/by-county?kind=dentist",
        ),
        Guarded {
            body: Some(json!({"company_ids": [company]})),
            ..to(
                "POST /api/saved-companies/refresh",
                "/api/saved-companies/refresh",
            )
        },
    ];
    for format in ["csv", "xlsx", "geojson", "json"] {
        let path = format!("/api/saved-companies/export?format={format}");
        calls.push(to("GET /api/saved-companies/export", &path));
    }
    calls
}

store::on_both_engines! {
    /// JOB-16, RES-03, RES-05: a list on its session's screens, and nowhere else.
    async fn job_16_each_route_shows_refuses_or_does_not_name_rows_that_are_a_list_only(test) {
        let (server, _google, ada, job) = session_of_google(test).await;
        let row = json!({"session_id": job, "business_data": {"row_idx": 0}});
        assert_eq!(ada.post("/api/save-company", &row).await.json()["success"], true);
        let listed = ada.get("/api/saved-companies").await.json();
        let saved = &listed["companies"][0];
        assert_eq!((&saved["company_name"], &saved["google_place_id"]), (&json!("Google place"), &json!("made-up-1")));

        let company = saved["company_id"].as_str().unwrap();
        let (last, mut calls): (Vec<Guarded>, Vec<Guarded>) =
            guarded(&ada, &job).into_iter().partition(|call| call.route == "POST /api/account/erase");
        calls.extend(of_saved(company));
        for format in ["json", "html", "xlsx", "geojson"] {
            let path = format!("/export?sessionKey={job}&format={format}");
            calls.push(Guarded { route: "GET /export", path, body: None, kind: Kind::NamesSession });
        }
        let mut shown = Vec::new();
        for call in calls.iter().chain(&last) {
            let answer = call.call(&ada).await;
            let route = call.route;
            if REFUSE.contains(&route) {
                let (status, code, message) = answer.error();
                assert_eq!((status, code.as_str()), (403, "list_only"), "{}", call.path);
                assert!(message.contains("Google's terms") && message.contains("list"), "{message}");
            } else if SHOW.contains(&route) {
                assert!(answer.text.contains("Made Up Dental 1") && answer.text.contains("Google Maps"), "{route}");
                shown.push(route);
            } else {
                for mark in MARKS {
                    assert!(!answer.text.contains(mark), "{} has '{mark}': {}", call.path, answer.text);
                }
            }
        }
        assert_eq!(shown, SHOW);
        server.stop().await;
    }

    /// JOB-16, ENR-04: a small search is a list too.
    async fn job_16_a_small_search_of_google_is_a_list_with_its_credit_line(test) {
        let (server, _google, ada, _) = session_of_google(test).await;
        let found = ada.get("/scrape?query=dentist%20in%20Portland,%20OR&source=google").await.json();
        assert_eq!(found["results"][0]["attribution"], "Google Maps");
        let export = format!("/export?sessionKey={}&format=csv", found["sessionKey"].as_str().unwrap());
        assert_eq!(ada.get(&export).await.error().1, "list_only");
        server.stop().await;
    }

    /// ACC-01, ACC-13: of Google's businesses the id is kept, with what the user wrote.
    async fn acc_01_a_saved_business_of_google_outlives_its_session_by_its_id(test) {
        let (server, _google, ada, job) = session_of_google(test).await;
        let row = json!({"session_id": job, "business_data": {"row_idx": 0}});
        assert_eq!(ada.post("/api/save-company", &row).await.json()["success"], true);
        let crm = json!({"sessionKey": job, "rowIdx": 0, "crmData": {"notes": "mine"}});
        assert_eq!(ada.post("/api/crm-data", &crm).await.status, 200);
        let business = ada.get(&format!("/api/business-data/{job}/0")).await.json();
        assert!(business["data"]["phone"].is_string() && business.get("note").is_none(), "{business}");
        assert_eq!(business["list_only"], true);

        let expiring = server.product.services.documents.expiring();
        assert_eq!(expiring.clear(i64::MAX).await.unwrap(), 1);
        assert_eq!(ada.job(&job).await["rows_deleted"], true);
        let rest = ada.get(&format!("/api/business-data/{job}/0")).await.json();
        assert_eq!(rest["data"]["name"], "Google place");
        assert_eq!(rest["data"]["source_id"], business["data"]["source_id"]);
        assert!(rest["note"].as_str().unwrap().contains("Google"), "{rest}");
        for gone in ["phone", "address", "latitude", "main_category"] {
            assert!(rest["data"].get(gone).is_none(), "{gone}: {rest}");
        }
        let crm = ada.get(&format!("/api/crm-data?sessionKey={job}&rowIdx=0")).await.json();
        assert_eq!(crm["crmData"]["notes"], "mine");
        assert_eq!(ada.post("/api/save-company", &row).await.json()["already_exists"], true);
        let other = ada.get(&format!("/api/business-data/{job}/1")).await;
        assert_eq!((other.status, &other.json()["success"]), (404, &json!(false)));
        server.stop().await;
    }
}
