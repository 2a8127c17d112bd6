//! The starter reference pack: nationwide public tables that ship with the product, so that rows have facts
//! without any import. `scripts/make-starter` makes it from the publishers' files; `data/starter/tables.toml`
//! lists its tables, where they were published and their limits. Licences and credits are in `NOTICE`.

use std::path::Path;

use crate::pack::{Pack, PackError};

const PACK: &[u8] = include_bytes!("../../data/starter/reference.pack");

impl Pack {
    /// The starter pack's tables.
    ///
    /// # Errors
    /// If the program's own copy is damaged.
    pub fn starter() -> Result<Self, PackError> {
        let mut pack = Self::read(PACK, Path::new("that ships with the product"))?;
        for table in &mut pack.tables {
            table.info.shipped = true;
        }
        Ok(pack)
    }
}
