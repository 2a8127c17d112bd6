-- Who got in and who was refused, and what operators did. Not part of the event log: kept for a while, then deleted.
-- One row for what the same user and client do within a minute; `count` is how often.
CREATE TABLE audit_entries (
    entry_id   text   NOT NULL PRIMARY KEY,
    at         bigint NOT NULL,
    last_at    bigint NOT NULL,
    count      bigint NOT NULL,
    kind       text   NOT NULL,
    outcome    text   NOT NULL,
    -- The subject id; empty if nobody was signed in.
    user_id    text   NOT NULL,
    -- The address; empty for commands at the command line.
    client     text   NOT NULL,
    -- Of the first call.
    request_id text   NOT NULL
);
CREATE INDEX audit_entries_by_time ON audit_entries (last_at);
CREATE INDEX audit_entries_by_user ON audit_entries (user_id, last_at);
