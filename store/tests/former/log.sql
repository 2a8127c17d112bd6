-- What a former version of the made-up aggregate stored: two doors, events of version 1.0.0.
INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata, recorded_at)
VALUES
    ('Door', 'front', 1, 'DoorOpened', '1.0.0', '{"who":"Ada King"}',
     '{"command_id":"c1","correlation_id":"c1","actor":"system","at":"2026-01-31T09:30:00Z"}', 1769851800000000),
    ('Door', 'front', 2, 'DoorClosed', '1.0.0', '{}',
     '{"command_id":"c2","correlation_id":"c2","actor":"system","at":"2026-01-31T09:31:00Z"}', 1769851860000000),
    ('Door', 'back', 1, 'DoorOpened', '1.0.0', '{"who":"Ben Moss"}',
     '{"command_id":"c3","correlation_id":"c3","actor":"system","at":"2026-01-31T09:32:00Z"}', 1769851920000000);
