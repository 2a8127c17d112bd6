//! Allows one rebuild or check of a view at a time.
//!
//! The lease avoids duplicate work; rows are correct without it. Each build fills a table with a unique name, so a
//! process that has lost the lease without noticing does no harm: its table is dropped by the next build, and its
//! rebuild fails. So the lease can be short, and a killed rebuild can be restarted soon.

use std::time::{Duration, Instant};

use store::db::Storage;
use store::leases::{Lease, Leases};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::error::RebuildError;

/// How long a killed rebuild blocks the next one.
const LEASE: Duration = Duration::from_secs(10);
/// How often the lease is renewed.
const RENEWAL: Duration = Duration::from_secs(3);
/// How often to retry a held lease.
const RETRY: Duration = Duration::from_millis(500);

/// The right to build the tables of some views.
pub(super) struct Claim {
    leases: Leases,
    held: Vec<Lease>,
    holder: String,
    /// Ends with the claim.
    renewing: JoinSet<()>,
}

impl Claim {
    /// Takes the leases `names` in their order; waits for those left by a killed process.
    pub(super) async fn take(storage: &Storage, names: Vec<String>) -> Result<Self, RebuildError> {
        let mut claim = Self {
            leases: Leases::new(storage.log.clone()),
            held: Vec::with_capacity(names.len()),
            holder: Uuid::new_v4().to_string(),
            renewing: JoinSet::new(),
        };
        let patience = Instant::now() + LEASE + RETRY;
        for name in names {
            match claim.wait_for(&name, patience).await {
                Ok(lease) => claim.held.push(lease),
                Err(error) => {
                    claim.release().await;
                    return Err(error);
                }
            }
        }
        claim.keep_alive();
        Ok(claim)
    }

    async fn wait_for(&self, name: &str, patience: Instant) -> Result<Lease, RebuildError> {
        loop {
            let taken = self.leases.acquire(name, &self.holder, LEASE).await?;
            if let Some(lease) = taken {
                return Ok(lease);
            }
            if Instant::now() > patience {
                return Err(RebuildError::Busy);
            }
            tokio::time::sleep(RETRY).await;
        }
    }

    fn keep_alive(&mut self) {
        let (leases, held) = (self.leases.clone(), self.held.clone());
        self.renewing.spawn(async move {
            loop {
                tokio::time::sleep(RENEWAL).await;
                for lease in &held {
                    if let Err(error) = leases.renew(lease, LEASE).await {
                        tracing::warn!(lease = lease.name, %error, "the lease of a rebuild could not be renewed");
                    }
                }
            }
        });
    }

    /// Lets the next build start at once.
    pub(super) async fn release(mut self) {
        self.renewing.shutdown().await;
        for lease in &self.held {
            if let Err(error) = self.leases.release(&lease.name, &lease.holder).await {
                tracing::warn!(lease = lease.name, %error, "the lease of a rebuild could not be released; it will expire on its own");
            }
        }
    }
}
