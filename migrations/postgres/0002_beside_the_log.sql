-- What lives beside the event log.

-- Our own snapshots; the checksum covers the payload, `shape` the aggregate's version. One whose last event, of that
-- sequence and stamp, is not in the log is passed over.
CREATE TABLE aggregate_snapshots (
    aggregate_type text   NOT NULL,
    aggregate_id   text   NOT NULL,
    sequence       bigint NOT NULL,
    stamp          text,
    shape          text   NOT NULL,
    payload        text   NOT NULL,
    checksum       text   NOT NULL,
    PRIMARY KEY (aggregate_type, aggregate_id)
);

-- Scraped rows: documents, written before the event that counts them.
CREATE TABLE result_rows (
    session_key text   NOT NULL,
    row_idx     bigint NOT NULL,
    place_key   text   NOT NULL,
    document    text   NOT NULL,
    PRIMARY KEY (session_key, row_idx)
);

-- The facts of enriched rows; visible only as far as the events of the job count them.
CREATE TABLE row_facts (
    session_key text   NOT NULL,
    row_idx     bigint NOT NULL,
    document    text   NOT NULL,
    PRIMARY KEY (session_key, row_idx)
);

-- Sessions with rows that their source's terms forbid to keep: such rows go once nobody has used the session
-- for a day. That they went is kept.
CREATE TABLE expiring_rows (
    session_key text   NOT NULL PRIMARY KEY,
    used_at     bigint NOT NULL,
    gone        boolean NOT NULL
);
CREATE INDEX expiring_rows_due ON expiring_rows (gone, used_at);

-- Jobs that a worker should take up, with whose they are: workers take turns between users. Fed by a reactor, emptied by
-- the job's end.
CREATE TABLE scrape_work (
    session_key text   NOT NULL PRIMARY KEY,
    queued_at   bigint NOT NULL,
    user_id     text   NOT NULL
);
CREATE INDEX scrape_work_by_user ON scrape_work (user_id, queued_at, session_key);

-- Who may do what until when; `fence` counts up with each new holder.
CREATE TABLE leases (
    name       text   NOT NULL PRIMARY KEY,
    holder     text   NOT NULL,
    fence      bigint NOT NULL,
    expires_at bigint NOT NULL
);

-- How far each reactor has come. No rebuild ever touches it.
CREATE TABLE checkpoints (
    name       text   NOT NULL PRIMARY KEY,
    cursor     text   NOT NULL,
    status     text   NOT NULL,
    failure    text,
    updated_at bigint NOT NULL
);

-- When an account is to be looked at: its next period starts, or a reservation runs out.
CREATE TABLE account_agenda (
    user_id text   NOT NULL PRIMARY KEY,
    look_at bigint NOT NULL
);
CREATE INDEX account_agenda_look_at ON account_agenda (look_at);

-- What was answered to requests that carried an Idempotency-Key.
CREATE TABLE http_answers (
    request_key text   NOT NULL PRIMARY KEY,
    body_hash   text   NOT NULL,
    status      bigint NOT NULL,
    body        text   NOT NULL,
    answered_at bigint NOT NULL
);
CREATE INDEX http_answers_answered_at ON http_answers (answered_at);

-- A key for each user about whom something personal was written, wrapped with the secret key: what is closed
-- with it is erased when the row goes. See store/src/user_keys.rs.
CREATE TABLE user_keys (
    user_id text   NOT NULL PRIMARY KEY,
    wrapped text   NOT NULL,
    made_at bigint NOT NULL
);

-- How often live maps services were asked on a day (UTC), for each user and, under the empty user, in all: they are
-- shared with the world, or cost the operator money.
CREATE TABLE live_requests (
    user_id  text   NOT NULL,
    service  text   NOT NULL,
    day      text   NOT NULL,
    requests bigint NOT NULL,
    PRIMARY KEY (user_id, service, day)
);

-- Erasures that were begun and are not complete: a process that died in the middle is not the end of them. Where the log
-- has forgotten the user (`forgotten`), read models and files are left: a user who goes on meanwhile is not erased again.
CREATE TABLE unfinished_erasures (
    user_id   text    NOT NULL PRIMARY KEY,
    begun_at  bigint  NOT NULL,
    forgotten boolean NOT NULL
);

-- When users last opened their sessions: one that has ended since is offered to them once. Kept for two days.
CREATE TABLE seen_sessions (
    user_id     text   NOT NULL,
    session_key text   NOT NULL,
    seen_at     bigint NOT NULL,
    PRIMARY KEY (user_id, session_key)
);
CREATE INDEX seen_sessions_seen_at ON seen_sessions (seen_at);
