//! Descriptions of the settings, generated from their declaration.

use std::fmt::Write as _;

use serde_json::Value;

use super::Settings;
use super::declared::all;

/// The list at the end of `--help`.
pub fn help() -> String {
    let width = all()
        .map(|setting| setting.variable.len())
        .max()
        .unwrap_or(0);
    let mut text =
        "Settings, as variables; in the file use the same names in lower case, without the prefix:\n"
            .to_owned();
    for setting in all() {
        let default = setting
            .default
            .map_or_else(String::new, |default| format!(" [{default}]"));
        let what = setting.what.replace('`', "");
        // Writing to a String cannot fail.
        let _written = writeln!(text, "  {:<width$}  {what}{default}", setting.variable);
    }
    text
}

/// The table in docs/operations.md.
pub fn table() -> String {
    let mut text = "| variable | default | what |\n|---|---|---|\n".to_owned();
    for setting in all() {
        let default = setting
            .default
            .map_or_else(|| "not set".to_owned(), |default| format!("`{default}`"));
        // Writing to a String cannot fail.
        let _written = writeln!(
            text,
            "| `{}` | {default} | {} |",
            setting.variable, setting.what
        );
    }
    text
}

impl Settings {
    /// The settings in force, name and value, with secrets hidden.
    pub fn shown(&self) -> Vec<(&'static str, String)> {
        let values = serde_json::to_value(&self.declared).expect("texts and numbers: always JSON");
        all()
            .map(|setting| {
                let shown = match &values[setting.name] {
                    Value::Null => "(not set)".to_owned(),
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                (setting.name, shown)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operations.md");
    const BEGIN: &str = "<!-- settings: made by `make generate` -->\n";
    const END: &str = "<!-- end of settings -->";

    #[test]
    fn documents_list_every_setting() {
        let document = std::fs::read_to_string(DOCUMENT).unwrap();
        let (before, rest) = document.split_once(BEGIN).expect("the table's first mark");
        let (written, after) = rest.split_once(END).expect("the table's last mark");
        if std::env::var_os("DEMANDATLAS_GENERATE").is_some() {
            std::fs::write(DOCUMENT, format!("{before}{BEGIN}{}{END}{after}", table())).unwrap();
            return;
        }
        assert_eq!(
            written,
            table(),
            "docs/operations.md is stale: run make generate"
        );
    }
}
