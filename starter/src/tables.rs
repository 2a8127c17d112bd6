//! The starter reference pack.

use std::path::Path;

use anyhow::{Context, bail};
use enrichment::import::{Outcome, import_files};
use enrichment::pack::Pack;

use crate::recipe::Table;
use crate::tell::tell;

/// Reads every table of the recipe, and writes the pack. Every file must be accepted.
pub(crate) fn make(tables: &[Table], folder: &Path, to: &Path) -> anyhow::Result<()> {
    let pack = read(tables, folder)?;
    pack.save_small(to)?;
    Ok(())
}

pub(crate) fn read(tables: &[Table], folder: &Path) -> anyhow::Result<Pack> {
    let mut pack = Pack::default();
    for table in tables {
        let report = import_files(&mut pack, folder, &table.files, &table.provenance())
            .with_context(|| format!("{:?}", table.files))?;
        let mut told = None;
        for file in report.files {
            match file.outcome {
                Outcome::Left(_) if table.left.contains(&file.path) => {}
                Outcome::Left(reason) => bail!("{}: {reason}", file.path.display()),
                Outcome::Taken {
                    table,
                    vintage,
                    rows,
                    left,
                    ..
                } => told = Some((file.path, table, vintage, rows, left)),
            }
        }
        if let Some((file, table, vintage, rows, left)) = told {
            tell(&format!(
                "{table}, {vintage}: {rows} rows of {}",
                file.display()
            ));
            for (reason, count) in left {
                tell(&format!("    {count} rows left out: {reason}"));
            }
        }
    }
    Ok(pack)
}
