//! Users' keys beside the log.

use domain::ids::UserId;
use store::StoreError;
use store::user_keys::{UserKeys, WrappingKey};

store::on_both_engines! {
    async fn a_key_is_made_once_and_opens_under_its_wrapping_key_only(test) {
        let user = |sub: &str| UserId::new(sub).unwrap();
        let db = test.storage.log.clone();
        let keys = UserKeys::new(db.clone(), WrappingKey::new(&[7; 32]));
        let ada = user("auth0|ada");
        assert!(keys.find(&ada).await.unwrap().is_none());
        let (one, other) = tokio::join!(keys.find_or_make(&ada), keys.find_or_make(&ada));
        let (one, other) = (one.unwrap(), other.unwrap());
        assert_eq!(other.open(&one.close("text")).as_deref(), Some("text"));
        let eve = keys.find_or_make(&user("eve")).await.unwrap();
        assert_eq!(eve.open(&one.close("text")), None);

        let all = [ada.clone(), user("nobody"), user("eve")];
        let found = keys.find_all(&all).await.unwrap();
        let opened = found.iter().filter_map(|(of, key)| Some((of.as_str(), key.open(&one.close("text"))?)));
        assert_eq!(opened.collect::<Vec<_>>(), [("auth0|ada", "text".to_owned())]);
        assert_eq!(found.len(), 2);

        let stranger = UserKeys::new(db, WrappingKey::new(&[8; 32]));
        assert!(matches!(stranger.find(&ada).await, Err(StoreError::Damaged(_))));
    }
}
