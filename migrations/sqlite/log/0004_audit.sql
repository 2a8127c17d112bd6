-- Who got in and who was refused, and what operators did. Not part of the event log: kept for a while, then deleted.
-- One row for what the same user and client do within a minute; `count` is how often.
CREATE TABLE audit_entries (
    entry_id   TEXT   NOT NULL PRIMARY KEY,
    at         BIGINT NOT NULL,
    last_at    BIGINT NOT NULL,
    count      BIGINT NOT NULL,
    kind       TEXT   NOT NULL,
    outcome    TEXT   NOT NULL,
    -- The subject id; empty if nobody was signed in.
    user_id    TEXT   NOT NULL,
    -- The address; empty for commands at the command line.
    client     TEXT   NOT NULL,
    -- Of the first call.
    request_id TEXT   NOT NULL
);
CREATE INDEX audit_entries_by_time ON audit_entries (last_at);
CREATE INDEX audit_entries_by_user ON audit_entries (user_id, last_at);
