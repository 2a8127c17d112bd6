//! What looks at long lists, and at long notes, cost others.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

use domain::account_record::CrmField;
use domain::ids::{CompanyId, SessionKey};
use store::db::Db;
use store::{on_both_engines, with_writer};
use uuid::Uuid;

use super::*;
use crate::column::Column;
use crate::table::schema;

/// More than are read at a time.
const LONG: u32 = 501;

async fn table(views: &Db) {
    let schema = schema::<SavedCompanyRow>(SavedCompanyRow::TABLE);
    views.run_script(&schema).await.unwrap();
}

async fn save(views: &Db, user: &str, companies: u32) {
    let session = SessionKey::new(Uuid::nil());
    let each = (0..companies).map(|number| {
        let of_user = u128::from(user.as_bytes()[0]) << 64;
        let company = CompanyId::new(Uuid::from_u128(of_user | u128::from(number)));
        format!(
            "('{company}', '{user}', 1, '{session}', {number}, 'not_contacted', '{{}}', '{{}}', \
             '{{\"name\": \"Brewery {number}\", \"source\": \"made up\"}}', {number})"
        )
    });
    let each: Vec<String> = each.collect();
    let insert = format!(
        "INSERT INTO saved_companies_v4 \
         (company_id, user_id, saved_at, session_id, row_idx, status, crm, tags, summary, changed) VALUES {}",
        each.join(", ")
    );
    views.run_script(&insert).await.unwrap();
}

async fn total(lists: &SavedCompanyLists, user: &str) -> usize {
    let found = lists.find(user, ListQuery::default()).await;
    found.unwrap().total
}

/// How long this thread has been at work.
fn at_work() -> Duration {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    let nanoseconds = times.split(' ').next().unwrap();
    Duration::from_nanos(nanoseconds.parse().unwrap())
}

/// How long `work` keeps the thread that polls it at work, at most without a pause.
async fn longest_poll<T>(work: impl Future<Output = T>) -> (T, Duration) {
    let (mut work, mut longest) = (pin!(work), Duration::ZERO);
    let done = poll_fn(|cx| {
        let before = at_work();
        let polled = work.as_mut().poll(cx);
        longest = longest.max(at_work() - before);
        polled
    })
    .await;
    (done, longest)
}

on_both_engines! {
    // JOB-11
    async fn job_11_few_long_lists_are_read_at_a_time(test) {
        let views = &test.storage.views;
        table(views).await;
        save(views, "long", LONG).await;
        save(views, "short", 1).await;
        let lists = SavedCompanyLists::new(views.clone());
        let others = lists.long_reads.acquire_many(2).await.unwrap();
        let mut long = tokio::spawn({
            let lists = lists.clone();
            async move { total(&lists, "long").await }
        });
        assert_eq!(total(&lists, "short").await, 1, "a short one waits for nobody");
        let ended = tokio::time::timeout(Duration::from_secs(1), &mut long).await;
        assert!(ended.is_err(), "others are being read");
        drop(others);
        assert_eq!(long.await.unwrap(), LONG as usize);
        assert_eq!(total(&lists, "long").await, LONG as usize);
    }

    // JOB-11
    async fn job_11_long_notes_are_not_read_on_the_thread_that_answers(test) {
        let views = &test.storage.views;
        table(views).await;
        save(views, "long", 200).await;
        // Of signs that take long to read.
        let crm = serde_json::json!({"notes": "\n\t\"".repeat(10_000)}).to_string();
        with_writer!(views, pool => sqlx::query("UPDATE saved_companies_v4 SET crm = $1")
            .bind(&crm)
            .execute(pool)
            .await
            .map(drop)).unwrap();
        let memory = ListMemory { share: 100_000, ..ListMemory::default() };
        let lists = SavedCompanyLists::within(views.clone(), memory);
        assert_eq!(total(&lists, "long").await, 200);
        let before = at_work();
        for _ in 0..200 {
            std::hint::black_box(BTreeMap::<CrmField, String>::read(crm.clone()).unwrap());
        }
        let reading = at_work() - before;
        let page = ListQuery { page: Some(Page { skip: 0, take: 200 }), ..ListQuery::default() };
        let (found, longest) = longest_poll(lists.find("long", page)).await;
        assert!(found.unwrap().companies[0].company.crm.contains_key(&CrmField::Notes));
        println!("{longest:?} at a time; reading the notes takes {reading:?}");
        assert!(longest < reading / 2, "{longest:?} at a time; reading the notes takes {reading:?}");
    }
}
