-- What two indexes did, one does, and an index of what is under way counts it without looking at what waits.
DROP INDEX orders_open;
CREATE INDEX orders_open ON orders (client_id) WHERE completed IS NULL;

-- Jobs that are done go: all that are left are waiting or under way.
DELETE FROM jobs WHERE status NOT IN ('QUEUED', 'LEASED');
DROP INDEX jobs_open;
CREATE INDEX jobs_by_client ON jobs (kind, client_id, job_id);
CREATE INDEX jobs_leased ON jobs (kind, client_id) WHERE status = 'LEASED';

DROP INDEX deliveries_in_order;
DROP INDEX deliveries_pending;
CREATE INDEX deliveries_in_order ON deliveries (client_id, webhook_id, order_id, delivery_id) WHERE status = 'PENDING';
DROP INDEX deliveries_next;

DROP INDEX events_by_time;
