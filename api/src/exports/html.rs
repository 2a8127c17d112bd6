//! A page to send to a colleague: everything in one file that can be sorted, filtered and printed.
//!
//! Names and websites are untrusted: every text is escaped, only web pages become links, and the policy allows only the
//! page's own script, by its hash.

use std::sync::{Arc, LazyLock};

use axum::body::Body;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use commands::limits::Permit;
use enrichment::fields::{FieldKind, Format, Group};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use projections::jobs::Job;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::about::About;
use super::cell::{text, web_address};
use super::listings::{Listings, Terms};
use super::table::{SourceForm, Table, TableColumn, rows_of};
use crate::http::error::ApiError;
use crate::sessions::row::StoredRow;
use crate::sessions::rows::{Writer, stream_rows};
use crate::sessions::sources::{SourceBody, SourceBook};
use crate::state::Sessions;

/// Always shown, in this order; the others are shown by group.
const MAIN: [&str; 12] = [
    "name",
    "main_category",
    "street_address",
    "city",
    "state",
    "zip",
    "phone",
    "website",
    "emails_csv",
    "rating",
    "reviews",
    "business_hours",
];

/// Columns that mean nothing to readers, or repeat others.
const LEFT_OUT: [&str; 4] = ["address", "polygon_coords", "source_id", "notice"];

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

static POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = BASE64_STANDARD.encode(Sha256::digest(SCRIPT));
    format!("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'")
});

/// A job's rows as a page. They are read twice: first to find the columns that are not empty.
pub(crate) async fn page(
    sessions: Arc<Sessions>,
    job: Job,
    permit: Permit,
    form: SourceForm,
) -> Result<Body, ApiError> {
    let table = Table::of(rows_of(&sessions, &job), &[], form).await?;
    let about = About::of(&job);
    Ok(stream_rows(sessions, job, permit, Page::new(about, table)))
}

/// A page being written.
struct Page {
    about: About,
    table: Table,
    /// The groups after the main columns, with the number of columns of each.
    groups: Vec<(Group, usize)>,
    /// Number of columns before the first group.
    main: usize,
    book: SourceBook,
    listings: Listings,
}

impl Page {
    fn new(about: About, mut table: Table) -> Self {
        let is_one_of = |column: &TableColumn, names: &[&str]| {
            column.name().is_some_and(|name| names.contains(&name))
        };
        let shown = std::mem::take(&mut table.columns).into_iter();
        let shown: Vec<_> = shown
            .filter(|column| !is_one_of(column, &LEFT_OUT))
            .collect();
        let named = |name: &&str| shown.iter().copied().find(|of| of.name() == Some(*name));
        let mut ordered: Vec<TableColumn> = MAIN.iter().filter_map(named).collect();
        let main = ordered.len();
        let mut groups = Vec::new();
        for group in Group::ALL {
            let rest = shown.iter().copied();
            let rest = rest.filter(|of| of.group() == *group && !is_one_of(of, &MAIN));
            let before = ordered.len();
            ordered.extend(rest);
            if ordered.len() > before {
                groups.push((*group, ordered.len() - before));
            }
        }
        table.columns = ordered;
        Self {
            about,
            table,
            groups,
            main,
            book: SourceBook::default(),
            listings: Listings::default(),
        }
    }

    /// Groups are hidden until selected; numbers are right-aligned.
    fn style(&self) -> String {
        let mut style = STYLE.to_owned();
        let mut first = self.main + 1;
        for (group, count) in &self.groups {
            let last = first + count - 1;
            let key = group.key();
            style += &format!(
                "table:not(.show-{key}) :is(th,td):nth-child(n+{first}):nth-child(-n+{last}){{display:none}}"
            );
            first = last + 1;
        }
        let numbers = self.table.columns.iter().enumerate();
        let numbers = numbers.filter(|(_, of)| of.format().kind() == FieldKind::Number);
        for (place, _) in numbers {
            style += &format!("td:nth-child({}){{text-align:right}}", place + 1);
        }
        let mut columns = self.table.columns.iter();
        if let Some(place) = columns.position(|of| matches!(of, TableColumn::Sources)) {
            style += &format!(
                "td:nth-child({}){{min-width:60em;max-width:60em;font-size:12px}}",
                place + 1
            );
        }
        style
    }

