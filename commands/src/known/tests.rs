//! Uploads on both engines: what is refused, replaced, counted, forgotten, and how fast a long list is.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use domain::ids::UserId;
use places::import::{ImportOptions, import_file};
use places::{Catalogue, Place, Provenance};
use store::known::KnownLists;
use store::on_both_engines;
use store::testing::TestStorage;
use store::user_keys::{UserKeys, WrappingKey};
use testkit::eventually;

use super::*;
use crate::clock::Clock;
use crate::error::CommandError;
use crate::testing::SetClock;

/// How long a job waits for a list of 50,000, in a debug build beside other tests.
const LOAD: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2_000 } else { 60 });

struct Scene {
    uploads: KnownUploads,
    known: KnownIndex,
    catalogue: Arc<Catalogue>,
    keys: UserKeys,
    user: UserId,
    test: TestStorage,
}

impl Scene {
    fn new(test: TestStorage) -> Self {
        let db = &test.storage.log;
        let keys = UserKeys::new(db.clone(), WrappingKey::new(&[7; 32]));
        let known = KnownIndex::new(KnownLists::new(db.clone()), keys.clone());
        let catalogue = Arc::new(Catalogue::open(test.folder()).unwrap());
        let uploads = KnownUploads::new(known.clone(), Arc::clone(&catalogue), SetClock::new());
        Self {
            uploads,
            known,
            catalogue,
            keys,
            user: UserId::new("ada").unwrap(),
            test,
        }
    }

    /// Replaces the listing.
    fn list(&self, listing: &str) {
        let path = self.test.folder().join("listing.csv");
        std::fs::write(&path, listing).unwrap();
        let options = ImportOptions::default();
        let catalogue = &self.catalogue;
        import_file(catalogue, &path, options, |_| ControlFlow::Continue(())).unwrap();
    }

    async fn upload(&self, file: &str) -> Result<Uploaded, String> {
        let uploaded = self.uploads.upload(&self.user, Arc::from(file.as_bytes()));
        uploaded.await.unwrap().map_err(|error| error.to_string())
    }

    async fn counts(&self) -> Option<(u32, Option<u32>)> {
        let counts = self.uploads.counts(&self.user).await.unwrap()?;
        Some((counts.businesses, counts.found))
    }

    async fn found(&self, expected: u32) {
        eventually("the businesses are counted", || async {
            let counts = self.counts().await.unwrap();
            (counts.1 == Some(expected)).then_some(())
        })
        .await;
    }

    async fn knows(&self, name: &str) -> bool {
        let known = self.known.of(&self.user).await.unwrap();
        known.is_some_and(|known| known.knows(&place(name)))
    }
}

fn place(name: &str) -> Place {
    Place {
        street_address: Some("1 Main St".to_owned()),
        city: Some("Bend".to_owned()),
        state: Some("OR".to_owned()),
        zip: Some("97701".to_owned()),
        ..Place::new(
            name.to_owned(),
            name.to_owned(),
            Provenance::new("a".to_owned()),
        )
    }
}

const HEADER: &str = "name,street,city,state,zip,phone,category";

fn file(names: &[&str]) -> String {
    let rows = names
        .iter()
        .map(|name| format!("{name},1 Main Street,Bend,OR,97701,,brewery\n"));
    format!("{HEADER}\n{}", rows.collect::<String>())
}

