-- Sessions with rows that their source's terms forbid to keep: such rows go once nobody has used the session
-- for a day. That they went is kept.
CREATE TABLE passing_sessions (
    session_key text   NOT NULL PRIMARY KEY,
    used_at     bigint NOT NULL,
    gone        boolean NOT NULL
);
CREATE INDEX passing_sessions_due ON passing_sessions (gone, used_at);
