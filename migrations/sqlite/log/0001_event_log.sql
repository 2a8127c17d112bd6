-- The event log, and what is written together with it.
-- `position` is the global order. Every writer holds SQLite's write lock, so it is the commit order.
CREATE TABLE events (
    position       INTEGER PRIMARY KEY AUTOINCREMENT,
    aggregate_type TEXT    NOT NULL,
    aggregate_id   TEXT    NOT NULL,
    sequence       BIGINT  NOT NULL CHECK (sequence >= 1),
    event_type     TEXT    NOT NULL,
    event_version  TEXT    NOT NULL,
    payload        TEXT    NOT NULL,
    metadata       TEXT    NOT NULL,
    recorded_at    BIGINT  NOT NULL,
    UNIQUE (aggregate_type, aggregate_id, sequence)
);

-- What happened stays: no event is changed or deleted. INSERT OR REPLACE is refused with recursive_triggers alone, which
-- every connection of the product has; whoever writes to the file by other means is found by the seals.
CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

-- One row per command that may be repeated: its key, what was asked and what was answered.
CREATE TABLE commands (
    command_key TEXT   NOT NULL PRIMARY KEY,
    body_hash   TEXT   NOT NULL,
    answer      TEXT   NOT NULL,
    recorded_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX commands_recorded_at ON commands (recorded_at);

-- Tamper evidence: how many events a sealed stream has, sealed with its last event, apart from the
-- events. See store/src/seals.rs.
CREATE TABLE stream_heads (
    aggregate_type TEXT   NOT NULL,
    aggregate_id   TEXT   NOT NULL,
    events         BIGINT NOT NULL CHECK (events >= 1),
    seal           TEXT   NOT NULL,
    PRIMARY KEY (aggregate_type, aggregate_id)
) WITHOUT ROWID;

-- What tells installations apart.
CREATE TABLE installation (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
