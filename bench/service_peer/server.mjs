// The service's schema answered from memory by mercurius with its compiler for queries. Prints its port.
import fs from 'node:fs';

import Fastify from 'fastify';
import mercurius from 'mercurius';

const order = {
  order_id: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', order_name: 'House', order_status: 'DRAFT',
  created: '2026-01-31T08:15:30.250Z', product: 'areaplan', assets: [],
};
const app = Fastify();
app.register(mercurius, {
  schema: fs.readFileSync(process.argv[2], 'utf8'),
  resolvers: { Query: { order: () => order } },
  jit: 1,
});
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`http://127.0.0.1:${app.server.address().port}`);
