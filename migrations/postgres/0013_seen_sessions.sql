-- When users last opened their sessions, so that one which ended meanwhile is offered to them once. Kept for a day.
CREATE TABLE seen_sessions (
    user_id     text   NOT NULL,
    session_key text   NOT NULL,
    seen_at     bigint NOT NULL,
    PRIMARY KEY (user_id, session_key)
);
CREATE INDEX seen_sessions_seen_at ON seen_sessions (seen_at);
