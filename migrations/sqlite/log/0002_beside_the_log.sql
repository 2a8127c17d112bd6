-- What lives beside the event log.

-- Our own snapshots; the checksum covers the payload, `shape` the aggregate's version. One whose last event, of that
-- sequence and stamp, is not in the log is passed over.
CREATE TABLE aggregate_snapshots (
    aggregate_type TEXT   NOT NULL,
    aggregate_id   TEXT   NOT NULL,
    sequence       BIGINT NOT NULL,
    stamp          TEXT,
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

-- The facts of enriched rows; visible only as far as the events of the job count them.
CREATE TABLE row_facts (
    session_key TEXT   NOT NULL,
    row_idx     BIGINT NOT NULL,
    document    TEXT   NOT NULL,
    PRIMARY KEY (session_key, row_idx)
);

-- Sessions with rows that their source's terms forbid to keep: such rows go once nobody has used the session
-- for a day. That they went is kept.
CREATE TABLE expiring_rows (
    session_key TEXT   NOT NULL PRIMARY KEY,
    used_at     BIGINT NOT NULL,
    gone        BOOLEAN NOT NULL
);
CREATE INDEX expiring_rows_due ON expiring_rows (gone, used_at);

-- Jobs that a worker should take up, with whose they are: workers take turns between users. Fed by a reactor, emptied by
-- the job's end.
CREATE TABLE scrape_work (
    session_key TEXT   NOT NULL PRIMARY KEY,
    queued_at   BIGINT NOT NULL,
    user_id     TEXT   NOT NULL
) WITHOUT ROWID;
CREATE INDEX scrape_work_by_user ON scrape_work (user_id, queued_at, session_key);

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

-- When an account is to be looked at: its next period starts, or a reservation runs out.
CREATE TABLE account_agenda (
    user_id TEXT   NOT NULL PRIMARY KEY,
    look_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX account_agenda_look_at ON account_agenda (look_at);

-- What was answered to requests that carried an Idempotency-Key.
CREATE TABLE http_answers (
    request_key TEXT   NOT NULL PRIMARY KEY,
    body_hash   TEXT   NOT NULL,
    status      BIGINT NOT NULL,
    body        TEXT   NOT NULL,
    answered_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX http_answers_answered_at ON http_answers (answered_at);

-- A key for each user about whom something personal was written, wrapped with the secret key: what is closed
-- with it is erased when the row goes. See store/src/user_keys.rs.
CREATE TABLE user_keys (
    user_id TEXT   NOT NULL PRIMARY KEY,
    wrapped TEXT   NOT NULL,
    made_at BIGINT NOT NULL
) WITHOUT ROWID;

-- How often live maps services were asked on a day (UTC), for each user and, under the empty user, in all: they are
-- shared with the world, or cost the operator money.
CREATE TABLE live_requests (
    user_id  TEXT   NOT NULL,
    service  TEXT   NOT NULL,
    day      TEXT   NOT NULL,
    requests BIGINT NOT NULL,
    PRIMARY KEY (user_id, service, day)
) WITHOUT ROWID;

-- Erasures that were begun and are not complete: a process that died in the middle is not the end of them. Where the log
-- has forgotten the user (`forgotten`), read models and files are left: a user who goes on meanwhile is not erased again.
CREATE TABLE unfinished_erasures (
    user_id   TEXT    NOT NULL PRIMARY KEY,
    begun_at  BIGINT  NOT NULL,
    forgotten BOOLEAN NOT NULL
) WITHOUT ROWID;

-- When users last opened their sessions: one that has ended since is offered to them once. Kept for two days.
CREATE TABLE seen_sessions (
    user_id     TEXT   NOT NULL,
    session_key TEXT   NOT NULL,
    seen_at     BIGINT NOT NULL,
    PRIMARY KEY (user_id, session_key)
) WITHOUT ROWID;
CREATE INDEX seen_sessions_seen_at ON seen_sessions (seen_at);
