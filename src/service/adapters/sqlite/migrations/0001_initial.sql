-- Times are milliseconds since 1970; identifiers are UUIDv7 texts, which order by time.

CREATE TABLE clients (
  client_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  secret_hash BLOB NOT NULL,
  tier TEXT NOT NULL,
  requests_per_hour INTEGER,
  disabled INTEGER NOT NULL,
  created INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE tokens (
  hash BLOB PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  revoked INTEGER
) WITHOUT ROWID;
CREATE INDEX tokens_by_expiry ON tokens (expires);

CREATE TABLE projects (
  project_id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients,
  name TEXT NOT NULL,
  created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX projects_by_client ON projects (client_id, project_id);

CREATE TABLE orders (
  order_id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients,
  project_id TEXT NOT NULL REFERENCES projects,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  created INTEGER NOT NULL,
  product TEXT NOT NULL,
  model_units TEXT NOT NULL,
  address TEXT,
  metadata TEXT,
  options TEXT NOT NULL,
  percentage REAL NOT NULL,
  stage TEXT NOT NULL,
  error_code TEXT,
  error_message TEXT,
  submitted INTEGER,
  completed INTEGER,
  storeys INTEGER,
  rooms INTEGER,
  floor_area_m2 REAL
);
CREATE INDEX orders_by_client ON orders (client_id, order_id);
CREATE INDEX orders_by_project ON orders (project_id);
CREATE INDEX orders_by_completion ON orders (completed) WHERE completed IS NOT NULL;

CREATE TABLE assets (
  asset_id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  type TEXT NOT NULL,
  upload_type TEXT NOT NULL,
  status TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  active INTEGER NOT NULL,
  file_name TEXT NOT NULL,
  size_bytes INTEGER,
  expected_bytes INTEGER,
  checksum_sha256 TEXT,
  received_bytes INTEGER NOT NULL,
  received_sha256 TEXT NOT NULL,
  upload_id TEXT NOT NULL,
  total_parts INTEGER NOT NULL,
  part_size INTEGER NOT NULL,
  source_url TEXT NOT NULL,
  blob_id TEXT NOT NULL,
  failure_code INTEGER,
  failure_message TEXT
);
CREATE INDEX assets_by_order ON assets (order_id, asset_id);
CREATE INDEX assets_unfinished ON assets (expires) WHERE status IN ('PENDING', 'UPLOADING');
CREATE INDEX assets_by_blob ON assets (blob_id) WHERE blob_id <> '';

CREATE TABLE parts (
  asset_id TEXT NOT NULL REFERENCES assets ON DELETE CASCADE,
  number INTEGER NOT NULL,
  etag TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  blob_id TEXT NOT NULL,
  PRIMARY KEY (asset_id, number)
) WITHOUT ROWID;
CREATE INDEX parts_by_blob ON parts (blob_id);

CREATE TABLE results (
  result_id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  format TEXT NOT NULL,
  storey INTEGER NOT NULL,
  file_name TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  checksum_sha256 TEXT NOT NULL,
  blob_id TEXT NOT NULL,
  created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX results_by_order ON results (order_id, result_id);
CREATE INDEX results_by_blob ON results (blob_id);

CREATE TABLE jobs (
  job_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  client_id TEXT NOT NULL,
  order_id TEXT NOT NULL REFERENCES orders ON DELETE CASCADE,
  asset_id TEXT NOT NULL,
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  lease_owner TEXT NOT NULL,
  lease_expires INTEGER NOT NULL,
  created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX jobs_open ON jobs (kind, job_id) WHERE status IN ('QUEUED', 'LEASED');
CREATE INDEX jobs_by_order ON jobs (order_id);

CREATE TABLE webhooks (
  webhook_id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  created INTEGER NOT NULL,
  secret_version INTEGER NOT NULL,
  secret_rotated INTEGER,
  disabled INTEGER
) WITHOUT ROWID;
CREATE INDEX webhooks_by_client ON webhooks (client_id, webhook_id);

CREATE TABLE deliveries (
  delivery_id TEXT PRIMARY KEY,
  webhook_id TEXT NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  order_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  event TEXT NOT NULL,
  body TEXT NOT NULL,
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  created INTEGER NOT NULL,
  next_attempt INTEGER NOT NULL,
  last_attempt INTEGER,
  delivered INTEGER,
  response_status INTEGER,
  last_error TEXT NOT NULL,
  taken_until INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, delivery_id);
CREATE INDEX deliveries_due ON deliveries (next_attempt) WHERE status = 'PENDING';
CREATE INDEX deliveries_in_order ON deliveries (webhook_id, order_id, delivery_id) WHERE status = 'PENDING';
CREATE INDEX deliveries_ended ON deliveries (created) WHERE status <> 'PENDING';

CREATE TABLE events (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  logged INTEGER NOT NULL,
  order_id TEXT,
  asset_id TEXT,
  status TEXT NOT NULL,
  previous_status TEXT,
  percentage REAL
);
CREATE INDEX events_by_time ON events (logged);
