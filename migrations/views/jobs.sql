-- One row a job: what it looks for, how far it is, how it ended; and the same of its enrichment.
-- {table} is the table's name, {build} makes the names of its indexes unique.
CREATE TABLE {table} (
    job_id            TEXT    NOT NULL PRIMARY KEY,
    user_id           TEXT    NOT NULL,
    status            TEXT    NOT NULL,
    term              TEXT    NOT NULL,
    state             TEXT    NOT NULL,
    cities            TEXT    NOT NULL,
    city_count        BIGINT  NOT NULL,
    cities_done       BIGINT  NOT NULL,
    max_results       BIGINT,
    source            TEXT,
    sample            BOOLEAN NOT NULL,
    found             BIGINT  NOT NULL,
    delivered         BIGINT  NOT NULL,
    end_reason        TEXT,
    queued_at         BIGINT  NOT NULL,
    updated_at        BIGINT  NOT NULL,
    ended_cursor      TEXT,
    enrichment        TEXT    NOT NULL,
    enriched          BIGINT  NOT NULL,
    enrichment_reason TEXT
);
CREATE INDEX jobs_by_user_{build} ON {table} (user_id, queued_at DESC);
