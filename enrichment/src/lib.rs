//! enrichment
