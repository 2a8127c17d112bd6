//! Where a company stands with the user: one status, two vocabularies.

use crate::text_enum::text_enum;

text_enum! {
    /// A status, by the name that lists have for it.
    #[derive(Default)]
    pub enum ContactStatus {
        /// Nobody has done anything yet.
        #[default]
        NotContacted = "not_contacted",
        /// Somebody has written or called.
        Contacted = "contacted",
        /// To be asked again; set in My Companies.
        FollowUp = "follow_up",
        /// Worth more work.
        Qualified = "qualified",
        /// An offer is out.
        ProposalSent = "proposal_sent",
        /// Won.
        Customer = "customer",
        /// Won; set in My Companies.
        Converted = "converted",
        /// Lost.
        NotInterested = "not_interested",
    }
}

impl ContactStatus {
    /// Those that the CRM form offers. The others are set in My Companies; the form shows them where they are set.
    pub const ON_FORM: [Self; 6] = [
        Self::NotContacted,
        Self::Contacted,
        Self::Qualified,
        Self::ProposalSent,
        Self::Customer,
        Self::NotInterested,
    ];

    /// As the CRM form writes it.
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

    /// The one that the CRM form writes so.
    pub fn from_crm_text(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|status| status.crm_text() == text)
    }
}
