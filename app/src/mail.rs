//! E-mails about scheduled searches: users' addresses, and the keeper that sends to them.

use std::sync::Arc;

use commands::Clock;
use commands::limits::Limited;
use commands::mail::{AddressKey, Mail, MailKeeper, MailLimits};
use store::db::Db;
use store::live_requests::LiveRequests;
use store::mail::MailAddresses;
use store::user_keys::UserKeys;
use tokio_util::sync::CancellationToken;

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

/// Until `stop` is cancelled.
pub(crate) async fn keep(keeper: Option<MailKeeper>, stop: CancellationToken) {
    if let Some(keeper) = keeper {
        keeper.run(stop).await;
    }
}
