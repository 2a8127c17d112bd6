-- The event log and what must live beside it: command records, snapshots, scraped rows, work, leases.
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

-- One row per command that may be repeated: its key, what was asked and what was answered.
CREATE TABLE commands (
    command_key TEXT   NOT NULL PRIMARY KEY,
    body_hash   TEXT   NOT NULL,
    answer      TEXT   NOT NULL,
    recorded_at BIGINT NOT NULL
) WITHOUT ROWID;

-- Our own snapshots; the checksum covers the payload, `shape` the aggregate's version.
CREATE TABLE aggregate_snapshots (
    aggregate_type TEXT   NOT NULL,
    aggregate_id   TEXT   NOT NULL,
    sequence       BIGINT NOT NULL,
    shape          TEXT   NOT NULL,
    payload        TEXT   NOT NULL,
    checksum       TEXT   NOT NULL,
    PRIMARY KEY (aggregate_type, aggregate_id)
) WITHOUT ROWID;

-- Scraped rows: documents, written before the event that counts them.
CREATE TABLE result_rows (
    session_key TEXT   NOT NULL,
    row_idx     BIGINT NOT NULL,
    place_key   TEXT   NOT NULL,
    document    TEXT   NOT NULL,
    PRIMARY KEY (session_key, row_idx)
) WITHOUT ROWID;

-- Jobs that a worker should take up; fed by a reactor, emptied by the job's end.
CREATE TABLE scrape_work (
    session_key TEXT   NOT NULL PRIMARY KEY,
    queued_at   BIGINT NOT NULL
) WITHOUT ROWID;

-- Who may do what until when; `fence` counts up with each new holder.
CREATE TABLE leases (
    name       TEXT   NOT NULL PRIMARY KEY,
    holder     TEXT   NOT NULL,
    fence      BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
) WITHOUT ROWID;

-- How far each reactor has come. No rebuild ever touches it.
CREATE TABLE checkpoints (
    name       TEXT   NOT NULL PRIMARY KEY,
    cursor     TEXT   NOT NULL,
    status     TEXT   NOT NULL,
    failure    TEXT,
    updated_at BIGINT NOT NULL
) WITHOUT ROWID;
