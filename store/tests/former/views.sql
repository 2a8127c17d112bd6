-- The made-up view's table of version 1, which did not keep who opened a door last, and its checkpoint.
CREATE TABLE doors_v1 (
    door_id TEXT NOT NULL PRIMARY KEY,
    opened BIGINT NOT NULL,
    locked BOOLEAN NOT NULL
);
CREATE INDEX doors_by_opened_v1 ON doors_v1 (opened DESC, door_id);
INSERT INTO doors_v1 VALUES ('front', 1, TRUE), ('back', 1, FALSE);
INSERT INTO checkpoints (name, cursor, status, updated_at) VALUES ('doors_v1', '3', 'running', 1769851920000000);
