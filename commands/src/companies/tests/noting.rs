//! Listings that are met again: each difference from what was saved is noted once.

use domain::codec::StoredEvent as _;
use domain::company_list::{CompanyListEvent, ListingChange};
use domain::metadata::Actor;
use places::{Place, Provenance, identities};

use super::super::noting::ListingChanges;
use super::super::testing::SavedInLog;
use super::*;

fn place(source: &str, name: &str, phone: &str) -> Place {
    Place {
        street_address: Some("1 Main St".to_owned()),
        city: Some("Bend".to_owned()),
        state: Some("OR".to_owned()),
        zip: Some("97701".to_owned()),
        phone: (!phone.is_empty()).then(|| phone.to_owned()),
        ..Place::new(
            name.to_owned(),
            name.to_owned(),
            Provenance {
                source_id: Some(name.to_lowercase()),
                ..Provenance::new(source.to_owned())
            },
        )
    }
}

fn saved(row_idx: u32, place: &Place) -> RowToSave {
    RowToSave {
        row: SessionRow {
            session: SessionKey::new(Uuid::nil()),
            row_idx,
            identities: identities(place),
        },
        business: serde_json::json!({"place": place, "known": null}).to_string(),
    }
}

/// A user with saved companies.
struct Scene {
    changes: ListingChanges,
    process: Process,
    user: UserId,
    keys: UserKeys,
}

impl Scene {
    async fn new(storage: &Storage) -> Self {
        let process = Process::start(storage);
        let user = process.with("ada", 0).await;
        let keys = UserKeys::new(storage.log.clone(), WrappingKey::new(&[7; 32]));
        let log = process.companies.dispatcher.store().log().clone();
        let saved = SavedInLog(log, keys.clone());
        let changes = ListingChanges::new(process.companies.clone(), Arc::new(saved));
        Self {
            changes,
            process,
            user,
            keys,
        }
    }

    async fn save(&self, places: &[Place]) {
        let rows = (0..)
            .zip(places)
            .map(|(row_idx, place)| saved(row_idx, place));
        let session = SessionKey::new(Uuid::nil());
        let companies = &self.process.companies;
        let saving = companies.save(&self.user, session, rows.collect(), None);
        saving.await.unwrap();
    }

    /// How many differences are new among rows that a run meets; none if nothing is saved.
    async fn meets(&self, places: &[Place]) -> Option<usize> {
        let mut met = self.changes.of(&self.user).await.unwrap()?;
        places.iter().for_each(|place| met.meet(place));
        Some(self.changes.note(&met).await.unwrap())
    }

    /// All that was noted: field, before and after.
    async fn noted(&self) -> Vec<Vec<[String; 3]>> {
        let log = self.process.companies.dispatcher.store().log();
        let key = self.keys.find(&self.user).await.unwrap();
        let events = log
            .read_stream::<CompanyList>(self.user.as_str(), 0)
            .await
            .unwrap();
        let events = events
            .iter()
            .filter(|event| event.event_type == "CompanyChanged");
        let each = events.map(|event| {
            assert_eq!(event.metadata["actor"], "system");
            let payload = event.payload.to_string();
            let event = CompanyListEvent::decode(&event.event_type, &event.event_version, &payload);
            let CompanyListEvent::CompanyChanged(changed) = event.unwrap() else {
                panic!("a change");
            };
            let text = key.as_ref().unwrap().open(&changed.change.text).unwrap();
            let change: ListingChange = serde_json::from_str(&text).unwrap();
            let fields = change.fields.into_iter();
            fields
                .map(|field| {
                    let text = |text: Option<String>| text.unwrap_or_default();
                    [
                        field.field.as_str().to_owned(),
                        text(field.before),
                        text(field.after),
                    ]
                })
                .collect()
        });
        each.collect()
    }
}

fn phone(before: &str, after: &str) -> Vec<[String; 3]> {
    vec![["phone".to_owned(), before.to_owned(), after.to_owned()]]
}

on_both_engines! {
    async fn what_differs_from_what_was_saved_is_noted_once(test) {
        let scene = Scene::new(&test.storage).await;
        let (kettle, heron) = (place("a", "Copper Kettle", "555-0101"), place("a", "Heron", "555-0102"));
        let recalled = place("a", "Copper Kettle", "555-0199");
        assert_eq!(scene.meets(std::slice::from_ref(&kettle)).await, None, "nothing is saved");
        scene.save(&[kettle.clone(), heron.clone()]).await;
        let spelt = Place { name: "COPPER KETTLE".to_owned(), ..kettle.clone() };
        let stranger = place("a", "Stranger", "555-0100");
        let elsewhere = place("b", "Copper Kettle", "555-0000");
        assert_eq!(scene.meets(&[spelt, heron.clone(), stranger, elsewhere]).await, Some(0));
        assert_eq!(scene.meets(&[recalled.clone(), heron.clone()]).await, Some(1));
        assert_eq!(scene.meets(&[recalled.clone(), heron]).await, Some(0), "it is noted");
        let silent = place("a", "Copper Kettle", "");
        assert_eq!(scene.meets(std::slice::from_ref(&silent)).await, Some(1));
        // As it was saved again: that is told, and not twice.
        assert_eq!(scene.meets(std::slice::from_ref(&kettle)).await, Some(1));
        assert_eq!(scene.meets(std::slice::from_ref(&kettle)).await, Some(0));
        assert_eq!(scene.meets(std::slice::from_ref(&recalled)).await, Some(1));
        let again = phone("555-0101", "555-0199");
        let expected = [again.clone(), phone("555-0101", ""), Vec::new(), again];
        assert_eq!(scene.noted().await, expected);
    }

    async fn what_was_removed_refreshed_or_erased_does_not_differ(test) {
        let scene = Scene::new(&test.storage).await;
        let (kettle, recalled) = (place("a", "Kettle", "555-0101"), place("a", "Kettle", "555-0199"));
        scene.save(&[kettle.clone(), place("a", "Heron", "555-0102")]).await;
        assert_eq!(scene.meets(std::slice::from_ref(&recalled)).await, Some(1));
        let companies = &scene.process.companies;
        let company = companies.saved(&scene.user, &saved(0, &kettle).row).await.unwrap().unwrap();
        let facts = saved(0, &recalled).business;
        let session = SessionKey::new(Uuid::nil());
        let refreshed = companies.refresh(&scene.user, session, [(company, facts)].into()).await.unwrap();
        assert_eq!(refreshed.paid, [company]);
        assert_eq!(scene.meets(std::slice::from_ref(&recalled)).await, Some(0));
        assert_eq!(scene.meets(std::slice::from_ref(&kettle)).await, Some(1), "against what was refreshed");
        companies.remove(&scene.user, [company].into(), None).await.unwrap();
        assert_eq!(scene.meets(std::slice::from_ref(&kettle)).await, Some(0));
        // What was met when an erasure came between is not noted.
        let mut met = scene.changes.of(&scene.user).await.unwrap().unwrap();
        met.meet(&place("a", "Heron", "555-0000"));
        companies.erase(&scene.user, Actor::System, false).await.unwrap();
        assert_eq!(scene.changes.note(&met).await.unwrap(), 0);
        assert_eq!(scene.meets(&[kettle]).await, None);
    }
}
