-- How far each projection has come. The read models themselves are made by their views (`projections`).
CREATE TABLE checkpoints (
    name       TEXT   NOT NULL PRIMARY KEY,
    cursor     TEXT   NOT NULL,
    status     TEXT   NOT NULL,
    failure    TEXT,
    updated_at BIGINT NOT NULL
) WITHOUT ROWID;
