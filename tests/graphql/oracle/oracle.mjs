// Answers questions with graphql-js, in the form in which driver/driver.cc answers them.
import {
  buildSchema,
  execute,
  getLocation,
  parse,
  print,
  printSchema,
  specifiedRules,
  subscribe,
  validate,
  validateSchema,
  buildASTSchema,
} from 'graphql';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {fieldResolver, subscribeFieldResolver, World} from './resolvers.mjs';

// The rules for schema documents one by one are not exported: buildSchema() throws their messages in one string.
const require = createRequire(import.meta.url);
const {validateSDL} = require(join(dirname(require.resolve('graphql')), 'validation', 'validate.js'));

// Incremental delivery is not in the edition of September 2025.
export const executableRules = specifiedRules.filter((rule) => !rule.name.includes('Defer') && !rule.name.includes('Stream'));

const schemas = new Map();

function findSchema(sdl) {
  if (!schemas.has(sdl)) schemas.set(sdl, buildSchema(sdl));
  return schemas.get(sdl);
}

const toJson = (value) => JSON.parse(JSON.stringify(value));
const failure = (errors) => ({errors: toJson(errors)});

function dump(value, places) {
  if (Array.isArray(value)) return value.map((item) => dump(item, places));
  if (value === null || typeof value !== 'object') return value;
  const result = {};
  for (const [key, item] of Object.entries(value)) {
    if (key === 'loc' || item === undefined) continue;
    result[key] = dump(item, places);
  }
  if (places && value.loc) {
    const {line, column} = getLocation(value.loc.source, value.loc.start);
    result.at = `${line}:${column}`;
  }
  return result;
}

function parseOptions(question) {
  return {
    allowEmptySelectionSets: question.allowEmptySelectionSets ?? false,
    ...(question.maxTokens && {maxLexicalTokens: question.maxTokens}),
  };
}

/** The result of `body`, or the syntax error it throws. */
function parsing(question, body) {
  let document;
  try {
    document = parse(question.source, parseOptions(question));
  } catch (error) {
    if (!error.message.startsWith('Syntax Error')) throw error;
    return failure([error]);
  }
  return body(document);
}

/** Whether the printed form gives the same tree. It need not where a type without a body is before `{`. */
function isStable(document, printed, options) {
  try {
    return isDeepStrictEqual(dump(parse(printed, options), false), dump(document, false));
  } catch {
    return false;
  }
}

function parseDocument(question) {
  return parsing(question, (document) => {
    const printed = print(document);
    return {ast: dump(document, true), printed, stable: isStable(document, printed, parseOptions(question))};
  });
}

async function describeSchema(question) {
  return parsing(question, async (document) => {
    const sdlErrors = validateSDL(document);
    if (sdlErrors.length !== 0) return failure(sdlErrors);
    let schema;
    try {
      schema = buildASTSchema(document);
    } catch (error) {
      if (error.name !== 'GraphQLError') throw error;
      return failure([error]);
    }
    const errors = validateSchema(schema);
    if (errors.length !== 0) return failure(errors);
    const result = {printed: printSchema(schema)};
    if (question.introspection) {
      result.introspection = toJson(await execute({schema, document: parse(question.introspection)}));
    }
    return result;
  });
}

function validateDocument(schema, question) {
  return parsing(question, (document) =>
    failure(
      validate(schema, document, executableRules, {
        hideSuggestions: question.hideSuggestions ?? false,
        allowEmptySelectionSets: question.allowEmptySelectionSets ?? false,
      }),
    ),
  );
}

async function run(schema, question) {
  return parsing(question, async (document) => {
    const errors = validate(schema, document, executableRules, {allowEmptySelectionSets: false});
    if (errors.length !== 0) return failure(errors);
    const world = new World(question.data);
    const args = {
      schema,
      document,
      fieldResolver,
      subscribeFieldResolver,
      contextValue: world,
      variableValues: question.variables,
      operationName: question.operationName,
    };
    if (question.kind !== 'subscribe') return toJson(await world.settle(execute(args)));
    let stream;
    try {
      stream = await world.settle(subscribe(args));
    } catch (error) {
      if (error.name !== 'GraphQLError') throw error;
      return failure([error]);
    }
    if (stream[Symbol.asyncIterator] === undefined) return toJson(stream);
    const responses = [];
    for (;;) {
      const {value, done} = await world.settle(stream.next());
      if (done) return toJson(responses);
      responses.push(value);
    }
  });
}

export async function answer(question) {
  if (question.kind === 'parse') return parseDocument(question);
  if (question.kind === 'schema') return describeSchema(question);
  const schema = findSchema(question.schema);
  return question.kind === 'validate' ? validateDocument(schema, question) : run(schema, question);
}
