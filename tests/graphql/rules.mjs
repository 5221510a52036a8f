// Whether every validation rule has documents written for it: see corpus/README.md.
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {buildSchema, parse, validate} from 'graphql';
import {executableRules} from './oracle/oracle.mjs';

// The rules for schema documents are not exported.
const require = createRequire(import.meta.url);
const validation = join(dirname(require.resolve('graphql')), 'validation');
const {specifiedSDLRules} = require(join(validation, 'specifiedRules.js'));
const {validateSDL} = require(join(validation, 'validate.js'));

const groups = {
  'rules.txt': {
    rules: executableRules,
    refuses: (rule, {source, schema}) => validate(buildSchema(schema), parse(source), [rule]).length > 0,
  },
  'rules_sdl.txt': {
    rules: specifiedSDLRules,
    refuses: (rule, {source}) => validateSDL(parse(source), undefined, [rule]).length > 0,
  },
};

/** What is missing, or is called other than it is, as lines of text. */
export function findRuleGaps(cases) {
  const gaps = [];
  for (const [file, {rules, refuses}] of Object.entries(groups)) {
    const seen = new Set();
    for (const {name, question} of cases) {
      const [, ruleName, verb] = /: (\w+) (accepts|refuses): /.exec(name) ?? [];
      if (!name.startsWith(`${file}:`)) continue;
      const rule = rules.find((candidate) => candidate.name === ruleName);
      if (rule === undefined || refuses(rule, question) !== (verb === 'refuses')) gaps.push(`not so: ${name}`);
      seen.add(`${ruleName} ${verb}`);
    }
    for (const {name} of rules) {
      for (const verb of ['accepts', 'refuses']) {
        if (!seen.has(`${name} ${verb}`)) gaps.push(`${file} has no case that ${name} ${verb}`);
      }
    }
  }
  return gaps;
}
