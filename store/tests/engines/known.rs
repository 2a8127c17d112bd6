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
        assert_eq!(lists.part(&ada, 1).await.unwrap().as_ref(), second.parts.get(1));
        assert_eq!(lists.part(&ada, 2).await.unwrap(), None);
        assert_eq!(lists.recognized_by(&ada, "two").await.unwrap(), Some(second.recognized_by));
        assert_eq!(lists.recognized_by(&ada, "one").await.unwrap(), None);
        assert_eq!(lists.listings(&ada, "two").await.unwrap(), None);

        assert_eq!(lists.find(&eve).await.unwrap(), None);
        assert!(!lists.remove(&eve).await.unwrap());
        assert!(lists.remove(&ada).await.unwrap() && !lists.remove(&ada).await.unwrap());
        assert_eq!(lists.part(&ada, 0).await.unwrap(), None);
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

    async fn what_was_left_out_is_counted_once_whichever_run_noted_it(test) {
        let left_out = LeftOut::new(test.storage.log.clone());
        let (one, other) = (session(1), session(2));
        for (city, businesses) in [(0, 3), (1, 5), (1, 4), (3, 1)] {
            left_out.note(one, city, businesses).await.unwrap();
        }
        let mut before = Vec::new();
        for city in 0..5 {
            before.push(left_out.before(one, city).await.unwrap());
        }
        assert_eq!(before, [0, 3, 7, 7, 8]);
        assert_eq!(left_out.before(other, 9).await.unwrap(), 0);
    }
}
