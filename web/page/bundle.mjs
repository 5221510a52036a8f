// bundle.mjs OUT: builds the page with Vite into OUT/page_files.cc. OUT/node_modules holds what package-lock.json names;
// the sources are copied beside it, where Node looks for packages.
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { fileURLToPath } from "node:url";

import { embed, licences } from "../embed.mjs";

const out = path.resolve(process.argv[2]);
const here = path.dirname(fileURLToPath(import.meta.url));
const work = path.join(out, "work");

fs.rmSync(work, { recursive: true, force: true });
fs.mkdirSync(work);
for (const part of ["index.html", "package.json", "src", "tsconfig.json", "vite.config.ts"])
  fs.cpSync(path.join(here, part), path.join(work, part), { recursive: true });
execFileSync("node", [path.join(out, "node_modules/vite/bin/vite.js"), "build"], { cwd: work, stdio: "inherit" });

/** The folders of the packages that become part of the page. */
function packages() {
  const lock = JSON.parse(fs.readFileSync(path.join(here, "package-lock.json"), "utf8"));
  return Object.entries(lock.packages)
    .filter(([folder, { dev, peer, optional }]) => folder && !dev && !peer && !optional)
    .map(([folder]) => path.join(out, folder));
}

const built = path.join(work, "dist");
const files = fs
  .readdirSync(built, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
  .sort()
  .map((file) => ({ name: path.basename(file), bytes: fs.readFileSync(file) }));
files.push({ name: "licences.txt", bytes: Buffer.from(licences(packages())) });
embed(files, out, "page");
