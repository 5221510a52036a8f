// bundle.mjs OUT: puts the page into OUT/graphiql_files.cc. OUT/node_modules holds what package-lock.json names.
import * as fs from "node:fs";
import { createRequire } from "node:module";
import * as path from "node:path";
import { fileURLToPath } from "node:url";

import { embed, licences } from "../embed.mjs";

const out = path.resolve(process.argv[2]);
const here = path.dirname(fileURLToPath(import.meta.url));
const modules = path.join(out, "node_modules");
const esbuild = createRequire(path.join(out, "package.json"))("esbuild");

async function bundle() {
  const built = await esbuild.build({
    absWorkingDir: here,
    nodePaths: [modules],
    entryPoints: {
      page: "page.jsx",
      "editor.worker": path.join(modules, "monaco-editor/esm/vs/editor/editor.worker.js"),
      "json.worker": path.join(modules, "monaco-editor/esm/vs/language/json/json.worker.js"),
      "graphql.worker": path.join(modules, "monaco-graphql/esm/graphql.worker.js"),
    },
    outdir: path.join(out, "bundle"),
    bundle: true,
    minify: true,
    format: "iife",
    jsx: "automatic",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".ttf": "dataurl", ".woff2": "dataurl" },
    legalComments: "none",
    logLevel: "error",
    metafile: true,
    write: false,
  });
  const files = built.outputFiles.map((file) => ({ name: path.basename(file.path), bytes: file.contents }));
  return { files, inputs: Object.keys(built.metafile.inputs) };
}

/** The folder of each npm package that something came from. */
function packagesOf(inputs) {
  const folders = inputs
    .map((input) => path.resolve(here, input).match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//)?.[1])
    .filter(Boolean);
  return [...new Set(folders)].sort();
}

const { files, inputs } = await bundle();
files.push({ name: "index.html", bytes: fs.readFileSync(path.join(here, "index.html")) });
files.push({ name: "licences.txt", bytes: Buffer.from(licences(packagesOf(inputs))) });
embed(files, out, "graphiql");
