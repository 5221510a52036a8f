// Reads the cases that are written by hand: see corpus/README.md.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

export function readSchema(folder, name) {
  return readFileSync(join(folder, 'schemas', `${name}.graphql`), 'utf8');
}

function* readFile(folder, file) {
  const [head, ...sections] = readFileSync(join(folder, file), 'utf8').split(/^### ?/m);
  const common = {};
  for (const [, key, value] of head.matchAll(/^(\w+): *(.*)$/gm)) common[key] = value;
  if (common.schema) common.schema = readSchema(folder, common.schema);
  const isKnownDifference = file.startsWith('differences');
  for (const section of sections) {
    const end = section.indexOf('\n');
    const question = {...common};
    let source = section.slice(end + 1).replace(/\n+$/, '');
    for (let match; (match = /^#! *(\w+): *(.*)(\n|$)/.exec(source)); ) {
      const value = JSON.parse(match[2]);
      question[match[1]] = match[1] === 'schema' ? readSchema(folder, value) : value;
      source = source.slice(match[0].length);
    }
    if (question.kind === 'execute' || question.kind === 'subscribe') question.data ??= {};
    yield {name: `${file}: ${section.slice(0, end)}`, question: {...question, source}, isKnownDifference};
  }
}

export function* readCorpus(folder) {
  for (const file of readdirSync(folder).sort()) {
    if (file.endsWith('.txt')) yield* readFile(folder, file);
  }
}
