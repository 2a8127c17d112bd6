//! The reference pack: public tables in one vocabulary, in one versioned file.
//!
//! `reference import` writes a pack, and a server loads it. Its tables keep what the publishers said, each
//! with publisher, vintage, licence and the checksum of its source file; how they are joined to a business is
//! decided by [`crate::Reference`], never here.

mod codec;
mod contents;
mod file;
mod geography;
mod industries;
mod merge;
mod metrics;
mod source;
mod spec;
mod tables;
mod zips;

pub use contents::Pack;
pub use file::PackError;
pub(crate) use geography::NATION;
pub use geography::{Area, Geography};
pub use industries::{Industry, IndustryTable};
pub use merge::Merged;
pub use metrics::{Column, MetricTable};
pub use source::PackSource;
pub(crate) use spec::WHOLE_ZONE_LIST;
pub use spec::{SPECS, TableSpec, spec_by_id, table};
pub use tables::{
    AreaShapes, Road, RoadClass, RoadTable, Site, SiteKind, SiteTable, SourceFile, Table,
    TableData, TableInfo,
};
pub(crate) use zips::parse_zip;
pub use zips::{ZipEntry, ZipTable};
