//! `<meta>` elements.

use super::*;
#[test]
fn open_graph_and_the_generator_are_read() {
    let html = r#"<head><meta property="og:email" content="info@shop.example">
        <meta property="og:phone_number" content="+1-541-555-0101">
        <meta property="business:hours:day" content="monday"><meta property="business:hours:start" content="9:00">
        <meta property="business:hours:end" content="17:00"><meta name="generator" content="Joomla! - Open Source">"#;
    let page = Page::read(html, &"https://shop.example/".parse().unwrap(), false);
    assert_eq!(page.said.emails[0].by, "og:email");
    assert_eq!(page.said.phones[0].value, "(541) 555-0101");
    assert_eq!(page.said.hours[0].value, "Mo 09:00-17:00");
    assert_eq!(page.said.technology[0].value, "Joomla");
    assert!(!page.asks_not);
}

#[test]
fn a_page_that_sends_on_says_where() {
    let sends_on = |content: &str| {
        let html = format!("<meta http-equiv='Refresh' content='{content}'>");
        Page::read(&html, &"https://a.example/x/".parse().unwrap(), false).sends_on
    };
    assert_eq!(
        sends_on("0; URL=home.html").as_deref(),
        Some("https://a.example/x/home.html")
    );
    assert_eq!(
        sends_on("1;/home").as_deref(),
        Some("https://a.example/home")
    );
    assert_eq!(sends_on("300; url=/"), None);
    assert_eq!(sends_on("30"), None);
}

#[test]
fn robots_rules_are_respected_where_they_are_meant_for_us() {
    for rule in [
        "noindex",
        "NOINDEX, nofollow",
        "none",
        "noai, noimageai",
        "robots: noindex",
        "noindex, max-snippet:-1",
        "max-snippet:-1, noindex",
        "unavailable_after: 25 Jun 2026 15:00:00 PST, NoIndex",
        "googlebot: nofollow, demandatlas: noindex",
    ] {
        assert!(is_refusal(rule), "{rule}");
    }
    for rule in [
        "index, follow",
        "googlebot: noindex",
        "googlebot: nofollow, noindex",
        "noarchive",
        "max-snippet:-1",
        "nofollow",
    ] {
        assert!(!is_refusal(rule), "{rule}");
    }
    let html = r#"<meta name="ROBOTS" content="noindex,nofollow">"#;
    assert!(Page::read(html, &"https://a.example/".parse().unwrap(), false).asks_not);
}
