CREATE TABLE monitors_v1 (
    monitor_id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    created TEXT NOT NULL,
    deleted BOOLEAN NOT NULL,
    paused TEXT,
    running TEXT,
    spent BIGINT NOT NULL,
    month TEXT,
    known BIGINT NOT NULL,
    pending BIGINT NOT NULL,
    last_run TEXT
);
CREATE INDEX monitors_by_user_v1 ON monitors_v1 (user_id, created_at DESC);
-- paused: user, operator, plan, source, failures
