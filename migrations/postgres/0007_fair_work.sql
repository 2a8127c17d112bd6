-- Whose work it is: workers take turns between users.
ALTER TABLE scrape_work ADD COLUMN user_id text NOT NULL DEFAULT '';
CREATE INDEX scrape_work_by_user ON scrape_work (user_id, queued_at, session_key);
