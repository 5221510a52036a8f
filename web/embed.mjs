// Puts the files of a web page into the binary.
import * as fs from "node:fs";
import * as path from "node:path";
import { gzipSync } from "node:zlib";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

/** The licences of the npm packages in these folders, as most of them ask for. */
export function licences(folders) {
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

/** C++ in which the assembler puts the bytes of each file. */
function source(files, page) {
  const symbols = files.map((file) => `storey_${page}_` + file.name.replace(/\W/g, "_"));
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
  return `// Made by web/embed.mjs.
#include <array>

#include "service/api/web_pages.h"

${blobs.join("\n")}
namespace storey::service {

std::span<const WebFile> ${page}_files() {
  static const std::array<WebFile, ${files.length}> files = {{
${rows.join("")}  }};
  return files;
}

}  // namespace storey::service
`;
}

/** Compresses the files ({name, bytes}) into OUT/files and writes OUT/PAGE_files.cc, which carries them. */
export function embed(files, out, page) {
  fs.rmSync(path.join(out, "files"), { recursive: true, force: true });
  fs.mkdirSync(path.join(out, "files"), { recursive: true });
  const placed = files.map((file) => ({ name: file.name, path: path.join(out, "files", file.name + ".gz") }));
  placed.forEach((file, i) => fs.writeFileSync(file.path, gzipSync(files[i].bytes, { level: 9 })));
  fs.writeFileSync(path.join(out, `${page}_files.cc`), source(placed, page));
}
