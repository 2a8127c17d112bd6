//! The bodies of the fuzz targets for websites, as plain functions, so that they compile everywhere.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use jiff::Timestamp;
use url::Url;
use websites::page::{How, Mention, Said};
use websites::{EmailKind, Found, KeptPage, Page, PageRead, SiteFacts};

/// Before a content type on the first line; without it, the server has named none.
const HEADER: &[u8] = b"content-type:";
const HOST: &str = "shop.example";

static HOME: LazyLock<Url> =
    LazyLock::new(|| Url::parse("https://shop.example/contact").expect("an address"));

/// Reads the bytes as the body of a page, after a line with its content type if there is one. What is said of it comes
/// from this page, within bounds, and nothing from its scripts.
pub fn html(data: &[u8]) {
    let (content_type, body) = parts(data);
    let html = websites::text_of_body(body, content_type);
    let page = Page::read(&html, &HOME, true);
    is_bounded(&page);
    says_what_can_be(&page.said, &html);
    facts_are_of_the_page(&page);
    let again: Page = serde_json::from_str(&serde_json::to_string(&page).expect("always JSON"))
        .expect("what was just written can be read");
    assert_eq!(again, page);

    // An address that a script holds is nobody's. No text can contain the hash of itself.
    let mut hasher = DefaultHasher::new();
    html.hash(&mut hasher);
    let hidden = format!("info{}@{HOST}", hasher.finish());
    let scripted = format!("<script>document.write('{hidden}')</script>{html}");
    let page = Page::read(&scripted, &HOME, false);
    assert!(page.said.emails.iter().all(|email| email.value != hidden));
}

/// Reads the bytes as JSON-LD of a page that has nothing else: all that is said of the business comes from there. The
/// same text in a script of another kind says nothing.
pub fn json_ld(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if text.to_ascii_lowercase().contains("</script") {
        return;
    }
    let html = format!(r#"<script type="application/ld+json">{text}</script>"#);
    let page = Page::read(&html, &HOME, true);
    is_bounded(&page);
    says_what_can_be(&page.said, &html);
    facts_are_of_the_page(&page);
    assert!(page.links.is_empty() && page.title.is_none());
    assert!(page.said.technology.is_empty() && !page.said.no_mailings);
    let lists = [
        &page.said.emails,
        &page.said.phones,
        &page.said.social,
        &page.said.hours,
    ];
    let mut mentions = lists.into_iter().flatten().chain(once(&page.said));
    assert!(mentions.all(|mention| mention.how == How::Structured));
    assert_eq!(page.text.map(|text| text.plain).unwrap_or_default(), "");

    let page = Page::read(&format!("<script>{text}</script>"), &HOME, false);
    let said = Said {
        technology: Vec::new(),
        ..page.said
    };
    assert_eq!(said, Said::default());
}

/// The content type, and the body.
fn parts(data: &[u8]) -> (Option<&str>, &[u8]) {
    let Some(rest) = data.strip_prefix(HEADER) else {
        return (None, data);
    };
    let end = rest.iter().position(|byte| *byte == b'\n');
    let (line, body) = rest.split_at(end.unwrap_or(rest.len()));
    let body = body.strip_prefix(b"\n").unwrap_or(body);
    (std::str::from_utf8(line).ok().map(str::trim), body)
}

fn is_bounded(page: &Page) {
    assert_eq!(page.url, HOME.as_str());
    let chars = |text: &str| text.chars().count();
    assert!(
        page.title
            .as_deref()
            .is_none_or(|title| chars(title) <= 300)
    );
    assert!(page.links.len() <= 2_000);
    for link in &page.links {
        assert!(chars(&link.text) <= 200 && link.url.len() <= 2_000);
        assert!(Url::parse(&link.url).is_ok_and(|url| url.fragment().is_none()));
    }
    if let Some(text) = &page.text {
        assert!(text.plain.len() <= 512 << 10 && text.markdown.len() <= 1 << 20);
    }
    let said = &page.said;
    let lists = [
        &said.emails,
        &said.phones,
        &said.social,
        &said.hours,
        &said.technology,
    ];
    for list in lists {
        assert!(list.len() <= 200);
        let is_short = |mention: &Mention| (1..=2_000).contains(&mention.value.len());
        assert!(list.iter().all(is_short));
    }
}

/// Values have their forms, and e-mail addresses stand in the source as they are, but for tags.
fn says_what_can_be(said: &Said, html: &str) {
    let source = html.to_ascii_lowercase();
    let untagged = untagged(&source);
    for email in &said.emails {
        let address = email.value.as_str();
        assert!(address.is_ascii() && address.contains('@'));
        assert!(source.contains(address) || untagged.contains(address));
    }
    for phone in &said.phones {
        assert_eq!(websites::phone_digits(&phone.value).len(), 10);
    }
    for profile in &said.social {
        let url = Url::parse(&profile.value).expect("an address");
        assert!(websites::network_of(&url).is_some());
    }
    if let Some(place) = &said.coordinates {
        let (latitude, longitude) = place.value.split_once(',').expect("two numbers");
        let number = |text: &str| text.parse::<f64>().expect("a number").abs();
        assert!(number(latitude) <= 90.0 && number(longitude) <= 180.0);
    }
    let length = |mention: &Option<Mention>| {
        mention
            .as_ref()
            .map_or(0, |mention| mention.value.chars().count())
    };
    assert!(length(&said.price_range) <= 30);
    assert!(length(&said.founding_date) <= 10);
    assert!(length(&said.employees) <= 12);
}

fn untagged(source: &str) -> String {
    let mut out = String::new();
    let mut rest = source;
    while let Some((text, tag)) = rest.split_once('<') {
        out.push_str(text);
        let Some((_, after)) = tag.split_once('>') else {
            rest = &rest[text.len()..];
            break;
        };
        rest = after;
    }
    out + rest
}

fn once(said: &Said) -> impl Iterator<Item = &Mention> {
    let once = [
        &said.price_range,
        &said.founding_date,
        &said.employees,
        &said.coordinates,
    ];
    once.into_iter().flatten()
}

/// Each fact names the page and when it was read, and addresses are roles' of the website itself.
fn facts_are_of_the_page(page: &Page) {
    let read_at = Timestamp::UNIX_EPOCH;
    let kept = KeptPage {
        page: page.clone(),
        etag: None,
        last_modified: None,
        read_at,
    };
    let pages = [PageRead {
        url: HOME.to_string(),
        read: Ok(kept),
    }];
    let facts = SiteFacts::of(&pages, HOST, false);
    for email in &facts.emails {
        assert_eq!(EmailKind::of(&email.value, HOST), EmailKind::Role);
    }
    assert!(facts.no_mailings.is_none() || facts.emails.is_empty());
    let once = [
        &facts.hours,
        &facts.price_range,
        &facts.founding_date,
        &facts.employees,
        &facts.coordinates,
        &facts.locations,
    ];
    let lists = [&facts.emails, &facts.phones, &facts.technology];
    let found = lists.into_iter().flatten();
    let found = found
        .chain(facts.social.values())
        .chain(once.into_iter().flatten());
    for Found {
        by,
        page: source,
        read_at: at,
        ..
    } in found
    {
        assert!(!by.is_empty() && source == &page.url && *at == read_at);
    }
}
