//! A session's rows, and saved companies, as files, with a module per format. They are streamed, so that memory does not
//! grow with the rows, except for Excel workbooks, which are written to a private file first.

mod about;
mod cell;
mod csv;
mod geojson;
mod html;
mod listings;
mod report;
mod saved;
mod table;
pub(crate) mod website;
mod xlsx;

pub(crate) use about::About;
pub(crate) use csv::csv;
pub(crate) use geojson::GeoJsonRows;
pub(crate) use html::page;
pub(crate) use report::{report, report_stem};
pub(crate) use saved::{SavedExport, SavedFormat};
pub(crate) use table::SourceForm;
pub(crate) use xlsx::workbook;
