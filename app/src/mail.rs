//! E-mails about scheduled searches: users' addresses, and the keeper that sends to them.

use std::sync::Arc;

use anyhow::Context;
use commands::Clock;
use commands::limits::Limited;
use commands::mail::{AddressKey, DigestSource, Mail, MailKeeper, MailLimits, Mailer};
use store::db::Db;
use store::live_requests::LiveRequests;
use store::mail::MailAddresses;
use store::user_keys::UserKeys;
use tokio_util::sync::CancellationToken;

use crate::assemble::Core;
use crate::settings::Settings;

/// Users' addresses.
pub(crate) fn addresses(
    db: &Db,
    keys: UserKeys,
    key: AddressKey,
    settings: &Settings,
    clock: Arc<dyn Clock>,
) -> Mail {
    let limits = MailLimits {
        of_user: settings.user_limits[Limited::MailLinks].most,
        to_address: settings.user_limits[Limited::MailLinksTo].most,
    };
    let (kept, counts) = (
        MailAddresses::new(db.clone()),
        LiveRequests::new(db.clone()),
    );
    Mail::new(
        kept,
        keys,
        counts,
        key,
        limits,
        clock,
        settings.mail.is_some(),
    )
}

/// Sends what is new; none without a mail server.
pub(crate) fn keeper(
    core: &Core,
    settings: &Settings,
    source: Arc<dyn DigestSource>,
) -> anyhow::Result<Option<MailKeeper>> {
    let Some(mail) = &settings.mail else {
        return Ok(None);
    };
    let mailer = Mailer::new(mail).context("the connection to the mail server cannot be set up")?;
    Ok(Some(MailKeeper::new(
        MailAddresses::new(core.storage.log.clone()),
        core.user_keys.clone(),
        source,
        Arc::new(mailer),
        mail.public.clone(),
        Arc::clone(&core.clock),
        core.log.problems().clone(),
    )))
}

/// Until `stop` is cancelled.
pub(crate) async fn keep(keeper: Option<MailKeeper>, stop: CancellationToken) {
    if let Some(keeper) = keeper {
        keeper.run(stop).await;
    }
}
