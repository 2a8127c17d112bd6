//! Commands that an operator reads in docs/operations.md.

use std::path::Path;

/// Those of the block that is marked so.
pub(super) fn documented(place: &str) -> String {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/operations.md");
    let text = std::fs::read_to_string(document).unwrap();
    let mark = format!("<!-- not run: a test with a PostgreSQL of its own does ({place}) -->\n```");
    let block = text
        .split_once(&mark)
        .and_then(|(_, after)| after.split_once('\n')?.1.split_once("```"));
    let (block, _) = block.unwrap_or_else(|| panic!("docs/operations.md does not say: {mark}"));
    block.to_owned()
}
