//! A user's companies.

use std::collections::HashMap;

use domain::ids::SessionKey;
use sqlx::QueryBuilder;
use store::StoreError;
use store::db::Db;
use store::with_reader;

use super::row::SavedCompanyRow;
use crate::serving::Serving;

/// Reads users' companies.
#[derive(Debug, Clone)]
pub struct SavedCompaniesQuery {
    rows: Serving<SavedCompanyRow>,
}

impl SavedCompaniesQuery {
    /// Over the read models in `db`.
    pub fn new(db: Db) -> Self {
        Self {
            rows: Serving::new(db),
        }
    }

    /// The business that the user saved from a row, as JSON.
    pub async fn business(
        &self,
        user: &str,
        session: SessionKey,
        row_idx: u32,
    ) -> Result<Option<String>, StoreError> {
        let sql = format!(
            "SELECT business FROM ({} WHERE user_id = $1) AS companies \
             WHERE session_id = $2 AND row_idx = $3 AND removed_at IS NULL",
            self.rows.select().await?
        );
        let found: Option<Option<String>> = with_reader!(self.rows.db(), pool => sqlx::query_scalar(&sql)
            .bind(user)
            .bind(session.to_string())
            .bind(i64::from(row_idx))
            .fetch_optional(pool)
            .await)?;
        Ok(found.flatten())
    }

    /// The businesses of saved companies, as JSON by company id; at most a page of a list.
    pub async fn businesses(
        &self,
        user: &str,
        companies: &[&str],
    ) -> Result<HashMap<String, String>, StoreError> {
        // PostgreSQL rejects an empty list.
        if companies.is_empty() {
            return Ok(HashMap::new());
        }
        // The user is compared here: SQLite would look through all companies of the user for those.
        let sql = format!(
            "SELECT company_id, user_id, business FROM ({}) AS companies WHERE company_id IN (",
            self.rows.select().await?
        );
        let rows: Vec<(String, String, Option<String>)> = with_reader!(self.rows.db(), pool => {
            let mut select = QueryBuilder::new(&sql);
            let mut list = select.separated(", ");
            for company in companies {
                list.push_bind(*company);
            }
            select.push(")");
            select.build_query_as().persistent(false).fetch_all(pool).await
        })?;
        let own = rows.into_iter().filter(|(_, owner, _)| owner == user);
        Ok(own
            .filter_map(|(company, _, business)| Some((company, business?)))
            .collect())
    }

    /// All rows of the user with an id after `after`, by id.
    pub(crate) async fn kept(
        &self,
        user: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<SavedCompanyRow>, StoreError> {
        let sql = format!(
            "{} WHERE user_id = $1 AND company_id > $2 ORDER BY company_id LIMIT $3",
            self.rows.select().await?
        );
        Ok(with_reader!(self.rows.db(), pool => sqlx::query_as(&sql)
            .bind(user)
            .bind(after)
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await)?)
    }
}
