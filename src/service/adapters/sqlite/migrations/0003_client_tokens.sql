-- What clients have asked for under a token of their own: repeated, it is not done again.
CREATE TABLE client_tokens (
  client_id TEXT NOT NULL REFERENCES clients,
  operation TEXT NOT NULL,
  token TEXT NOT NULL,
  request BLOB NOT NULL,
  subject_id TEXT NOT NULL,
  created INTEGER NOT NULL,
  PRIMARY KEY (client_id, operation, token)
) WITHOUT ROWID;
CREATE INDEX client_tokens_by_time ON client_tokens (created);
