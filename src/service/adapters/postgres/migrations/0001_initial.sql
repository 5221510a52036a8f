-- Times are milliseconds since 1970; identifiers are UUIDv7 texts, which order by time. COLLATE "C" orders them as
-- their bytes, whatever the language of the database.

CREATE TABLE clients (
  client_id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  tier text NOT NULL,
  requests_per_hour bigint,
  disabled bigint NOT NULL,
  created bigint NOT NULL,
  former_secret_hash bytea,
  former_secret_expires bigint
);

CREATE TABLE tokens (
  hash bytea PRIMARY KEY,
  client_id text COLLATE "C" NOT NULL REFERENCES clients,
  created bigint NOT NULL,
  expires bigint NOT NULL,
  revoked bigint
);
CREATE INDEX tokens_by_expiry ON tokens (expires);
CREATE INDEX tokens_by_client ON tokens (client_id);

CREATE TABLE client_tokens (
  client_id text COLLATE "C" NOT NULL REFERENCES clients,
  operation text COLLATE "C" NOT NULL,
  token text COLLATE "C" NOT NULL,
  request bytea NOT NULL,
  subject_id text NOT NULL,
  created bigint NOT NULL,
  PRIMARY KEY (client_id, operation, token)
);
CREATE INDEX client_tokens_by_time ON client_tokens (created);

CREATE TABLE projects (
  project_id text COLLATE "C" PRIMARY KEY,
  client_id text COLLATE "C" NOT NULL REFERENCES clients,
  name text NOT NULL,
  created bigint NOT NULL
);
CREATE INDEX projects_by_client ON projects (client_id, project_id);

CREATE TABLE orders (
  order_id text COLLATE "C" PRIMARY KEY,
  client_id text COLLATE "C" NOT NULL REFERENCES clients,
  project_id text COLLATE "C" NOT NULL REFERENCES projects,
  name text NOT NULL,
  status text NOT NULL,
  created bigint NOT NULL,
  product text NOT NULL,
  model_units text NOT NULL,
  address text,
  metadata text,
  options text NOT NULL,
  percentage double precision NOT NULL,
  stage text NOT NULL,
  error_code text,
  error_message text,
  submitted bigint,
  completed bigint,
  storeys bigint,
  rooms bigint,
  floor_area_m2 double precision,
  traceparent text NOT NULL DEFAULT ''
);
CREATE INDEX orders_by_client ON orders (client_id, order_id);
CREATE INDEX orders_by_project ON orders (project_id);
CREATE INDEX orders_open ON orders (client_id) WHERE status IN ('DRAFT', 'UPLOADING', 'INITIALIZED', 'PROCESSING');
CREATE INDEX orders_by_completion ON orders (completed) WHERE completed IS NOT NULL;
CREATE INDEX orders_drafts ON orders (created) WHERE status IN ('DRAFT', 'UPLOADING');

CREATE TABLE assets (
  asset_id text COLLATE "C" PRIMARY KEY,
  order_id text COLLATE "C" NOT NULL REFERENCES orders ON DELETE CASCADE,
  client_id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  upload_type text NOT NULL,
  status text NOT NULL,
  created bigint NOT NULL,
  expires bigint NOT NULL,
  active bigint NOT NULL,
  file_name text NOT NULL,
  size_bytes bigint,
  expected_bytes bigint,
  checksum_sha256 text,
  received_bytes bigint NOT NULL,
  received_sha256 text NOT NULL,
  upload_id text NOT NULL,
  total_parts bigint NOT NULL,
  part_size bigint NOT NULL,
  source_url text NOT NULL,
  blob_id text COLLATE "C" NOT NULL,
  failure text,
  failure_message text
);
CREATE INDEX assets_by_order ON assets (order_id, asset_id);
CREATE INDEX assets_unfinished ON assets (expires) WHERE status IN ('PENDING', 'UPLOADING');
CREATE INDEX assets_by_blob ON assets (blob_id) WHERE blob_id <> '';
CREATE INDEX assets_that_count ON assets (client_id)
  WHERE blob_id <> '' OR status IN ('PENDING', 'UPLOADING', 'UPLOADED', 'FAILED');

CREATE TABLE parts (
  asset_id text COLLATE "C" NOT NULL REFERENCES assets ON DELETE CASCADE,
  number bigint NOT NULL,
  etag text NOT NULL,
  size_bytes bigint NOT NULL,
  blob_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (asset_id, number)
);
CREATE INDEX parts_by_blob ON parts (blob_id);

CREATE TABLE results (
  result_id text COLLATE "C" PRIMARY KEY,
  order_id text COLLATE "C" NOT NULL REFERENCES orders ON DELETE CASCADE,
  client_id text COLLATE "C" NOT NULL,
  format text NOT NULL,
  storey bigint NOT NULL,
  file_name text NOT NULL,
  size_bytes bigint NOT NULL,
  checksum_sha256 text NOT NULL,
  blob_id text COLLATE "C" NOT NULL,
  created bigint NOT NULL
);
CREATE INDEX results_by_order ON results (order_id, result_id);
CREATE INDEX results_by_blob ON results (blob_id);

