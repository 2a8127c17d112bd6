-- When users last opened their sessions, so that one which ended meanwhile is offered to them once. Kept for a day.
CREATE TABLE seen_sessions (
    user_id     TEXT   NOT NULL,
    session_key TEXT   NOT NULL,
    seen_at     BIGINT NOT NULL,
    PRIMARY KEY (user_id, session_key)
);
CREATE INDEX seen_sessions_seen_at ON seen_sessions (seen_at);
