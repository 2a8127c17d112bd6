//! A PostgreSQL server of the test's own that fails under load: killed, stopped, cut off, full. The real binary goes
//! on by itself, and everything that it told holds (quality section 2; issue 18). `DEMANDATLAS_SOAK=1` runs the long
//! forms.

mod copy;
mod full;
mod killed;
mod partitioned;
