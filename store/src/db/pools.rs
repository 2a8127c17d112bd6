//! How busy the pools of connections are, for operators.

use std::time::{Duration, Instant};

use sqlx::{Database, Pool};

use super::engines::Db;
use super::open::Storage;

/// Nobody watches a pool for longer than this.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// A pool of connections as it is now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoolState {
    /// Which one: `postgres`, or the writer or the readers of a SQLite file.
    pub pool: &'static str,
    pub open: u32,
    pub idle: u32,
    pub most: u32,
    /// How long it took to be given a connection, at most a second: sqlx does not tell how many wait.
    pub wait: Duration,
}

async fn state<D: Database>(name: &'static str, pool: &Pool<D>) -> PoolState {
    let (open, idle) = (pool.size(), pool.num_idle());
    let since = Instant::now();
    // Whether it is given one or not: the time is what counts.
    drop(tokio::time::timeout(LONGEST_WAIT, pool.acquire()).await);
    PoolState {
        pool: name,
        open,
        idle: u32::try_from(idle).unwrap_or(u32::MAX),
        most: pool.options().get_max_connections(),
        wait: since.elapsed().min(LONGEST_WAIT),
    }
}

impl Storage {
    /// All pools. Takes a second at most.
    pub async fn pools(&self) -> Vec<PoolState> {
        match (&self.log, &self.views) {
            (
                Db::Sqlite { writer, readers },
                Db::Sqlite {
                    writer: views_writer,
                    readers: views_readers,
                },
            ) => {
                let states = tokio::join!(
                    state("log_writer", writer),
                    state("log_readers", readers),
                    state("views_writer", views_writer),
                    state("views_readers", views_readers),
                );
                vec![states.0, states.1, states.2, states.3]
            }
            (Db::Postgres(server), _) | (_, Db::Postgres(server)) => {
                vec![state("postgres", &server.pool).await]
            }
        }
    }
}
