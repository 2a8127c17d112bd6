-- How often live maps services were asked on a day (UTC), for each user and, under the empty user, in all: they are
-- shared with the world, or cost the operator money.
CREATE TABLE live_requests (
    user_id  TEXT   NOT NULL,
    service  TEXT   NOT NULL,
    day      TEXT   NOT NULL,
    requests BIGINT NOT NULL,
    PRIMARY KEY (user_id, service, day)
) WITHOUT ROWID;
