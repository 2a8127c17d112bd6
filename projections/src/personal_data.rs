//! Exports everything stored about a user.

use domain::ids::UserId;
use domain::personal::Closed;
use futures::stream::{self, Stream};
use jiff::Timestamp;
use serde_json::{Value, json};
use store::StoreError;
use store::db::Storage;
use store::known::KnownLists;
use store::monitors::{KeptText, MonitorDocuments};
use store::user_keys::UserKey;
use store::websites::{KeptRead, WebsiteReads};

use crate::history::HistoryQuery;
use crate::monitors::MonitorsQuery;
use crate::saved_companies::{SavedCompaniesQuery, SavedCompanyRow};

/// Companies per query.
const PAGE: u32 = 200;
/// The same of what was read: a page of a website may be long.
const READ_PAGE: u32 = 10;
/// The maximum number of searches; older ones are omitted.
const MOST_SEARCHES: u32 = 10_000;

/// What is kept about a user beside searches, companies and websites, as it is shown to them.
#[derive(Debug, Clone, Default)]
pub struct OwnSettings {
    /// The proxy, without its password.
    pub proxy: Option<String>,
    /// The address that e-mails go to, and what may be sent there.
    pub mail: Option<(String, &'static str)>,
    /// What opens the list of businesses that they know.
    pub key: Option<UserKey>,
}

/// Reads users' data.
#[derive(Clone)]
pub struct PersonalData {
    companies: SavedCompaniesQuery,
    history: HistoryQuery,
    websites: WebsiteReads,
    known: KnownLists,
    monitors: MonitorsQuery,
    watched: MonitorDocuments,
}

impl PersonalData {
    /// Over the read models of `storage`.
    pub fn new(storage: &Storage) -> Self {
        Self {
            companies: SavedCompaniesQuery::new(storage.views.clone()),
            history: HistoryQuery::new(storage.views.clone()),
            websites: WebsiteReads::new(storage.log.clone()),
            known: KnownLists::new(storage.log.clone()),
            monitors: MonitorsQuery::new(storage.views.clone()),
            watched: MonitorDocuments::new(storage.log.clone()),
        }
    }

    /// The user's searches, saved companies and notes, what websites say that they had read, and their settings, as
    /// chunks of one JSON document. The ledger has its own export.
    pub fn document(
        self,
        user: UserId,
        now: Timestamp,
        settings: OwnSettings,
    ) -> impl Stream<Item = Result<String, StoreError>> + Send {
        let key = settings.key.clone();
        let begin = Step::Head(settings);
        stream::try_unfold(
            (self, user, key, begin),
            move |(data, user, key, step)| async move {
                let (text, next) = match step {
                    Step::Head(settings) => {
                        let head = data.head(&user, now, &settings).await?;
                        (head, Step::After(String::new()))
                    }
                    Step::After(last) => {
                        let page = data.companies.kept(user.as_str(), &last, PAGE).await?;
                        match page.last() {
                            None => ("],\"websites\":[".to_owned(), Step::AfterWebsite(None)),
                            Some(company) => {
                                let next = Step::After(company.company_id.clone());
                                (companies(&page, last.is_empty())?, next)
                            }
                        }
                    }
                    Step::AfterWebsite(last) => {
                        let reads = &data.websites;
                        let kept = reads.kept(user.as_str(), last.as_ref(), READ_PAGE);
                        let mut page = kept.await?;
                        let text = websites(&page, last.is_none())?;
                        match page.pop() {
                            None => {
                                let known = data.known(&user, key.clone()).await?;
                                (
                                    "],\"known_businesses\":[".to_owned(),
                                    Step::Known(known, ""),
                                )
                            }
                            read => (text, Step::AfterWebsite(read)),
                        }
                    }
                    Step::Known(mut known, comma) => match known.next() {
                        None => {
                            let next = Step::AfterText(KeptText::Watched, None);
                            ("],\"watched\":[".to_owned(), next)
                        }
                        Some(part) => (format!("{comma}{part}"), Step::Known(known, ",")),
                    },
                    Step::AfterText(what, last) => {
                        let page = data.watched.kept(&user, what, last.as_ref(), PAGE);
                        let mut page = page.await?;
                        let text = texts(&page, what, last.is_none(), key.as_ref());
                        match (page.pop(), what) {
                            (Some((of, n, _)), _) => (text, Step::AfterText(what, Some((of, n)))),
                            (None, KeptText::Watched) => {
                                let next = Step::AfterText(KeptText::Told, None);
                                ("],\"told\":[".to_owned(), next)
                            }
                            (None, KeptText::Told) => ("]}\n".to_owned(), Step::End),
                        }
                    }
                    Step::End => return Ok(None),
                };
                Ok(Some((text, (data, user, key, next))))
            },
        )
    }

