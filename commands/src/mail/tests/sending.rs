//! When something is sent, and what becomes of what is not.

use jiff::Timestamp;
use store::mail::MailState;
use store::on_both_engines;

use super::*;

on_both_engines! {
    async fn a_digest_comes_a_quarter_of_an_hour_after_the_first_news_and_once_a_day(test) {
        let scene = Scene::over(&test);
        scene.confirmed("ada").await;
        let mut nothing = run("brewery · Bend, OR", "2026-03-10T10:05:00Z");
        (nothing.new, nothing.changed) = (0, 0);
        scene.ends("ada", nothing);
        scene.look("2026-03-10T10:50:00Z").await;
        assert_eq!(scene.server.took(), [], "nothing new is no news");
        scene.ends("ada", run("brewery · Bend, OR", "2026-03-10T11:00:00Z"));
        scene.look("2026-03-10T11:14:59Z").await;
        assert_eq!(scene.server.took(), []);
        scene.ends("ada", run("florist · Bend, OR", "2026-03-10T11:13:00Z"));
        // It has just ended, and another process may not see it yet.
        scene.ends("ada", run("late · Bend, OR", "2026-03-10T11:14:30Z"));
        scene.look("2026-03-10T11:15:00Z").await;
        let first = scene.server.took_one();
        assert_eq!(first.subject, "6 new, 2 changed in 2 scheduled searches");
        assert_eq!(first.date, "2026-03-10T11:14:00Z".parse::<Timestamp>().unwrap());

        scene.ends("ada", run("brewery · Bend, OR", "2026-03-10T18:00:00Z"));
        for at in ["2026-03-10T18:30:00Z", "2026-03-11T11:14:59Z"] {
            scene.look(at).await;
            assert_eq!(scene.server.took(), [], "{at}");
        }
        scene.look("2026-03-11T11:15:00Z").await;
        let second = scene.server.took_one();
        assert_eq!(second.subject, "6 new, 2 changed in 2 scheduled searches", "the late one, too");
        assert_ne!(first.id, second.id);
        scene.look("2026-03-13T00:00:00Z").await;
        assert_eq!(scene.server.took(), [], "each run is told once");
    }

    async fn neither_a_stop_nor_another_address_brings_a_second_digest_in_a_day(test) {
        let scene = Scene::over(&test);
        let token = scene.confirmed("ada").await;
        scene.ends("ada", run("brewery · Bend, OR", "2026-03-10T11:00:00Z"));
        scene.look("2026-03-10T12:00:00Z").await;
        scene.server.took_one();
        scene.clock.set("2026-03-10T12:30:00Z");
        assert_eq!(scene.mail.stop(&token).await.unwrap(), Some(MailState::Off));
        assert_eq!(scene.mail.start(&token).await.unwrap(), Some(MailState::On));
        scene.ends("ada", run("florist · Bend, OR", "2026-03-10T12:31:00Z"));
        scene.look("2026-03-10T13:00:00Z").await;
        assert_eq!(scene.server.took(), []);
        scene.mail.ask(&user("ada"), &address("other@inbox.example")).await.unwrap();
        scene.look("2026-03-10T13:00:00Z").await;
        let token = token_in(&scene.server.took_one(), "/mail/confirm");
        assert_eq!(scene.mail.confirm(&token).await.unwrap(), Some(MailState::On));
        scene.ends("ada", run("bakery · Bend, OR", "2026-03-10T13:01:00Z"));
        for at in ["2026-03-10T13:30:00Z", "2026-03-11T11:59:59Z"] {
            scene.look(at).await;
            assert_eq!(scene.server.took(), [], "{at}");
        }
        scene.look("2026-03-11T12:00:00Z").await;
        assert_eq!(scene.server.took_one().subject, "3 new, 1 changed: bakery · Bend, OR");
    }

    async fn a_failure_is_tried_again_later_and_later_and_told_without_the_address(test) {
        let scene = Scene::over(&test);
        scene.confirmed("ada").await;
        scene.ends("ada", run("brewery · Bend, OR", "2026-03-10T11:00:00Z"));
        scene.server.fails_with(MailError::NotReady(451));
        scene.look("2026-03-10T12:00:00Z").await;
        let problem = "e-mail: the mail server is not ready to take it (451). Waiting to be sent again: 1";
        assert_eq!(scene.problems.all(), [problem]);
        for (early, due) in [
            ("2026-03-10T12:14:59Z", "2026-03-10T12:15:00Z"),
            ("2026-03-10T12:44:59Z", "2026-03-10T12:45:00Z"),
            ("2026-03-10T13:44:59Z", "2026-03-10T13:45:00Z"),
        ] {
            scene.look(early).await;
            let seen = scene.addresses.find(&user("ada")).await.unwrap().unwrap();
            scene.look(due).await;
            let tried = scene.addresses.find(&user("ada")).await.unwrap().unwrap();
            assert_eq!(tried.failures, seen.failures + 1, "{due}");
        }
        // Nothing has come: what ended meanwhile comes along.
        scene.ends("ada", run("florist · Bend, OR", "2026-03-10T14:00:00Z"));
        scene.server.fails_with(None);
        scene.look("2026-03-10T15:45:00Z").await;
        assert_eq!(scene.server.took_one().subject, "6 new, 2 changed in 2 scheduled searches");
        assert_eq!(scene.problems.all(), Vec::<String>::new());
    }

    async fn what_may_have_come_is_sent_again_as_the_same_mail(test) {
        let scene = Scene::over(&test);
        scene.confirmed("ada").await;
        scene.ends("ada", run("brewery · Bend, OR", "2026-03-10T11:00:00Z"));
        scene.server.fails_with(MailError::BrokenOff);
        scene.look("2026-03-10T12:00:00Z").await;
        let first = scene.server.took_one();
        scene.ends("ada", run("florist · Bend, OR", "2026-03-10T12:05:00Z"));
        scene.server.fails_with(None);
        scene.look("2026-03-10T12:15:00Z").await;
        assert_eq!(scene.server.took_one(), first);
        scene.look("2026-03-11T12:15:00Z").await;
        let next = scene.server.took_one();
        assert_eq!(next.subject, "3 new, 1 changed: florist · Bend, OR");
        assert_ne!(next.id, first.id);
    }

    async fn an_address_that_the_server_refuses_for_days_is_off(test) {
        let scene = Scene::over(&test);
        let token = scene.confirmed("ada").await;
        scene.ends("ada", run("brewery · Bend, OR", "2026-03-10T11:00:00Z"));
        scene.server.fails_with(MailError::Refused(550));
        let mut now: Timestamp = "2026-03-10T12:00:00Z".parse().unwrap();
        let mut tries = 0;
        while scene.state("ada").await == Some(MailState::On) {
            tries += 1;
            scene.look(&now.to_string()).await;
            let seen = scene.addresses.find(&user("ada")).await.unwrap().unwrap();
            now = Timestamp::from_microsecond(seen.look_at.max(now.as_microsecond())).unwrap();
        }
        assert_eq!(tries, 10);
        assert!(now > "2026-03-13T12:00:00Z".parse().unwrap(), "{now}");
        assert_eq!(scene.problems.all(), Vec::<String>::new(), "nobody waits");
        assert_eq!(scene.mail.start(&token).await.unwrap(), Some(MailState::On));
        // A refusal that is about whoever sends never turns anything off.
        scene.server.fails_with(MailError::Refused(535));
        scene.ends("ada", run("brewery · Bend, OR", &now.to_string()));
        for _ in 0..14 {
            let seen = scene.addresses.find(&user("ada")).await.unwrap().unwrap();
            let due = Timestamp::from_microsecond(seen.look_at).unwrap();
            scene.look(&due.to_string()).await;
        }
        let seen = scene.addresses.find(&user("ada")).await.unwrap().unwrap();
        assert!(seen.state == MailState::On && seen.failures > 10, "{}", seen.failures);
        assert_eq!(scene.server.took(), []);
    }

    async fn two_processes_send_one_digest(test) {
        let scene = Scene::over(&test);
        for name in ["ada", "bob", "cat", "dan", "eve"] {
            let to = format!("{name}@inbox.example");
            scene.mail.ask(&user(name), &address(&to)).await.unwrap();
            scene.ends(name, run("brewery · Bend, OR", "2026-03-10T11:00:00Z"));
        }
        let others: Vec<MailKeeper> = (0..8).map(|_| scene.another_keeper()).collect();
        let all_look = async || {
            let looks = others.iter().map(MailKeeper::look_at_due);
            futures::future::try_join_all(looks).await.unwrap();
        };
        all_look().await;
        let links = scene.server.took();
        assert_eq!(links.len(), 5);
        for (_, letter) in links {
            let token = token_in(&letter, "/mail/confirm");
            assert_eq!(scene.mail.confirm(&token).await.unwrap(), Some(MailState::On));
        }
        scene.clock.set("2026-03-10T12:00:00Z");
        all_look().await;
        let mut came: Vec<String> = scene.server.took().into_iter().map(|(to, _)| to).collect();
        came.sort();
        assert_eq!(came, ["ada", "bob", "cat", "dan", "eve"].map(|name| format!("{name}@inbox.example")));
    }

    async fn whoever_dies_between_claim_and_sending_is_followed_by_another(test) {
        let scene = Scene::over(&test);
        scene.confirmed("ada").await;
        scene.ends("ada", run("brewery · Bend, OR", "2026-03-10T11:00:00Z"));
        scene.clock.set("2026-03-10T12:00:00Z");
        let due = scene.addresses.due(scene.clock.now().as_microsecond(), 10).await.unwrap();
        let [claim_until, telling_until] =
            ["2026-03-10T12:10:00Z", "2026-03-10T11:59:00Z"].map(|at| at.parse::<Timestamp>().unwrap().as_microsecond());
        let claimed = scene.addresses.claim(&due[0], telling_until, claim_until).await.unwrap();
        assert!(claimed.is_some());
        assert!(scene.addresses.claim(&due[0], telling_until, claim_until).await.unwrap().is_none());
        scene.look("2026-03-10T12:09:59Z").await;
        assert_eq!(scene.server.took(), []);
        scene.ends("ada", run("florist · Bend, OR", "2026-03-10T12:00:00Z"));
        scene.look("2026-03-10T12:10:00Z").await;
        let digest = scene.server.took_one();
        assert_eq!(digest.subject, "3 new, 1 changed: brewery · Bend, OR");
        // The one that was slow finds that it is done.
        let now = scene.clock.now().as_microsecond();
        scene.addresses.digest_sent(&claimed.unwrap(), now, now).await.unwrap();
        scene.look("2026-03-10T13:00:00Z").await;
        assert_eq!(scene.server.took(), []);
        scene.look("2026-03-11T12:10:00Z").await;
        assert_eq!(scene.server.took_one().subject, "3 new, 1 changed: florist · Bend, OR");
    }

    async fn a_stop_while_something_is_sent_holds(test) {
        let scene = Scene::over(&test);
        let token = scene.confirmed("ada").await;
        scene.clock.set("2026-03-10T12:00:00Z");
        let now = scene.clock.now().as_microsecond();
        let due = scene.addresses.due(now, 10).await.unwrap();
        let claimed = scene.addresses.claim(&due[0], now, now + 1).await.unwrap().unwrap();
        assert_eq!(scene.mail.stop(&token).await.unwrap(), Some(MailState::Off));
        scene.addresses.failed(&claimed, false, now).await.unwrap();
        scene.addresses.digest_sent(&claimed, now, now).await.unwrap();
        assert_eq!(scene.state("ada").await, Some(MailState::Off));
        let kept = scene.addresses.find(&user("ada")).await.unwrap().unwrap();
        assert_eq!((kept.look_at, kept.told_until), (0, now), "what was sent is not sent again");
    }

    async fn a_clock_that_was_ahead_keeps_nothing_back(test) {
        let scene = Scene::over(&test);
        scene.confirmed("ada").await;
        scene.ends("ada", run("brewery · Bend, OR", "2027-03-10T11:00:00Z"));
        scene.look("2027-03-10T12:00:00Z").await;
        scene.server.took_one();
        scene.look("2026-03-10T13:00:00Z").await;
        scene.ends("ada", run("florist · Bend, OR", "2026-03-10T13:01:00Z"));
        scene.look("2026-03-10T13:30:00Z").await;
        assert_eq!(scene.server.took_one().subject, "3 new, 1 changed: florist · Bend, OR");
    }

    async fn an_address_that_does_not_open_holds_up_nobody(test) {
        let scene = Scene::over(&test);
        scene.mail.ask(&user("ada"), &address(ADDRESS)).await.unwrap();
        scene.mail.ask(&user("bob"), &address("bob@inbox.example")).await.unwrap();
        let other = UserKeys::new(test.storage.log.clone(), WrappingKey::new(&[8; 32]));
        let keeper = keeper_of(&scene.addresses, &other, &scene.runs, &scene.server, &scene.clock, &scene.problems);
        keeper.look_at_due().await.unwrap();
        assert_eq!(scene.server.took(), []);
        assert_eq!(keeper.look_at_due().await.unwrap(), 0, "they are put off");
        scene.look("2026-03-10T10:15:00Z").await;
        assert_eq!(scene.server.took().len(), 2);
    }
}
