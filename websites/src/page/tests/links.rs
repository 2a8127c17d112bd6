//! Links and what they say.

use super::*;
fn page(body: &str) -> Page {
    let url = "https://shop.example/about/".parse().unwrap();
    Page::read(&format!("<html><body>{body}</body></html>"), &url, false)
}

#[test]
fn links_are_told_by_where_they_lead() {
    let page = page(
        r##"<a href="../contact">Contact <b>us</b></a><a href="#top">Top</a><a href="javascript:x()">x</a>
        <a href="menu.PDF"><img alt="Our menu"></a><a href="https://www.facebook.com/shop"></a>
        <a href="mailto:info@shop.example?subject=x">Mail</a><a href="tel:+1-541-555-0101">Call</a>
        <a href="https://www.shop.example/contact#form">again</a><a href="../contact#x">same</a>"##,
    );
    let found: Vec<_> = page
        .links
        .iter()
        .map(|link| (link.url.as_str(), link.text.as_str(), link.kind))
        .collect();
    assert_eq!(
        found,
        [
            (
                "https://shop.example/contact",
                "Contact us",
                LinkKind::Inside
            ),
            (
                "https://shop.example/about/menu.PDF",
                "Our menu",
                LinkKind::Document
            ),
            ("https://www.facebook.com/shop", "", LinkKind::Outside),
            ("mailto:info@shop.example?subject=x", "Mail", LinkKind::Mail),
            ("tel:+1-541-555-0101", "Call", LinkKind::Phone),
            (
                "https://www.shop.example/contact",
                "again",
                LinkKind::Inside
            ),
        ]
    );
    let said = page.said;
    assert_eq!(said.emails[0].value, "info@shop.example");
    assert_eq!(said.phones[0].value, "(541) 555-0101");
    assert_eq!(said.social[0].value, "https://www.facebook.com/shop");
}

#[test]
fn encoded_addresses_scripted_ones_and_faxes_are_left() {
    let said = page(
        r#"<a href="mailto:info%40shop.example">a</a><a href="mailto:&#105;nfo&#64;shop.example">b</a>
        <script>document.write("info@" + "shop.example"); var a = "hello@shop.example";</script>
        <!-- owner@shop.example --><p>info [at] shop [dot] example</p>
        <p style="display: none">trap@shop.example</p>
        <p>Fax: <a href="tel:5415550102">541-555-0102</a></p><p>F <a href="tel:5415550103">x</a></p>"#,
    )
    .said;
    assert!(said.emails.is_empty(), "{:?}", said.emails);
    assert!(said.phones.is_empty(), "{:?}", said.phones);
}
