// Measures the engine and graphql-js in one run, on the same documents and data, and prints how many times as
// fast the engine is. Run it with:
//   node tests/graphql/run.mjs --script bench/graphql_peer.mjs --driver BUILD/bench_graphql
//     --documents bench/graphql_documents --work FOLDER
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {buildSchema, execute, parse, validate} from 'graphql';

const {values: options} = parseArgs({options: {driver: {type: 'string'}, documents: {type: 'string'}}});
const names = ['small', 'orders', 'screens'];
const read = (name) => readFileSync(join(options.documents, `${name}.graphql`), 'utf8');

/** The same orders as in graphql_engine.cc. */
const orders = Array.from({length: 100}, (_, i) => ({
  id: `order-${i}`,
  number: 1000 + i,
  title: `House number ${i}`,
  status: i % 3 === 0 ? 'CONVERTING' : 'DONE',
  created: '2026-01-02T03:04:05Z',
  finished: i % 2 === 0 ? '2026-01-02T04:05:06Z' : null,
  progress: i / 100,
  isPaid: i % 2 === 0,
  customer: {
    id: `customer-${i}`,
    name: `Ann "${i}" Smith`,
    email: `ann${i}@example.com`,
    address: {street: `Main Street ${i}`, city: 'Rome', country: 'Italy', postcode: '00100'},
  },
  files: [0, 1].map((j) => ({id: `file-${i}-${j}`, name: `scan${j}.e57`, size: 1e9 + i, kind: 'E57'})),
  tags: ['new', 'big'],
}));
const rootValue = {orders: {nodes: orders, totalCount: orders.length, hasNextPage: false}};

/**
 * Nanoseconds of this thread for one call, once the code is hot: the median of batches. A batch is long because the
 * system may count a thread's time in steps of 4 ms.
 */
function measure(work) {
  for (const end = performance.now() + 1000; performance.now() < end; ) work();
  const times = [];
  for (let calls = 1; times.length < 9; ) {
    const start = process.threadCpuUsage();
    for (let i = 0; i < calls; ++i) work();
    const {user, system} = process.threadCpuUsage(start);
    const elapsed = (user + system) * 1000;
    if (elapsed < 2e8) calls *= 2;
    else times.push(elapsed / calls);
  }
  return times.sort((a, b) => a - b)[4];
}

const schema = buildSchema(read('shop'));
const engine = new Map();
for (const line of execFileSync(options.driver, [options.documents, ...names], {encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore']}).split('\n')) {
  const [, what, value] = /^(body|\w+ \w+) (.*)$/.exec(line) ?? [];
  if (what) engine.set(what, value);
}

function report(what, aim, work) {
  const ours = Number(engine.get(what)) / 1000;
  const theirs = measure(work) / 1000;
  const columns = [what.padEnd(18), ours.toFixed(2).padStart(9), theirs.toFixed(2).padStart(11), `${(theirs / ours).toFixed(1)}x`.padStart(8)];
  console.log(`${columns.join(' ')}   aim ${aim}x`);
}

console.log('µs a call            engine  graphql-js   faster');
for (const name of names) {
  const source = read(name);
  const document = parse(source);
  report(`parse ${name}`, 10, () => parse(source));
  report(`validate ${name}`, 10, () => validate(schema, document));
}
const document = parse(read('orders'));
const run = () => execute({schema, document, rootValue});
if (JSON.stringify(run()) !== engine.get('body')) throw new Error('the responses are not the same');
report('execute orders', 5, () => JSON.stringify(run()));
console.log('Executing includes writing the response as JSON text on both sides.');
