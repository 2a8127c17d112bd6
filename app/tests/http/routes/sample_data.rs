//! Sample data comes only to who asks for it by name, and says so everywhere.

use serde_json::json;

use super::exports::{assert_same_rows, csv_body};
use crate::support::{Server, brewery_search};

store::on_both_engines! {
    /// JOB-16, RES-03.
    async fn job_16_sample_data_comes_by_name_only_and_every_row_is_marked(test) {
        let mut server = Server::empty(test).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let refused = user.post("/api/jobs/scrape", &brewery_search()).await.error();
        assert_eq!((refused.0, refused.1.as_str()), (409, "not_covered"));
        assert!(refused.2.contains("demandatlas places fetch overture --state OR"), "{}", refused.2);
        assert_eq!(user.history().await.len(), 0, "nothing is queued");

        let mut by_name = brewery_search();
        by_name["source"] = json!("sample");
        let (job, body) = user.run(&by_name).await;
        assert_eq!((&body["sample"], &body["source"]), (&json!(true), &json!("sample")));
        let rows = user.rows(&job).await;
        assert!(rows.len() >= 24, "two cities of at least twelve: {}", rows.len());
        for row in &rows {
            assert_eq!((&row["sample"], &row["notice"]), (&json!(true), &json!("Sample data")));
            assert!(row["name"].as_str().unwrap().contains("Sample data"), "{row}");
        }
        let result = user.get(&format!("/api/jobs/{job}/result")).await.json();
        assert_eq!(result["result"]["sample"], true);

        let csv = user.exported(&job, "csv").await;
        let name = csv.header("content-disposition");
        assert!(name.starts_with("attachment; filename=\"sample-data-brewery-in-"), "{name}");
        assert_same_rows(csv_body(&csv), &rows);
        assert_eq!(csv.text.matches(",Sample data,sample\n").count(), rows.len());
        assert_eq!(user.balance().await.1, rows.len() as i64, "sample rows cost the same");

        // An import answers from then on; this job's rows stay what they are.
        server.import(&crate::support::made_up_listing());
        let (_, real) = user.run(&brewery_search()).await;
        assert_eq!((&real["sample"], &real["source"]), (&json!(false), &json!("catalogue")));
        assert_eq!(user.rows(&job).await, rows);
        server.stop().await;
    }
}
