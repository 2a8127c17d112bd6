-- What happened stays: no event is changed or deleted. INSERT OR REPLACE is refused with recursive_triggers alone, which
-- every connection of the product has; whoever writes to the file by other means is found by the seals.
CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
