CREATE TABLE saved_companies_v1 (
    company_id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL,
    saved_at BIGINT,
    session_id TEXT,
    row_idx BIGINT,
    name TEXT,
    business TEXT,
    status TEXT NOT NULL,
    crm TEXT NOT NULL,
    crm_saved_at BIGINT
);
CREATE INDEX saved_companies_by_user_v1 ON saved_companies_v1 (user_id, saved_at DESC);
CREATE INDEX saved_companies_by_row_v1 ON saved_companies_v1 (user_id, session_id, row_idx);
-- status: not_contacted, contacted, follow_up, qualified, proposal_sent, customer, converted, not_interested
