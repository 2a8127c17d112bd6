-- Appends one group of commits, or nothing.
--
-- One round trip and one transaction, so that nothing stays locked while the answer is on its way to a process that may
-- be gone. First the group must still be allowed: by leases that must be held, and by the installation that the process
-- began with. `lost` holds the 1-based indexes of the leases that somebody else holds, or nobody; `foreign_log` tells that
-- the log has become another installation's. Leases are locked before the log, in the caller's order, so that a lease that
-- is being used keeps nobody from appending.
--
-- Then it takes the append lock and looks at the streams' last events and at the command keys with a fresh snapshot (each
-- statement of a volatile function has its own). Each stream must end with the event that the decision saw: at its
-- sequence, with its stamp (its seal or the id of its command) where one is named, since the log may have gone back and
-- grown again. Where all do and no key is known, everything is inserted and `first_position` is the position of the first
-- event; positions of one group are consecutive. Otherwise nothing is inserted and `stale` and `repeated` hold the 1-based
-- indexes of what did not fit.
--
-- Written for speed, as every command of every process waits here: plans are made once instead of for
-- each small group, so each look-up is a scalar subquery, which is an index look-up whatever the size of
-- the table was when the plan was made; a head is sought from the expected sequence upwards, so that
-- the index page's older entries of a long stream are not visited; arrays are unnested in the select
-- list, where rows are not stored away first. Scans of whole tables are off: a plan made on an empty table
-- would read all of it for every append, for ever.
CREATE FUNCTION append_events_v1(
    guard_names text[], guard_holders text[], guard_fences bigint[],
    installation_names text[], installation_values text[],
    head_types text[], head_ids text[], head_sequences bigint[], head_stamps text[],
    command_keys text[], command_hashes text[], command_answers text[],
    types text[], ids text[], sequences bigint[], event_types text[], event_versions text[],
    payloads text[], metadatas text[],
    sealed_types text[], sealed_ids text[], sealed_events bigint[],
    seals_before text[], seals_after text[],
    OUT first_position bigint, OUT stale bigint[], OUT repeated bigint[], OUT lost bigint[], OUT foreign_log boolean,
    OUT astray bigint[]
) LANGUAGE plpgsql VOLATILE
    SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
    SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
    is_other boolean;
    recorded bigint;
    put bigint := 0;
    opened bigint := 0;
BEGIN
    foreign_log := false;
    FOR guard IN 1 .. cardinality(guard_names) LOOP
        PERFORM 1 FROM leases
          WHERE name = guard_names[guard] AND holder = guard_holders[guard] AND fence = guard_fences[guard]
            FOR UPDATE;
        IF NOT FOUND THEN
            lost := array_append(lost, guard::bigint);
        END IF;
    END LOOP;
    IF lost IS NOT NULL THEN
        RETURN;
    END IF;
    -- An import holds the lock until the log is the file's.
    PERFORM pg_advisory_xact_lock(4916206231);
    FOR entry IN 1 .. cardinality(installation_names) LOOP
        SELECT installation_values[entry] IS DISTINCT FROM
               (SELECT value FROM installation WHERE name = installation_names[entry])
          INTO is_other;
        foreign_log := foreign_log OR is_other;
    END LOOP;
    IF foreign_log THEN
        RETURN;
    END IF;

    SELECT array_agg(head.ord) INTO stale
      FROM (SELECT unnest(head_types) AS typ, unnest(head_ids) AS id,
                   unnest(head_sequences) AS sequence, unnest(head_stamps) AS stamp,
                   generate_series(1::bigint, cardinality(head_types)) AS ord) AS head
     WHERE head.sequence <> coalesce((
               SELECT CASE WHEN head.stamp IS NULL
                             OR head.stamp = coalesce(e.metadata->>'seal', e.metadata->>'command_id')
                           THEN e.sequence END
                 FROM events e
                WHERE e.aggregate_type = head.typ AND e.aggregate_id = head.id
                  AND e.sequence >= head.sequence
                ORDER BY e.sequence DESC LIMIT 1),
               CASE WHEN head.stamp IS NULL THEN 0 ELSE -1 END);
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
    -- A head that contradicts the events before stays so, since an honest append covers nothing up; `astray` holds the
    -- 1-based indexes of such heads.
    IF cardinality(seals_after) > 0 THEN
        UPDATE stream_heads AS head SET events = next.events, seal = next.after
          FROM (SELECT unnest(sealed_types) AS typ, unnest(sealed_ids) AS id,
                       unnest(sealed_events) AS events, unnest(seals_before) AS before,
                       unnest(seals_after) AS after) AS next
         WHERE head.aggregate_type = next.typ AND head.aggregate_id = next.id
           AND head.seal = next.before;
        GET DIAGNOSTICS put = ROW_COUNT;
    END IF;
    IF array_position(seals_before, NULL) IS NOT NULL THEN
        INSERT INTO stream_heads (aggregate_type, aggregate_id, events, seal)
        SELECT next.typ, next.id, next.events, next.after
          FROM (SELECT unnest(sealed_types) AS typ, unnest(sealed_ids) AS id,
                       unnest(sealed_events) AS events, unnest(seals_before) AS before,
                       unnest(seals_after) AS after) AS next
         WHERE next.before IS NULL
            ON CONFLICT (aggregate_type, aggregate_id) DO NOTHING;
        GET DIAGNOSTICS opened = ROW_COUNT;
    END IF;
    IF put + opened < cardinality(seals_after) THEN
        SELECT array_agg(next.ord) INTO astray
          FROM (SELECT unnest(sealed_types) AS typ, unnest(sealed_ids) AS id, unnest(seals_after) AS after,
                       generate_series(1::bigint, cardinality(seals_after)) AS ord) AS next
         WHERE next.after IS DISTINCT FROM (
                   SELECT head.seal FROM stream_heads head
                    WHERE head.aggregate_type = next.typ AND head.aggregate_id = next.id);
    END IF;
    IF cardinality(command_keys) > 0 THEN
        INSERT INTO commands (command_key, body_hash, answer, recorded_at)
        SELECT c.key, c.hash, c.answer, recorded
          FROM unnest(command_keys, command_hashes, command_answers) AS c(key, hash, answer);
    END IF;
END;
$$;
