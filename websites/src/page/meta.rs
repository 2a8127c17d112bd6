//! What a page's `<meta>` elements say: Open Graph, the generator, and whether it wants to be read.

use std::sync::LazyLock;

use scraper::{Html, Selector};
use url::Url;

use super::dom::{Until, selector};
use super::said::{How, Said};
use crate::address::join;
use crate::hours::Hours;
use crate::{social, technology};

static META: LazyLock<Selector> = LazyLock::new(|| selector("meta[content]"));

/// Rules that are written with a value.
const WITH_VALUE: [&str; 4] = [
    "max-snippet",
    "max-image-preview",
    "max-video-preview",
    "unavailable_after",
];

/// Whether a robots rule, of `<meta>` or of a header, asks not to be read.
pub(crate) fn is_refusal(rule: &str) -> bool {
    let mut is_for_us = true;
    rule.to_ascii_lowercase().split(',').any(|rule| {
        let mut rule = rule.trim();
        // The header may name programs: `googlebot: noindex`. What follows is for them, too.
        if let Some((to, first)) = rule.split_once(':')
            && !WITH_VALUE.contains(&to.trim())
        {
            is_for_us = matches!(to.trim(), "" | "*" | "robots" | "demandatlas");
            rule = first.trim();
        }
        is_for_us && matches!(rule, "noindex" | "none" | "noai")
    })
}

/// Whether the page asks programs not to index or use it.
pub(super) fn asks_not(document: &Html) -> bool {
    metas(document).any(|(name, content)| {
        matches!(name.as_str(), "robots" | "demandatlas") && is_refusal(content)
    })
}

/// The longest time after which a page that sends its visitors on is not meant to be read, in seconds.
const AT_ONCE: f32 = 5.0;

/// Where the page sends its visitors at once, as in `<meta http-equiv="refresh" content="0; url=home.html">`.
pub(super) fn sends_on(document: &Html, base: &Url) -> Option<String> {
    let refresh = document.select(&META).find(|element| {
        let name = element.value().attr("http-equiv");
        name.is_some_and(|name| name.eq_ignore_ascii_case("refresh"))
    })?;
    let (after, to) = refresh.value().attr("content")?.split_once([';', ','])?;
    let to = to.trim();
    let to = match to.get(..4) {
        Some(name) if name.eq_ignore_ascii_case("url=") => &to[4..],
        _ => to,
    };
    let is_at_once = after
        .trim()
        .parse::<f32>()
        .is_ok_and(|seconds| seconds <= AT_ONCE);
    let to = join(base, to.trim().trim_matches(['\'', '"'])).filter(|_| is_at_once)?;
    (to != *base).then(|| to.to_string())
}

/// Names, in lower case, and contents.
fn metas(document: &Html) -> impl Iterator<Item = (String, &str)> {
    document.select(&META).filter_map(|element| {
        let element = element.value();
        let name = element.attr("property").or(element.attr("name"))?;
        Some((name.trim().to_ascii_lowercase(), element.attr("content")?))
    })
}

/// Contacts, hours and generator.
pub(super) fn read(document: &Html, said: &mut Said, until: Until) {
    let mut hours = Hours::default();
    let (mut day, mut opens) = (String::new(), String::new());
    let mut are_whole = true;
    for (name, content) in until.each(metas(document)) {
        match name.as_str() {
            "og:email" | "business:contact_data:email" | "contact" | "reply-to" => {
                said.email(content, How::Meta, &name);
            }
            "og:phone_number" | "business:contact_data:phone_number" => {
                said.phone(content, How::Meta, &name);
            }
            "article:publisher" | "og:see_also" => {
                let page = Url::parse(content.trim()).ok();
                if let Some((_, page)) = page.and_then(|page| social::profile(&page)) {
                    Said::mention(&mut said.social, page.to_string(), How::Meta, &name);
                }
            }
            "business:hours:day" => content.trim().clone_into(&mut day),
            "business:hours:start" => content.trim().clone_into(&mut opens),
            "business:hours:end" => are_whole &= hours.add(&day, &opens, content),
            "generator" => {
                for (product, by) in technology::of_generator(content) {
                    Said::mention(&mut said.technology, product.to_owned(), How::Meta, &by);
                }
            }
            _ => {}
        }
    }
    if let Some(hours) = hours.tidied().filter(|_| are_whole) {
        Said::mention(&mut said.hours, hours.text(), How::Meta, "business:hours");
    }
}
