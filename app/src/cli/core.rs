//! What commands that change or audit accounts have in common: they run with or without a running server, and leave the
//! read models caught up either way.

use std::time::Duration;

use anyhow::{Context, bail};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use projections::credit_status;

use super::which_store::{self, IfNone};
use crate::core::Core;
use crate::settings::Settings;

/// Longest wait for the read models, which may have much to catch up with.
const CATCH_UP: Duration = Duration::from_secs(600);

/// How long an audit of everything waits for them.
const SOON: Duration = Duration::from_secs(10);

/// Runs `work` on the open databases and closes them, whatever the outcome.
pub(super) async fn with_core<T>(
    settings: &Settings,
    if_none: IfNone,
    work: impl AsyncFnOnce(&Core) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    which_store::name(settings, if_none).await?;
    let core = Core::start(settings).await?;
    let done = work(&core).await;
    core.stop().await;
    done
}

/// Waits until balances reflect everything that is in the log now.
pub(super) async fn catch_up(core: &Core) -> anyhow::Result<()> {
    catch_up_with(core, &[credit_status::CHECKPOINT]).await
}

/// The same for a moment: whoever goes on without them says so.
pub(super) async fn catch_up_if_soon(core: &Core) -> anyhow::Result<()> {
    let subscriptions = &core.subscriptions;
    let head = subscriptions.log_head().await?;
    let names = [credit_status::CHECKPOINT];
    let _caught_up = subscriptions.wait_for_all(&names, head, SOON).await;
    Ok(())
}

/// The same for every read model.
pub(super) async fn catch_up_all(core: &Core) -> anyhow::Result<()> {
    let views = projections::all();
    let names: Vec<&str> = views.iter().map(projections::View::checkpoint).collect();
    catch_up_with(core, &names).await
}

async fn catch_up_with(core: &Core, names: &[&str]) -> anyhow::Result<()> {
    let subscriptions = &core.subscriptions;
    let head = subscriptions.log_head().await?;
    for name in names {
        if !subscriptions.wait_for_all(&[name], head, CATCH_UP).await {
            bail!(
                "the read model {name} lags behind or is paused: run 'demandatlas projections status'"
            );
        }
    }
    Ok(())
}

/// A moment (RFC 3339), or a day, which means its end (UTC).
pub(super) fn moment(text: &str) -> anyhow::Result<Timestamp> {
    if let Ok(at) = text.parse::<Timestamp>() {
        return Ok(at);
    }
    let day: Date = text.parse().with_context(|| {
        format!("'{text}' is neither a day (2026-01-31) nor a moment (2026-01-31T12:00:00Z)")
    })?;
    let next = day.tomorrow()?.to_zoned(TimeZone::UTC)?.timestamp();
    Ok(next.checked_sub(Span::new().microseconds(1))?)
}
