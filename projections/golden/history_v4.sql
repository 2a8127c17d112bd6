CREATE TABLE history_v4 (
    session_id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    scrape_type TEXT NOT NULL,
    results_count BIGINT NOT NULL,
    credits_consumed BIGINT NOT NULL,
    status TEXT NOT NULL,
    term TEXT NOT NULL,
    state TEXT NOT NULL,
    cities TEXT NOT NULL,
    city_count BIGINT NOT NULL,
    area TEXT,
    monitor TEXT
);
CREATE INDEX history_by_user_v4 ON history_v4 (user_id, started_at DESC);
-- scrape_type: google_maps, standard, enriched, website, monitor
-- status: queued, processing, completed, failed, cancelled
