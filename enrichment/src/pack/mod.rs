//! The reference pack: public tables in one vocabulary, in one versioned file.
//!
//! A pack is what `reference import` writes and a server loads. Its tables keep what the publishers
//! said, each with publisher, vintage, licence and the checksum of the file it was read from; how they
//! are joined to a business is decided by [`crate::Reference`], never here.

mod file;
mod industries;
mod merge;
mod metrics;
mod spec;
mod tables;

pub use file::{PackError, read_manifest};
pub use industries::{Industry, IndustryTable};
pub use merge::Merged;
pub use metrics::{Column, MetricTable};
pub use spec::{SPECS, TableSpec, spec_by_id, table};
pub use tables::{
    Area, AreaShapes, Geography, Road, RoadClass, RoadTable, Site, SiteKind, SiteTable, SourceFile,
    Table, TableData, TableInfo,
};

/// Public tables, as they were read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pack {
    /// The tables, in no particular order.
    pub tables: Vec<Table>,
}
