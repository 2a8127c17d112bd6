//! Pages and what they say.

mod json_ld;
mod links;
mod meta;
mod microdata;
mod text;

use super::*;
