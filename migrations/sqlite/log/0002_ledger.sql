-- Tamper evidence: how many events a sealed stream has, sealed with its last event, apart from the
-- events; and what tells installations apart. See store/src/seals.rs.
CREATE TABLE stream_heads (
    aggregate_type TEXT   NOT NULL,
    aggregate_id   TEXT   NOT NULL,
    events         BIGINT NOT NULL CHECK (events >= 1),
    seal           TEXT   NOT NULL,
    PRIMARY KEY (aggregate_type, aggregate_id)
) WITHOUT ROWID;

CREATE TABLE installation (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX commands_recorded_at ON commands (recorded_at);

-- What was answered to requests that carried an Idempotency-Key.
CREATE TABLE http_answers (
    request_key TEXT   NOT NULL PRIMARY KEY,
    body_hash   TEXT   NOT NULL,
    status      BIGINT NOT NULL,
    body        TEXT   NOT NULL,
    answered_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX http_answers_answered_at ON http_answers (answered_at);

-- When an account is to be looked at: its next period starts, or a reservation runs out.
CREATE TABLE account_agenda (
    user_id TEXT   NOT NULL PRIMARY KEY,
    look_at BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX account_agenda_look_at ON account_agenda (look_at);
