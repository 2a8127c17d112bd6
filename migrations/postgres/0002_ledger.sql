-- Tamper evidence: how many events a sealed stream has, sealed with its last event, apart from the
-- events; and what tells installations apart. See store/src/seals.rs.
CREATE TABLE stream_heads (
    aggregate_type text   NOT NULL,
    aggregate_id   text   NOT NULL,
    events         bigint NOT NULL CHECK (events >= 1),
    seal           text   NOT NULL,
    PRIMARY KEY (aggregate_type, aggregate_id)
) WITH (fillfactor = 70);

CREATE TABLE installation (
    name  text NOT NULL PRIMARY KEY,
    value text NOT NULL
);

CREATE INDEX commands_recorded_at ON commands (recorded_at);

-- What was answered to requests that carried an Idempotency-Key.
CREATE TABLE http_answers (
    request_key text   NOT NULL PRIMARY KEY,
    body_hash   text   NOT NULL,
    status      bigint NOT NULL,
    body        text   NOT NULL,
    answered_at bigint NOT NULL
);
CREATE INDEX http_answers_answered_at ON http_answers (answered_at);

-- When an account is to be looked at: its next period starts, or a reservation runs out.
CREATE TABLE account_agenda (
    user_id text   NOT NULL PRIMARY KEY,
    look_at bigint NOT NULL
);
CREATE INDEX account_agenda_look_at ON account_agenda (look_at);

DROP FUNCTION append_events_v1;

-- Appends one group of commits, or nothing.
--
-- One round trip and one transaction: takes the append lock, then looks at the streams' heads and at
-- the command keys with a fresh snapshot (each statement of a volatile function has its own). Where
-- all heads are as expected and no key is known, everything is inserted and `first_position` is the
-- position of the first event; positions of one group are consecutive. Else nothing is inserted and
-- `stale` and `repeated` hold the 1-based indexes of what did not fit.
--
-- Written for speed, as every command of every process waits here: plans are made once instead of for
-- each small group, so each look-up is a scalar subquery, which is an index look-up whatever the size of
-- the table was when the plan was made; a head is sought from the expected sequence upwards, so that
-- the index page's older entries of a long stream are not visited; arrays are unnested in the select
-- list, where rows are not stored away first.
CREATE FUNCTION append_events_v2(
    head_types text[], head_ids text[], head_sequences bigint[],
    command_keys text[], command_hashes text[], command_answers text[],
    types text[], ids text[], sequences bigint[], event_types text[], event_versions text[],
    payloads text[], metadatas text[],
    sealed_types text[], sealed_ids text[], sealed_events bigint[],
    seals_before text[], seals_after text[],
    OUT first_position bigint, OUT stale bigint[], OUT repeated bigint[]
) LANGUAGE plpgsql VOLATILE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    recorded bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(4916206231);

    SELECT array_agg(head.ord) INTO stale
      FROM (SELECT unnest(head_types) AS typ, unnest(head_ids) AS id,
                   unnest(head_sequences) AS sequence,
                   generate_series(1::bigint, cardinality(head_types)) AS ord) AS head
     WHERE head.sequence <> coalesce((
               SELECT max(e.sequence) FROM events e
                WHERE e.aggregate_type = head.typ AND e.aggregate_id = head.id
                  AND e.sequence >= head.sequence), 0);
    IF cardinality(command_keys) > 0 THEN
        SELECT array_agg(command.ord) INTO repeated
          FROM unnest(command_keys) WITH ORDINALITY AS command(key, ord)
         WHERE (SELECT c.command_key FROM commands c WHERE c.command_key = command.key) IS NOT NULL;
    END IF;
    IF stale IS NOT NULL OR repeated IS NOT NULL THEN
        RETURN;
    END IF;

    recorded := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
    IF cardinality(types) > 0 THEN
        INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, event_version,
                            payload, metadata, recorded_at)
        SELECT e.typ, e.id, e.sequence, e.event_type, e.event_version,
               e.payload::json, e.metadata::json, recorded
          FROM (SELECT unnest(types) AS typ, unnest(ids) AS id, unnest(sequences) AS sequence,
                       unnest(event_types) AS event_type, unnest(event_versions) AS event_version,
                       unnest(payloads) AS payload, unnest(metadatas) AS metadata) AS e;
        -- Nobody else draws positions while the lock is held.
        first_position := lastval() - cardinality(types) + 1;
    END IF;
    -- A head that is not as it should be stays so: an honest append covers nothing up.
    IF cardinality(seals_after) > 0 THEN
        UPDATE stream_heads AS head SET events = next.events, seal = next.after
          FROM (SELECT unnest(sealed_types) AS typ, unnest(sealed_ids) AS id,
                       unnest(sealed_events) AS events, unnest(seals_before) AS before,
                       unnest(seals_after) AS after) AS next
         WHERE head.aggregate_type = next.typ AND head.aggregate_id = next.id
           AND head.seal = next.before;
    END IF;
    IF array_position(seals_before, NULL) IS NOT NULL THEN
        INSERT INTO stream_heads (aggregate_type, aggregate_id, events, seal)
        SELECT next.typ, next.id, next.events, next.after
          FROM (SELECT unnest(sealed_types) AS typ, unnest(sealed_ids) AS id,
                       unnest(sealed_events) AS events, unnest(seals_before) AS before,
                       unnest(seals_after) AS after) AS next
         WHERE next.before IS NULL
            ON CONFLICT (aggregate_type, aggregate_id) DO NOTHING;
    END IF;
    IF cardinality(command_keys) > 0 THEN
        INSERT INTO commands (command_key, body_hash, answer, recorded_at)
        SELECT c.key, c.hash, c.answer, recorded
          FROM unnest(command_keys, command_hashes, command_answers) AS c(key, hash, answer);
    END IF;
END;
$$;
