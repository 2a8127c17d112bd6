//! Users' keys beside the log.

use domain::ids::UserId;
use store::StoreError;
use store::erasures::Erasures;
use store::user_keys::{UserKeys, WrappingKey};

store::on_both_engines! {
    async fn a_key_is_made_once_and_opens_under_its_wrapping_key_only(test) {
        let user = |sub: &str| UserId::new(sub).unwrap();
        let db = test.storage.log.clone();
        let keys = UserKeys::new(db.clone(), WrappingKey::new(&[7; 32]));
        let ada = user("auth0|ada");
        assert!(keys.find(&ada).await.unwrap().is_none());
        let (one, other) = tokio::join!(keys.find_or_make(&ada), keys.find_or_make(&ada));
        let (one, other) = (one.unwrap().unwrap(), other.unwrap().unwrap());
        assert_eq!(other.open(&one.close("text")).as_deref(), Some("text"));
        let eve = keys.find_or_make(&user("eve")).await.unwrap().unwrap();
        assert_eq!(eve.open(&one.close("text")), None);

        let all = [ada.clone(), user("nobody"), user("eve")];
        let found = keys.find_all(&all).await.unwrap();
        let opened = found.iter().filter_map(|(of, key)| Some((of.as_str(), key.open(&one.close("text"))?)));
        assert_eq!(opened.collect::<Vec<_>>(), [("auth0|ada", "text".to_owned())]);
        assert_eq!(found.len(), 2);

        let stranger = UserKeys::new(db, WrappingKey::new(&[8; 32]));
        assert!(matches!(stranger.find(&ada).await, Err(StoreError::Damaged(_))));
    }

    /// L-a: a key that an erasure destroys at that moment is no damage.
    async fn es_01_a_key_that_is_destroyed_while_it_is_made_is_no_damage(test) {
        let user = UserId::new("auth0|ada").unwrap();
        let keys = UserKeys::new(test.storage.log.clone(), WrappingKey::new(&[7; 32]));
        let making = async {
            for _ in 0..300 {
                keys.find_or_make(&user).await.unwrap();
            }
        };
        let destroying = async {
            for _ in 0..300 {
                keys.destroy(&user).await.unwrap();
            }
        };
        tokio::join!(making, destroying);
    }

    /// L-b: nothing is encrypted with a new key before the log has forgotten what the former one opened.
    async fn es_01_no_key_is_made_before_an_erasure_is_done_in_the_log(test) {
        let user = UserId::new("auth0|ada").unwrap();
        let db = test.storage.log.clone();
        let (keys, erasures) = (UserKeys::new(db.clone(), WrappingKey::new(&[7; 32])), Erasures::new(db));
        keys.find_or_make(&user).await.unwrap().unwrap();
        let begun = erasures.begin(&user).await.unwrap();
        assert!(begun.is_only && !begun.is_resumed);
        assert!(keys.find_or_make(&user).await.unwrap().is_some(), "it is not destroyed yet");
        assert!(keys.destroy(&user).await.unwrap());
        assert!(keys.find_or_make(&user).await.unwrap().is_none());
        assert!(erasures.begin(&user).await.unwrap().is_resumed, "the key may be gone by the first one");
        let other = UserId::new("auth0|bob").unwrap();
        assert!(keys.find_or_make(&other).await.unwrap().is_some());
        for unfinished in erasures.unfinished().await.unwrap() {
            erasures.forgotten(&unfinished).await.unwrap();
        }
        assert!(keys.find_or_make(&user).await.unwrap().is_some());
        let again = erasures.begin(&user).await.unwrap();
        assert!(!again.is_only && !again.is_resumed);
    }
}
