//! The text for people.

use super::*;
fn text(html: &str) -> PageText {
    let url = "https://shop.example/".parse().unwrap();
    Page::read(html, &url, true).text.unwrap()
}

#[test]
fn an_article_comes_without_menu_and_a_page_of_contacts_as_it_is() {
    let story =
        "We bake bread since 1998 in a stone oven that our grandfather built with his own hands. "
            .repeat(12);
    let html = format!(
        "<html><body><nav><a href='/'>Home</a><a href='/x'>Shop</a></nav><main><article><h1>Our story</h1><p>{story}</p>\
         <p>{story}</p></article></main><footer>Imprint</footer></body></html>"
    );
    let found = text(&html);
    assert!(
        found.plain.contains("stone oven") && !found.plain.contains("Imprint"),
        "{}",
        found.plain
    );
    let found = text("<body><div>Bend, OR</div><div>541-555-0101</div></body>");
    assert!(found.plain.contains("541-555-0101"), "{}", found.plain);
}

#[test]
fn a_page_of_any_depth_has_its_text() {
    let deep = format!("{}deep{}", "<div>".repeat(5_000), "</div>".repeat(5_000));
    assert_eq!(text(&deep).plain, "deep");
}
