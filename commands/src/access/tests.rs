//! One process suspends and ends sessions; another learns of it.

use std::sync::Arc;

use store::db::Storage;
use store::on_both_engines;
use store::testing::Moment;
use testkit::eventually;

use super::*;
use crate::accounts::Accounts;
use crate::clock::Clock;
use crate::dispatcher::Dispatcher;
use crate::testing::{SetClock, dispatcher};

/// A server's process: what it has in memory, and that it follows the log.
struct Server {
    access: Access,
    dispatcher: Dispatcher,
    subscriptions: Subscriptions,
    stop: CancellationToken,
}

impl Server {
    fn start(storage: &Storage) -> Self {
        let dispatcher = dispatcher(storage);
        let log = dispatcher.store().log().clone();
        let stop = CancellationToken::new();
        let subscriptions = Subscriptions::new(log, storage.clone(), stop.clone());
        let access = Access::following(dispatcher.store().clone(), &subscriptions);
        subscriptions.watch_log();
        Self {
            access,
            dispatcher,
            subscriptions,
            stop,
        }
    }

    async fn says(&self, user: &UserId, issued_at: Option<Timestamp>) -> Option<KeptOut> {
        self.access.refusal(user, issued_at).await.unwrap()
    }

    async fn comes_to_say(&self, user: &UserId, issued_at: Timestamp, wanted: Option<KeptOut>) {
        eventually("the process knows it", || async {
            (self.says(user, Some(issued_at)).await == wanted).then_some(())
        })
        .await;
    }

    async fn stop(self) {
        self.stop.cancel();
        self.subscriptions.ended().await;
    }
}

/// The command line: a process of its own.
fn operator(storage: &Storage, clock: &Arc<SetClock>) -> Accounts {
    let clock: Arc<dyn Clock> = clock.clone();
    Accounts::new(dispatcher(storage), clock)
}

async fn opened(storage: &Storage, clock: &Arc<SetClock>, user: &str) -> UserId {
    let user = UserId::new(user).unwrap();
    let accounts = operator(storage, clock);
    accounts.ensure(&user, None, "test").await.unwrap();
    user
}

on_both_engines! {
    async fn a_suspension_is_known_to_every_process_and_to_those_that_start_later(test) {
        let storage = &test.storage;
        let clock = SetClock::new();
        let (user, other) = (opened(storage, &clock, "u1").await, opened(storage, &clock, "u2").await);
        let (server, now) = (Server::start(storage), clock.now());
        // Both accounts are in the server's memory.
        assert_eq!(server.says(&user, Some(now)).await, None);
        assert_eq!(server.says(&other, Some(now)).await, None);

        let operator = operator(storage, &clock);
        operator.suspend(&user, "ticket 1".to_owned()).await.unwrap();
        server.comes_to_say(&user, now, Some(KeptOut::Suspended)).await;
        assert_eq!(server.says(&other, Some(now)).await, None);
        let later = Server::start(storage);
        assert_eq!(later.says(&user, Some(now)).await, Some(KeptOut::Suspended));

        operator.resume(&user).await.unwrap();
        server.comes_to_say(&user, now, None).await;
        later.comes_to_say(&user, now, None).await;
        server.stop().await;
        later.stop().await;
    }

    async fn a_token_from_before_the_end_of_the_sessions_is_refused(test) {
        let storage = &test.storage;
        let clock = SetClock::new();
        let user = opened(storage, &clock, "u1").await;
        let (server, before) = (Server::start(storage), clock.now());
        assert_eq!(server.says(&user, None).await, None, "no session was ended");

        clock.set("2026-03-10T10:00:05Z");
        operator(storage, &clock).end_sessions(&user).await.unwrap();
        server.comes_to_say(&user, before, Some(KeptOut::SessionEnded)).await;
        assert_eq!(server.says(&user, Some(clock.now())).await, None, "issued at that moment");
        assert_eq!(server.says(&user, None).await, Some(KeptOut::SessionEnded), "of unknown age");
        server.stop().await;
    }

    async fn who_waits_is_told_when_a_user_is_kept_out(test) {
        let storage = &test.storage;
        let clock = SetClock::new();
        let user = opened(storage, &clock, "u1").await;
        let (server, now) = (Server::start(storage), clock.now());
        let (access, refused) = (server.access.clone(), user.clone());
        let waiting = tokio::spawn(access.until_refused(refused, Some(now)));
        let operator = operator(storage, &clock);
        let other = opened(storage, &clock, "u2").await;
        operator.suspend(&other, String::new()).await.unwrap();
        server.comes_to_say(&other, now, Some(KeptOut::Suspended)).await;
        assert!(!waiting.is_finished(), "another user's suspension");
        operator.suspend(&user, String::new()).await.unwrap();
        tokio::time::timeout(testkit::PATIENCE, waiting).await.unwrap().unwrap();
        server.stop().await;
    }

    async fn a_suspension_that_is_lost_with_the_end_of_the_log_is_over_and_a_later_one_counts(test) {
        let storage = &test.storage;
        let clock = SetClock::new();
        let user = opened(storage, &clock, "u1").await;
        let (server, now) = (Server::start(storage), clock.now());
        assert_eq!(server.says(&user, Some(now)).await, None);
        let before = Moment::note(storage).await.unwrap();
        operator(storage, &clock).suspend(&user, "lost".to_owned()).await.unwrap();
        server.comes_to_say(&user, now, Some(KeptOut::Suspended)).await;
        before.return_to().await.unwrap();
        server.comes_to_say(&user, now, None).await;
        operator(storage, &clock).suspend(&user, "again".to_owned()).await.unwrap();
        server.comes_to_say(&user, now, Some(KeptOut::Suspended)).await;
        let account = server.dispatcher.store().load::<CreditAccount>("u1").await.unwrap();
        assert_eq!(account.aggregate().suspended(), Some("again"));
        server.stop().await;
    }
}
