-- What happened stays: no event is changed or deleted, whoever asks. The tables' owner could take the triggers away;
-- docs/operations.md says how the server runs under a role that is not the owner.
CREATE FUNCTION events_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are append-only';
END
$$;
CREATE TRIGGER events_are_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION events_are_append_only();
