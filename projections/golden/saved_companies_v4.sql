CREATE TABLE saved_companies_v4 (
    company_id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL,
    saved_at BIGINT,
    session_id TEXT,
    row_idx BIGINT,
    name TEXT,
    business TEXT,
    status TEXT NOT NULL,
    crm TEXT NOT NULL,
    crm_saved_at BIGINT,
    removed_at BIGINT,
    summary TEXT,
    tags TEXT NOT NULL,
    follow_up TEXT,
    changed BIGINT NOT NULL,
    listing_change TEXT
);
CREATE INDEX saved_companies_by_user_v4 ON saved_companies_v4 (user_id, saved_at DESC);
CREATE INDEX saved_companies_by_row_v4 ON saved_companies_v4 (user_id, session_id, row_idx);
CREATE INDEX saved_companies_by_change_v4 ON saved_companies_v4 (user_id, changed);
-- status: not_contacted, contacted, follow_up, qualified, proposal_sent, customer, converted, not_interested
-- crm: account_type, last_contact_date, main_poc, email, notes
