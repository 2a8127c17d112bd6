//! What each call answers.

mod addresses;
mod cancel;
mod cities;
mod companies;
mod competitors;
mod coupons;
mod credits;
mod crm;
mod documents;
pub(crate) mod enrichment;
mod enrichment_cancel;
mod estimate;
mod events;
pub(crate) mod exports;
mod fields;
mod going_on;
mod idempotency;
mod job_list;
mod libreoffice;
mod main_job;
mod personal_data;
mod report;
mod result_pages;
mod sample_data;
mod saved_companies;
mod sources;
mod wide_search;
