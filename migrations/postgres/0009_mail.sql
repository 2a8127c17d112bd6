-- The addresses that e-mails about scheduled searches go to, closed with their users' keys. `state` is waiting, on or off.
-- The links in e-mails end with a token that is made of the user's key and `salt`: only its hash is here.
-- `look_at` (0: never) is when there may be something to send, or when whoever sends has failed. What ended by `told_until`
-- was sent, last at `sent_at`; what ended by `telling_until` (else 0) is being sent.
CREATE TABLE mail_addresses (
    user_id       TEXT   NOT NULL PRIMARY KEY,
    closed        TEXT   NOT NULL,
    state         TEXT   NOT NULL,
    salt          TEXT   NOT NULL,
    token_hash    TEXT   NOT NULL UNIQUE,
    asked_at      BIGINT NOT NULL,
    told_until    BIGINT NOT NULL,
    telling_until BIGINT NOT NULL,
    sent_at       BIGINT NOT NULL,
    look_at       BIGINT NOT NULL,
    failures      BIGINT NOT NULL
);
CREATE INDEX mail_addresses_look_at ON mail_addresses (look_at) WHERE look_at > 0;
