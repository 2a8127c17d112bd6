//! The links of a page: where they lead, and what they say of the business.

use std::collections::HashSet;
use std::sync::LazyLock;

use percent_encoding::percent_decode_str;
use regex::Regex;
use scraper::{ElementRef, Html, Selector};
use serde::{Deserialize, Serialize};
use url::Url;

use super::dom::{Until, selector, words};
use super::lines::is_of_others;
use super::said::{How, Said};
use crate::address::{is_same_website, join};
use crate::{contacts, social, technology};

/// What a link leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkKind {
    /// Another page of the website.
    Inside,
    Outside,
    Mail,
    Phone,
    /// A file, such as a PDF.
    Document,
}

impl LinkKind {
    /// As it is stored and written to files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Inside => "inside",
            Self::Outside => "outside",
            Self::Mail => "mail",
            Self::Phone => "phone",
            Self::Document => "document",
        }
    }
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    pub url: String,
    /// Its words, or those that describe its image.
    pub text: String,
    pub kind: LinkKind,
    /// It is not a link but a part of the page: a frame.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_frame: bool,
}

/// The most links kept of a page.
const MOST: usize = 2_000;
/// The longest text of a link, in characters.
const TEXT_CHARS: usize = 200;

const DOCUMENTS: [&str; 16] = [
    ".pdf", ".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".ods", ".csv", ".zip",
    ".rtf", ".txt", ".ics", ".vcf", ".epub",
];

static LINKS: LazyLock<Selector> = LazyLock::new(|| selector("a[href], area[href]"));
static FRAMES: LazyLock<Selector> = LazyLock::new(|| selector("frame[src]"));
static INNER_FRAMES: LazyLock<Selector> = LazyLock::new(|| selector("iframe[src]"));
static LOADS: LazyLock<Selector> = LazyLock::new(|| {
    selector(
        "script[src], link[href], img[src], iframe[src], form[action], source[src], video[src], embed[src]",
    )
});
static SCRIPTS: LazyLock<Selector> =
    LazyLock::new(|| selector(r#"script:not([src]):not([type*="json"])"#));
/// Addresses in scripts, with slashes as JSON may write them.
static ADDRESSES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:https?:)?(?:\\?/){2}[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\\?/[\w.-]+)*")
        .expect("a valid pattern")
});
static PAGE_PLUGINS: LazyLock<Selector> = LazyLock::new(|| selector(".fb-page[data-href]"));
static IMAGES: LazyLock<Selector> = LazyLock::new(|| selector("img[alt]"));

/// The links of a page with the pages of its frames, each address once.
pub(super) fn links(document: &Html, base: &Url, until: Until) -> Vec<Link> {
    let anchors = document.select(&LINKS);
    let anchors =
        anchors.filter_map(|anchor| Some((anchor.value().attr("href")?, label(&anchor), false)));
    let frames = document.select(&FRAMES);
    let frames = frames.filter_map(|frame| {
        let name = frame.value().attr("name").or(frame.value().attr("title"));
        Some((
            frame.value().attr("src")?,
            words(name.unwrap_or("frame")),
            true,
        ))
    });
    // What a page shows of another one in a frame of its own is as good as a link.
    let inner = document.select(&INNER_FRAMES);
    let inner = inner.filter_map(|frame| {
        let title = frame.value().attr("title").unwrap_or_default();
        Some((frame.value().attr("src")?, words(title), false))
    });
    let mut seen = HashSet::new();
    let links =
        until
            .each(anchors.chain(frames).chain(inner))
            .filter_map(|(href, text, is_frame)| {
                let url = target(base, href)?;
                let kind = kind(base, &url)?;
                seen.insert(url.to_string()).then(|| Link {
                    url: url.to_string(),
                    text: text.chars().take(TEXT_CHARS).collect(),
                    kind,
                    is_frame,
                })
            });
    links.take(MOST).collect()
}

/// Where a link leads, without its fragment.
fn target(base: &Url, href: &str) -> Option<Url> {
    let href = href.trim();
    if href.is_empty() || href.starts_with('#') {
        return None;
    }
    let mut url = join(base, href)?;
    url.set_fragment(None);
    Some(url)
}

fn kind(base: &Url, url: &Url) -> Option<LinkKind> {
    match url.scheme() {
        "mailto" => Some(LinkKind::Mail),
        "tel" => Some(LinkKind::Phone),
        "http" | "https" => {
            let path = url.path().to_ascii_lowercase();
            Some(if DOCUMENTS.iter().any(|end| path.ends_with(end)) {
                LinkKind::Document
            } else if is_same_website(base, url) {
                LinkKind::Inside
            } else {
                LinkKind::Outside
            })
        }
        _ => None,
    }
}

fn label(anchor: &ElementRef<'_>) -> String {
    let text = words(&anchor.text().collect::<String>());
    if !text.is_empty() {
        return text;
    }
    let named = anchor
        .value()
        .attr("aria-label")
        .or(anchor.value().attr("title"));
    let image = || anchor.select(&IMAGES).next()?.value().attr("alt");
    words(named.or_else(image).unwrap_or_default())
}