    fn top(&self) -> Markup {
        html! {
            h1 { (self.about.title) }
            p {
                (self.about.count())
                @if self.about.enriched { ", with facts about their surroundings" }
                ", searched on " (self.about.day) " with DemandAtlas."
            }
            @if self.about.sample {
                p.sample { strong { "Sample data." } " These businesses are made up." }
            }
            div.tools {
                label { "Find " input type="search" id="find"; }
                span id="found" role="status" {}
                @if !self.groups.is_empty() {
                    details {
                        summary { "More columns" }
                        @for (group, _) in &self.groups {
                            label { input type="checkbox" value=(group.key()); " " (group.label()) }
                        }
                    }
                }
            }
        }
    }

    fn head_row(&self) -> Markup {
        html! {
            tr {
                @for of in &self.table.columns {
                    th scope="col" data-number[of.format().kind() == FieldKind::Number] title=(of.description()) {
                        button type="button" { (of.head()) }
                    }
                }
            }
        }
    }

    fn row(&mut self, stored: StoredRow) -> Markup {
        self.listings.note(&stored.place);
        let cells = self.table.cells(stored.into(), &mut self.book);
        html! {
            tr {
                @for (of, value) in self.table.columns.iter().zip(&cells) {
                    td { (cell(of.format(), value.as_ref())) }
                }
            }
        }
    }
}

fn cell(format: Format, value: Option<&Value>) -> Markup {
    let text = text(format, value);
    let link = match format {
        Format::Link => web_address(&text),
        _ => None,
    };
    match link {
        Some(link) => html! { a href=(link) rel="noopener noreferrer nofollow" { (text) } },
        None => html! { (text) },
    }
}

fn listing(name: &str, terms: &Terms) -> Markup {
    html! {
        li {
            (name)
            @if let Some(vintage) = &terms.vintage { " · " (vintage) }
            @if let Some(licence) = &terms.licence { " · " (licence) }
            @if let Some(attribution) = &terms.attribution { " · " (attribution) }
        }
    }
}

fn source(source: &SourceBody) -> Markup {
    html! {
        li {
            (source.title)
            @if let Some(publisher) = &source.publisher { " · " (publisher) }
            " · " (source.vintage)
            @if let Some(licence) = &source.licence { " · " (licence) }
        }
    }
}

impl Writer for Page {
    fn head(&mut self) -> String {
        let head = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(*POLICY);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.about.title) " · DemandAtlas" }
                    style { (PreEscaped(self.style())) }
                }
                body {
                    (self.top())
                    (PreEscaped("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Businesses\"><table><thead>"))
                    (self.head_row())
                    (PreEscaped("</thead><tbody>"))
                }
            }
        };
        // The table's body follows; what closes the page is the tail's.
        let head = head.into_string();
        head.trim_end_matches("</body></html>").to_owned()
    }

    fn page(&mut self, rows: Vec<StoredRow>) -> String {
        rows.into_iter()
            .map(|row| self.row(row).into_string())
            .collect()
    }

    fn tail(&mut self) -> String {
        let facts = std::mem::take(&mut self.book).finish();
        let end = html! {
            h2 { "Sources" }
            ul { @for (name, terms) in self.listings.all() { (listing(name, terms)) } }
            @if !facts.sources.is_empty() {
                h3 { "Of the facts" }
                ul { @for fact_source in &facts.sources { (source(fact_source)) } }
            }
            script { (PreEscaped(SCRIPT)) }
        };
        format!(
            "</tbody></table></div>{}</body></html>\n",
            end.into_string()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // RES-03
    fn res_03_a_hostile_text_stays_text_and_only_web_pages_are_links() {
        let hostile = Value::from("<img src=x onerror=alert(1)>");
        let shown = cell(Format::Text, Some(&hostile)).into_string();
        assert_eq!(shown, "&lt;img src=x onerror=alert(1)&gt;");
        let script = Value::from("javascript:alert(1)");
        let shown = cell(Format::Link, Some(&script)).into_string();
        assert_eq!(shown, "javascript:alert(1)");
        let website = Value::from("shop.example/\"x");
        let shown = cell(Format::Link, Some(&website)).into_string();
        assert!(
            shown.starts_with("<a href=\"https://shop.example/%22x\""),
            "{shown}"
        );
    }

    #[test]
    fn the_pages_own_script_can_be_named_by_its_hash() {
        assert!(!SCRIPT.contains("</") && !STYLE.contains("</"));
        assert!(POLICY.contains("script-src 'sha256-"));
    }
}
