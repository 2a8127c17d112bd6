CREATE TABLE doors_v1 (
    door_id TEXT NOT NULL PRIMARY KEY,
    opened BIGINT NOT NULL,
    locked BOOLEAN NOT NULL
);
CREATE INDEX doors_by_opened_v1 ON doors_v1 (opened DESC, door_id);