    /// The businesses that the user knows: all of one list, whatever is uploaded meanwhile.
    async fn known(&self, user: &UserId, key: Option<UserKey>) -> Result<Parts, StoreError> {
        let list = self.known.find(user).await?;
        let Some((key, list)) = key.zip(list) else {
            return Ok(Box::new(std::iter::empty()));
        };
        let parts = self.known.parts(user, &list.id).await?.into_iter();
        let opened = parts.filter_map(move |part| {
            let list = key.open_long(&part)?;
            let members = list.strip_prefix('[')?.strip_suffix(']')?;
            Some(members.to_owned())
        });
        Ok(Box::new(opened))
    }

    async fn head(
        &self,
        user: &UserId,
        now: Timestamp,
        settings: &OwnSettings,
    ) -> Result<String, StoreError> {
        let since = Timestamp::UNIX_EPOCH;
        let searches = self.history.since(user.as_str(), since, MOST_SEARCHES);
        let searches = searches.await?.into_iter().map(|row| {
            json!({
                "session_id": row.session_id,
                "at": row.started_at.to_string(),
                "search_term": row.term,
                "state": row.state,
                "cities": row.cities,
                "area": row.area,
                "results": row.results_count,
                "credits": row.credits_consumed,
            })
        });
        let searches = Value::Array(searches.collect());
        let monitors = self.monitors.listed(user.as_str()).await?;
        let monitors = monitors.into_iter().map(|monitor| {
            json!({
                "monitor_id": monitor.id.to_string(),
                "created_at": monitor.created_at.to_string(),
                "search": monitor.created.search,
                "terms": monitor.created.terms,
            })
        });
        let monitors = Value::Array(monitors.collect());
        let OwnSettings { proxy, mail, .. } = settings;
        let mail = mail.as_ref();
        let mail = mail.map(|(address, status)| json!({"address": address, "status": status}));
        Ok(format!(
            "{{\"user_id\":{},\"exported_at\":\"{now}\",\"proxy\":{},\"mail\":{},\"searches\":{searches},\"monitors\":{monitors},\"companies\":[",
            json!(user.as_str()),
            json!(proxy),
            json!(mail)
        ))
    }
}

/// The members of a JSON list, in parts.
type Parts = Box<dyn Iterator<Item = String> + Send>;

enum Step {
    Head(OwnSettings),
    /// The companies after that id.
    After(String),
    /// What was read after that.
    AfterWebsite(Option<KeptRead>),
    /// The known businesses, and what stands before them.
    Known(Parts, &'static str),
    /// Texts of schedules, after that one.
    AfterText(KeptText, Option<(String, i64)>),
    End,
}

fn companies(page: &[SavedCompanyRow], first: bool) -> Result<String, StoreError> {
    let mut text = String::new();
    for company in page {
        if !(first && text.is_empty()) {
            text.push(',');
        }
        let business: Option<Value> = company
            .business
            .as_deref()
            .map(serde_json::from_str)
            .transpose()
            .map_err(|error| StoreError::Damaged(format!("a saved business: {error}")))?;
        let company = json!({
            "company_id": company.company_id,
            "saved_at": company.saved_at.map(|at| at.to_string()),
            "removed_at": company.removed_at.map(|at| at.to_string()),
            "session_id": company.session_id.map(|session| session.to_string()),
            "row_idx": company.row_idx,
            "status": company.status.as_str(),
            "follow_up_date": company.follow_up.map(|day| day.to_string()),
            "tags": company.tags.values().collect::<Vec<_>>(),
            "written": company.crm,
            "business": business,
            "changed_since_saved": company.listing_change,
        });
        text += &company.to_string();
    }
    Ok(text)
}

/// What schedules know of businesses, or what their runs have told of them. What cannot be opened was erased.
fn texts(
    page: &[(String, i64, String)],
    what: KeptText,
    first: bool,
    key: Option<&UserKey>,
) -> String {
    let mut text = String::new();
    for (of, _, closed) in page {
        let closed = Closed::new(closed.clone());
        let opened = key.and_then(|key| key.open(&closed));
        let business: Value = opened
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default();
        if !(first && text.is_empty()) {
            text.push(',');
        }
        let entry = match what {
            KeptText::Watched => json!({"monitor_id": of, "business": business}),
            KeptText::Told => json!({"session_id": of, "business": business}),
        };
        text += &entry.to_string();
    }
    text
}

fn websites(page: &[KeptRead], first: bool) -> Result<String, StoreError> {
    let texts = page.iter().map(|read| {
        let says: Value = serde_json::from_str(&read.document)
            .map_err(|error| StoreError::Damaged(format!("what a website says: {error}")))?;
        let read_at = Timestamp::from_microsecond(read.read_at).unwrap_or_default();
        let website = json!({
            "website": read.website,
            "session_id": read.session_key,
            "wanted": read.wants,
            "read_at": read_at.to_string(),
            "says": says,
        });
        Ok(website.to_string())
    });
    let texts: Vec<String> = texts.collect::<Result<_, StoreError>>()?;
    let before = if first { "" } else { "," };
    Ok(format!("{before}{}", texts.join(",")))
}
