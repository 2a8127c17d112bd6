-- Websites that jobs read, and what they say: documents, written before the event that counts them, and shown after it.
-- `read_at` is 0 before.
-- Websites of saved companies say nothing any more once the companies are gone; that they were read and paid stays.
CREATE TABLE website_reads (
    session_key TEXT    NOT NULL,
    row_idx     BIGINT  NOT NULL,
    user_id     TEXT    NOT NULL,
    website     TEXT    NOT NULL,
    address     TEXT    NOT NULL,
    wants       TEXT    NOT NULL,
    listed      TEXT    NOT NULL,
    read_at     BIGINT  NOT NULL,
    shown       BOOLEAN NOT NULL,
    document    TEXT    NOT NULL,
    PRIMARY KEY (session_key, row_idx)
) WITHOUT ROWID;
CREATE INDEX website_reads_by_website ON website_reads (user_id, website);

-- The saved companies whose websites these are. What websites say of a removed one (`removed_at`, else 0) is forgotten an
-- hour later.
CREATE TABLE website_companies (
    user_id     TEXT   NOT NULL,
    company_id  TEXT   NOT NULL,
    session_key TEXT   NOT NULL,
    row_idx     BIGINT NOT NULL,
    removed_at  BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, company_id, session_key, row_idx)
) WITHOUT ROWID;
CREATE INDEX website_companies_by_read ON website_companies (session_key, row_idx);
CREATE INDEX website_companies_removed ON website_companies (removed_at) WHERE removed_at > 0;

-- Pages that were read, for a month: compressed JSON.
CREATE TABLE website_pages (
    url     TEXT   NOT NULL PRIMARY KEY,
    read_at BIGINT NOT NULL,
    page    BLOB   NOT NULL
) WITHOUT ROWID;
CREATE INDEX website_pages_read_at ON website_pages (read_at);

-- Hosts that have refused to be read, and until when they are left alone.
CREATE TABLE website_refusals (
    host     TEXT   NOT NULL PRIMARY KEY,
    until_at BIGINT NOT NULL
) WITHOUT ROWID;

-- Whom websites say nothing of any more: keyed hashes of what people asked to be removed.
CREATE TABLE removed_contacts (
    mark       TEXT   NOT NULL PRIMARY KEY,
    removed_at BIGINT NOT NULL
) WITHOUT ROWID;

-- The proxies that users have websites read through, closed with their keys. A removed one (`removed_at`, else 0)
-- can be restored for an hour.
CREATE TABLE user_proxies (
    user_id    TEXT   NOT NULL PRIMARY KEY,
    closed     TEXT   NOT NULL,
    saved_at   BIGINT NOT NULL,
    removed_at BIGINT NOT NULL
) WITHOUT ROWID;
