//! Deletes what is no longer needed, and completes erasures.

use std::sync::Arc;
use std::time::Duration;

use api::state::Services;
use commands::websites::forget_removed_before;
use store::audit::AuditEntries;
use store::db::now_micros;
use store::leases::Leases;
use store::websites::WebsitePages;
use tokio_util::sync::CancellationToken;

/// How long a returned lease is remembered: longer than any process stays suspended.
const LEASES_REMEMBERED: Duration = Duration::from_secs(24 * 3600);
/// How long the answers to requests with an Idempotency-Key are stored.
const ANSWERS_KEPT: Duration = Duration::from_secs(7 * 24 * 3600);
/// Interval of the housekeeping.
const HOUSEKEEPING: Duration = Duration::from_secs(600);
/// How long it is remembered which sessions users opened; it matters for a day.
const SEEN_KEPT: Duration = Duration::from_secs(2 * 24 * 3_600);
/// Delay before an unfinished erasure is tried again.
const ERASURE_RETRY: Duration = Duration::from_secs(60);
/// How long the audit log is kept.
const AUDIT_KEPT: Duration = Duration::from_secs(90 * 24 * 3_600);
/// How long pages of websites are kept.
const PAGES_KEPT: Duration = Duration::from_secs(30 * 24 * 3_600);
/// How long a proxy, or a company with what its website says, can be restored after its removal.
const RESTORABLE: Duration = Duration::from_secs(3_600);

/// What it keeps in order.
pub(crate) struct Housekeeper {
    pub(crate) leases: Leases,
    pub(crate) audit: AuditEntries,
    pub(crate) pages: WebsitePages,
    pub(crate) services: Arc<Services>,
}

impl Housekeeper {
    /// Until `stop` is cancelled.
    pub(crate) async fn keep(&self, stop: &CancellationToken) {
        while !stop.is_cancelled() {
            let kept_us = i64::try_from(ANSWERS_KEPT.as_micros()).unwrap_or(i64::MAX);
            let services = &*self.services;
            services.limits.forget_idle();
            let erased = services.eraser.complete().await;
            if let Err(error) = &erased {
                tracing::warn!(%error, "could not check for interrupted erasures");
            }
            if let Err(error) = services.answers.forget_before(now_micros() - kept_us).await {
                tracing::warn!(%error, "could not delete old stored answers");
            }
            let now = services.clock.now().as_microsecond();
            let day_us = i64::try_from(SEEN_KEPT.as_micros()).unwrap_or(i64::MAX);
            if let Err(error) = services.seen.forget_before(now - day_us).await {
                tracing::warn!(%error, "could not delete old notes of opened sessions");
            }
            let audited_us = i64::try_from(AUDIT_KEPT.as_micros()).unwrap_or(i64::MAX);
            if let Err(error) = self.audit.forget_before(now_micros() - audited_us).await {
                tracing::warn!(%error, "could not delete old entries of the audit log");
            }
            let month_us = i64::try_from(PAGES_KEPT.as_micros()).unwrap_or(i64::MAX);
            if let Err(error) = self.pages.forget_before(now - month_us, now).await {
                tracing::warn!(%error, "could not delete old pages of websites");
            }
            let hour_us = i64::try_from(RESTORABLE.as_micros()).unwrap_or(i64::MAX);
            let restorable_since = now_micros() - hour_us;
            if let Err(error) = services.proxies.forget_before(restorable_since).await {
                tracing::warn!(%error, "could not delete removed proxies");
            }
            let forgotten = forget_removed_before(restorable_since, &services.website_reads);
            if let Err(error) = forgotten.await {
                tracing::warn!(%error, "could not forget what websites say of removed companies");
            }
            if let Err(error) = services.mail.forget_waiting().await {
                tracing::warn!(%error, "could not delete e-mail addresses that nobody has confirmed");
            }
            if let Err(error) = self.leases.forget(LEASES_REMEMBERED).await {
                tracing::warn!(%error, "could not delete old leases");
            }
            if let Err(error) = services.live.forget_past().await {
                tracing::warn!(%error, "could not delete old counts of live requests");
            }
            let pause = if matches!(erased, Ok(true)) {
                HOUSEKEEPING
            } else {
                ERASURE_RETRY
            };
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }
}
