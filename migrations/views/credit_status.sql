-- One row a user: the balance as the events up to the checkpoint leave it.
-- {table} is the table's name, {build} makes the names of its indexes unique.
CREATE TABLE {table} (
    user_id          TEXT   NOT NULL PRIMARY KEY,
    tier             TEXT   NOT NULL,
    next_tier        TEXT,
    opened_at        BIGINT NOT NULL,
    period           BIGINT NOT NULL,
    period_starts_at BIGINT NOT NULL,
    monthly          BIGINT NOT NULL,
    bought           BIGINT NOT NULL,
    held             BIGINT NOT NULL,
    total            BIGINT NOT NULL,
    used             BIGINT NOT NULL
);
