CREATE TABLE credit_status_v2 (
    user_id TEXT NOT NULL PRIMARY KEY,
    max_saves BIGINT,
    tier TEXT NOT NULL,
    next_tier TEXT,
    opened_at BIGINT NOT NULL,
    period BIGINT NOT NULL,
    period_starts_at BIGINT NOT NULL,
    monthly BIGINT NOT NULL,
    bought BIGINT NOT NULL,
    held BIGINT NOT NULL,
    total BIGINT NOT NULL,
    used BIGINT NOT NULL
);
-- tier: basic, pro, business, enterprise
-- next_tier: basic, pro, business, enterprise
