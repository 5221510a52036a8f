// node compare.mjs FOLDER PACKAGES: reads every FOLDER/*.e57 with the npm package web-e57 (installed in PACKAGES) and
// compares the points with FOLDER/*.txt, which Storey wrote. Ends with 1 if any differs.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Both place points in the world frame by a rotation and a shift, but round on different ways.
const TOLERANCE = 1e-9;

// The package's own entry imports WebAssembly as a module, which Node does not do by default.
async function loadPeer(packages) {
  const folder = join(packages, 'node_modules', 'web-e57');
  const glue = await import(pathToFileURL(join(folder, 'e57_bg.js')).href);
  const code = readFileSync(join(folder, 'e57_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(code, { './e57_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  return (bytes) => glue.convertE57(bytes, 'XYZ');
}

const rows = (text) =>
  text.trim().split('\n').map((line) => line.trim().split(/\s+/).map(Number));

function firstDifference(ours, theirs) {
  if (ours.length !== theirs.length) return `${ours.length} points, web-e57 reads ${theirs.length}`;
  for (let i = 0; i < ours.length; ++i) {
    const same = ours[i].length === theirs[i].length &&
      ours[i].every((value, k) => Math.abs(value - theirs[i][k]) <= TOLERANCE * Math.max(1, Math.abs(value)));
    if (!same) return `point ${i} is ${ours[i].join(' ')}, web-e57 reads ${theirs[i].join(' ')}`;
  }
  return null;
}

const [folder, packages] = process.argv.slice(2);
const convert = await loadPeer(packages);
const files = readdirSync(folder).filter((name) => name.endsWith('.e57')).sort();
let bad = files.length === 0 ? 1 : 0;
for (const file of files) {
  const path = join(folder, file);
  let problem;
  try {
    const theirs = rows(convert(new Uint8Array(readFileSync(path))));
    problem = firstDifference(rows(readFileSync(path.replace(/e57$/, 'txt'), 'utf8')), theirs);
  } catch (error) {
    problem = `web-e57 refuses it: ${error}`;
  }
  console.log(`${file}: ${problem ?? 'same'}`);
  if (problem) ++bad;
}
process.exit(bad === 0 ? 0 : 1);
