-- Erasures that were begun and are not complete: a process that died in the middle is not the end of them.
CREATE TABLE unfinished_erasures (
    user_id  text   PRIMARY KEY,
    begun_at bigint NOT NULL
);
