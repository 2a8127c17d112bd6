-- Erasures that were begun and are not complete: a process that died in the middle is not the end of them.
CREATE TABLE unfinished_erasures (
    user_id  TEXT   NOT NULL PRIMARY KEY,
    begun_at BIGINT NOT NULL
) WITHOUT ROWID;
