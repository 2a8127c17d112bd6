-- One chain over the whole log. A link covers the next events in the log's order, or a note, and names the link before it
-- by its digest and its seal. See store/src/links.
-- `events` counts the log up to the link's end. `ends_at`, the position there, is not sealed: it says where to go on.
CREATE TABLE chain_links (
    number  bigint NOT NULL PRIMARY KEY,
    kind    text   NOT NULL,
    events  bigint NOT NULL,
    digest  text   NOT NULL,
    note    text   NOT NULL,
    key     text   NOT NULL,
    seal    text   NOT NULL,
    ends_at bigint NOT NULL
);

-- Events from before there was a chain are linked as they are found, and their links say so.
INSERT INTO installation (name, value) SELECT 'chain_adopts', CAST(COUNT(*) AS text) FROM events;
