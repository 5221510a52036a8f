-- Of each webhook and order only the first pending delivery is sent; it is marked, so that looking for what is due
-- costs nothing for those behind it.
ALTER TABLE deliveries ADD COLUMN in_front INTEGER NOT NULL DEFAULT 0;
UPDATE deliveries SET in_front = 1 WHERE status = 'PENDING' AND NOT EXISTS (
  SELECT 1 FROM deliveries e WHERE e.webhook_id = deliveries.webhook_id AND e.order_id = deliveries.order_id
  AND e.status = 'PENDING' AND e.delivery_id < deliveries.delivery_id);
DROP INDEX deliveries_due;
CREATE INDEX deliveries_due ON deliveries (webhook_id, next_attempt, delivery_id)
  WHERE status = 'PENDING' AND in_front = 1;
CREATE INDEX deliveries_next ON deliveries (next_attempt) WHERE status = 'PENDING' AND in_front = 1;
CREATE INDEX deliveries_taken ON deliveries (taken_until, client_id, webhook_id)
  WHERE status = 'PENDING' AND taken_until > 0;
CREATE INDEX deliveries_pending ON deliveries (client_id) WHERE status = 'PENDING';

-- Receivers that fail for days are given up.
ALTER TABLE webhooks ADD COLUMN failing_since INTEGER;
ALTER TABLE webhooks ADD COLUMN disabled_reason TEXT NOT NULL DEFAULT '';
