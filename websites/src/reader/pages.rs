//! Which further pages of a website are read: those where contacts and hours are to be expected.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use url::Url;

use crate::address::{is_same_website, plain_host};
use crate::page::{Link, LinkKind, Page};

/// What links are called, the most telling first.
static CALLED: LazyLock<[Regex; 6]> = LazyLock::new(|| {
    [
        r"contact|kontakt|contato|get[ _-]?in[ _-]?touch|reach[ _-]?us|cont[aá]ctanos|connect with us|write[ _-]?(?:to[ _-]?)?us",
        r"impressum|imprint|legal[ _-]?notice",
        r"locations?\b|hours|horario|find[ _-]?us|visit(?:[ _-]?us)?\b|directions|ubicaci[oó]n|d[oó]nde",
        // Where owners say what their addresses are not for.
        r"privacy|disclaimer|legal|\bterms\b",
        r"offices?\b|order|book|reserv|appointment|schedule|catering|wholesale|customer[ _-]?(?:care|service)|support|faq",
        r"about|our[ _-]?story|who[ _-]?we[ _-]?are|nosotros|qui[eé]nes|\binfo\b",
    ]
    .map(|pattern| Regex::new(&format!("(?i){pattern}")).expect("a valid pattern"))
});

/// Links with longer texts are sentences.
const LONGEST_TEXT: usize = 60;

/// Pages to read, each once.
pub(super) struct Pages {
    home: Url,
    seen: HashSet<String>,
    /// With their ranks, in the order of the pages.
    waiting: Vec<(usize, Url)>,
}

impl Pages {
    pub(super) fn new(home: &Url) -> Self {
        Self {
            home: home.clone(),
            seen: HashSet::from([key(home)]),
            waiting: Vec::new(),
        }
    }

    /// Notes the links of a page that was read.
    pub(super) fn found(&mut self, page: &Page) {
        if let Ok(url) = Url::parse(&page.url) {
            self.seen.insert(key(&url));
        }
        for link in &page.links {
            let Some(rank) = rank(link) else {
                continue;
            };
            let Ok(url) = Url::parse(&link.url) else {
                continue;
            };
            if is_same_website(&self.home, &url) && self.seen.insert(key(&url)) {
                self.waiting.push((rank, url));
            }
        }
    }

    /// The next page.
    pub(super) fn take(&mut self) -> Option<Url> {
        let ranks = self.waiting.iter().enumerate();
        let (at, _) = ranks.min_by_key(|(at, (rank, _))| (*rank, *at))?;
        Some(self.waiting.remove(at).1)
    }
}

/// The same page with or without https, `www.` and trailing slash.
fn key(url: &Url) -> String {
    let host = plain_host(url);
    let path = url.path().trim_end_matches('/');
    let path = path.strip_suffix("/index.html").unwrap_or(path);
    format!("{host}{path}?{}", url.query().unwrap_or_default())
}

fn rank(link: &Link) -> Option<usize> {
    if link.kind != LinkKind::Inside {
        return None;
    }
    if link.is_frame {
        return Some(0);
    }
    let url = Url::parse(&link.url).ok()?;
    let last = url
        .path_segments()?
        .rfind(|part| !part.is_empty())
        .unwrap_or_default();
    let is_sentence = link.text.chars().count() > LONGEST_TEXT;
    let text = if is_sentence { "" } else { link.text.as_str() };
    let query = url.query().unwrap_or_default();
    let is_called =
        |name: &Regex| name.is_match(last) || name.is_match(text) || name.is_match(query);
    CALLED.iter().position(is_called)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(links: &str) -> Vec<String> {
        let home: Url = "https://shop.example/".parse().unwrap();
        let page = Page::read(links, &home, false);
        let mut pages = Pages::new(&home);
        pages.found(&page);
        std::iter::from_fn(|| pages.take())
            .map(|url| url.path().to_owned())
            .collect()
    }

    #[test]
    fn pages_of_contacts_come_first_and_others_not_at_all() {
        let found = order(
            r#"<a href="/about-us">About</a><a href="/menu">Menu</a><a href="/x">Hours &amp; location</a>
            <a href="/blog/we-moved">A very long sentence about how to contact us that is a headline of our blog</a>
            <a href="/kontakt.html">K</a><a href="/Contact/">Contact</a><a href="http://www.shop.example/contact">C</a>
            <a href="https://other.example/contact">Other</a><a href="/contact.pdf">Contact form</a><a href="/">Home</a>"#,
        );
        assert_eq!(
            found,
            ["/kontakt.html", "/Contact/", "/contact", "/x", "/about-us"]
        );
    }

    #[test]
    fn the_frames_of_a_page_are_part_of_it() {
        let found = order(
            r#"<frameset><frame src="menu.htm" name="menu"><frame src="main.htm" name="main"></frameset>"#,
        );
        assert_eq!(found, ["/menu.htm", "/main.htm"]);
    }
}
