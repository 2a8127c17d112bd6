CREATE TABLE monitor_runs_v1 (
    run_id TEXT NOT NULL PRIMARY KEY,
    monitor_id TEXT NOT NULL,
    slot BIGINT NOT NULL,
    at BIGINT NOT NULL,
    session TEXT,
    by_hand BOOLEAN NOT NULL,
    first TEXT,
    outcome TEXT,
    skipped TEXT,
    paused TEXT,
    slots BIGINT NOT NULL,
    added BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    gone BIGINT NOT NULL,
    unchanged BIGINT NOT NULL,
    paid BIGINT NOT NULL,
    pending BIGINT NOT NULL,
    left_out BIGINT NOT NULL,
    by_publisher TEXT,
    month TEXT,
    spent BIGINT NOT NULL,
    budget BIGINT NOT NULL,
    reason TEXT,
    ended_at BIGINT,
    notice_at BIGINT,
    budget_reached BIGINT
);
CREATE INDEX monitor_runs_by_monitor_v1 ON monitor_runs_v1 (monitor_id, slot DESC);
CREATE INDEX monitor_runs_by_notice_v1 ON monitor_runs_v1 (monitor_id, notice_at DESC);
-- first: known, all
-- outcome: completed, failed, cancelled
-- skipped: unchanged, overlap, missed, budget, credits
-- paused: user, operator, plan, source, failures
