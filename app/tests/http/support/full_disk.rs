//! Two people while a disk fills: one whose search is under way, one who starts more until one is refused.

use serde_json::{Value, json};

use super::{Answer, Client, Install, Process, eventually};

pub(crate) struct FullDisk {
    enya: Client,
    petra: Client,
    /// Enya's search.
    running: String,
    /// Those of Petra's searches that were accepted.
    accepted: Vec<String>,
}

impl FullDisk {
    /// The disk has room, and rows come.
    pub(crate) async fn before(process: &Process) -> Self {
        let (enya, petra) = (
            process.user("enya@example.com", "enterprise"),
            process.user("petra@example.com", "pro"),
        );
        assert_eq!(petra.balance().await, (250, 0, 250));
        let cities: Vec<String> = (0..60).map(|n| format!("Testville {n}")).collect();
        let search =
            json!({"search_term": "florist", "state": "OR", "cities": cities, "source": "sample"});
        let running = enya.start(&search).await;
        eventually("rows come", || async {
            let body = enya.job(&running).await;
            (body["results_count"].as_u64().unwrap() > 0).then_some(())
        })
        .await;
        Self {
            enya,
            petra,
            running,
            accepted: Vec::new(),
        }
    }

    /// The disk is full: starts searches until one is refused; answers the refusal.
    pub(crate) async fn start_until_refused(
        &mut self,
        mut search: impl FnMut() -> Value,
    ) -> Answer {
        // More open jobs than that are refused for another reason.
        for _ in 0..19 {
            let answer = self.petra.post("/api/jobs/scrape", &search()).await;
            if answer.status != 202 {
                assert_eq!(answer.header("retry-after"), "5");
                return answer;
            }
            let job = answer.json()["job_id"].as_str().unwrap().to_owned();
            self.accepted.push(job);
        }
        panic!("the disk was full and every job was accepted");
    }

    /// Where the search that was under way stands.
    pub(crate) async fn running(&self) -> Value {
        self.enya.job(&self.running).await
    }

    /// The disk has room again: everything goes on by itself, nothing is lost or paid twice, and what was refused
    /// left nothing.
    pub(crate) async fn assert_all_goes_on(
        &self,
        install: &Install,
        process: &mut Process,
        next: &Value,
    ) {
        let (enya, petra) = (&self.enya, &self.petra);
        // The database may have to be found again first.
        let body = eventually("the job ends", || async {
            let answer = enya.get(&format!("/api/jobs/{}", self.running)).await;
            let ended = answer.status == 200 && answer.json()["ended"] == true;
            ended.then(|| answer.json())
        })
        .await;
        assert_eq!(body["status"], "completed", "{body}");
        let due = body["results_count"].as_i64().unwrap();
        assert!(due >= 60 * 12, "{body}");
        assert_eq!(enya.rows(&self.running).await.len() as i64, due);
        assert_eq!(enya.balance().await, (2_000 - due, due, 2_000));
        for job in &self.accepted {
            assert_eq!(petra.ended(job).await["results_count"], 1);
        }
        petra.run(next).await;
        let paid = self.accepted.len() + 1;
        assert_eq!(
            petra.history().await.len(),
            paid,
            "the refused job left nothing"
        );
        let spent = i64::try_from(paid).unwrap();
        assert_eq!(petra.balance().await, (250 - spent, spent, 250));
        assert!(process.is_running(), "without a restart");
        install.ledger().await.assert_holds_settled_once();
        install.succeed(&["ledger", "verify", "--all"]);
        install.succeed(&["projections", "verify"]);
    }
}
