//! Bodies, compared whole.

use serde_json::{Value, json};

/// Compares a body with its file in `snapshots`. What is another each time is named by JSON pointers, and must be there.
pub(crate) fn assert_body(name: &str, body: &Value, changing: &[&str]) {
    let mut body = body.clone();
    for pointer in changing {
        let value = body.pointer_mut(pointer);
        *value.unwrap_or_else(|| panic!("{name} has no {pointer}")) = json!("[…]");
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_sort_maps(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_snapshot_path("../snapshots");
    settings.bind(|| insta::assert_json_snapshot!(name, body));
}
