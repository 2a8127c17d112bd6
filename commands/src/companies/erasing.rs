//! A user's wish to be forgotten.

use domain::company_list::{CompanyList, CompanyListCommand, NAMED_AT_ONCE};
use domain::ids::UserId;
use domain::metadata::Actor;
use store::fail_points::dies_at;
use store::log::Cursor;

use super::shared::Companies;
use crate::dispatcher::Context;
use crate::error::CommandError;

/// The outcome of an erasure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Erased {
    pub anything: bool,
    pub cursor: Cursor,
}

impl Companies {
    /// Destroys the user's key, so that nothing that was encrypted with it can be opened again, and records that, so
    /// that read models forget it. Calling it again completes an interrupted erasure, which may have destroyed the key
    /// (`is_resumed`), and changes nothing else.
    pub async fn erase(
        &self,
        user: &UserId,
        by: Actor,
        is_resumed: bool,
    ) -> Result<Erased, CommandError> {
        let destroyed = self.keys.destroy(user).await?;
        dies_at("erasure.key_destroyed");
        let context = Context::new(by, user.as_str(), self.clock.now());
        let mut command = CompanyListCommand::Erase {
            had_key: destroyed || is_resumed,
        };
        let mut anything = destroyed;
        let mut cursor;
        loop {
            let erasing = self.dispatcher.execute_returning_events::<CompanyList>(
                user.as_str(),
                command,
                &context,
            );
            let (done, events) = erasing.await?;
            anything |= !events.is_empty();
            cursor = done.cursor();
            if events.len() < NAMED_AT_ONCE {
                break;
            }
            command = CompanyListCommand::EraseNext;
        }
        if cursor == Cursor::START {
            cursor = self.dispatcher.store().log().head().await?;
        }
        Ok(Erased { anything, cursor })
    }
}
