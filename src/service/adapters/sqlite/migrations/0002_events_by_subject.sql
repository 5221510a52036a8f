-- Subscriptions ask for what was logged of one order or one upload.
CREATE INDEX events_of_orders ON events (order_id, number) WHERE order_id IS NOT NULL;
CREATE INDEX events_of_uploads ON events (asset_id, number) WHERE asset_id IS NOT NULL;
