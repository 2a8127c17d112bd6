//! The benchmark's own databases on the given server.

use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::error::BenchError;

/// A PostgreSQL server that the benchmark may fill.
#[derive(Debug, Clone)]
pub(crate) struct Server {
    url: String,
    made: Vec<String>,
}

impl Server {
    /// The server of `url`, which names any of its databases.
    pub(crate) fn new(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            made: Vec::new(),
        }
    }

    /// Makes an empty database and returns its URL.
    pub(crate) async fn make_database(&mut self) -> Result<String, BenchError> {
        let name = format!("bench_{}", Uuid::new_v4().simple());
        let mut connection = PgConnection::connect(&self.url).await?;
        sqlx::query(&format!("CREATE DATABASE {name}"))
            .execute(&mut connection)
            .await?;
        let base = self
            .url
            .rsplit_once('/')
            .map_or(self.url.as_str(), |(base, _)| base);
        let url = format!("{base}/{name}");
        self.made.push(name);
        Ok(url)
    }

    /// Removes the databases that were made.
    pub(crate) async fn remove_databases(&mut self) -> Result<(), BenchError> {
        let mut connection = PgConnection::connect(&self.url).await?;
        for name in self.made.drain(..) {
            sqlx::query(&format!("DROP DATABASE {name} WITH (FORCE)"))
                .execute(&mut connection)
                .await?;
        }
        Ok(())
    }

    /// The server's version, and whether it waits for the disk.
    pub(crate) async fn describe(&self) -> Result<String, BenchError> {
        let mut connection = PgConnection::connect(&self.url).await?;
        let version: String = sqlx::query_scalar("SHOW server_version")
            .fetch_one(&mut connection)
            .await?;
        let fsync: String = sqlx::query_scalar("SHOW fsync")
            .fetch_one(&mut connection)
            .await?;
        Ok(format!("PostgreSQL {version}, fsync {fsync}"))
    }
}
