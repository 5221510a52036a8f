-- The traceparent of the request that brought an order on, of what is done for it since, and of what is told of it.
ALTER TABLE orders ADD COLUMN traceparent TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN traceparent TEXT NOT NULL DEFAULT '';
ALTER TABLE deliveries ADD COLUMN traceparent TEXT NOT NULL DEFAULT '';
