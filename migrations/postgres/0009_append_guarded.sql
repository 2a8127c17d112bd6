-- As append_events_v2, for commits that must still be allowed: by leases that must be held, and by the installation
-- that must be the one that the process has begun with. One statement and one transaction, so that nothing is locked
-- while the answer is on its way to a process that may be gone.
--
-- `lost` holds the 1-based indexes of the leases that somebody else holds, or nobody; `foreign_log` tells that the log
-- has become another installation's. Leases are locked first, in the caller's order, so that a lease that is being
-- used keeps nobody from appending.
CREATE FUNCTION append_events_guarded_v1(
    guard_names text[], guard_holders text[], guard_fences bigint[],
    installation_names text[], installation_values text[],
    head_types text[], head_ids text[], head_sequences bigint[],
    command_keys text[], command_hashes text[], command_answers text[],
    types text[], ids text[], sequences bigint[], event_types text[], event_versions text[],
    payloads text[], metadatas text[],
    sealed_types text[], sealed_ids text[], sealed_events bigint[],
    seals_before text[], seals_after text[],
    OUT first_position bigint, OUT stale bigint[], OUT repeated bigint[], OUT lost bigint[], OUT foreign_log boolean
) LANGUAGE plpgsql VOLATILE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    is_other boolean;
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
    -- Whoever fills the log from a file holds the lock until it is the file's.
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
    SELECT done.first_position, done.stale, done.repeated INTO first_position, stale, repeated
      FROM append_events_v2(
        head_types, head_ids, head_sequences, command_keys, command_hashes, command_answers,
        types, ids, sequences, event_types, event_versions, payloads, metadatas,
        sealed_types, sealed_ids, sealed_events, seals_before, seals_after) AS done;
END;
$$;
