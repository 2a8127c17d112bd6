//! What was read of an address, as a file.

use commands::websites::PageDocument;
use serde::Deserialize;
use utoipa::ToSchema;
use websites::page::PageText;

use super::about::stem_of;
use super::csv::with_byte_order_mark;
use crate::http::attachment::CSV;
use crate::http::csv_writer::csv_text;

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

    pub(crate) fn text(&self) -> String {
        self.texts(|title, url, text| format!("{title}\n{url}\n\n{}\n", text.plain))
    }

    pub(crate) fn markdown(&self) -> String {
        // Markdown may hold HTML; what a page says is none.
        let escaped = |text: &str| text.replace('<', "\\<");
        self.texts(|title, url, text| {
            let (title, text) = (escaped(title), escaped(&text.markdown));
            format!("# {title}\n\n<{url}>\n\n{text}\n")
        })
    }

    /// Each page as its title, address and text.
    fn texts(&self, written: impl Fn(&str, &str, &PageText) -> String) -> String {
        let kept = self
            .pages
            .iter()
            .filter_map(|page| page.page.read.as_ref().ok());
        let none = PageText::default();
        let texts = kept.map(|kept| {
            let page = &kept.page;
            let title = page.title.as_deref().unwrap_or(&page.url);
            written(title, &page.url, page.text.as_ref().unwrap_or(&none))
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// The links as CSV.
    pub(crate) fn links(&self) -> String {
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
                vec![
                    page.url.clone(),
                    link.kind.as_str().to_owned(),
                    link.text.clone(),
                    link.url.clone(),
                ]
            })
        });
        with_byte_order_mark(&csv_text(std::iter::once(head).chain(links)))
    }
}

#[cfg(test)]
mod tests {
    use websites::page::Said;
    use websites::{KeptPage, Page, PageRead};

    use super::*;

    #[test]
    fn what_a_page_says_is_no_html_in_its_markdown() {
        let text = "<img src=x onerror=alert(1)>".to_owned();
        let page = Page {
            url: "https://shop.example/".to_owned(),
            title: Some("Bolts <script>".to_owned()),
            asks_not: false,
            sends_on: None,
            said: Said::default(),
            links: Vec::new(),
            text: Some(PageText {
                plain: text.clone(),
                markdown: text,
            }),
        };
        let kept = KeptPage {
            page,
            etag: None,
            last_modified: None,
            read_at: jiff::Timestamp::UNIX_EPOCH,
        };
        let page = PageDocument {
            page: PageRead {
                url: "https://shop.example/".to_owned(),
                read: Ok(kept),
            },
            facts: None,
            paid: true,
        };
        let file = PageFile {
            name: "shop.example",
            pages: &[page],
        };
        let markdown =
            "# Bolts \\<script>\n\n<https://shop.example/>\n\n\\<img src=x onerror=alert(1)>\n";
        assert_eq!(file.markdown(), markdown);
        assert!(
            file.text().contains("<img src=x"),
            "plain text needs no escapes"
        );
    }
}