on_both_engines! {
    async fn a_known_list_is_uploaded_counted_among_listings_replaced_and_removed(test) {
        let scene = Scene::new(test);
        assert_eq!(scene.counts().await, None);
        assert!(!scene.knows("Alpha").await);
        scene.list(&format!("{HEADER}\nAlpha,1 Main St,Bend,OR,97701,,brewery\n"));
        let uploaded = scene.upload(&file(&["Alpha", "Beta", "", "ALPHA"])).await.unwrap();
        assert_eq!((uploaded.counts.businesses, uploaded.counts.found), (2, None));
        assert_eq!(uploaded.counts.uploaded_at, SetClock::new().now());
        let refused: Vec<_> = uploaded.refused.iter().map(|one| (one.line, one.why.to_string())).collect();
        assert_eq!((refused, uploaded.refused_count), (vec![(4, "no name".to_owned())], 1));
        assert!(scene.knows("alpha").await && scene.knows("Beta").await && !scene.knows("Gamma").await);
        scene.found(1).await;

        // Where it is said to be: by the listing, or by itself.
        let located = scene.uploads.located(&scene.user).await.unwrap();
        let located: BTreeMap<_, _> = located
            .into_iter()
            .map(|one| (one.business.name, (one.category, one.zip)))
            .collect();
        let both = (Some("brewery".to_owned()), Some("97701".to_owned()));
        assert_eq!(located, [("Alpha".to_owned(), both.clone()), ("Beta".to_owned(), both)].into());

        // Other listings are counted without another upload.
        scene.list(&file(&["Beta", "Alpha"]));
        scene.counts().await;
        scene.found(2).await;

        // A file of no use leaves the list as it is.
        for (file, words) in [
            ("", "The file has no rows."),
            ("name,city\nA,Bend\n", "call them 'city' and 'state'"),
            ("name,city,state\nA,Bend,OR\n", "None of the 1 rows can be used."),
        ] {
            let refusal = scene.upload(file).await.unwrap_err();
            assert!(refusal.contains(words), "{refusal}");
        }
        assert_eq!(scene.counts().await, Some((2, Some(2))));
        assert_eq!(scene.upload(&file(&["Gamma"])).await.unwrap().counts.businesses, 1);
        assert!(scene.knows("Gamma").await && !scene.knows("Alpha").await);

        let eve = UserId::new("eve").unwrap();
        assert!(scene.known.of(&eve).await.unwrap().is_none());
        assert!(!scene.uploads.remove(&eve).await.unwrap());
        assert!(scene.uploads.remove(&scene.user).await.unwrap());
        assert!(!scene.uploads.remove(&scene.user).await.unwrap());
        assert!(!scene.knows("Gamma").await);
        assert_eq!(scene.counts().await, None);
    }

    /// Whatever is uploaded at once, one of the files is the list.
    async fn of_known_lists_uploaded_at_once_one_is_kept_as_a_whole(test) {
        let scene = Scene::new(test);
        let files: Vec<String> = (0..8)
            .map(|number| {
                let names: Vec<String> = (0..=number).map(|one| format!("List {number} {one}")).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                file(&names)
            })
            .collect();
        let all = files.iter().map(|file| scene.upload(file));
        for uploaded in futures::future::join_all(all).await {
            uploaded.unwrap();
        }
        let (businesses, _) = scene.counts().await.unwrap();
        let located = scene.uploads.located(&scene.user).await.unwrap();
        let whose = format!("List {} ", businesses - 1);
        assert_eq!(located.len(), businesses as usize);
        for one in located {
            assert!(one.business.name.starts_with(&whose), "{}", one.business.name);
            assert!(scene.knows(&one.business.name).await);
        }
    }

    /// An erasure destroys the key while files are uploaded: what is left is readable.
    async fn beside_erasures_no_known_list_is_left_that_no_key_opens(test) {
        let scene = Scene::new(test);
        let lists = KnownLists::new(scene.test.storage.log.clone());
        let upload = async {
            for round in 0..30 {
                let file = file(&[&format!("Round {round}")]);
                let uploaded = scene.uploads.upload(&scene.user, Arc::from(file.as_bytes())).await;
                // Too many came in between: nothing was stored.
                assert!(matches!(uploaded, Ok(Ok(_)) | Err(CommandError::Conflict)), "{uploaded:?}");
            }
        };
        let erase = async {
            for _ in 0..30 {
                // As an erasure does.
                scene.keys.destroy(&scene.user).await.unwrap();
                lists.remove(&scene.user).await.unwrap();
                tokio::task::yield_now().await;
            }
        };
        futures::join!(upload, erase);
        if let Some((businesses, _)) = scene.counts().await {
            let located = scene.uploads.located(&scene.user).await.unwrap();
            assert_eq!(located.len(), businesses as usize);
        }
    }

    async fn a_job_has_a_list_of_50_000_in_a_moment(test) {
        let scene = Scene::new(test);
        let rows = (0..MOST_ROWS).map(|row| {
            format!("Business {row},{row} Main Street,Bend,OR,97701,541{row:07},brewery\n")
        });
        let longest = format!("{HEADER}\n{}", rows.collect::<String>());
        assert!(longest.len() < MOST_BYTES);
        let since = Instant::now();
        assert_eq!(u64::from(scene.upload(&longest).await.unwrap().counts.businesses), MOST_ROWS);
        let uploaded = since.elapsed();
        let fresh = KnownIndex::new(KnownLists::new(scene.test.storage.log.clone()), scene.keys.clone());
        let since = Instant::now();
        let known = fresh.of(&scene.user).await.unwrap().unwrap();
        let loaded = since.elapsed();
        let row = Place {
            latitude: Some(44.05),
            longitude: Some(-121.31),
            phone: Some("503-555-0100".to_owned()),
            ..place("Nobody")
        };
        let since = Instant::now();
        for _ in 0..1_000 {
            assert!(!known.knows(&row));
        }
        eprintln!(
            "{}: 50,000 businesses uploaded in {uploaded:?}, there for a job in {loaded:?}, 1,000 rows looked up in {:?}",
            scene.test.storage.log.engine(),
            since.elapsed()
        );
        assert!(loaded < LOAD, "{loaded:?}");
        let one_more = format!("{longest}One More,1 Main St,Bend,OR,97701,,\n");
        let refusal = scene.upload(&one_more).await.unwrap_err();
        assert_eq!(refusal, "The file has more than 50000 rows.");
    }
}
