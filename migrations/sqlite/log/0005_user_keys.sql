-- A key for each user about whom something personal was written, wrapped with the secret key: what is closed
-- with it is erased when the row goes. See store/src/user_keys.rs.
CREATE TABLE user_keys (
    user_id TEXT   NOT NULL PRIMARY KEY,
    wrapped TEXT   NOT NULL,
    made_at BIGINT NOT NULL
) WITHOUT ROWID;
