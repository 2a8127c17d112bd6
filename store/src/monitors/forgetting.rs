//! What is known of monitors is forgotten: of deleted ones, and with a user's personal data.

use domain::ids::{MonitorId, UserId};
use sqlx::QueryBuilder;

use super::documents::MonitorDocuments;
use crate::error::StoreError;
use crate::{with_reader, with_writer};

impl MonitorDocuments {
    /// Deletes what lies beside the log of a monitor.
    pub async fn forget(&self, monitor: MonitorId) -> Result<(), StoreError> {
        for table in ["monitor_agenda", "monitor_seen", "monitor_changes"] {
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
            "monitor_seen",
            "monitor_changes",
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

    /// What is watched of businesses that a user's monitors know, page by page: those after a monitor's number, each closed
    /// with the user's key.
    pub async fn kept(
        &self,
        user: &UserId,
        after: Option<&(String, i64)>,
        limit: u32,
    ) -> Result<Vec<(String, i64, String)>, StoreError> {
        let (monitor, business) = after.map_or(("", -1), |(id, n)| (id.as_str(), *n));
        Ok(with_reader!(&self.db, pool => {
            let mut query = QueryBuilder::new(
                "SELECT monitor_id, business, watched FROM monitor_seen WHERE user_id = ",
            );
            query.push_bind(user.as_str());
            query.push(" AND (monitor_id, business) > (");
            query.push_bind(monitor).push(", ").push_bind(business);
            query.push(") ORDER BY monitor_id, business LIMIT ").push_bind(i64::from(limit));
            query.build_query_as().fetch_all(pool).await
        })?)
    }
}
