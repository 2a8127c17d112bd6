//! What users, and the owners of addresses, do.

use store::mail::MailState;
use store::{on_both_engines, with_reader};

use super::*;

on_both_engines! {
    async fn nothing_but_a_link_comes_before_it_is_opened(test) {
        let scene = Scene::over(&test);
        let ada = user("ada");
        assert_eq!(scene.mail.find(&ada).await.unwrap(), None);
        scene.mail.ask(&ada, &address(ADDRESS)).await.unwrap();
        scene.ends("ada", run("brewery · Bend, OR", "2026-03-10T10:01:00Z"));
        scene.look("2026-03-10T10:00:00Z").await;
        let came = scene.server.took();
        assert_eq!(came.len(), 1);
        assert_eq!(came[0].0, ADDRESS);
        let letter = &came[0].1;
        assert_eq!(letter.subject, "Confirm this address for DemandAtlas");
        assert_eq!(letter.unsubscribe, None);
        let token = token_in(letter, "/mail/confirm");
        for at in ["2026-03-10T10:20:00Z", "2026-03-12T10:00:00Z"] {
            scene.look(at).await;
            assert_eq!(scene.server.took(), []);
        }
        assert_eq!(scene.state("ada").await, Some(MailState::Waiting));

        // Wrong tokens are none; the right one is right for ever, and has no other effect later.
        for wrong in ["", "x", &format!("{token}x"), &token[1..]] {
            assert_eq!(scene.mail.confirm(wrong).await.unwrap(), None);
            assert_eq!(scene.mail.stop(wrong).await.unwrap(), None);
            assert_eq!(scene.mail.start(wrong).await.unwrap(), None);
        }
        assert_eq!(scene.mail.start(&token).await.unwrap(), Some(MailState::Waiting));
        assert_eq!(scene.mail.confirm(&token).await.unwrap(), Some(MailState::On));
        assert_eq!(scene.mail.confirm(&token).await.unwrap(), Some(MailState::On));
        scene.look("2026-03-12T11:00:00Z").await;
        assert_eq!(scene.server.took(), [], "what ended before is not told");
        scene.ends("ada", run("brewery · Bend, OR", "2026-03-12T11:01:00Z"));
        scene.look("2026-03-12T11:20:00Z").await;
        scene.server.took_one();

        // The address and the token are nowhere in the clear.
        let db = &test.storage.log;
        let row: (String, String, String) = with_reader!(db, pool =>
            sqlx::query_as("SELECT closed, salt, token_hash FROM mail_addresses").fetch_one(pool).await).unwrap();
        let row = format!("{row:?}");
        assert!(!row.contains("ada@") && !row.contains(&token), "{row}");
    }

    async fn links_are_few_a_day_and_nobody_learns_of_others(test) {
        let scene = Scene::over(&test);
        let ask = async |name: &str, to: &str| scene.mail.ask(&user(name), &address(to)).await;
        for _ in 0..3 {
            ask("ada", ADDRESS).await.unwrap();
            scene.look("2026-03-10T10:00:00Z").await;
        }
        let came = scene.server.took();
        assert_eq!(came.len(), 3);
        let tokens: Vec<String> = came.iter().map(|(_, letter)| token_in(letter, "/mail/confirm")).collect();
        assert!(tokens.iter().all(|token| *token == tokens[0]), "whichever of them is opened");
        let refusal = ask("ada", "other@inbox.example").await.unwrap_err();
        assert!(matches!(refusal, AskError::TooMany(wait) if wait.as_secs() == 14 * 3_600), "{refusal:?}");
        scene.mail.erase(&user("ada")).await.unwrap();
        assert!(ask("ada", ADDRESS).await.is_err(), "deleting it does not help");

        // To the others nothing is different, however the address is written: but six is all it gets.
        for name in ["bob", "cat", "dan", "eve"] {
            ask(name, "ADA@inbox.example").await.unwrap();
            assert_eq!(scene.state(name).await, Some(MailState::Waiting));
        }
        scene.look("2026-03-10T10:01:00Z").await;
        assert_eq!(scene.server.took().len(), 3);
        scene.clock.set("2026-03-11T00:00:00Z");
        ask("eve", ADDRESS).await.unwrap();
        scene.look("2026-03-11T00:00:00Z").await;
        scene.server.took_one();
    }

    async fn whoever_has_the_link_stops_and_starts_the_e_mails(test) {
        let scene = Scene::over(&test);
        let token = scene.confirmed("ada").await;
        scene.ends("ada", run("brewery · Bend, OR", "2026-03-10T11:00:00Z"));
        scene.look("2026-03-10T12:00:00Z").await;
        let digest = scene.server.took_one();
        assert_eq!(token_in(&digest, "/mail/stop"), token);
        let at_once = format!("https://atlas.example/api/mail/stop?token={token}");
        assert_eq!(digest.unsubscribe.unwrap().as_str(), at_once);
        for _ in 0..2 {
            assert_eq!(scene.mail.stop(&token).await.unwrap(), Some(MailState::Off));
        }
        for ended_at in ["2026-03-15T12:00:00Z", "2026-03-20T12:00:00Z"] {
            scene.ends("ada", run("brewery · Bend, OR", ended_at));
        }
        scene.look("2026-03-21T11:00:00Z").await;
        assert_eq!(scene.server.took(), []);
        assert_eq!(scene.mail.confirm(&token).await.unwrap(), Some(MailState::Off), "that link is used up");
        // Her account cannot start it again without the owner of the mailbox.
        scene.mail.ask(&user("ada"), &address(ADDRESS)).await.unwrap();
        assert_eq!(scene.state("ada").await, Some(MailState::Waiting));
        assert_eq!(scene.mail.stop(&token).await.unwrap(), None, "it has new links now");
        scene.look("2026-03-21T11:00:00Z").await;
        let token = token_in(&scene.server.took_one(), "/mail/confirm");
        assert_eq!(scene.mail.stop(&token).await.unwrap(), Some(MailState::Off));
        for _ in 0..2 {
            assert_eq!(scene.mail.start(&token).await.unwrap(), Some(MailState::On));
        }
        scene.ends("ada", run("brewery · Bend, OR", "2026-03-21T12:00:00Z"));
        scene.look("2026-03-21T13:00:00Z").await;
        assert_eq!(scene.server.took_one().subject, "3 new, 1 changed: brewery · Bend, OR");
    }

    async fn starting_again_tells_what_ended_within_a_day(test) {
        let scene = Scene::over(&test);
        let token = scene.confirmed("ada").await;
        assert_eq!(scene.mail.stop(&token).await.unwrap(), Some(MailState::Off));
        scene.ends("ada", run("old · Bend, OR", "2026-03-15T12:00:00Z"));
        scene.ends("ada", run("brewery · Bend, OR", "2026-03-20T12:00:00Z"));
        scene.clock.set("2026-03-21T11:00:00Z");
        assert_eq!(scene.mail.start(&token).await.unwrap(), Some(MailState::On));
        scene.look("2026-03-21T11:05:00Z").await;
        assert_eq!(scene.server.took_one().subject, "3 new, 1 changed: brewery · Bend, OR");
    }

    async fn addresses_that_nobody_confirms_are_deleted(test) {
        let scene = Scene::over(&test);
        scene.confirmed("ada").await;
        scene.mail.ask(&user("bob"), &address("bob@inbox.example")).await.unwrap();
        for (at, state) in [
            ("2026-03-17T09:59:59Z", Some(MailState::Waiting)),
            ("2026-03-17T10:00:01Z", None),
        ] {
            scene.clock.set(at);
            scene.mail.forget_waiting().await.unwrap();
            assert_eq!(scene.state("bob").await, state, "{at}");
        }
        assert_eq!(scene.state("ada").await, Some(MailState::On));
        assert!(scene.mail.erase(&user("ada")).await.unwrap());
        assert!(!scene.mail.erase(&user("ada")).await.unwrap());
        assert_eq!(scene.state("ada").await, None);
    }
}
