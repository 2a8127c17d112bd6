CREATE TABLE timeline_v2 (
    entry_id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL,
    company_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    status_from TEXT,
    status_to TEXT,
    texts TEXT NOT NULL,
    written TEXT NOT NULL,
    follow_up BOOLEAN NOT NULL,
    follow_up_from TEXT,
    follow_up_to TEXT,
    listing TEXT
);
CREATE INDEX timeline_by_company_v2 ON timeline_v2 (user_id, company_id, sequence DESC);
-- status_from: not_contacted, contacted, follow_up, qualified, proposal_sent, customer, converted, not_interested
-- status_to: not_contacted, contacted, follow_up, qualified, proposal_sent, customer, converted, not_interested
-- texts: account_type, last_contact_date, main_poc, email, notes
-- written: account_type, last_contact_date, main_poc, email, notes
