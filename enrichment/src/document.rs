//! `docs/fields.md`: the columns of a row and the tables that feed them, generated so that the document
//! cannot fall behind.

use std::fmt::Write as _;

use crate::feeds::{origin_of, tables_of};
use crate::fields::{ColumnOf, FIELDS, FieldSpec, Format, Group, How, columns};
use crate::pack::SPECS;

/// The document.
#[must_use]
pub fn markdown() -> String {
    let mut text = format!(
        "# The columns of a row\n\n\
         Generated from `enrichment/src/fields`, what the readers read (`enrichment/src/readers`) and what scores are \
         made of; written anew by `make generate`. `GET /api/fields` \
         says the same, and which fields the installation has data for.\n\n\
         {} facts, and {} columns of the business itself. What is not known is absent: there is no 0, -999 or 'N/A' that \
         means 'missing'. JSON rows have the keys, CSV the labels; every call that takes a row understands both, and the \
         other spellings. Each fact carries its source, vintage and level. Where several tables have a value the newest \
         vintage that has one for the area is used; which it is with the tables at hand, `demandatlas reference status` \
         says. Scores are explained in [scores.md](scores.md).\n",
        FIELDS.len(),
        columns().len() - FIELDS.len(),
    );
    for group in Group::ALL {
        let _ = write!(
            text,
            "\n## {}\n\n\
             | key | label | also | unit | level | what it is | tables |\n\
             |---|---|---|---|---|---|---|\n",
            group.label(),
        );
        for column in columns()
            .iter()
            .filter(|column| column.of.group() == *group)
        {
            let (level, from) = match column.of {
                ColumnOf::Business(_) => ("", String::new()),
                ColumnOf::Fact(spec) => (spec.level.name(), from(spec)),
            };
            let _ = writeln!(
                text,
                "| `{}` | {} | {} | {} | {level} | {} | {from} |",
                column.of.name(),
                column.of.label(),
                column.aliases.join(", "),
                unit(column.of.format()),
                column.of.description(),
            );
        }
    }
    text.push_str(&tables());
    text
}

fn unit(format: Format) -> &'static str {
    match format {
        Format::Flag => "yes or no",
        _ => format.unit().unwrap_or_default(),
    }
}

/// The tables' ids; of what no table has, what it is from.
fn from(spec: &FieldSpec) -> String {
    let tables = tables_of(spec.field)
        .iter()
        .map(|table| format!("`{}`", table.id));
    let tables: Vec<String> = tables.collect();
    if tables.is_empty() || spec.how == How::Derived {
        return origin_of(spec);
    }
    tables.join(", ")
}

fn tables() -> String {
    let mut text = "\n## Tables\n\n\
        A table is recognised by its columns, whatever its name; the name (or else the folder's) tells only the year \
        where the columns do not. Files may lie in `.zip` archives; of a spreadsheet the first sheet is read. Where two tables of one vintage have a value, the \
        one that comes first here is used.\n\n\
        | id | title | publisher | license | recognised by | feeds |\n\
        |---|---|---|---|---|---|\n"
        .to_owned();
    let mut tables: Vec<_> = SPECS.iter().collect();
    tables.sort_by_key(|table| table.rank);
    for table in tables {
        let direct = |spec: &&FieldSpec| {
            let tables = tables_of(spec.field);
            spec.how != How::Derived && tables.iter().any(|feeding| feeding.id == table.id)
        };
        let copy = if table.official { "" } else { " (a copy)" };
        let _ = writeln!(
            text,
            "| `{}` | {}{copy} | {} | {} | {} | {} fields |",
            table.id,
            table.title,
            table.publisher,
            table.licence,
            table.recognised_by,
            FIELDS.iter().filter(direct).count(),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_as_the_code_says() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/fields.md");
        if std::env::var_os("DEMANDATLAS_GENERATE").is_some() {
            std::fs::write(&path, markdown()).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            written == markdown(),
            "docs/fields.md is stale: run make generate"
        );
    }
}
