//! What users have written about the companies of a light list: read from the view where a query needs it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use domain::account_record::CrmField;
use domain::ids::CompanyId;
use sqlx::QueryBuilder;
use sqlx::error::BoxDynError;
use store::{StoreError, with_reader};

use super::super::row::SavedCompanyRow;
use super::bits::{Bits, Slot};
use super::error::FindError;
use super::facets::ValueCount;
use super::listed::{InTexts, Listed};
use super::load::{damaged, tags};
use super::query::ListQuery;
use super::run_blocking::run_blocking;
use super::search::{Deadline, Sought};
use crate::column::Column;
use crate::serving::Serving;

/// Companies read at a time.
const PORTION: usize = 500;

/// What a user has written about a company.
struct Written {
    crm: BTreeMap<CrmField, String>,
    tags: Vec<String>,
}

/// Looks through the texts of `candidates`, as long as there is time.
pub(super) async fn look_through(
    rows: &Serving<SavedCompanyRow>,
    user: &str,
    query: &Arc<ListQuery>,
    sought: &Arc<Sought>,
    candidates: Vec<(CompanyId, Slot)>,
    deadline: Deadline,
) -> Result<InTexts, FindError> {
    let mut found = InTexts::default();
    if query.facets {
        found.tags = tag_counts(rows, user).await?;
    }
    if **sought == Sought::Everything && query.filters.tags.is_empty() {
        return Ok(found);
    }
    for portion in candidates.chunks(PORTION) {
        deadline.check()?;
        let slots: HashMap<CompanyId, Slot> = portion.iter().copied().collect();
        let ids: Vec<CompanyId> = portion.iter().map(|(id, _)| *id).collect();
        let texts = written(rows, user, &ids).await?;
        let (query, sought) = (Arc::clone(query), Arc::clone(sought));
        let bytes = texts.values().map(Written::bytes).sum();
        let matched = run_blocking(bytes, move || {
            let each = texts.into_iter().filter_map(|(company, texts)| {
                let mut tags = texts.tags.iter();
                let is_tagged = tags.any(|tag| query.filters.tags.contains(tag));
                let slot = slots.get(&company)?;
                Some((*slot, sought.are_in(&texts.searched()), is_tagged))
            });
            each.collect::<Vec<_>>()
        });
        for (slot, words, is_tagged) in matched.await? {
            found.words.resize_with(words.len(), Bits::default);
            let having = (found.words.iter_mut()).zip(words).filter(|(_, has)| *has);
            having.for_each(|(bits, _)| bits.insert(slot));
            if is_tagged {
                found.tagged.insert(slot);
            }
        }
    }
    Ok(found)
}

/// The companies with what is written about them.
pub(super) async fn completed(
    rows: &Serving<SavedCompanyRow>,
    user: &str,
    mut companies: Vec<Listed>,
) -> Result<Vec<Listed>, StoreError> {
    for portion in companies.chunks_mut(PORTION) {
        let without = portion.iter().filter(|listed| !listed.is_complete);
        let ids: Vec<CompanyId> = without.map(|listed| listed.company.company_id).collect();
        if ids.is_empty() {
            continue;
        }
        let mut texts = written(rows, user, &ids).await?;
        for listed in portion {
            if let Some(texts) = texts.remove(&listed.company.company_id) {
                let company = Arc::make_mut(&mut listed.company);
                company.crm = texts.crm;
                company.tags = texts.tags;
                listed.is_complete = true;
            }
        }
    }
    Ok(companies)
}

async fn written(
    rows: &Serving<SavedCompanyRow>,
    user: &str,
    companies: &[CompanyId],
) -> Result<HashMap<CompanyId, Written>, StoreError> {
    // The user is compared here: SQLite would look through all companies of the user for those.
    let sql = format!(
        "SELECT company_id, user_id, crm, tags FROM ({}) AS companies WHERE company_id IN (",
        rows.select().await?
    );
    let stored: Vec<(String, String, String, String)> = with_reader!(rows.db(), pool => {
        let mut select = QueryBuilder::new(&sql);
        let mut list = select.separated(", ");
        for company in companies {
            list.push_bind(company.to_string());
        }
        select.push(")");
        select.build_query_as().persistent(false).fetch_all(pool).await
    })?;
    let own = stored.into_iter().filter(|(_, owner, ..)| owner == user);
    let own: Vec<_> = own.collect();
    let bytes = own.iter().map(|(.., crm, tags)| crm.len() + tags.len());
    let read = run_blocking(bytes.sum(), move || {
        let each = own.into_iter().map(|(company, _, crm, stored_tags)| {
            let written = Written {
                crm: BTreeMap::read(crm)?,
                tags: tags(stored_tags)?,
            };
            Ok((company.parse()?, written))
        });
        each.collect::<Result<_, BoxDynError>>()
    });
    read.await?.map_err(damaged)
}

/// The tags of all saved companies, with their numbers.
async fn tag_counts(
    rows: &Serving<SavedCompanyRow>,
    user: &str,
) -> Result<Vec<ValueCount>, StoreError> {
    let sql = format!(
        "SELECT tags, COUNT(*) FROM ({} WHERE user_id = $1) AS companies \
         WHERE saved_at IS NOT NULL AND removed_at IS NULL AND summary IS NOT NULL AND tags <> '{{}}' \
         GROUP BY tags",
        rows.select().await?
    );
    let stored: Vec<(String, i64)> = with_reader!(rows.db(), pool =>
        sqlx::query_as(&sql).bind(user).fetch_all(pool).await)?;
    let bytes = stored.iter().map(|(tags, _)| tags.len()).sum();
    let counted = run_blocking(bytes, || counted(stored)).await?;
    counted.map_err(damaged)
}

fn counted(stored: Vec<(String, i64)>) -> Result<Vec<ValueCount>, BoxDynError> {
    let mut counts = BTreeMap::new();
    for (stored_tags, companies) in stored {
        for tag in tags(stored_tags)? {
            *counts.entry(tag).or_insert(0) += usize::try_from(companies).unwrap_or(0);
        }
    }
    let counts = counts.into_iter();
    let mut counts: Vec<_> = counts
        .map(|(value, count)| ValueCount { value, count })
        .collect();
    counts.sort_by_cached_key(|one| one.value.to_lowercase());
    Ok(counts)
}

impl Written {
    /// The text that searches match.
    fn searched(&self) -> Vec<&str> {
        let notes = self.crm.get(&CrmField::Notes);
        notes
            .into_iter()
            .chain(&self.tags)
            .map(String::as_str)
            .collect()
    }

    fn bytes(&self) -> usize {
        self.searched().iter().map(|text| text.len()).sum()
    }
}
