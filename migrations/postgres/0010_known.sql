-- The businesses that users know already: their customers, uploaded as a whole and replaced as a whole. `found` of them
-- are listed in the catalogue as it was in `found_in` (empty: not counted yet); `listings` says where, compressed and
-- closed with the user's key. They are recognized by `digests`: keyed hashes of 16 bytes, sorted, in base64; `kinds` are
-- those of the hashed texts, as JSON. What is long comes last.
CREATE TABLE known_lists (
    user_id     TEXT   NOT NULL PRIMARY KEY,
    list_id     TEXT   NOT NULL,
    uploaded_at BIGINT NOT NULL,
    businesses  BIGINT NOT NULL,
    found       BIGINT NOT NULL,
    found_in    TEXT   NOT NULL,
    kinds       TEXT   NOT NULL,
    digests     TEXT   NOT NULL,
    listings    TEXT   NOT NULL
);

-- The businesses, in parts: JSON, compressed and closed with the user's key.
CREATE TABLE known_businesses (
    user_id TEXT   NOT NULL,
    part    BIGINT NOT NULL,
    closed  TEXT   NOT NULL,
    PRIMARY KEY (user_id, part)
);

-- Which known businesses a search has met in each of its cities, and left out: written before the city is done.
-- They are hashed with the user's key, in base64.
CREATE TABLE left_out_businesses (
    session_key TEXT   NOT NULL,
    city        BIGINT NOT NULL,
    user_id     TEXT   NOT NULL,
    digests     TEXT   NOT NULL,
    PRIMARY KEY (session_key, city)
);
CREATE INDEX left_out_businesses_by_user ON left_out_businesses (user_id);
