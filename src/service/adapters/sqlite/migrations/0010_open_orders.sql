-- Orders of a client that have not ended are counted whenever it makes one. By its index of all orders, that took the
-- longer the more it had ever made.
CREATE INDEX orders_open ON orders (client_id) WHERE status IN ('DRAFT', 'UPLOADING', 'INITIALIZED', 'PROCESSING');
