-- A client's former secret holds for a while beside the new one; webhooks know which of the deployment's keys
-- their secrets come from ('' is the first one, which has no name).
ALTER TABLE clients ADD COLUMN former_secret_hash BLOB;
ALTER TABLE clients ADD COLUMN former_secret_expires INTEGER;
ALTER TABLE webhooks ADD COLUMN key_id TEXT NOT NULL DEFAULT '';
ALTER TABLE webhooks ADD COLUMN former_key_id TEXT NOT NULL DEFAULT '';
