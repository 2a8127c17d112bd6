//! Reading websites: what is paid, that it is paid once whenever the process dies, and what a user is shown.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};

use async_trait::async_trait;
use domain::Credits;
use domain::ids::{CompanyId, SessionKey, UserId};
use domain::scrape_job::{JobStatus, Want};
use domain::tier::Tier;
use jiff::Timestamp;
use places::{Place, Provenance};
use store::StoreError;
use store::on_both_engines;
use store::websites::ShownWebsite;
use websites::{Depth, Found, PageRead, ReadError, SiteFacts, SiteRead, WebsiteAddress};

use super::process::{Dies, Process};
use super::scene::{NONE_OPEN, Scene};
use crate::websites::{
    Company, ReadingStart, WebsiteDocument, WebsiteSource, forget_removed_before,
};

/// Websites `site-N.example`, of which all say an e-mail address but those of `silent` numbers.
#[derive(Default)]
pub(super) struct MadeUpWebsites {
    silent: Mutex<BTreeSet<u32>>,
    is_off: AtomicBool,
    asked: AtomicUsize,
    /// Only lower numbers are read.
    only_below: Mutex<Option<u32>>,
    /// The reader has a fault over this one.
    faulty: Mutex<Option<u32>>,
    /// How many people were removed.
    removed: AtomicI64,
    /// Reading this one, somebody is removed.
    removes_at: Mutex<Option<u32>>,
}

fn found(value: String) -> Found {
    Found {
        value,
        by: "mailto link".to_owned(),
        page: "https://site.example/".to_owned(),
        read_at: Timestamp::UNIX_EPOCH,
    }
}

fn number_of(address: &WebsiteAddress) -> u32 {
    let digits: String = address
        .host()
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    digits.parse().unwrap()
}

#[async_trait]
impl WebsiteSource for MadeUpWebsites {
    fn is_on(&self) -> bool {
        !self.is_off.load(Ordering::SeqCst)
    }

    async fn read(
        &self,
        _: &UserId,
        address: &WebsiteAddress,
        depth: Depth,
        _: bool,
    ) -> Result<SiteRead, StoreError> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let number = number_of(address);
        let only_below = *self.only_below.lock().unwrap();
        if only_below.is_some_and(|end| number >= end) {
            std::future::pending::<()>().await;
        }
        let faulty = *self.faulty.lock().unwrap();
        assert_ne!(faulty, Some(number), "a fault of ours");
        if self
            .removes_at
            .lock()
            .unwrap()
            .take_if(|at| *at == number)
            .is_some()
        {
            self.removed.fetch_add(1, Ordering::SeqCst);
        }
        let mut facts = SiteFacts::default();
        if !self.silent.lock().unwrap().contains(&number) {
            facts
                .emails
                .push(found(format!("info@site-{number}.example")));
            facts.phones.push(found("(541) 555-0101".to_owned()));
        }
        let pages = if depth == Depth::Site { 3 } else { 1 };
        let pages = (0..pages).map(|page| PageRead {
            url: format!("{}{page}", address.url()),
            read: Err(ReadError::Unreachable),
        });
        Ok(SiteRead {
            pages: pages.collect(),
            facts,
        })
    }

    async fn removed(&self) -> Result<i64, StoreError> {
        Ok(self.removed.load(Ordering::SeqCst))
    }
}

fn place(number: u32) -> Place {
    Place {
        website: Some(format!("https://site-{number}.example/")),
        ..Place::new(
            format!("k{number}"),
            format!("Business {number}"),
            Provenance::new("test".to_owned()),
        )
    }
}

impl Scene {
    async fn read(
        &self,
        numbers: impl IntoIterator<Item = u32>,
        wants: &[Want],
        most: Option<u32>,
    ) -> SessionKey {
        let rows: Vec<Place> = numbers.into_iter().map(place).collect();
        self.read_rows(&rows, wants, most).await
    }

