//! Saved companies as a file, in their order: each business's row with its CRM data.

use std::io;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use domain::account_record::CRM_FIELDS;
use domain::ids::UserId;
use futures::stream::{self, Stream};
use futures::{StreamExt as _, TryStreamExt as _};
use projections::saved_companies::{Listed, ListedCompany};
use serde_json::{Map, Value};

use super::csv::CsvRows;
use super::geojson::GeoJsonRows;
use super::table::{SourceForm, Table, TableRow};
use super::xlsx::{turn_of, write_out};
use crate::http::error::ApiError;
use crate::sessions::companies::stored_row;
use crate::sessions::rows::Writer as _;
use crate::sessions::websites_of_rows;
use crate::state::{CompanyLists, Workbooks};

/// Companies read at a time.
const PAGE: usize = 200;

/// The columns of a company beyond its row: keys, and heads in sheets.
fn columns_of_users() -> Vec<(&'static str, &'static str)> {
    let mut columns = vec![
        ("contact_status", "Account Status"),
        ("tags", "Tags"),
        ("follow_up_date", "Follow-up Date"),
    ];
    columns.extend(CRM_FIELDS.iter().map(|spec| spec.column));
    columns.push(("saved_at", "Saved At"));
    columns
}

/// The form of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SavedFormat {
    Csv,
    Xlsx,
    GeoJson,
}

/// Companies of a user to export.
pub(crate) struct SavedExport {
    pub(crate) lists: Arc<CompanyLists>,
    pub(crate) user: UserId,
    pub(crate) companies: Vec<Listed>,
    pub(crate) form: SourceForm,
}

impl SavedExport {
    pub(crate) async fn body(
        self,
        format: SavedFormat,
        workbooks: &Workbooks,
    ) -> Result<Body, ApiError> {
        match format {
            SavedFormat::Csv => self.csv().await,
            SavedFormat::GeoJson => Ok(self.geojson()),
            SavedFormat::Xlsx => self.workbook(workbooks).await,
        }
    }

    async fn csv(self) -> Result<Body, ApiError> {
        let mut rows = CsvRows::new(self.table().await?);
        let head = rows.head();
        let pages = self.pages().map_ok(move |page| rows.lines(page));
        Ok(streamed(stream::once(async { Ok(head) }).chain(pages)))
    }

    fn geojson(self) -> Body {
        let mut rows = GeoJsonRows::default();
        let head = rows.head();
        let end = stream::iter([Ok(None)]);
        let features = self.pages().map_ok(Some).chain(end).map_ok(move |page| {
            let Some(page) = page else {
                return rows.tail();
            };
            let features = page.into_iter();
            let features = features.map(|row| rows.feature(row.stored, row.more));
            features.collect()
        });
        streamed(stream::once(async { Ok(head) }).chain(features))
    }

    async fn workbook(self, workbooks: &Workbooks) -> Result<Body, ApiError> {
        let _turn = turn_of(workbooks, &self.user).await?;
        let table = self.table().await?;
        let count = self.companies.len();
        let title = "My Companies".to_owned();
        write_out(workbooks, title, count, table, self.pages()).await
    }

    async fn table(&self) -> Result<Table, ApiError> {
        Table::of(self.pages(), &columns_of_users(), self.form).await
    }

    /// The companies' rows, page by page. Those deleted in the meantime are left out.
    fn pages(&self) -> impl Stream<Item = Result<Vec<TableRow>, ApiError>> + Send + use<> {
        let chunks: Vec<Vec<Listed>> = self.companies.chunks(PAGE).map(<[_]>::to_vec).collect();
        let (lists, user) = (Arc::clone(&self.lists), self.user.clone());
        stream::iter(chunks).then(move |chunk| {
            let (lists, user) = (Arc::clone(&lists), user.clone());
            async move { rows(&lists, &user, chunk).await }
        })
    }
}

async fn rows(
    lists: &CompanyLists,
    user: &UserId,
    companies: Vec<Listed>,
) -> Result<Vec<TableRow>, ApiError> {
    let companies = lists
        .company_lists
        .completed(user.as_str(), companies)
        .await?;
    let ids = companies.iter();
    let ids: Vec<String> = ids
        .map(|listed| listed.company.company_id.to_string())
        .collect();
    let named: Vec<&str> = ids.iter().map(String::as_str).collect();
    let kept = &lists.saved_companies;
    let mut kept = kept.businesses(user.as_str(), &named).await?;
    let mut rows = Vec::with_capacity(companies.len());
    for (Listed { company, .. }, id) in companies.iter().zip(&ids) {
        if let Some(business) = kept.remove(id) {
            rows.push(TableRow {
                stored: stored_row(&business, company.row_idx)?,
                more: more(company),
            });
        }
    }
    let stored = rows.iter_mut().map(|row| &mut row.stored);
    websites_of_rows::add_to(&lists.website_reads, user.as_str(), stored).await?;
    Ok(rows)
}

/// A company's values beyond its row.
fn more(company: &ListedCompany) -> Map<String, Value> {
    let tags = Some(company.tags.join(", ")).filter(|tags| !tags.is_empty());
    let follow_up = company.follow_up.map(|day| day.to_string());
    let user_values = [
        ("contact_status", Some(company.status.as_str().to_owned())),
        ("tags", tags),
        ("follow_up_date", follow_up),
        ("saved_at", Some(company.saved_at.to_string())),
    ];
    let written = company.crm.iter();
    let written = written.map(|(field, text)| (field.spec().column.0, Some(text.clone())));
    let values = user_values.into_iter().chain(written);
    values
        .filter_map(|(key, value)| Some((key.to_owned(), Value::String(value?))))
        .collect()
}

fn streamed(chunks: impl Stream<Item = Result<String, ApiError>> + Send + 'static) -> Body {
    // The status has been sent already: closing the connection is the only way to tell the client.
    let unread = |_| io::Error::other("the companies could not be read");
    Body::from_stream(chunks.map_ok(Bytes::from).map_err(unread))
}
