//! A company's status: one set of statuses, two vocabularies.

use crate::text_enum::text_enum;

text_enum! {
    /// A status, named as in lists.
    #[derive(Default)]
    pub enum ContactStatus {
        #[default]
        NotContacted = "not_contacted",
        Contacted = "contacted",
        /// Set in My Companies only.
        FollowUp = "follow_up",
        Qualified = "qualified",
        ProposalSent = "proposal_sent",
        Customer = "customer",
        /// Set in My Companies only.
        Converted = "converted",
        NotInterested = "not_interested",
    }
}

impl ContactStatus {
    /// The statuses that the CRM form offers. The others are set in My Companies; the form shows them if they are set.
    pub const ON_FORM: [Self; 6] = [
        Self::NotContacted,
        Self::Contacted,
        Self::Qualified,
        Self::ProposalSent,
        Self::Customer,
        Self::NotInterested,
    ];

    /// Its name in the CRM form.
    pub const fn crm_text(self) -> &'static str {
        match self {
            Self::NotContacted => "Account Untouched",
            Self::Contacted => "Contacted",
            Self::FollowUp => "Follow Up",
            Self::Qualified => "Qualified",
            Self::ProposalSent => "Proposal Sent",
            Self::Customer => "Customer",
            Self::Converted => "Converted",
            Self::NotInterested => "Not Interested",
        }
    }

    /// The status with that name in the CRM form.
    pub fn from_crm_text(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|status| status.crm_text() == text)
    }
}
