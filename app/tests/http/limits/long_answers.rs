//! Long answers have a share for each user (JOB-11, AUTH-12; issue 18: M6). How places are waited for and given back:
//! `shares` in the crate `api`.

use commands::limits::Limited;

use crate::support::{Server, brewery_search};

store::on_both_engines! {
    /// AUTH-12 (M6): where no place is free, and none to wait for one, whatever may be long is refused.
    async fn auth_12_every_long_answer_takes_one_of_few_places(test) {
        let mut server = Server::with(test, |settings| {
            for long in [Limited::Screens, Limited::Downloads] {
                settings.user_limits[long].most = 0;
                settings.user_limits[long].waiting = 0;
            }
        }).await;
        server.import(&crate::support::made_up_listing());
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let (job, _) = user.run(&brewery_search()).await;
        let sub = user.sub_in_path();
        for path in [
            format!("/api/jobs/{job}/result"),
            format!("/api/credits/history/{sub}"),
            format!("/api/credits/history/{sub}?format=csv"),
            "/api/saved-companies".to_owned(),
            "/api/saved-companies?form=packed".to_owned(),
            format!("/export?sessionKey={job}&format=csv"),
            "/api/saved-companies/export?format=csv".to_owned(),
            "/api/account/data".to_owned(),
            format!("/api/credits/ledger/{sub}?format=csv"),
            format!("/api/credits/ledger/{sub}?format=csv&order=newest"),
        ] {
            let answer = user.get(&path).await;
            assert_eq!(answer.status, 429, "{path}: {}", answer.text);
            assert_eq!(answer.header("retry-after"), "5", "{path}");
        }
        // What is short has no such share.
        for path in [
            "/api/saved-companies?page=1".to_owned(),
            format!("/api/credits/ledger/{sub}"),
            format!("/api/jobs/{job}"),
        ] {
            assert_eq!(user.get(&path).await.status, 200, "{path}");
        }
        server.stop().await;
    }
}