    async fn read_rows(&self, rows: &[Place], wants: &[Want], most: Option<u32>) -> SessionKey {
        let of: SessionKey = "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c".parse().unwrap();
        let start = ReadingStart::of_session(of, "brewery", rows, wants.to_vec()).within(most);
        let started = start.run(&self.jobs, &self.website_reads, &self.user, NONE_OPEN, None);
        started.await.unwrap().session
    }

    async fn read_companies(&self, companies: &[Company]) -> SessionKey {
        let start = ReadingStart::of_companies(companies, vec![Want::Email]);
        let started = start.run(&self.jobs, &self.website_reads, &self.user, NONE_OPEN, None);
        started.await.unwrap().session
    }

    /// The company is removed, and the hour in which that can be undone is over.
    async fn forget(&self, company: &Company) {
        let (reads, id) = (&self.website_reads, company.id.to_string());
        reads
            .note_removed(self.user.as_str(), &id, 1)
            .await
            .unwrap();
        forget_removed_before(2, reads).await.unwrap();
    }

    /// Taken to its end by a process.
    async fn read_to_its_end(&self, session: SessionKey) -> JobStatus {
        let process = Process::start(self, None).await;
        let job = self.at_rest(session).await;
        process.kill().await;
        job.status()
    }

    /// What the user is shown of websites, by their numbers.
    async fn shown(&self) -> Vec<ShownWebsite> {
        self.website_reads
            .of_user(self.user.as_str())
            .await
            .unwrap()
    }

    async fn emails_shown(&self) -> BTreeSet<String> {
        let documents = self.shown().await.into_iter();
        let documents = documents
            .filter_map(|shown| serde_json::from_str::<WebsiteDocument>(&shown.document).ok());
        documents
            .flat_map(|document| document.facts.emails)
            .map(|email| email.value)
            .collect()
    }
}

/// A saved company with a website of this number.
fn company(id: u128, website: u32) -> Company {
    Company {
        id: CompanyId::new(uuid::Uuid::from_u128(id)),
        place: place(website),
    }
}

fn emails(numbers: impl IntoIterator<Item = u32>) -> BTreeSet<String> {
    numbers
        .into_iter()
        .map(|number| format!("info@site-{number}.example"))
        .collect()
}

