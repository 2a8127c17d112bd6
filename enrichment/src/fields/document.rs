//! The document of the fields, generated so that it cannot fall behind.

use std::fmt::Write as _;

use super::FIELDS;

/// `docs/fields.md`.
#[must_use]
pub fn markdown() -> String {
    let mut text = format!(
        "# Enrichment: the fields\n\n\
         Generated from `enrichment/src/fields/list.rs`; write it anew with \
         `DEMANDATLAS_WRITE_DOCS=1 cargo test -p enrichment documents`.\n\n\
         {} fields. A field without data is absent: there is no 0, -999 or 'N/A' that means 'missing'. Each value \
         carries its source, vintage and level; which table fills a field with the tables at hand is told by \
         `demandatlas reference status`. Where several tables have a value the newest vintage that has one for the \
         area is used. Scores are explained in [scores.md](scores.md).\n\n\
         | name | label | unit | level | official table | how the value is made | also known as |\n\
         |---|---|---|---|---|---|---|\n",
        FIELDS.len()
    );
    for spec in FIELDS {
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} | {} |",
            spec.name,
            spec.label,
            spec.unit.name().unwrap_or(""),
            spec.level.name(),
            spec.official,
            spec.formula,
            spec.aliases.join(", "),
        );
    }
    text
}
