// bundle.mjs OUT: puts the page into OUT/files, compressed, and writes OUT/graphiql_files.cc, which carries them into
// the binary. OUT/node_modules holds what package-lock.json names.
import * as fs from "node:fs";
import { createRequire } from "node:module";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

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

/** The licences of all packages, as most of them ask for. */
function licences(folders) {
  const parts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    const texts = fs
      .readdirSync(folder)
      .filter((file) => /^(licen[cs]e|notice|thirdpartynotices)(\.|$)/i.test(file))
      .map((file) => fs.readFileSync(path.join(folder, file), "utf8").trim());
    return [`${name} ${version} (${license})`, ...texts].join("\n\n");
  });
  return parts.join(`\n\n${"-".repeat(80)}\n\n`) + "\n";
}

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

/** C++ in which the assembler puts the bytes of each file. */
function source(files) {
  const symbols = files.map((file) => "storey_graphiql_" + file.name.replace(/\W/g, "_"));
  const blobs = files.map(
    (file, i) => `asm(R"(.section .rodata
.global ${symbols[i]}
.global ${symbols[i]}_end
${symbols[i]}:
.incbin "${file.path}"
${symbols[i]}_end:
.byte 0
.previous
)");
extern "C" const char ${symbols[i]}[];
extern "C" const char ${symbols[i]}_end[];
`,
  );
  const rows = files.map(
    (file, i) =>
      `      {"${file.name}", "${types[path.extname(file.name)]}", {${symbols[i]}, ${symbols[i]}_end}},\n`,
  );
  return `// Made by web/graphiql/bundle.mjs.
#include <array>

#include "service/api/graphiql.h"

${blobs.join("\n")}
namespace storey::service {

std::span<const GraphiqlFile> graphiql_files() {
  static const std::array<GraphiqlFile, ${files.length}> files = {{
${rows.join("")}  }};
  return files;
}

}  // namespace storey::service
`;
}

const { files, inputs } = await bundle();
files.push({ name: "index.html", bytes: fs.readFileSync(path.join(here, "index.html")) });
files.push({ name: "licences.txt", bytes: Buffer.from(licences(packagesOf(inputs))) });
fs.mkdirSync(path.join(out, "files"), { recursive: true });
for (const file of files) {
  file.path = path.join(out, "files", file.name + ".gz");
  fs.writeFileSync(file.path, gzipSync(file.bytes, { level: 9 }));
}
fs.writeFileSync(path.join(out, "graphiql_files.cc"), source(files));
