//! Microdata.

use super::*;
#[test]
fn the_items_of_the_business_are_read_and_others_are_not() {
    let html = r#"<div itemscope itemtype="http://schema.org/Restaurant">
        <span itemprop="telephone">(541) 555-0101</span><meta itemprop="priceRange" content="$$">
        <div itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><a itemprop="email" href="mailto:info@shop.example">x</a></div>
        <time itemprop="openingHours" datetime="Mo-Fr 09:00-17:00">weekdays</time>
        <time itemprop="openingHours" datetime="Sa 10:00-14:00"></time>
        <link itemprop="sameAs" href="https://www.facebook.com/shop">
        <div itemprop="review" itemscope itemtype="http://schema.org/Review"><span itemprop="telephone">541-555-0109</span></div>
        <div itemprop="employee" itemscope itemtype="http://schema.org/Person"><span itemprop="email">joe@shop.example</span></div>
        </div>
        <div itemscope itemtype="http://schema.org/Event"><div itemprop="organizer" itemscope itemtype="http://schema.org/Organization">
          <span itemprop="telephone">541-555-0108</span></div></div>"#;
    let said = Page::read(html, &"https://shop.example/".parse().unwrap(), false).said;
    let structured = |list: &[Mention]| {
        let list = list.iter().filter(|mention| mention.how == How::Structured);
        list.map(|mention| mention.value.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(structured(&said.phones), ["(541) 555-0101"]);
    assert_eq!(structured(&said.emails), ["info@shop.example"]);
    assert_eq!(
        structured(&said.hours),
        ["Mo-Fr 09:00-17:00; Sa 10:00-14:00"]
    );
    assert_eq!(structured(&said.social), ["https://www.facebook.com/shop"]);
    assert_eq!(said.price_range.unwrap().value, "$$");
}
