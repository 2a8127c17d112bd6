-- An answer to a call that had an effect replaces a stored refusal of the same call.
ALTER TABLE http_answers ADD COLUMN had_effect BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE http_answers SET had_effect = status < 400;
