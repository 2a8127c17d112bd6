CREATE TABLE ledger_entries_v2 (
    entry_id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    correlation_id TEXT NOT NULL,
    event TEXT NOT NULL,
    credits BIGINT NOT NULL,
    reserved BIGINT NOT NULL,
    session_id TEXT,
    note TEXT NOT NULL,
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
CREATE INDEX ledger_entries_by_user_v2 ON ledger_entries_v2 (user_id, sequence DESC);
CREATE INDEX ledger_entries_by_session_v2 ON ledger_entries_v2 (session_id, sequence DESC);
-- event: AccountOpened, AllowanceGranted, AllowanceLapsed, TierChanged, CreditsHeld, CreditsDebited, HoldReleased, CouponCredited, CreditsAdjusted, AccountSuspended, AccountResumed, SessionsEnded
-- tier: basic, pro, business, enterprise
-- next_tier: basic, pro, business, enterprise
