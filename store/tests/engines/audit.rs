//! The audit log on every backend.

use store::audit::{AuditEntries, AuditEntry, AuditEvent, AuditFilter, AuditKind, AuditLog};
use store::on_both_engines;
use store::problems::Problems;
use tokio_util::sync::CancellationToken;

fn event(kind: AuditKind, user: &str) -> AuditEvent {
    AuditEvent {
        kind,
        outcome: "test".into(),
        user: user.to_owned(),
        client: "192.0.2.1".to_owned(),
        request_id: "r1".to_owned(),
    }
}

/// User and count of all entries.
async fn all(entries: &AuditEntries) -> Vec<(String, u64)> {
    let rows = entries
        .read(&AuditFilter::default(), 100_000)
        .await
        .unwrap();
    rows.into_iter()
        .map(|row| (row.event.user, row.count))
        .collect()
}

on_both_engines! {
    async fn entries_are_written_over_read_by_filter_and_forgotten(test) {
        let entries = AuditEntries::new(test.storage.log.clone());
        let mut first = AuditEntry::new(event(AuditKind::Forbidden, "u1"), 1_000);
        let second = AuditEntry::new(event(AuditKind::SignIn, "u2"), 2_000);
        entries.put(&[first.clone(), second.clone()]).await.unwrap();
        (first.count, first.last_at) = (3, 3_000);
        entries.put(std::slice::from_ref(&first)).await.unwrap();

        let read = async |filter: AuditFilter, limit| entries.read(&filter, limit).await.unwrap();
        assert_eq!(read(AuditFilter::default(), 10).await, [first.clone(), second.clone()]);
        assert_eq!(read(AuditFilter::default(), 1).await, std::slice::from_ref(&second), "the newest");
        let of_user = AuditFilter { user: Some("u1".to_owned()), ..AuditFilter::default() };
        assert_eq!(read(of_user, 10).await, [first.clone()]);
        let of_kind = AuditFilter { kind: Some(AuditKind::SignIn), ..AuditFilter::default() };
        assert_eq!(read(of_kind, 10).await, [second]);
        let since = AuditFilter { since: 2_500, ..AuditFilter::default() };
        assert_eq!(read(since, 10).await, [first.clone()], "it was added to since");

        entries.forget_before(3_000).await.unwrap();
        assert_eq!(read(AuditFilter::default(), 10).await, [first]);
    }

    async fn what_was_recorded_is_written_before_the_end(test) {
        let entries = AuditEntries::new(test.storage.log.clone());
        let (log, mut writer) = AuditLog::new(entries.clone(), Problems::default());
        for user in ["u1", "u2", "u1"] {
            log.record(event(AuditKind::Forbidden, user));
        }
        let stop = CancellationToken::new();
        stop.cancel();
        writer.run(&stop).await;
        let mut found = all(&entries).await;
        found.sort();
        assert_eq!(found, [("u1".to_owned(), 2), ("u2".to_owned(), 1)]);
    }

    async fn what_is_too_much_at_once_is_counted(test) {
        let entries = AuditEntries::new(test.storage.log.clone());
        let (log, mut writer) = AuditLog::new(entries.clone(), Problems::default());
        // Nobody empties the queue meanwhile.
        for _ in 0..10_000 {
            log.record(event(AuditKind::Forbidden, "u1"));
        }
        let stop = CancellationToken::new();
        stop.cancel();
        writer.run(&stop).await;
        let found = all(&entries).await;
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(found.iter().map(|(_, count)| count).sum::<u64>(), 10_000);
        assert!(found.iter().any(|(user, count)| user.is_empty() && *count > 0), "{found:?}");
    }

    async fn what_the_database_does_not_take_is_told_and_written_later(test) {
        let entries = AuditEntries::new(test.storage.log.clone());
        let problems = Problems::default();
        let (log, mut writer) = AuditLog::new(entries.clone(), problems.clone());
        let rename = |from: &str, to: &str| format!("ALTER TABLE {from} RENAME TO {to}");
        test.storage.log.run_script(&rename("audit_entries", "away")).await.unwrap();
        log.record(event(AuditKind::Forbidden, "u1"));
        let stop = CancellationToken::new();
        stop.cancel();
        writer.run(&stop).await;
        assert!(problems.all()[0].starts_with("audit log: "), "{:?}", problems.all());
        test.storage.log.run_script(&rename("away", "audit_entries")).await.unwrap();
        writer.run(&stop).await;
        assert_eq!(all(&entries).await, [("u1".to_owned(), 1)]);
        assert!(problems.all().is_empty());
    }
}
