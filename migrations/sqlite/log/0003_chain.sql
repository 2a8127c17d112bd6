-- One chain over the whole log. A link covers the next events in the log's order, or a note, and names the link before it
-- by its digest and its seal. See store/src/links.
-- `events` counts the log up to the link's end. `ends_at`, the position there, is not sealed: it says where to go on.
CREATE TABLE chain_links (
    number  BIGINT NOT NULL PRIMARY KEY,
    kind    TEXT   NOT NULL,
    events  BIGINT NOT NULL,
    digest  TEXT   NOT NULL,
    note    TEXT   NOT NULL,
    key     TEXT   NOT NULL,
    seal    TEXT   NOT NULL,
    ends_at BIGINT NOT NULL
) WITHOUT ROWID;

-- Events from before there was a chain are linked as they are found, and their links say so.
INSERT INTO installation (name, value) SELECT 'chain_adopts', CAST(COUNT(*) AS TEXT) FROM events;
