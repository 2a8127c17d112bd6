//! The HTTP side of DemandAtlas and its command line.

pub mod auth;
pub mod dev_idp;
