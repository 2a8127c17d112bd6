//! One call of a kind at a time per user: the next waits for the one before it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OwnedMutexGuard;

/// Users are forgotten, where nobody waits, when there are more than this, and than twice as many as were left the last
/// time.
const TIDY_AT: usize = 1_000;

type Turn = Arc<tokio::sync::Mutex<()>>;

/// Whose turn it is, user by user.
#[derive(Debug, Default)]
pub struct Turns {
    users: Mutex<Users>,
}

#[derive(Debug, Default)]
struct Users {
    turns: HashMap<String, Turn>,
    tidy_at: usize,
}

impl Turns {
    /// Waits for the user's turn, and keeps it until it is dropped.
    pub async fn turn(&self, user: &str) -> OwnedMutexGuard<()> {
        let turn = {
            let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
            if users.turns.len() >= users.tidy_at.max(TIDY_AT) {
                users.turns.retain(|_, turn| Arc::strong_count(turn) > 1);
                users.tidy_at = users.turns.len() * 2;
            }
            Arc::clone(users.turns.entry(user.to_owned()).or_default())
        };
        turn.lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn a_user_has_one_turn_at_a_time_and_others_do_not_wait() {
        let turns = Turns::default();
        let first = turns.turn("a").await;
        let _other = turns.turn("b").await;
        let soon = Duration::from_millis(20);
        assert!(tokio::time::timeout(soon, turns.turn("a")).await.is_err());
        drop(first);
        assert!(tokio::time::timeout(soon, turns.turn("a")).await.is_ok());
    }
}
