//! A PostgreSQL server of the test's own that fails: killed, stopped, cut off, full, put back to an earlier moment. The
//! real binary goes on by itself, and everything that it told and that is not lost holds (quality section 2).
//! `DEMANDATLAS_SOAK=1` runs the long forms.

mod copy;
mod crashed;
mod documented;
mod full;
mod killed;
mod lost;
mod partitioned;
mod roles;
mod shown;
