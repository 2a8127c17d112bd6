//! The businesses that users know, and how many were left out.

use domain::ids::{SessionKey, UserId};
use store::known::{KnownLists, LeftOut, NewKnownList, Recognized};
use store::on_both_engines;
use store::user_keys::{UserKey, UserKeys, WrappingKey};

fn session(number: u8) -> SessionKey {
    format!("7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b{number:02}")
        .parse()
        .unwrap()
}

fn list(id: &str, key: &UserKey, businesses: u32) -> NewKnownList {
    let part = |number| key.close_long(&format!("[{number}]")).unwrap();
    NewKnownList {
        id: id.to_owned(),
        uploaded_at: 7,
        businesses,
        recognized_by: Recognized {
            kinds: vec!["name, street, ZIP".to_owned()],
            digests: (0..businesses)
                .map(|n| key.digest("k", &n.to_string()))
                .collect(),
        },
        parts: (0..businesses).map(part).collect(),
    }
}

on_both_engines! {
    async fn a_known_list_is_replaced_as_a_whole_counted_and_removed(test) {
        let db = &test.storage.log;
        let (lists, keys) = (KnownLists::new(db.clone()), UserKeys::new(db.clone(), WrappingKey::new(&[7; 32])));
        let (ada, eve) = (UserId::new("ada").unwrap(), UserId::new("eve").unwrap());
        let key = keys.find_or_make(&ada).await.unwrap().unwrap();
        assert_eq!(lists.find(&ada).await.unwrap(), None);
        assert!(lists.replace(&ada, &list("one", &key, 3), &keys, &key).await.unwrap());
        let head = lists.find(&ada).await.unwrap().unwrap();
        assert_eq!((head.id.as_str(), head.uploaded_at, head.businesses, head.found), ("one", 7, 3, None));
        let listings = key.close_long("[0]").unwrap();
        lists.note_found(&ada, "one", (2, "here"), &listings).await.unwrap();
        lists.note_found(&ada, "another", (3, "there"), &listings).await.unwrap();
        let head = lists.find(&ada).await.unwrap().unwrap();
        assert_eq!((head.found, head.found_in.as_str()), (Some(2), "here"));
        assert_eq!(lists.listings(&ada, "one").await.unwrap(), Some(listings));

        let second = list("two", &key, 2);
        assert!(lists.replace(&ada, &second, &keys, &key).await.unwrap());
        let head = lists.find(&ada).await.unwrap().unwrap();
        assert_eq!((head.id.as_str(), head.businesses, head.found), ("two", 2, None));
        assert_eq!(lists.parts(&ada, "two").await.unwrap(), second.parts);
        assert_eq!(lists.parts(&ada, "one").await.unwrap(), []);
        assert_eq!(lists.recognized_by(&ada, "two").await.unwrap(), Some(second.recognized_by));
        assert_eq!(lists.recognized_by(&ada, "one").await.unwrap(), None);
        assert_eq!(lists.listings(&ada, "two").await.unwrap(), None);

        assert_eq!(lists.find(&eve).await.unwrap(), None);
        assert!(!lists.remove(&eve).await.unwrap());
        assert!(lists.remove(&ada).await.unwrap() && !lists.remove(&ada).await.unwrap());
        assert_eq!(lists.parts(&ada, "two").await.unwrap(), []);
    }

    async fn a_known_list_closed_with_a_key_that_was_destroyed_is_not_stored(test) {
        let db = &test.storage.log;
        let (lists, keys) = (KnownLists::new(db.clone()), UserKeys::new(db.clone(), WrappingKey::new(&[7; 32])));
        let ada = UserId::new("ada").unwrap();
        let former = keys.find_or_make(&ada).await.unwrap().unwrap();
        let old = list("one", &former, 2);
        assert!(keys.destroy(&ada).await.unwrap());
        assert!(!lists.replace(&ada, &old, &keys, &former).await.unwrap());
        let key = keys.find_or_make(&ada).await.unwrap().unwrap();
        assert!(!lists.replace(&ada, &old, &keys, &former).await.unwrap(), "another key");
        assert_eq!(lists.find(&ada).await.unwrap(), None);
        assert!(lists.replace(&ada, &list("two", &key, 2), &keys, &key).await.unwrap());
    }

    async fn what_was_left_out_is_noted_once_whichever_run_did_and_erased(test) {
        let left_out = LeftOut::new(test.storage.log.clone());
        let (ada, eve) = (UserId::new("ada").unwrap(), UserId::new("eve").unwrap());
        let of = |numbers: &[u8]| numbers.iter().map(|number| [*number; 16]).collect::<Vec<_>>();
        for (city, businesses) in [(0, of(&[1, 2])), (1, of(&[3, 4])), (1, of(&[4])), (3, of(&[5]))] {
            left_out.note(&ada, session(1), city, &businesses).await.unwrap();
        }
        for (city, businesses) in [(0, of(&[])), (1, of(&[1, 2])), (2, of(&[1, 2, 4])), (9, of(&[1, 2, 4, 5]))] {
            let mut noted = left_out.before(session(1), city).await.unwrap();
            noted.sort_unstable();
            assert_eq!(noted, businesses, "{city}");
        }
        assert_eq!(left_out.before(session(2), 9).await.unwrap(), of(&[]));
        assert!(!left_out.erase(&eve).await.unwrap());
        assert!(left_out.erase(&ada).await.unwrap() && !left_out.erase(&ada).await.unwrap());
        assert_eq!(left_out.before(session(1), 9).await.unwrap(), of(&[]));
    }
}
