-- The facts of enriched rows; visible only as far as the events of the job count them.
CREATE TABLE row_facts (
    session_key text   NOT NULL,
    row_idx     bigint NOT NULL,
    document    text   NOT NULL,
    PRIMARY KEY (session_key, row_idx)
);
