//! Exports everything stored about a user.

use domain::ids::UserId;
use futures::stream::{self, Stream};
use jiff::Timestamp;
use serde_json::{Value, json};
use store::StoreError;
use store::db::Storage;

use crate::history::HistoryQuery;
use crate::saved_companies::{SavedCompaniesQuery, SavedCompanyRow};

/// Companies per query.
const PAGE: u32 = 200;
/// The maximum number of searches; older ones are omitted.
const MOST_SEARCHES: u32 = 10_000;

/// Reads users' data.
#[derive(Clone)]
pub struct PersonalData {
    companies: SavedCompaniesQuery,
    history: HistoryQuery,
}

impl PersonalData {
    /// Over the read models of `storage`.
    pub fn new(storage: &Storage) -> Self {
        Self {
            companies: SavedCompaniesQuery::new(storage.views.clone()),
            history: HistoryQuery::new(storage.views.clone()),
        }
    }

    /// The user's searches, saved companies and notes as chunks of one JSON document. The ledger has its own export.
    pub fn document(
        self,
        user: UserId,
        now: Timestamp,
    ) -> impl Stream<Item = Result<String, StoreError>> + Send {
        let begin = Step::Head;
        stream::try_unfold((self, user, begin), move |(data, user, step)| async move {
            let (text, next) = match step {
                Step::Head => (data.head(&user, now).await?, Step::After(String::new())),
                Step::After(last) => {
                    let page = data.companies.kept(user.as_str(), &last, PAGE).await?;
                    match page.last() {
                        None => ("]}\n".to_owned(), Step::End),
                        Some(company) => {
                            let next = Step::After(company.company_id.clone());
                            (companies(&page, last.is_empty())?, next)
                        }
                    }
                }
                Step::End => return Ok(None),
            };
            Ok(Some((text, (data, user, next))))
        })
    }

    async fn head(&self, user: &UserId, now: Timestamp) -> Result<String, StoreError> {
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
        Ok(format!(
            "{{\"user_id\":{},\"exported_at\":\"{now}\",\"searches\":{searches},\"companies\":[",
            json!(user.as_str())
        ))
    }
}

enum Step {
    Head,
    /// The companies after that id.
    After(String),
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
        });
        text += &company.to_string();
    }
    Ok(text)
}