CREATE TABLE jobs (
  job_id text COLLATE "C" PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  client_id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL REFERENCES orders ON DELETE CASCADE,
  asset_id text COLLATE "C" NOT NULL,
  status text NOT NULL,
  attempts bigint NOT NULL,
  lease_owner text NOT NULL,
  lease_expires bigint NOT NULL,
  created bigint NOT NULL,
  not_before bigint NOT NULL DEFAULT 0,
  size_bytes bigint NOT NULL DEFAULT 0,
  traceparent text NOT NULL DEFAULT ''
);
CREATE INDEX jobs_open ON jobs (kind, client_id, job_id) WHERE status IN ('QUEUED', 'LEASED');
CREATE INDEX jobs_by_order ON jobs (order_id);

-- When a client's job of that kind was claimed last.
CREATE TABLE job_turns (
  kind text COLLATE "C" NOT NULL,
  client_id text COLLATE "C" NOT NULL REFERENCES clients ON DELETE CASCADE,
  turn bigint NOT NULL,
  PRIMARY KEY (kind, client_id)
) WITH (fillfactor = 50);

CREATE TABLE webhooks (
  webhook_id text COLLATE "C" PRIMARY KEY,
  client_id text COLLATE "C" NOT NULL REFERENCES clients,
  url text NOT NULL,
  events text NOT NULL,
  created bigint NOT NULL,
  secret_version bigint NOT NULL,
  secret_rotated bigint,
  disabled bigint,
  key_id text NOT NULL DEFAULT '',
  former_key_id text NOT NULL DEFAULT '',
  failing_since bigint,
  disabled_reason text NOT NULL DEFAULT ''
);
CREATE INDEX webhooks_by_client ON webhooks (client_id, webhook_id);

-- `position` is given while others that add to the same line wait: it ascends in the order of the commits, which
-- identifiers that several machines make do not. Of each webhook and order only the first pending delivery is sent;
-- it is marked, so that looking for what is due costs nothing for those behind it.
CREATE TABLE deliveries (
  delivery_id text COLLATE "C" PRIMARY KEY,
  position bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  webhook_id text COLLATE "C" NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  client_id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  message_id text NOT NULL,
  event text NOT NULL,
  body text NOT NULL,
  status text NOT NULL,
  attempts bigint NOT NULL,
  created bigint NOT NULL,
  next_attempt bigint NOT NULL,
  last_attempt bigint,
  delivered bigint,
  response_status bigint,
  last_error text NOT NULL,
  taken_until bigint NOT NULL DEFAULT 0,
  in_front bigint NOT NULL DEFAULT 0,
  traceparent text NOT NULL DEFAULT ''
);
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, delivery_id);
CREATE INDEX deliveries_in_order ON deliveries (webhook_id, order_id, position) WHERE status = 'PENDING';
CREATE INDEX deliveries_ended ON deliveries (created) WHERE status <> 'PENDING';
CREATE INDEX deliveries_due ON deliveries (webhook_id, next_attempt, delivery_id)
  WHERE status = 'PENDING' AND in_front = 1;
CREATE INDEX deliveries_next ON deliveries (next_attempt) WHERE status = 'PENDING' AND in_front = 1;
CREATE INDEX deliveries_taken ON deliveries (taken_until) WHERE status = 'PENDING' AND taken_until > 0;
CREATE INDEX deliveries_pending ON deliveries (client_id) WHERE status = 'PENDING';

-- Numbers are given while the record of the order, or of the upload, is held: of one subject they ascend in the order
-- of the commits.
CREATE TABLE events (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  logged bigint NOT NULL,
  order_id text COLLATE "C",
  asset_id text COLLATE "C",
  status text NOT NULL,
  previous_status text,
  percentage double precision
);
CREATE INDEX events_by_time ON events (logged);
CREATE INDEX events_of_orders ON events (order_id, number) WHERE order_id IS NOT NULL;
CREATE INDEX events_of_uploads ON events (asset_id, number) WHERE asset_id IS NOT NULL;

-- Requests of the present hour. Where the server breaks down the counters begin anew: nothing is written to disk
-- for them.
CREATE UNLOGGED TABLE request_counts (
  kind bigint NOT NULL,
  hash bytea NOT NULL,
  hour bigint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (kind, hash)
) WITH (fillfactor = 50);

-- One row with a mark of its own for each life of the server: empty again once the server has broken down.
CREATE UNLOGGED TABLE server_life (
  id bigint PRIMARY KEY,
  mark uuid NOT NULL
);

-- Fingerprints of the keys with which the processes on this database sign.
CREATE TABLE keys (
  fingerprint text PRIMARY KEY
);