on_both_engines! {
    async fn a_website_with_news_costs_one_credit_and_others_nothing(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        *scene.websites.silent.lock().unwrap() = (0..100).filter(|number| number % 3 == 0).collect();
        let session = scene.read(0..100, &[Want::Email], None).await;
        assert_eq!(scene.read_to_its_end(session).await, JobStatus::Completed);
        scene.assert_paid(66).await;
        assert_eq!(scene.emails_shown().await, emails((0..100).filter(|number| number % 3 != 0)));
        let job = scene.job(session).await;
        assert_eq!((job.delivered(), job.with_news()), (100, 66));
    }

    async fn what_is_known_is_no_news(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        let mut listed = place(1);
        listed.emails = vec!["Info@site-1.example".to_owned()];
        let mut of_google = place(2);
        of_google.provenance.storable = false;
        let rows = [listed, of_google, place(3), place(3)];
        let session = scene.read_rows(&rows, &[Want::Email], None).await;
        scene.read_to_its_end(session).await;
        // The listed one is known, Google's is not read, the third is there twice.
        scene.assert_paid(1).await;
        assert_eq!(scene.websites.asked.load(Ordering::SeqCst), 2);
        // The same again is free for a month; something else of it is not.
        let session = scene.read([3], &[Want::Email], None).await;
        scene.read_to_its_end(session).await;
        scene.assert_paid(1).await;
        let session = scene.read([3], &[Want::Email, Want::Phone], None).await;
        scene.read_to_its_end(session).await;
        scene.assert_paid(2).await;
        // What it said before is known for ever.
        scene.clock.set("2026-04-11T10:00:00Z");
        let session = scene.read([3], &[Want::Email, Want::Phone], None).await;
        scene.read_to_its_end(session).await;
        scene.assert_paid(2).await;
    }

    async fn what_was_not_found_and_not_paid_is_not_free_later(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        *scene.websites.silent.lock().unwrap() = BTreeSet::from([1, 2]);
        let company = company(2, 2);
        let session = scene.read_companies(std::slice::from_ref(&company)).await;
        scene.read_to_its_end(session).await;
        let session = scene.read([1], &[Want::Email], None).await;
        scene.read_to_its_end(session).await;
        scene.forget(&company).await;
        scene.assert_paid(0).await;
        scene.websites.silent.lock().unwrap().clear();
        let session = scene.read([1, 2], &[Want::Email], None).await;
        scene.read_to_its_end(session).await;
        scene.assert_paid(2).await;
    }

    async fn a_reading_ends_where_the_credits_or_its_bound_end(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        scene.leave(7).await;
        let session = scene.read(0..30, &[Want::Email], None).await;
        scene.read_to_its_end(session).await;
        scene.assert_paid(7).await;
        assert_eq!(scene.emails_shown().await, emails(0..7));
        scene.leave(100).await;
        let session = scene.read(100..130, &[Want::Email], Some(20)).await;
        scene.read_to_its_end(session).await;
        scene.assert_paid(27).await;
        assert_eq!(scene.job(session).await.with_news(), 20);
    }

    async fn whenever_a_process_dies_it_is_as_if_nothing_had_happened(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        *scene.websites.silent.lock().unwrap() = BTreeSet::from([0, 5, 50]);
        let session = scene.read(0..60, &[Want::Email], None).await;
        for dies in [
            Dies::before("JobStarted"),
            Dies::after("JobStarted"),
            Dies::before("CreditsHeld"),
            Dies::after("CreditsHeld"),
            Dies::before("WebsitesRead"),
            Dies::after("WebsitesRead"),
        ] {
            Process::dies(&scene, dies).await;
            let counted = scene.job(session).await.delivered();
            assert!(scene.shown().await.len() <= counted as usize, "{dies:?}");
        }
        assert_eq!(scene.read_to_its_end(session).await, JobStatus::Completed);
        scene.assert_paid(57).await;
        assert_eq!(scene.shown().await.len(), 60);
        assert_eq!(scene.count("JobCompleted").await, 1);
    }

    async fn a_commit_that_comes_late_is_paid_once(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        let session = scene.read(0..60, &[Want::Email], None).await;
        let process = Process::start(&scene, Some(Dies::late("WebsitesRead"))).await;
        scene.at_rest(session).await;
        process.kill().await;
        scene.assert_paid(60).await;
        assert_eq!(scene.emails_shown().await, emails(0..60));
    }

    async fn a_reading_is_cancelled_in_the_middle(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        *scene.websites.only_below.lock().unwrap() = Some(5);
        let session = scene.read(0..60, &[Want::Email], None).await;
        let process = Process::start(&scene, None).await;
        testkit::eventually("five are read", || async {
            (scene.job(session).await.delivered() == 5).then_some(())
        }).await;
        scene.jobs.cancel(&scene.user, session, None).await.unwrap();
        assert_eq!(scene.at_rest(session).await.status(), JobStatus::Cancelled);
        process.kill().await;
        scene.assert_paid(5).await;
        assert_eq!(scene.emails_shown().await, emails(0..5));
    }

    async fn two_readings_of_a_user_at_once_pay_for_a_website_once(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        for readings in 1..=5 {
            let websites = readings * 10..readings * 10 + 10;
            let one = scene.read(websites.clone(), &[Want::Email], None).await;
            let other = scene.read(websites, &[Want::Email], None).await;
            let process = Process::start(&scene, None).await;
            for session in [one, other] {
                assert_eq!(scene.at_rest(session).await.status(), JobStatus::Completed);
            }
            process.kill().await;
            scene.assert_paid(Credits::from(readings) * 10).await;
        }
    }

    async fn a_fault_over_one_website_leaves_the_others_read(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        *scene.websites.faulty.lock().unwrap() = Some(3);
        let session = scene.read(0..6, &[Want::Email], None).await;
        assert_eq!(scene.read_to_its_end(session).await, JobStatus::Completed);
        scene.assert_paid(5).await;
        assert_eq!(scene.emails_shown().await, emails([0, 1, 2, 4, 5]));
    }

    async fn whoever_is_removed_while_websites_are_read_is_looked_for_in_all_of_them(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        *scene.websites.removes_at.lock().unwrap() = Some(5);
        let session = scene.read(0..6, &[Want::Email], None).await;
        assert_eq!(scene.read_to_its_end(session).await, JobStatus::Completed);
        // Nothing is counted that was read before: how much of it was does not matter.
        assert!(scene.websites.asked.load(Ordering::SeqCst) > 6);
        scene.assert_paid(6).await;
    }

    async fn what_was_paid_before_a_process_died_is_shown_though_the_reading_is_cancelled(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        *scene.websites.only_below.lock().unwrap() = Some(5);
        let session = scene.read(0..60, &[Want::Email], None).await;
        Process::dies(&scene, Dies::after("WebsitesRead")).await;
        let paid = scene.job(session).await.with_news();
        scene.jobs.cancel(&scene.user, session, None).await.unwrap();
        let process = Process::start(&scene, None).await;
        testkit::eventually("what was paid is shown", || async {
            (scene.shown().await.len() == paid as usize).then_some(())
        }).await;
        process.kill().await;
        scene.assert_paid(paid.into()).await;
    }

    async fn companies_that_are_gone_when_their_websites_are_read_cost_nothing(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        let companies = [company(1, 1), company(2, 2)];
        let session = scene.read_companies(&companies).await;
        scene.forget(&companies[0]).await;
        assert_eq!(scene.read_to_its_end(session).await, JobStatus::Completed);
        scene.assert_paid(1).await;
        assert_eq!(scene.emails_shown().await, emails([2]));
    }

    async fn a_reading_that_the_operator_has_switched_off_fails_in_words(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        let session = scene.read(0..3, &[Want::Email], None).await;
        scene.websites.is_off.store(true, Ordering::SeqCst);
        assert_eq!(scene.read_to_its_end(session).await, JobStatus::Failed);
        scene.assert_paid(0).await;
    }

    async fn of_an_address_each_page_with_content_is_paid(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        let address = WebsiteAddress::read("site-7.example").unwrap();
        for (whole_site, pages) in [(false, 1), (true, 3)] {
            let start = ReadingStart::of_address(&address, true, false, whole_site);
            let started = start.run(&scene.jobs, &scene.website_reads, &scene.user, NONE_OPEN, None);
            let session = started.await.unwrap().session;
            assert_eq!(scene.read_to_its_end(session).await, JobStatus::Completed);
            assert_eq!(scene.job(session).await.delivered(), pages);
            // They say something, but none of them could be read.
            scene.assert_paid(0).await;
        }
    }

    async fn companies_websites_are_forgotten_with_them(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        // The third has the same website as the first.
        let companies = [company(1, 1), company(2, 2), company(3, 1)];
        let session = scene.read_companies(&companies).await;
        scene.read_to_its_end(session).await;
        scene.assert_paid(2).await;
        scene.forget(&companies[1]).await;
        assert_eq!(scene.emails_shown().await, emails([1]));
        scene.forget(&companies[0]).await;
        assert_eq!(scene.emails_shown().await, emails([1]), "another company has it");
        scene.forget(&companies[2]).await;
        assert_eq!(scene.emails_shown().await, emails([]));
        // That it was paid stays.
        let session = scene.read([1, 2], &[Want::Email], None).await;
        scene.read_to_its_end(session).await;
        scene.assert_paid(2).await;
        assert_eq!(scene.emails_shown().await, emails([1, 2]));
        assert!(scene.website_reads.erase(&scene.user).await.unwrap());
        assert_eq!(scene.emails_shown().await, emails([1, 2]), "a session's stay with its rows");
    }
}
