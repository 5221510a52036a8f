-- Jobs wait after local trouble, and clients take turns.
ALTER TABLE jobs ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN size_bytes INTEGER NOT NULL DEFAULT 0;
DROP INDEX jobs_open;
CREATE INDEX jobs_open ON jobs (kind, client_id, job_id) WHERE status IN ('QUEUED', 'LEASED');

-- When a client's job was last claimed, in claims of that kind.
CREATE TABLE job_turns (
  kind TEXT NOT NULL,
  client_id TEXT NOT NULL REFERENCES clients ON DELETE CASCADE,
  turn INTEGER NOT NULL,
  PRIMARY KEY (kind, client_id)
) WITHOUT ROWID;
