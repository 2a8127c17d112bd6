//! Values as text.

use enrichment::fields::{FieldKind, Format};
use serde_json::Value;
use url::Url;

/// The value as text, with numbers for other programs. Absent values are empty.
pub(super) fn plain(format: Format, value: Option<&Value>) -> String {
    match value {
        Some(Value::Number(number)) => number.as_f64().unwrap_or_default().to_string(),
        Some(Value::Bool(flag)) => flag.to_string(),
        value => text(format, value),
    }
}

/// The value as text for people; the unit is in the column's head. Absent values are empty.
pub(super) fn text(format: Format, value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::Bool(true)) => "Yes".to_owned(),
        Some(Value::Bool(false)) => "No".to_owned(),
        Some(Value::Number(number)) => {
            let number = number.as_f64().unwrap_or_default();
            grouped(number, usize::from(format.decimals_of(number)))
        }
        Some(Value::String(text)) => text.clone(),
        // As the importer reads it.
        Some(corners) if format.kind() == FieldKind::Outline => corners.to_string(),
        Some(Value::Array(list)) if list.is_empty() => "None".to_owned(),
        Some(Value::Array(list)) => {
            let all: Vec<String> = list.iter().map(|item| item_text(format, item)).collect();
            all.join(", ")
        }
        Some(Value::Object(links)) => {
            let all: Vec<String> = links
                .iter()
                .map(|(name, link)| format!("{name}: {}", link.as_str().unwrap_or_default()))
                .collect();
            all.join(", ")
        }
    }
}

fn item_text(format: Format, item: &Value) -> String {
    let named = |name: &str| item[name].as_str().unwrap_or_default();
    let number = |name: &str| item[name].as_f64().unwrap_or_default();
    match format.kind() {
        FieldKind::Businesses => format!("{} ({:.1} mi)", named("name"), number("distance_mi")),
        FieldKind::Factors => {
            let input = grouped(number("input"), 1);
            format!("{} {input}", named("field").replace('_', " "))
        }
        _ => item
            .as_str()
            .map_or_else(|| item.to_string(), str::to_owned),
    }
}

/// `1,234.5`.
fn grouped(number: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", number.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::with_capacity(text.len() + whole.len() / 3 + 1);
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if number < 0.0 && !is_zero {
        grouped.push('-');
    }
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}

/// The URL of a web page; `https://` is added if missing. Other URLs are not links.
pub(super) fn web_address(text: &str) -> Option<Url> {
    let text = text.trim();
    let url = match text.contains("://") {
        true => Url::parse(text),
        false => Url::parse(&format!("https://{text}")),
    };
    let url = url.ok()?;
    let is_site = url.host_str().is_some_and(|host| host.contains('.'));
    (matches!(url.scheme(), "http" | "https") && is_site && url.username().is_empty())
        .then_some(url)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    // RES-03
    fn res_03_values_read_as_people_write_them() {
        let shown = |format, value| text(format, Some(&value));
        assert_eq!(shown(Format::Usd, json!(1_234_567.4)), "1,234,567");
        assert_eq!(shown(Format::Percent, json!(-0.04)), "0.0");
        assert_eq!(shown(Format::PerThousand, json!(0.012_34)), "0.0123");
        assert_eq!(shown(Format::Count, json!("fewer than 3")), "fewer than 3");
        assert_eq!(shown(Format::Percent, json!(-12.34)), "-12.3");
        assert_eq!(shown(Format::Count, json!(0)), "0");
        assert_eq!(shown(Format::Count, json!(999)), "999");
        assert_eq!(shown(Format::Flag, json!(false)), "No");
        assert_eq!(shown(Format::Texts, json!(["a", "b"])), "a, b");
        assert_eq!(
            shown(Format::Links, json!({"facebook": "fb.example/a"})),
            "facebook: fb.example/a"
        );
        let near = json!([{"name": "Bend Ales", "distance_mi": 1.24}]);
        assert_eq!(shown(Format::Businesses, near), "Bend Ales (1.2 mi)");
        let factors = json!([{"field": "poverty_rate", "input": 40}]);
        assert_eq!(shown(Format::Factors, factors), "poverty rate 40.0");
        assert_eq!(shown(Format::Businesses, json!([])), "None");
        assert_eq!(text(Format::Text, None), "");
        let plain = |format, value| plain(format, Some(&value));
        assert_eq!(plain(Format::Usd, json!(1_234_567.4)), "1234567.4");
        assert_eq!(plain(Format::Degrees, json!(-121.0)), "-121");
        assert_eq!(plain(Format::Flag, json!(true)), "true");
        let corners = json!([[44.05, -121.31], [44.06, -121.31]]);
        assert_eq!(
            plain(Format::Outline, corners),
            "[[44.05,-121.31],[44.06,-121.31]]"
        );
    }

    #[test]
    // RES-01, RES-03
    fn res_03_only_web_pages_are_links() {
        let link = |text: &str| web_address(text).map(String::from);
        assert_eq!(
            link("shop.example").as_deref(),
            Some("https://shop.example/")
        );
        assert_eq!(
            link("http://shop.example/a?b=c").as_deref(),
            Some("http://shop.example/a?b=c")
        );
        for harmful in [
            "javascript:alert(1)",
            "javascript://x.example/%0aalert(1)",
            "data:text/html,x",
            "a b",
            "",
            "https://user:pw@shop.example",
        ] {
            assert_eq!(link(harmful), None, "{harmful}");
        }
    }
}
