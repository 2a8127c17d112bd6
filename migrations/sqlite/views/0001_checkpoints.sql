-- How far each projection has come; the read models themselves are made by their views (../../views).
CREATE TABLE checkpoints (
    name       TEXT   NOT NULL PRIMARY KEY,
    cursor     TEXT   NOT NULL,
    status     TEXT   NOT NULL,
    failure    TEXT,
    updated_at BIGINT NOT NULL
) WITHOUT ROWID;
