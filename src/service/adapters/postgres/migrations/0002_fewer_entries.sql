-- A row that changes in columns which no index names stays where its indexes find it. So those of orders name nothing that
-- changes with each step of an order, pages keep room for the next versions of their rows, and what two indexes
-- did, one does.

ALTER TABLE orders SET (fillfactor = 70);
DROP INDEX orders_open;
CREATE INDEX orders_open ON orders (client_id) WHERE completed IS NULL;
DROP INDEX orders_drafts;

-- Jobs that are done go: all that are left are waiting or under way. Those under way are counted at each claim,
-- without looking at those that wait.
DELETE FROM jobs WHERE status NOT IN ('QUEUED', 'LEASED');
ALTER TABLE jobs SET (fillfactor = 70);
DROP INDEX jobs_open;
CREATE INDEX jobs_by_client ON jobs (kind, client_id, job_id);
CREATE INDEX jobs_leased ON jobs (kind, client_id) WHERE status = 'LEASED';

ALTER TABLE deliveries DROP CONSTRAINT deliveries_position_key;
DROP INDEX deliveries_in_order;
DROP INDEX deliveries_pending;
CREATE INDEX deliveries_in_order ON deliveries (client_id, webhook_id, order_id, position) WHERE status = 'PENDING';
DROP INDEX deliveries_next;

DROP INDEX events_by_time;
