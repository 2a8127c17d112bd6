-- What is forgotten in the log waits only for the read models and the files: whoever goes on meanwhile is not
-- erased once more.
ALTER TABLE unfinished_erasures ADD COLUMN forgotten boolean NOT NULL DEFAULT false;
