// Asks the engine and graphql-js the same questions and reports every answer that is not the same.
// Usage: compare.mjs --driver PROGRAM [--case NAME]
import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isDeepStrictEqual, parseArgs} from 'node:util';
import {readCorpus} from './corpus.mjs';
import {generate} from './generate.mjs';
import {getIntrospectionQuery} from 'graphql';
import {answer} from './oracle/oracle.mjs';
import {findRuleGaps} from './rules.mjs';

const {values: options} = parseArgs({options: {driver: {type: 'string'}, case: {type: 'string'}}});
const folder = dirname(fileURLToPath(import.meta.url));

/** The answers of the driver to all questions, in order. */
async function askDriver(questions) {
  const driver = spawn(options.driver, [], {stdio: ['pipe', 'pipe', 'inherit']});
  const exit = new Promise((resolve) => driver.on('close', (code, signal) => resolve(signal ?? code)));
  driver.stdin.on('error', () => {});
  (async () => {
    for (const question of questions) {
      if (!driver.stdin.write(JSON.stringify(question) + '\n')) {
        await new Promise((resolve) => driver.stdin.once('drain', resolve));
      }
    }
    driver.stdin.end();
  })();
  const answers = [];
  for await (const line of createInterface({input: driver.stdout})) answers.push(JSON.parse(line));
  const code = await exit;
  if (code !== 0 || answers.length !== questions.length) {
    const asked = JSON.stringify(questions[answers.length], null, 1);
    throw new Error(`the driver ended with ${code} after ${answers.length} answers, at ${asked}`);
  }
  return answers;
}

const cases = [...readCorpus(join(folder, 'corpus')), ...generate(join(folder, 'corpus'))].filter(
  ({name}) => options.case === undefined || name.includes(options.case),
);
const introspection = getIntrospectionQuery({
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  experimentalDirectiveDeprecation: true,
  oneOf: true,
});
for (const {question} of cases) {
  if (question.kind === 'schema') question.introspection = introspection;
}
const answers = await askDriver(cases.map(({question}) => question));

const count = {};
let different = 0;
for (const [i, {name, question, isKnownDifference}] of cases.entries()) {
  const expected = await answer(question);
  const isLost = expected.stable === false && name.startsWith('generated parse');
  const isSame = isDeepStrictEqual(answers[i], expected) && !isLost;
  const kind = question.kind;
  count[kind] ??= {documents: 0, rejected: 0};
  count[kind].documents += 1;
  if (expected.errors !== undefined && expected.errors.length > 0) count[kind].rejected += 1;
  if (isSame !== (isKnownDifference ?? false)) continue;
  different += 1;
  if (different > 20) continue;
  const {source, schema, ...rest} = question;
  console.log(`\n=== ${name}${isKnownDifference ? ' (is a known difference, but does not differ)' : ''}`);
  console.log(source);
  console.log(JSON.stringify(rest).slice(0, 2000));
  console.log('engine:     ' + JSON.stringify(answers[i]).slice(0, 30000));
  console.log('graphql-js: ' + JSON.stringify(expected).slice(0, 30000));
}
for (const [kind, {documents, rejected}] of Object.entries(count)) {
  console.log(`${kind}: ${documents} documents, ${rejected} with errors`);
}
const known = cases.filter((one) => one.isKnownDifference).length;
console.log(`${cases.length} documents, ${different} different, ${known} known differences (differences.md)`);
const gaps = options.case === undefined ? findRuleGaps(cases) : [];
for (const gap of gaps) console.log(gap);
process.exitCode = different === 0 && gaps.length === 0 ? 0 : 1;
