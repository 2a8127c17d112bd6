//! What is known of monitors is forgotten: of deleted ones, and with a user's personal data.

use domain::ids::{MonitorId, UserId};

use super::documents::MonitorDocuments;
use crate::error::StoreError;
use crate::{with_reader, with_writer};

impl MonitorDocuments {
    /// Deletes what lies beside the log of a monitor.
    pub async fn forget(&self, monitor: MonitorId) -> Result<(), StoreError> {
        for table in ["monitor_agenda", "monitor_changes", "monitor_seen"] {
            let sql = format!("DELETE FROM {table} WHERE monitor_id = $1");
            with_writer!(&self.db, pool => sqlx::query(&sql)
                .bind(monitor.to_string())
                .execute(pool)
                .await
                .map(drop))?;
        }
        Ok(())
    }

    /// Deletes what lies beside the log of all monitors of a user, and which notices they have read; returns whether there
    /// was anything.
    pub async fn erase(&self, user: &UserId) -> Result<bool, StoreError> {
        let mut erased = 0;
        for table in [
            "monitor_agenda",
            "monitor_changes",
            "monitor_seen",
            "notices_read",
        ] {
            let sql = format!("DELETE FROM {table} WHERE user_id = $1");
            erased += with_writer!(&self.db, pool => sqlx::query(&sql)
                .bind(user.as_str())
                .execute(pool)
                .await
                .map(|done| done.rows_affected()))?;
        }
        Ok(erased > 0)
    }

    /// Texts of a user's monitors, each closed with the user's key, page by page: those after a number.
    pub async fn kept(
        &self,
        user: &UserId,
        what: KeptText,
        after: Option<&(String, i64)>,
        limit: u32,
    ) -> Result<Vec<(String, i64, String)>, StoreError> {
        let (of, n) = after.map_or(("", -1), |(of, n)| (of.as_str(), *n));
        let (columns, key, only) = match what {
            KeptText::Watched => (
                "monitor_id, business, watched FROM monitor_seen",
                "monitor_id, business",
                "",
            ),
            KeptText::Told => (
                "session_key, n, told FROM monitor_changes",
                "session_key, n",
                " AND told <> ''",
            ),
        };
        let sql = format!(
            "SELECT {columns} WHERE user_id = $1 AND ({key}) > ($2, $3){only} ORDER BY {key} LIMIT $4"
        );
        Ok(with_reader!(&self.db, pool => sqlx::query_as(&sql)
            .bind(user.as_str())
            .bind(of)
            .bind(n)
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await)?)
    }
}

/// Texts that are kept closed, and what numbers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptText {
    /// What is watched of the businesses that monitors know, by monitor.
    Watched,
    /// What runs have told of businesses, by session.
    Told,
}
