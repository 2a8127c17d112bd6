//! A user's companies.

use std::collections::{BTreeMap, HashMap};

use domain::account_record::{ContactStatus, CrmField};
use domain::ids::SessionKey;
use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::QueryBuilder;
use store::StoreError;
use store::db::Db;
use store::with_reader;

use super::row::SavedCompanyRow;
use crate::serving::Serving;

/// A saved company by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedCompany {
    /// The session that it was saved from.
    pub session_id: String,
    /// Its row there.
    pub row_idx: u32,
    /// Its name.
    pub name: String,
}

/// Everything that is kept of a company.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptCompany {
    /// Its id.
    pub company_id: String,
    /// When it was saved, if it was.
    pub saved_at: Option<Timestamp>,
    /// When it was taken off the list, if it is.
    pub removed_at: Option<Timestamp>,
    /// The session that it was saved from.
    pub session_id: Option<SessionKey>,
    /// Its row there.
    pub row_idx: Option<u32>,
    /// Where it stands.
    pub status: ContactStatus,
    /// The texts that are written about it.
    pub crm: BTreeMap<CrmField, String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// The day on which to ask again.
    pub follow_up: Option<Date>,
    /// The row as it was saved, JSON text.
    pub business: Option<String>,
}

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

    /// What the user saved from a row, JSON text.
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

    /// What the user saved of companies, JSON text by their ids; at most a page of a list.
    pub async fn businesses(
        &self,
        user: &str,
        companies: &[&str],
    ) -> Result<HashMap<String, String>, StoreError> {
        // An empty list in SQL is an error to PostgreSQL.
        if companies.is_empty() {
            return Ok(HashMap::new());
        }
        let sql = format!(
            "SELECT company_id, business FROM ({} WHERE user_id = ",
            self.rows.select().await?
        );
        let rows: Vec<(String, Option<String>)> = with_reader!(self.rows.db(), pool => {
            let mut select = QueryBuilder::new(&sql);
            select.push_bind(user).push(") AS companies WHERE company_id IN (");
            let mut list = select.separated(", ");
            for company in companies {
                list.push_bind(*company);
            }
            select.push(")");
            select.build_query_as().persistent(false).fetch_all(pool).await
        })?;
        let known = rows.into_iter();
        Ok(known
            .filter_map(|(company, business)| Some((company, business?)))
            .collect())
    }

    /// Everything that is kept of the user's companies whose ids come after `after`, by id.
    pub async fn kept(
        &self,
        user: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<KeptCompany>, StoreError> {
        let sql = format!(
            "{} WHERE user_id = $1 AND company_id > $2 ORDER BY company_id LIMIT $3",
            self.rows.select().await?
        );
        let rows: Vec<SavedCompanyRow> = with_reader!(self.rows.db(), pool => sqlx::query_as(&sql)
            .bind(user)
            .bind(after)
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await)?;
        let kept = rows.into_iter().map(|row| KeptCompany {
            company_id: row.company_id,
            saved_at: row.saved_at,
            removed_at: row.removed_at,
            session_id: row.session_id,
            row_idx: row.row_idx,
            status: row.status,
            crm: row.crm,
            tags: row.tags.into_values().collect(),
            follow_up: row.follow_up,
            business: row.business,
        });
        Ok(kept.collect())
    }

    /// All companies that the user has saved, by name.
    pub async fn names(&self, user: &str) -> Result<Vec<NamedCompany>, StoreError> {
        let sql = format!(
            "SELECT session_id, row_idx, name FROM ({} WHERE user_id = $1) AS companies \
             WHERE saved_at IS NOT NULL AND removed_at IS NULL AND name IS NOT NULL ORDER BY name, session_id, row_idx",
            self.rows.select().await?
        );
        let rows: Vec<(String, i64, String)> = with_reader!(self.rows.db(), pool =>
            sqlx::query_as(&sql).bind(user).fetch_all(pool).await)?;
        let named = rows.into_iter().filter_map(|(session_id, row_idx, name)| {
            Some(NamedCompany {
                session_id,
                row_idx: u32::try_from(row_idx).ok()?,
                name,
            })
        });
        Ok(named.collect())
    }
}
