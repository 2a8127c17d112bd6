-- One row a session: what was searched when, what it brought and what it cost.
-- {table} is the table's name, {build} makes the names of its indexes unique.
CREATE TABLE {table} (
    session_id       TEXT   NOT NULL PRIMARY KEY,
    user_id          TEXT   NOT NULL,
    started_at       BIGINT NOT NULL,
    scrape_type      TEXT   NOT NULL,
    results_count    BIGINT NOT NULL,
    credits_consumed BIGINT NOT NULL,
    status           TEXT   NOT NULL
);
CREATE INDEX history_by_user_{build} ON {table} (user_id, started_at DESC);
