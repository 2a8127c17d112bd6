//! JSON-LD.

use super::*;
fn said(blocks: &[&str]) -> Said {
    let blocks: Vec<String> = blocks
        .iter()
        .map(|block| format!("<script type='application/ld+json'>{block}</script>"))
        .collect();
    Page::read(
        &blocks.concat(),
        &"https://shop.example/".parse().unwrap(),
        false,
    )
    .said
}

fn values(mentions: &[Mention]) -> Vec<&str> {
    mentions
        .iter()
        .map(|mention| mention.value.as_str())
        .collect()
}

#[test]
fn the_business_of_a_graph_is_read_and_its_people_are_not() {
    let said = said(&[r##"{"@context":"https://schema.org","@graph":[
        {"@type":"WebSite","publisher":{"@type":"Organization","url":"https://www.shop.example","email":"info@shop.example"}},
        {"@type":"Organization","@id":"#maker","email":"info@maker.example","telephone":"541-555-0107"},
        {"@type":["Bakery","Store"],"telephone":["+1 541-555-0101","541.555.0102"],"faxNumber":"541-555-0103",
         "address":{"@type":"PostalAddress","streetAddress":"1 Main St"},
         "contactPoint":[{"@type":"ContactPoint","contactType":"sales","email":"mailto:sales@shop.example"},
                         {"@type":"ContactPoint","contactType":"Fax","telephone":"541-555-0104"}],
         "openingHoursSpecification":[{"dayOfWeek":["Monday","https://schema.org/Tuesday"],"opens":"09:00","closes":"17:00"},
            {"dayOfWeek":"Monday","opens":"00:00","closes":"00:00","validFrom":"2026-12-24"}],
         "priceRange":"$$","foundingDate":"1998-04","numberOfEmployees":{"@type":"QuantitativeValue","value":"12"},
         "geo":{"latitude":44.05,"longitude":"-121.31"},
         "sameAs":["https://www.facebook.com/shop","https://www.facebook.com/sharer.php"],
         "founder":{"@type":"Person","email":"jane@shop.example","sameAs":"https://twitter.com/jane"},
         "review":{"author":{"@type":"Organization","telephone":"503-555-0109"}}},
        {"@type":"Person","telephone":"541-555-0105","email":"joe@shop.example"},
        {"@type":"JobPosting","hiringOrganization":{"@type":"Organization","telephone":"541-555-0106"}}]}"##]);
    assert_eq!(
        values(&said.emails),
        ["info@shop.example", "sales@shop.example"]
    );
    assert_eq!(values(&said.phones), ["(541) 555-0101", "(541) 555-0102"]);
    assert_eq!(values(&said.hours), ["Mo-Tu 09:00-17:00"]);
    assert_eq!(values(&said.social), ["https://www.facebook.com/shop"]);
    let once = |slot: &Option<Mention>| slot.as_ref().map(|mention| mention.value.clone());
    assert_eq!(once(&said.price_range).as_deref(), Some("$$"));
    assert_eq!(once(&said.founding_date).as_deref(), Some("1998-04"));
    assert_eq!(once(&said.employees).as_deref(), Some("12"));
    assert_eq!(once(&said.coordinates).as_deref(), Some("44.05,-121.31"));
    assert_eq!(said.locations, 1);
}

#[test]
fn miswritten_blocks_are_read_as_they_were_meant() {
    for block in [
        r#"/* ours */ {"@type":"Store", "telephone":"541-555-0101",} // end"#,
        r#"<!-- {"@type":"Store","telephone":"541-555-0101"} -->"#,
        "//<![CDATA[\n{\"@type\":\"Store\",\"telephone\":\"541-555-0101\"}\n//]]>",
        "{\"@type\":\"Store\",\"description\":\"two\nlines\",\"telephone\":\"541-555-0101\"}",
        "{&quot;@type&quot;:&quot;Store&quot;,&quot;telephone&quot;:&quot;541-555-0101&quot;}",
        r#"[[{"@type":"http://schema.org/Store","telephone":"541-555-0101"}],];"#,
    ] {
        assert_eq!(
            values(&said(&[block]).phones),
            ["(541) 555-0101"],
            "{block}"
        );
    }
    for block in [
        "",
        "{",
        "null",
        "[1, \"a\"]",
        r#"{"@type":5,"telephone":{}}"#,
    ] {
        assert_eq!(said(&[block]), Said::default(), "{block}");
    }
}

#[test]
fn hours_of_any_notation_are_read_and_nonsense_is_left() {
    let hours = |value: &str| {
        let said = said(&[&format!(r#"{{"@type":"Store",{value}}}"#)]);
        said.hours.first().map(|mention| mention.value.clone())
    };
    let read = hours(r#""openingHours":["Mo-Fr 09:00-17:00","Sa 10:00-14:00"]"#);
    assert_eq!(read.as_deref(), Some("Mo-Fr 09:00-17:00; Sa 10:00-14:00"));
    assert_eq!(hours(r#""openingHours":"by appointment""#), None);
    assert_eq!(hours(r#""openingHours":["Mo 09:00-17:00","ask us"]"#), None);
}

#[test]
fn a_page_that_says_hundreds_is_cut_off_in_time() {
    let all: Vec<String> = (0..100_000)
        .map(|number| format!("\"p{number}@shop.example\""))
        .collect();
    let block = format!(
        r#"{{"@type":"Bakery","email":[{}]}}"#,
        all.join(",").as_str()
    );
    let began = std::time::Instant::now();
    assert_eq!(said(&[&block]).emails.len(), 200);
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
}