/// What links and loaded files say.
pub(super) fn read(document: &Html, base: &Url, said: &mut Said, until: Until) {
    for anchor in until.each(document.select(&LINKS)) {
        let Some(href) = anchor.value().attr("href").map(str::trim) else {
            continue;
        };
        let Some(url) = target(base, href) else {
            continue;
        };
        if matches!(url.scheme(), "http" | "https") {
            for (name, by) in technology::of_address(&url, technology::Use::Links, "") {
                Said::mention(&mut said.technology, name.to_owned(), How::Link, &by);
            }
        }
        if anchor
            .ancestors()
            .filter_map(ElementRef::wrap)
            .any(|above| is_of_others(above.value()))
        {
            continue;
        }
        let after = |scheme: &str| {
            let starts = href
                .get(..scheme.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(scheme));
            starts.then(|| &href[scheme.len()..])
        };
        if let Some(to) = after("mailto:") {
            // Names and further recipients are written with percent signs; the text of the mail is not.
            let to = to.split("body=").next().unwrap_or_default();
            let to = percent_decode_str(to).decode_utf8_lossy();
            for email in contacts::emails_in(&to) {
                said.email(email, How::Link, "mailto link");
            }
        } else if let Some(number) = after("tel:") {
            if !is_fax(&anchor) {
                said.phone(&number.replace("%20", " "), How::Link, "tel link");
            }
        } else if let Some((network, page)) = social::profile(&url)
            && !is_credit(&anchor)
            // Words other than the network's, or the profile's own, speak of somebody else's profile.
            && is_plain(&label(&anchor), &page, network)
        {
            Said::mention(
                &mut said.social,
                page.to_string(),
                How::Link,
                &format!("{network} link"),
            );
        }
    }
    for plugin in until.each(document.select(&PAGE_PLUGINS)) {
        let page = plugin
            .value()
            .attr("data-href")
            .and_then(|href| target(base, href));
        if let Some((network, page)) = page.and_then(|page| social::profile(&page)) {
            Said::mention(
                &mut said.social,
                page.to_string(),
                How::Link,
                &format!("{network} plugin"),
            );
        }
    }
    read_technology(document, base, said, until);
}

/// Whether the words before a link credit whoever made the website.
fn is_credit(anchor: &ElementRef<'_>) -> bool {
    static CREDIT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:template|theme|powered|designed|design|developed|built|made|website|site|hosted|photos?|photography|created)\s+(?:with \S+ )?by\W*$")
            .expect("a valid pattern")
    });
    let before = anchor
        .prev_siblings()
        .take(3)
        .filter_map(|node| node.value().as_text().map(|text| text.to_string()));
    before.into_iter().any(|text| CREDIT.is_match(&text))
}

/// Whether a link's words are those of a link to one's own profile.
fn is_plain(label: &str, page: &Url, network: &str) -> bool {
    let label = label.to_lowercase();
    let handle = social::handle(page);
    label.is_empty()
        || label.contains(network)
        || label.contains(
            page.host_str()
                .unwrap_or_default()
                .trim_start_matches("www."),
        )
        || !handle.is_empty()
            && label
                .replace([' ', '@'], "")
                .contains(&handle.replace(['-', '.', '_'], ""))
        || label.contains(&handle)
        || [
            "follow", "like us", "find us", "us on", "@", "social", "watch", "see us", "photos",
            "video", "review", "channel",
        ]
        .iter()
        .any(|word| label.contains(word))
        || label.chars().count() <= 3
        || label == "x"
}

/// What the page loads and its scripts name.
fn read_technology(document: &Html, base: &Url, said: &mut Said, until: Until) {
    let own_host = base.host_str().unwrap_or_default();
    for script in until.each(document.select(&SCRIPTS)) {
        let text: String = script.text().collect();
        for found in ADDRESSES.find_iter(&text).take(MOST) {
            let address = found.as_str().replace("\\/", "/");
            let Some(url) = target(base, &address) else {
                continue;
            };
            for (name, by) in technology::of_address(&url, technology::Use::Loads, own_host) {
                Said::mention(&mut said.technology, name.to_owned(), How::Link, &by);
            }
        }
    }
    for element in until.each(document.select(&LOADS)) {
        let element = element.value();
        let address = ["src", "href", "action"]
            .into_iter()
            .find_map(|name| element.attr(name));
        let Some(url) = address.and_then(|address| target(base, address)) else {
            continue;
        };
        if element.name() == "link" && !is_loading(element.attr("rel")) {
            continue;
        }
        for (name, by) in technology::of_address(&url, technology::Use::Loads, own_host) {
            Said::mention(&mut said.technology, name.to_owned(), How::Link, &by);
        }
    }
}

/// Links of the head that load something, or prepare to.
fn is_loading(rel: Option<&str>) -> bool {
    let rel = rel.unwrap_or_default().to_ascii_lowercase();
    [
        "stylesheet",
        "preload",
        "modulepreload",
        "icon",
        "shortcut icon",
        "apple-touch-icon",
        "preconnect",
        "dns-prefetch",
    ]
    .contains(&rel.as_str())
}

/// A number to send faxes to, by its own words or those before it.
fn is_fax(anchor: &ElementRef<'_>) -> bool {
    let is_named = |text: &str| text.to_ascii_lowercase().contains("fax");
    let own: String = anchor.text().collect();
    let before = anchor.prev_siblings().find_map(|node| {
        let text = node.value().as_text().map(|text| text.to_string());
        let text = text.or_else(|| ElementRef::wrap(node).map(|element| element.text().collect()));
        text.filter(|text| !text.trim().is_empty())
    });
    let before = before.unwrap_or_default();
    let tail: String = before
        .trim_end()
        .chars()
        .rev()
        .take(8)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    let is_letter = |text: &str| {
        text.trim_end_matches([':', '.', ' '])
            .eq_ignore_ascii_case("f")
    };
    is_named(&own)
        || is_named(&tail)
        || is_letter(tail.rsplit([' ', '|', '\n']).next().unwrap_or_default())
}
