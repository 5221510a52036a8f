-- Checks of files are jobs, which know the parts that the client named: their entity tags, as a list in JSON.
ALTER TABLE jobs ADD COLUMN etags TEXT NOT NULL DEFAULT '';
