/** Reads every TypeScript file of the project once: its syntax tree, and its imports resolved to files of this checkout. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { parseSync } from "oxc-parser";
import { ROOT } from "../../run/paths.mjs";

const SKIPPED = new Set(["node_modules", "dist"]);

function walk(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/** Returns the paths below `folder`, relative to the checkout, with forward slashes. */
export function listFiles(folder, pattern) {
  return walk(join(ROOT, folder))
    .map((path) => relative(ROOT, path).split(sep).join("/"))
    .filter((path) => pattern.test(path))
    .sort();
}

/** Resolves `../notes/note.ts`, or `@satchel/core/model/entities/note.ts`, to a path in the checkout; other packages stay bare names. */
function resolveImport(from, specifier) {
  const plain = specifier.replace(/\?.*$/, "");
  if (plain.startsWith(".")) return { path: posix.join(dirname(from), plain) };
  const own = /^@satchel\/([^/]+)\/(.+)$/.exec(plain);
  return own === null ? { bare: plain } : { path: `packages/${own[1]}/src/${own[2]}` };
}

export const lineOf = (text, offset) => text.slice(0, offset).split("\n").length;

function toImport(path, text, { specifier, start, typeOnly, names }) {
  return { specifier, line: lineOf(text, start), typeOnly, names, ...resolveImport(path, specifier) };
}

function importsOf(path, text, module) {
  const fromImports = module.staticImports.map((each) => {
    const typeOnly = each.entries.length > 0 && each.entries.every((entry) => entry.isType);
    const names = each.entries.map((entry) => entry.importName.name);
    return toImport(path, text, { specifier: each.moduleRequest.value, start: each.start, typeOnly, names });
  });
  const fromExports = module.staticExports.flatMap((each) =>
    each.entries
      .filter((entry) => entry.moduleRequest !== null)
      .map((entry) => toImport(path, text, { specifier: entry.moduleRequest.value, start: each.start, typeOnly: entry.isType, names: [] })),
  );
  const dynamic = module.dynamicImports
    .map((each) => ({ start: each.start, source: text.slice(each.moduleRequest.start, each.moduleRequest.end) }))
    .filter(({ source }) => /^(["'`])[^"'`$]+\1$/.test(source))
    .map(({ start, source }) => toImport(path, text, { specifier: source.slice(1, -1), start, typeOnly: false, names: [] }));
  return [...fromImports, ...fromExports, ...dynamic];
}

export function parseFile(path, text) {
  const parsed = parseSync(path, text);
  return { path, text, program: parsed.program, comments: parsed.comments, imports: importsOf(path, text, parsed.module) };
}

export function readSources(folders) {
  return folders
    .flatMap((folder) => listFiles(folder, /\.tsx?$/))
    .filter((path) => !path.endsWith(".d.ts"))
    .map((path) => parseFile(path, readFileSync(join(ROOT, path), "utf8")));
}
