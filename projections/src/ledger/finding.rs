//! What an audit finds.

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// `CreditAccount` or `Coupon`; `Log` for the chain over all of it.
    pub aggregate_type: String,
    /// The user's subject id, or the coupon's id; empty for the log.
    pub aggregate_id: String,
    /// Names the event or the field.
    pub what: String,
}
