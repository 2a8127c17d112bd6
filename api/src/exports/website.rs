//! What was read of an address, as a file.

use commands::websites::PageDocument;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use websites::LinkKind;

use super::about::stem_of;
use super::csv::with_byte_order_mark;
use crate::http::attachment::CSV;
use crate::http::csv_writer::csv_text;
use crate::sessions::website_says::SENDERS_DUTIES;

const LONGEST_STEM: usize = 60;

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WebsiteFormat {
    /// The text.
    Txt,
    /// The text, with headings and links.
    Md,
    /// The links.
    Csv,
    /// Everything.
    Json,
}

impl WebsiteFormat {
    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::Txt => "text/plain; charset=utf-8",
            Self::Md => "text/markdown; charset=utf-8",
            Self::Csv => CSV,
            Self::Json => "application/json",
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::Txt => "txt",
            Self::Md => "md",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }
}

/// The pages of an address.
pub(crate) struct PageFile<'p> {
    /// What the reading is called.
    pub(crate) name: &'p str,
    pub(crate) pages: &'p [PageDocument],
}

impl PageFile<'_> {
    pub(crate) fn file_name(&self, format: WebsiteFormat) -> String {
        let stem = stem_of(self.name, LONGEST_STEM);
        format!(
            "{}.{}",
            stem.as_deref().unwrap_or("website"),
            format.ending()
        )
    }

    pub(crate) fn write(&self, format: WebsiteFormat) -> String {
        match format {
            WebsiteFormat::Txt => self.texts(
                |title, url| format!("{title}\n{url}\n\n"),
                |text| &text.plain,
            ),
            WebsiteFormat::Md => self.texts(
                |title, url| format!("# {title}\n\n<{url}>\n\n"),
                |text| &text.markdown,
            ),
            WebsiteFormat::Csv => self.links(),
            WebsiteFormat::Json => self.everything(),
        }
    }

    fn texts(
        &self,
        head: impl Fn(&str, &str) -> String,
        body: impl Fn(&websites::page::PageText) -> &str,
    ) -> String {
        let kept = self
            .pages
            .iter()
            .filter_map(|page| page.page.read.as_ref().ok());
        let texts = kept.map(|kept| {
            let page = &kept.page;
            let title = page.title.as_deref().unwrap_or(&page.url);
            let text = page.text.as_ref().map(&body).unwrap_or_default();
            format!("{}{text}\n", head(title, &page.url))
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    fn links(&self) -> String {
        let head = ["Page", "Kind", "Text", "Address"]
            .map(str::to_owned)
            .to_vec();
        let kept = self
            .pages
            .iter()
            .filter_map(|page| page.page.read.as_ref().ok());
        let links = kept.flat_map(|kept| {
            let page = &kept.page;
            page.links.iter().map(|link| {
                let kind = match link.kind {
                    LinkKind::Inside => "inside",
                    LinkKind::Outside => "outside",
                    LinkKind::Mail => "mail",
                    LinkKind::Phone => "phone",
                    LinkKind::Document => "document",
                };
                vec![
                    page.url.clone(),
                    kind.to_owned(),
                    link.text.clone(),
                    link.url.clone(),
                ]
            })
        });
        with_byte_order_mark(&csv_text(std::iter::once(head).chain(links)))
    }

    fn everything(&self) -> String {
        let facts = self.pages.first().and_then(|page| page.facts.as_ref());
        let pages = self.pages.iter().map(|document| match &document.page.read {
            Err(error) => json!({"url": document.page.url, "error": error.to_string()}),
            Ok(kept) => json!({
                "url": kept.page.url,
                "title": kept.page.title,
                "read_at": kept.read_at.to_string(),
                "text": kept.page.text.as_ref().map(|text| &text.plain),
                "links": kept.page.links,
            }),
        });
        let duties = facts
            .is_some_and(|facts| !facts.emails.is_empty())
            .then_some(SENDERS_DUTIES);
        let all = json!({
            "website": self.name,
            "found": facts,
            "pages": pages.collect::<Vec<_>>(),
            "senders_duties": duties,
        });
        format!("{all:#}\n")
    }
}
