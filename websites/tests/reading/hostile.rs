//! Pages made to keep their readers busy, or to fill their memory.

use std::time::{Duration, Instant};

use websites::Page;

/// The most of a page that is asked for.
const BYTES: usize = 2 << 20;
/// What a page may take at most. It is given up after 4 seconds; a test may run beside others, without optimisation.
const WITHIN: Duration = Duration::from_secs(20);

fn read(what: &str, html: &str) -> Page {
    let began = Instant::now();
    let page = Page::read(html, &"http://a.example/".parse().unwrap(), true);
    let took = began.elapsed();
    println!("{what}: {took:?}");
    assert!(took < WITHIN, "{what}: {took:?}");
    page
}

/// A text again and again, as often as a page holds it.
fn filled(text: &str) -> String {
    text.repeat(BYTES / text.len())
}

#[test]
fn markup_that_never_ends_is_given_up() {
    for text in [
        "<div>",
        "<b><i>",
        "<table><tr><td>",
        "<a href=x>",
        "<!--",
        "<svg><p>",
        "<script type='application/ld+json'>[",
        "&#x",
    ] {
        let page = read(text, &filled(text));
        assert!(page.said.emails.is_empty());
    }
}

#[test]
fn what_takes_the_square_of_its_elements_is_given_up() {
    let deep = "<div class='a b'>".repeat(15_000);
    let item = "<div itemscope itemtype=http://schema.org/Store>";
    let opens = "<b itemprop=opens>9</b><b itemprop=closes>17</b>";
    let days = "<b itemprop=dayOfWeek>".repeat(5_000);
    let hours = "<div itemscope itemtype=http://schema.org/OpeningHoursSpecification>";
    let names = "telephone ".repeat(100_000);
    let attributes: String = (0..400_000).map(|number| format!(" a{number}")).collect();
    let metas = "<meta property=og:phone_number content=541-555-01>";
    for (what, html) in [
        (
            "anchors below",
            format!(
                "{deep}{}",
                "<a href=https://facebook.com/x></a>".repeat(40_000)
            ),
        ),
        (
            "numbers below",
            format!("{deep}{}", "<a href=tel:5415550101>x</a>".repeat(40_000)),
        ),
        ("numbers in a line", "541-555-0101 ".repeat(80_000)),
        (
            "numbers in lines",
            filled(&format!("<p>{}", "541-555-0101 ".repeat(750))),
        ),
        (
            "words in a line",
            filled("use of our contact data not for "),
        ),
        ("sentences", filled("no. ")),
        (
            "itemprops within",
            format!(
                "{item}{}{}",
                "<b itemprop=telephone>".repeat(15_000),
                "x".repeat(1 << 20)
            ),
        ),
        (
            "items within",
            filled("<div itemscope itemprop=department itemtype=http://schema.org/Store>"),
        ),
        (
            "names of a property",
            format!("{item}<b itemprop='{names}'>541-555-01</b>"),
        ),
        (
            "hours within",
            format!("{item}{}{opens}", hours.repeat(5_000)),
        ),
        (
            "days within",
            format!("{item}{hours}{opens}{days}{}", "Mo".repeat(500_000)),
        ),
        ("attributes", format!("<p{attributes}>text")),
        (
            "headings",
            format!(
                "<title>{}</title>{}",
                "a - b ".repeat(100_000),
                "<h1>a title</h1>".repeat(9_000)
            ),
        ),
        ("metas", filled(metas)),
        ("scripts", filled("<script>//a.example/x</script>")),
        ("blank siblings", filled("<a href=tel:5415550101> </a>")),
    ] {
        read(what, &html);
    }
}

#[test]
fn structured_data_without_end_is_given_up() {
    let block = |inner: &str| {
        format!("<script type='application/ld+json'>{{\"@type\":\"Store\",{inner}}}</script>")
    };
    let list = |text: &str| filled(&format!("{text},")) + text;
    let day = "Mo,".repeat(500_000);
    let long = "0".repeat(500_000);
    let point = r#"{"telephone":["541-555-01","541-555-02"]}"#;
    let store = r#"{"@type":"Store","telephone":"541-555-01"}"#;
    let hours = |opens: &str| {
        format!(
            r#""openingHoursSpecification":{{"opens":"{opens}","closes":"17","dayOfWeek":["{day}",{}"Mo"]}}"#,
            r#""Mo","#.repeat(50_000)
        )
    };
    for (what, inner) in [
        (
            "phones",
            format!("\"telephone\":[{}]", list("\"541-555-01\"")),
        ),
        ("points", format!("\"contactPoint\":[{}]", list(point))),
        ("departments", format!("\"department\":[{}]", list(store))),
        ("days", hours("9")),
        ("times", hours(&long)),
    ] {
        read(what, &block(&inner));
    }
}

#[test]
fn addresses_and_hours_are_kept_up_to_a_length() {
    let long = "a".repeat(1_500_000);
    let links: String = (0..2_000)
        .map(|number| format!("<a href={number}>x</a>"))
        .collect();
    let page = read("base", &format!("<base href='/{long}/'>{links}"));
    assert_eq!(page.links.len(), 2_000);
    assert_eq!(page.links[7].url, "http://a.example/7");

    let item = "<div itemscope itemtype=http://schema.org/Store>";
    let days = "Mo,".repeat(33_000);
    let spans: Vec<String> = (0..9_000).map(|span| format!("9-{}", span % 24)).collect();
    let hours = format!("{days}Mo {}", spans.join(","));
    let html = format!(
        "{item}<meta itemprop=openingHours content='{hours}'>\
         <link itemprop=sameAs href='https://www.facebook.com/{long}'>\
         <meta itemprop=email content='info@{}com'></div>\
         <div class=fb-page data-href='https://www.facebook.com/{long}'></div>\
         <meta http-equiv=refresh content='0; url=/{long}'>",
        "shop.".repeat(50)
    );
    let page = read("values", &html);
    assert_eq!(page.sends_on, None);
    let said = &page.said;
    assert!(said.hours.is_empty() && said.social.is_empty() && said.emails.is_empty());
}
