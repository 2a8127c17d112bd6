//! The starter reference pack: public tables, nationwide, that ship with the product, so that rows have
//! facts without any import. It is made by `scripts/make-starter` of the publishers' files; which tables it
//! holds, where they were published and what they cannot tell is in `data/starter/tables.toml`. Licences and
//! credits are in `NOTICE`.

use std::path::Path;

use crate::pack::{Pack, PackError};

const PACK: &[u8] = include_bytes!("../../data/starter/reference.pack");

impl Pack {
    /// The starter pack's tables.
    ///
    /// # Errors
    /// Where the program's own copy is damaged.
    pub fn starter() -> Result<Self, PackError> {
        let mut pack = Self::read(PACK, Path::new("that ships with the product"))?;
        for table in &mut pack.tables {
            table.info.shipped = true;
        }
        Ok(pack)
    }
}
