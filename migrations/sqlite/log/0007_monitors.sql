-- When monitors are due, as their events say: their next slots, or the largest number while they are paused. `noted_at` is
-- when that was noted: a clock that was set back since says so. `running` is the session of the run under way.
CREATE TABLE monitor_agenda (
    monitor_id TEXT   NOT NULL PRIMARY KEY,
    user_id    TEXT   NOT NULL,
    due_at     BIGINT NOT NULL,
    noted_at   BIGINT NOT NULL,
    running    TEXT   NOT NULL
) WITHOUT ROWID;
CREATE INDEX monitor_agenda_due ON monitor_agenda (due_at, monitor_id);
CREATE INDEX monitor_agenda_noted ON monitor_agenda (noted_at);
CREATE INDEX monitor_agenda_users ON monitor_agenda (user_id);

-- The businesses that monitors know: marks of what each is recognized by, a mark of what is watched of it, and that
-- itself, closed with the user's key. `missing_in` is the run that did not find it, `missing_of` the release of its source
-- then; empty while it is there.
CREATE TABLE monitor_seen (
    monitor_id  TEXT    NOT NULL,
    business    BIGINT  NOT NULL,
    user_id     TEXT    NOT NULL,
    identities  TEXT    NOT NULL,
    fingerprint TEXT    NOT NULL,
    watched     TEXT    NOT NULL,
    paid        BOOLEAN NOT NULL,
    source      TEXT    NOT NULL,
    part        TEXT    NOT NULL,
    missing_in  TEXT    NOT NULL,
    missing_of  TEXT    NOT NULL,
    PRIMARY KEY (monitor_id, business)
) WITHOUT ROWID;
CREATE INDEX monitor_seen_users ON monitor_seen (user_id, monitor_id, business);

-- What runs have found, to be seen once the log says that it was delivered or that the run has completed (`folded`). What
-- cannot be paid waits, with its row. `told` is what is shown of it, closed with the user's key.
CREATE TABLE monitor_changes (
    session_key TEXT    NOT NULL,
    n           BIGINT  NOT NULL,
    monitor_id  TEXT    NOT NULL,
    user_id     TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    business    BIGINT  NOT NULL,
    identities  TEXT    NOT NULL,
    fingerprint TEXT    NOT NULL,
    watched     TEXT    NOT NULL,
    paid        BOOLEAN NOT NULL,
    source      TEXT    NOT NULL,
    part        TEXT    NOT NULL,
    missing_in  TEXT    NOT NULL,
    missing_of  TEXT    NOT NULL,
    told        TEXT    NOT NULL,
    document    TEXT    NOT NULL,
    folded      BOOLEAN NOT NULL,
    PRIMARY KEY (session_key, n)
) WITHOUT ROWID;
CREATE INDEX monitor_changes_by_monitor ON monitor_changes (monitor_id, kind);
CREATE INDEX monitor_changes_open ON monitor_changes (monitor_id) WHERE NOT folded;
CREATE INDEX monitor_changes_users ON monitor_changes (user_id, session_key, n);

-- Which notices users have read.
CREATE TABLE notices_read (
    user_id   TEXT NOT NULL,
    notice_id TEXT NOT NULL,
    PRIMARY KEY (user_id, notice_id)
) WITHOUT ROWID;
