-- An append looks each of its few streams up by key, however few rows the statistics (and the plan that
-- is kept from then on) believe the tables to have: a plan made on an empty table would read all of it
-- for every append, for ever.
ALTER FUNCTION append_events_v2 SET enable_seqscan = off;
ALTER FUNCTION append_events_v2 SET enable_hashjoin = off;
ALTER FUNCTION append_events_v2 SET enable_mergejoin = off;
