CREATE TABLE jobs_v4 (
    job_id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL,
    status TEXT NOT NULL,
    term TEXT NOT NULL,
    state TEXT NOT NULL,
    cities TEXT NOT NULL,
    area TEXT,
    cities_done BIGINT NOT NULL,
    max_results BIGINT,
    source TEXT,
    sample BOOLEAN NOT NULL,
    delivered BIGINT NOT NULL,
    end_reason TEXT,
    queued_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    ended_cursor TEXT,
    enrichment TEXT NOT NULL,
    enriched BIGINT NOT NULL,
    enrichment_reason TEXT,
    skipped TEXT NOT NULL,
    unknown TEXT NOT NULL,
    city_rows TEXT NOT NULL,
    ended_at BIGINT,
    enrich BOOLEAN NOT NULL,
    reading TEXT,
    with_news BIGINT,
    monitor TEXT,
    left_out BIGINT
);
CREATE INDEX jobs_by_user_v4 ON jobs_v4 (user_id, queued_at DESC);
-- status: queued, processing, completed, failed, cancelled
-- enrichment: not_requested, processing, completed, failed, cancelled
