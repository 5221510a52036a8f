-- What a client has stored or announced is added up from the index alone; drafts that nobody goes on with are
-- looked for.
CREATE INDEX assets_that_count ON assets (client_id, asset_id, size_bytes, expected_bytes, received_bytes)
    WHERE blob_id <> '' OR status IN ('PENDING', 'UPLOADING', 'UPLOADED', 'FAILED');
CREATE INDEX orders_drafts ON orders (created) WHERE status IN ('DRAFT', 'UPLOADING');
