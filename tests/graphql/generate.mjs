// Documents made from the grammar and from schemas, the same in every run.
import {buildSchema} from 'graphql';
import {readSchema} from './corpus.mjs';
import {damage, Grammar} from './generate/grammar.mjs';
import {DataGenerator, QueryGenerator} from './generate/queries.mjs';
import {SchemaGenerator} from './generate/schemas.mjs';
import {Random} from './random.mjs';

const scale = Number(process.env.STOREY_GRAPHQL_SCALE ?? 1);
const counts = {parse: 500, damaged: 500, schema: 300, wrongSchema: 300, query: 600, wrongQuery: 700, execute: 800, subscribe: 60};

function* times(kind, make) {
  for (let seed = 1; seed <= counts[kind] * scale; ++seed) {
    yield {name: `generated ${kind} ${seed}`, question: make(new Random(seed * 7919 + kind.length * 104729))};
  }
}

export function* generate(folder) {
  const sdl = readSchema(folder, 'world');
  const schema = buildSchema(sdl);

  yield* times('parse', (random) => ({kind: 'parse', source: new Grammar(random).document()}));
  yield* times('damaged', (random) => ({kind: 'parse', source: damage(random, new Grammar(random).document())}));
  yield* times('schema', (random) => ({kind: 'schema', source: new SchemaGenerator(random, 0).document()}));
  yield* times('wrongSchema', (random) => ({kind: 'schema', source: new SchemaGenerator(random, 0.04).document()}));

  const query = (random, mistakes, operation) => new QueryGenerator(random, schema, mistakes).document(operation);
  yield* times('query', (random) => ({kind: 'validate', schema: sdl, source: query(random, 0, 'query').source}));
  yield* times('wrongQuery', (random) => ({
    kind: 'validate',
    schema: sdl,
    source: query(random, random.pick([0.01, 0.03, 0.1]), random.pick(['query', 'query', 'mutation', 'subscription'])).source,
  }));
  yield* times('execute', (random) => {
    const operation = random.chance(0.15) ? 'mutation' : 'query';
    const {source, variables} = query(random, 0, operation);
    const data = new DataGenerator(random, schema, source).object(schema.getRootType(operation));
    return {kind: 'execute', schema: sdl, source, variables, data};
  });
  yield* times('subscribe', (random) => {
    const {source, variables} = query(random, 0, 'subscription');
    const generator = new DataGenerator(random, schema, source);
    const data = {};
    for (const field of Object.values(schema.getSubscriptionType().getFields())) {
      data[field.name] = random.some(0, 4, () => generator.value(field.type));
    }
    return {kind: 'subscribe', schema: sdl, source, variables, data};
  });
}
