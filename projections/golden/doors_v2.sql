CREATE TABLE doors_v2 (
    door_id TEXT NOT NULL PRIMARY KEY,
    opened BIGINT NOT NULL,
    opener TEXT,
    locked BOOLEAN NOT NULL
);
CREATE INDEX doors_by_opened_v2 ON doors_v2 (opened DESC, door_id);
