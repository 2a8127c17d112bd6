//! Says what is wrong with a request's values in plain words: the field and what it must be, without type names.

/// The error of serde and axum about a body, a query or a path, in plain words.
pub(super) fn plain(said: &str) -> String {
    if let Some(syntax) = said.strip_prefix("Failed to parse the request body as JSON: ") {
        return format!("The body is not JSON: {}.", without_path(syntax));
    }
    let body = said.strip_prefix("Failed to deserialize the JSON body into the target type: ");
    let query = said.strip_prefix("Failed to deserialize query string: ");
    let said = body.or(query).unwrap_or(said);
    let (path, problem) = path_and_problem(without_position(said));
    let is_list = path.is_some_and(|path| path.starts_with('['));
    if is_list || problem.starts_with("invalid length ") {
        return "The body must be an object; it is a list.".to_owned();
    }
    let name = path.map_or_else(|| "The body".to_owned(), |path| format!("'{path}'"));
    if let Some(field) = problem.strip_prefix("missing field ") {
        let within = path.map_or_else(String::new, |path| format!(" in '{path}'"));
        return format!("{} is missing{within}.", quoted(field));
    }
    if let Some(field) = problem.strip_prefix("duplicate field ") {
        return format!("{} is given twice.", quoted(field));
    }
    if let Some(field) = problem.strip_prefix("unknown field ") {
        let field = field.split(',').next().unwrap_or_default();
        return format!("There is no field {}.", quoted(field));
    }
    if let Some(variant) = problem.strip_prefix("unknown variant ") {
        let (value, expected) = variant.split_once(", expected ").unwrap_or((variant, ""));
        let names = expected.trim_start_matches("one of ").replace('`', "");
        return format!("{name} must be one of {names}; it is {}.", quoted(value));
    }
    let mistaken = problem
        .strip_prefix("invalid type: ")
        .or_else(|| problem.strip_prefix("invalid value: "));
    if let Some((value, expected)) = mistaken.and_then(|text| text.split_once(", expected ")) {
        return format!("{name} must be {}; it is {}.", kind(expected), found(value));
    }
    match problem {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            format!("{name} must be a whole number.")
        }
        "number too large to fit in target type" => format!("{name} is too large a number."),
        "number too small to fit in target type" => format!("{name} is too small a number."),
        "invalid float literal" => format!("{name} must be a number."),
        "provided string was not `true` or `false`" => format!("{name} must be true or false."),
        _ => match path {
            Some(_) => format!("{name}: {problem}."),
            None => said.to_owned(),
        },
    }
}

/// The text without the position in the body, which is of no use to people.
fn without_position(text: &str) -> &str {
    let numbers = |rest: &str| {
        rest.chars()
            .all(|sign| sign.is_ascii_digit() || " column".contains(sign))
    };
    match text.rsplit_once(" at line ") {
        Some((before, rest)) if numbers(rest) => before,
        _ => text,
    }
}

/// A field's path and what is wrong with it; a path has no spaces.
fn path_and_problem(text: &str) -> (Option<&str>, &str) {
    match text.split_once(": ") {
        Some((path, problem)) if !path.contains(' ') && path != "." => (Some(path), problem),
        _ => (None, text.strip_prefix(".: ").unwrap_or(text)),
    }
}

fn without_path(text: &str) -> &str {
    path_and_problem(text).1
}

/// A name between backticks, in our quotes.
fn quoted(name: &str) -> String {
    format!("'{}'", name.trim().trim_matches('`'))
}

/// What serde expected.
fn kind(expected: &str) -> &str {
    match expected {
        "a string" | "a borrowed string" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "an object",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of at least 0",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        expected if expected.starts_with("a nonzero ") => "a whole number of at least 1",
        expected if expected.starts_with("struct ") => "an object",
        expected => expected,
    }
}

/// What serde found instead: `integer \`7\``, `string "Bend"`, `map`.
fn found(value: &str) -> String {
    let (kind, shown) = value.split_once(' ').unwrap_or((value, ""));
    let shown = shown.trim_matches('`');
    match kind {
        "integer" => format!("the number {shown}"),
        "floating" => format!("the number {}", shown.trim_start_matches("point `")),
        "string" => format!("the text {shown}"),
        "boolean" => shown.to_owned(),
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "snake_case")]
    #[allow(dead_code, reason = "read for its errors alone")]
    struct Asked {
        name: String,
        count: Option<u32>,
        price: Option<f64>,
        really: Option<bool>,
        cities: Option<Vec<String>>,
        tier: Option<Tier>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Tier {
        Basic,
        Pro,
    }

    async fn said(body: &str) -> String {
        use axum::extract::FromRequest as _;
        let request = axum::http::Request::builder()
            .header("content-type", "application/json")
            .body(axum::body::Body::from(body.to_owned()))
            .unwrap();
        let refused = axum::Json::<Asked>::from_request(request, &()).await;
        plain(&refused.unwrap_err().body_text())
    }

    #[tokio::test]
    async fn a_body_is_refused_in_plain_words() {
        for (body, words) in [
            ("{}", "'name' is missing."),
            (
                "{\"name\": 5}",
                "'name' must be a text; it is the number 5.",
            ),
            ("{\"name\": null}", "'name' must be a text; it is null."),
            (
                "{\"name\": \"a\", \"count\": -1}",
                "'count' must be a whole number of at least 0; it is the number -1.",
            ),
            (
                "{\"name\": \"a\", \"count\": 1.5}",
                "'count' must be a whole number of at least 0; it is the number 1.5.",
            ),
            (
                "{\"name\": \"a\", \"price\": \"x\"}",
                "'price' must be a number; it is the text \"x\".",
            ),
            (
                "{\"name\": \"a\", \"really\": 1}",
                "'really' must be true or false; it is the number 1.",
            ),
            (
                "{\"name\": \"a\", \"cities\": \"Bend\"}",
                "'cities' must be a list; it is the text \"Bend\".",
            ),
            (
                "{\"name\": \"a\", \"cities\": [1]}",
                "'cities[0]' must be a text; it is the number 1.",
            ),
            (
                "{\"name\": \"a\", \"tier\": \"gold\"}",
                "'tier' must be one of basic or pro; it is 'gold'.",
            ),
            ("{\"name\": \"a\", \"nam\": 1}", "There is no field 'nam'."),
            (
                "{\"name\": \"a\", \"name\": \"b\"}",
                "'name' is given twice.",
            ),
            ("[]", "The body must be an object; it is a list."),
            ("[1]", "The body must be an object; it is a list."),
            ("7", "The body must be an object; it is the number 7."),
            (
                "",
                "The body is not JSON: EOF while parsing a value at line 1 column 0.",
            ),
        ] {
            assert_eq!(said(body).await, words, "{body}");
        }
    }

    #[test]
    fn a_query_is_refused_in_plain_words() {
        use axum::extract::Query;
        let said = |query: &str| {
            let uri = format!("http://a.example/?{query}").parse().unwrap();
            plain(&Query::<Asked>::try_from_uri(&uri).unwrap_err().body_text())
        };
        assert_eq!(said("name=a&count=x"), "'count' must be a whole number.");
        assert_eq!(
            said("name=a&count=99999999999"),
            "'count' is too large a number."
        );
        assert_eq!(
            said("name=a&really=perhaps"),
            "'really' must be true or false."
        );
        assert_eq!(said("count=1"), "'name' is missing.");
    }
}
