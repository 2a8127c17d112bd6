//! What saving and writing have in common.

use std::sync::Arc;
use std::time::Duration;

use domain::company_list::{CompanyList, Row};
use domain::ids::{CompanyId, SessionKey, UserId};
use domain::metadata::Actor;
use domain::personal::Mark;
use places::{Identities, Identity};
use store::aggregates::Loaded;
use store::user_keys::{UserKey, UserKeys};
use uuid::Uuid;

use crate::clock::Clock;
use crate::dispatcher::{Context, Dispatcher};
use crate::error::CommandError;
use crate::limits::{DailyVolume, Limited, UserLimits};

/// How often a call looks whether an erasure of its user is done in the log: for two seconds.
const LOOKS: u32 = 100;
/// Between two looks.
const SOON: Duration = Duration::from_millis(20);
/// How often a call starts over when erasures keep destroying the key that it encrypts with.
pub(super) const TRIES: u32 = 8;

/// The API's commands on companies.
#[derive(Clone)]
pub struct Companies {
    pub(super) dispatcher: Dispatcher,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) keys: UserKeys,
    pub(super) volume: Arc<DailyVolume>,
}

impl Companies {
    /// Over the dispatcher, with the users' keys.
    pub fn new(dispatcher: Dispatcher, clock: Arc<dyn Clock>, keys: UserKeys) -> Self {
        let most = UserLimits::default()[Limited::ChangedBytes].most;
        Self {
            dispatcher,
            clock,
            keys,
            volume: Arc::new(DailyVolume::new(most.into())),
        }
    }

    /// With another limit on the bytes that a user may have recorded in a day.
    #[must_use]
    pub fn within(self, most: u32) -> Self {
        let volume = Arc::new(DailyVolume::new(most.into()));
        Self { volume, ..self }
    }

    /// The user's list, and then the key. What is encrypted with the key belongs to a list that was erased as often as
    /// this one: after another erasure it is refused.
    pub(super) async fn list_and_key(
        &self,
        user: &UserId,
    ) -> Result<(Loaded<CompanyList>, UserKey), CommandError> {
        for _ in 0..LOOKS {
            let store = self.dispatcher.store();
            let list = store.refresh::<CompanyList>(user.as_str()).await?;
            if let Some(key) = self.keys.find_or_make(user).await? {
                return Ok((list, key));
            }
            tokio::time::sleep(SOON).await;
        }
        Err(CommandError::Conflict)
    }

    /// `belongs_to` is the session or the list that a command is about.
    pub(super) fn context(&self, user: &UserId, belongs_to: impl Into<String>) -> Context {
        Context::new(Actor::User(user.clone()), belongs_to, self.clock.now())
    }
}

/// A row of one of the user's sessions.
#[derive(Debug, Clone)]
pub struct SessionRow {
    pub session: SessionKey,
    pub row_idx: u32,
    pub identities: Identities,
}

/// A row as the list knows it. A row that says too little to be recognized elsewhere is at least identical to itself.
pub(super) fn row(key: &UserKey, of: &SessionRow) -> Row {
    let mut row = of_identities(key, &of.identities);
    if row.sure.is_empty() {
        let own = format!("{}\n{}", of.session, of.row_idx);
        row.sure.push(key.mark("row", &own));
    }
    row
}

/// A row with these identities.
pub(super) fn of_identities(key: &UserKey, identities: &Identities) -> Row {
    let marks = |all: &[Identity]| -> Vec<Mark> {
        let marks = all.iter().map(|one| key.mark(one.kind, &one.text));
        marks.collect()
    };
    Row {
        sure: marks(&identities.sure),
        kept: marks(&identities.kept),
        sought: marks(&identities.sought),
        new_id: CompanyId::new(Uuid::new_v4()),
    }
}
