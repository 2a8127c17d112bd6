-- The facts of enriched rows; visible only as far as the events of the job count them.
CREATE TABLE row_facts (
    session_key TEXT   NOT NULL,
    row_idx     BIGINT NOT NULL,
    document    TEXT   NOT NULL,
    PRIMARY KEY (session_key, row_idx)
);
