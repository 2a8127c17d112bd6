use super::*;

#[test]
fn all_that_a_text_names_is_found() {
    let text = "Ask Jane.Doe@mail.cascade.example, or call (541) 555-0101 or 15415550102.";
    assert_eq!(
        Contacts::all_in(text),
        [
            Contacts::Email("jane.doe@mail.cascade.example".to_owned()),
            Contacts::Domain("cascade.example".to_owned()),
            Contacts::Phone("5415550101".to_owned()),
            Contacts::Phone("5415550102".to_owned()),
        ]
    );
}

#[test]
fn an_address_is_a_roles_a_persons_or_somebody_elses() {
    for (email, kind) in [
        ("info@cascade-bakery.example", EmailKind::Role),
        ("bend.office@mail.cascade-bakery.example", EmailKind::Role),
        ("cascadebakery@cascade-bakery.example", EmailKind::Role),
        ("jane.doe@cascade-bakery.example", EmailKind::Personal),
        ("cascadebakery@gmail.com", EmailKind::FreeMail),
        ("hello@webdesign.example", EmailKind::Foreign),
        ("jane.wood@cascade-bakery.example", EmailKind::Personal),
        ("tom.brewer@cascade-bakery.example", EmailKind::Personal),
        ("art.garcia@cascade-bakery.example", EmailKind::Personal),
        ("jane.kitchen@cascade-bakery.example", EmailKind::Personal),
        ("art@cascade-bakery.example", EmailKind::Personal),
        ("front-desk@cascade-bakery.example", EmailKind::Role),
    ] {
        assert_eq!(
            EmailKind::of(email, "www.cascade-bakery.example"),
            kind,
            "{email}"
        );
    }
}

#[test]
fn addresses_are_told_from_what_looks_like_them() {
    assert_eq!(
        email(" Info@Shop.Example. ").as_deref(),
        Some("info@shop.example")
    );
    let long = format!("info@{}com", "shop.".repeat(50));
    for text in [
        long.as_str(),
        "logo@2x.png",
        "you@example.com",
        "noreply@shop.example",
        "a b@shop.example",
        "info at shop",
        "@shop.example",
    ] {
        assert_eq!(email(text), None, "{text}");
    }
}

#[test]
fn phone_numbers_are_found_in_lines_and_faxes_are_not() {
    let found = |line: &str| {
        let ours = phones_in(line).filter(|phone| phone.is_ours);
        ours.map(|phone| phone.number).collect::<Vec<_>>()
    };
    let ours = vec!["(541) 555-0101".to_owned()];
    for line in [
        "Call (541) 555-0101 today",
        "541.555.0101",
        "541-555-0101 x12",
        "+1 541 555 0101",
        "Tel: 5415550101",
        "541\u{a0}555\u{2011}0101",
        "P 541-555-0101 | F 541-555-0102",
        "541-555-0101 · 541-555-0102 (fax)",
        "12 Main St, Bend, OR 97701 · 541-555-0101",
        "Farm stand: 541-555-0101",
        "Llámenos: (541) 555-0101",
        "Open 7 AM to 8 PM: call 541.555.0101",
        "541·555·0101",
        "Call or text 541-555-0101.",
        "CALL OR TEXT RICK (541)555-0101",
    ] {
        assert_eq!(found(line), ours, "{line}");
    }
    for line in [
        "Fax: (541) 555-0101",
        "License #541-555-0101",
        "Order 5415550101",
        "ISBN 978-541-555-0101",
        "2024-541-555-01012",
        "999-111-2222",
        "541-555-0101-22",
        "Flour by Molinos del Valle, 541-555-0101",
        "Call Bluegrass Animal Hospital at (541) 555-0101",
        "Sister shop in Juárez: +52 541 555 0101",
        "Questions: idx@feed.example or 541-555-0101",
    ] {
        assert!(found(line).is_empty(), "{line}: {:?}", found(line));
    }
}

#[test]
fn whoever_asks_to_be_removed_is_recognized_in_any_spelling() {
    assert_eq!(
        Contacts::read("Info@Shop.example").unwrap().text(),
        "email:info@shop.example"
    );
    assert_eq!(
        Contacts::read("+1 (541) 555-0101").unwrap().text(),
        "phone:5415550101"
    );
    assert_eq!(
        Contacts::read("https://www.shop.example/x").unwrap().text(),
        "domain:shop.example"
    );
    assert_eq!(Contacts::read("nobody"), None);
}
