-- A key for each user about whom something personal was written, wrapped with the secret key: what is closed
-- with it is erased when the row goes. See store/src/user_keys.rs.
CREATE TABLE user_keys (
    user_id text   NOT NULL PRIMARY KEY,
    wrapped text   NOT NULL,
    made_at bigint NOT NULL
);
