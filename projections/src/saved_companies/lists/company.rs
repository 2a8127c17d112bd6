//! A company of a list.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use domain::account_record::{ContactStatus, CrmField};
use domain::company_list::ListingChange;
use domain::ids::{CompanyId, SessionKey};
use jiff::Timestamp;
use jiff::civil::Date;

use super::super::summary::Summary;
use super::fold::words;

/// A saved company.
#[derive(Debug, Clone)]
pub struct ListedCompany {
    pub company_id: CompanyId,
    /// The session it was saved from.
    pub session_id: SessionKey,
    pub row_idx: u32,
    pub saved_at: Timestamp,
    pub status: ContactStatus,
    pub crm: BTreeMap<CrmField, String>,
    /// In alphabetical order.
    pub tags: Vec<String>,
    /// The day of the follow-up.
    pub follow_up: Option<Date>,
    /// How its listing differs from what was saved.
    pub listing_change: Option<Box<ListingChange>>,
    pub summary: ListedSummary,
}

/// What lists show of a business. What many businesses have is there once.
#[derive(Debug, Clone)]
pub struct ListedSummary {
    pub name: Box<str>,
    /// On one line.
    pub address: Option<Box<str>>,
    pub city: Option<Arc<str>>,
    pub state: Option<Arc<str>>,
    pub zip: Option<Arc<str>>,
    pub main_category: Option<Arc<str>>,
    pub categories: Arc<[Arc<str>]>,
    /// Degrees north (WGS 84).
    pub latitude: Option<f64>,
    /// Degrees east (WGS 84).
    pub longitude: Option<f64>,
    /// 0 to 100.
    pub score: Option<f64>,
    /// The data set that the business comes from.
    pub source: Arc<str>,
    /// The credit line required by its license.
    pub attribution: Option<Arc<str>>,
    /// Whether it is made up.
    pub sample: bool,
    /// Its id at Google, whose terms allow keeping nothing else.
    pub google_id: Option<Box<str>>,
    /// Its website, as listed.
    pub website: Option<Box<str>>,
    /// Whether the listing has an e-mail address.
    pub has_email: bool,
    /// Whether the listing has a phone number.
    pub has_phone: bool,
}

/// A company as the view has it.
#[derive(Debug)]
pub(super) struct StoredCompany {
    pub(super) company_id: CompanyId,
    pub(super) session_id: SessionKey,
    pub(super) row_idx: u32,
    pub(super) saved_at: Timestamp,
    pub(super) status: ContactStatus,
    pub(super) crm: BTreeMap<CrmField, String>,
    pub(super) tags: Vec<String>,
    pub(super) follow_up: Option<Date>,
    pub(super) listing_change: Option<ListingChange>,
    pub(super) summary: Summary,
}

/// The memory of an allocation that many share, besides its content.
const SHARED: usize = 2 * size_of::<usize>();
/// An entry of a map of texts, or of a list of them, besides the text.
const TEXT: usize = size_of::<String>() + 8;

impl ListedCompany {
    /// The texts that searches cover: name, location, notes and tags.
    pub(super) fn searched(&self) -> impl Iterator<Item = &str> {
        let summary = &self.summary;
        let state = summary.state.as_deref();
        let state_name = state
            .and_then(us::UsState::from_code)
            .map(us::UsState::name);
        let notes = self.crm.get(&CrmField::Notes).map(String::as_str);
        [
            Some(&*summary.name),
            summary.address.as_deref(),
            summary.city.as_deref(),
            state,
            state_name,
            summary.zip.as_deref(),
            notes,
        ]
        .into_iter()
        .flatten()
        .chain(self.tags.iter().map(String::as_str))
    }

    /// The distinct words of those.
    pub(super) fn words(&self) -> BTreeSet<String> {
        self.searched().flat_map(words).collect()
    }

    /// Its approximate size in memory, in bytes, without what it shares.
    pub(super) fn bytes(&self) -> usize {
        let summary = &self.summary;
        let texts = [summary.address.as_deref(), summary.website.as_deref()];
        let texts = texts.into_iter().flatten().map(str::len).sum::<usize>() + summary.name.len();
        let written = self.crm.values().chain(&self.tags);
        let written: usize = written.map(|text| TEXT + text.len()).sum();
        let differs = self.listing_change.as_ref().map_or(0, |change| {
            let fields = change.fields.iter();
            let texts = fields.flat_map(|field| field.before.iter().chain(&field.after));
            let texts: usize = texts.map(|text| TEXT + text.len()).sum();
            size_of::<ListingChange>() + texts
        });
        size_of::<Self>() + SHARED + texts + written + differs
    }
}

/// Texts that several companies of a list have, each once.
#[derive(Debug, Default)]
pub(super) struct SharedTexts {
    texts: HashSet<Arc<str>>,
    lists: HashSet<Arc<[Arc<str>]>>,
    bytes: usize,
}

impl SharedTexts {
    fn text(&mut self, text: String) -> Arc<str> {
        if let Some(there) = self.texts.get(text.as_str()) {
            return Arc::clone(there);
        }
        let text = Arc::<str>::from(text);
        self.bytes += SHARED + TEXT + text.len();
        self.texts.insert(Arc::clone(&text));
        text
    }

    fn list(&mut self, texts: Vec<String>) -> Arc<[Arc<str>]> {
        let texts: Vec<Arc<str>> = texts.into_iter().map(|text| self.text(text)).collect();
        if let Some(there) = self.lists.get(texts.as_slice()) {
            return Arc::clone(there);
        }
        let texts = Arc::<[Arc<str>]>::from(texts);
        self.bytes += SHARED + TEXT + size_of_val(&*texts);
        self.lists.insert(Arc::clone(&texts));
        texts
    }

    /// The company as lists have it.
    pub(super) fn company(&mut self, stored: StoredCompany) -> ListedCompany {
        let summary = stored.summary;
        let mut shared = |text: Option<String>| text.map(|text| self.text(text));
        ListedCompany {
            company_id: stored.company_id,
            session_id: stored.session_id,
            row_idx: stored.row_idx,
            saved_at: stored.saved_at,
            status: stored.status,
            crm: stored.crm,
            tags: stored.tags,
            follow_up: stored.follow_up,
            listing_change: stored.listing_change.map(Box::new),
            summary: ListedSummary {
                name: summary.name.into(),
                address: summary.address.map(Into::into),
                city: shared(summary.city),
                state: shared(summary.state),
                zip: shared(summary.zip),
                main_category: shared(summary.main_category),
                attribution: shared(summary.attribution),
                categories: self.list(summary.categories),
                latitude: summary.latitude,
                longitude: summary.longitude,
                score: summary.score,
                source: self.text(summary.source),
                sample: summary.sample,
                google_id: summary.google_id.map(Into::into),
                website: summary.website.map(Into::into),
                has_email: summary.has_email,
                has_phone: summary.has_phone,
            },
        }
    }

    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }
}
