/**
 * Copies out of two large packages the little that pages are made of, into packages/web/vendor: the icons that the sources name, and the
 * table of emoji. The packages are needed only here, so that who starts Satchel need not fetch them. docs/decisions/0019-copies-of-packages.md
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureAllInstalled } from "./install.mjs";
import { inModules, ROOT } from "./paths.mjs";

export const VENDOR = join(ROOT, "packages/web/vendor");
const WEB_SOURCES = join(ROOT, "packages/web/src");

const LUCIDE = "lucide-react";
const LUCIDE_LIST = "lucide-react.mjs";

const namesIn = (list) =>
  list
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "" && !each.startsWith("type "))
    .map((each) => each.split(" as ")[0].trim());

/** The icons that one source file takes from the package. It throws where they are not taken name by name, since then we would not know. */
export function iconsIn(path, text) {
  const lists = [...text.matchAll(/import (type )?\{([^}]*)\} from "lucide-react"/g)];
  const mentions = text.match(/["']lucide-react(\/[^"']*)?["']/g) ?? [];
  if (mentions.length !== lists.length) throw new Error(`${path} takes icons otherwise than by import { Name } from "${LUCIDE}".`);
  return lists.flatMap(([, isType, list]) => (isType === undefined ? namesIn(list) : []));
}

function usedIcons() {
  const files = readdirSync(WEB_SOURCES, { recursive: true }).filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
  return [...new Set(files.flatMap((path) => iconsIn(path, readFileSync(join(WEB_SOURCES, path), "utf8"))))].sort();
}

/** The modules of the package that these icons need, as they are but for the line that names a source map, under a list of these alone. */
export function copyIcons(names, read) {
  const all = read(LUCIDE_LIST);
  const list = names.map((name) => {
    const [, path] = new RegExp(`^export \\{[^}]*\\bdefault as ${name}\\b[^}]*\\} from '(\\./[^']+)';$`, "m").exec(all) ?? [];
    if (path === undefined) throw new Error(`${LUCIDE} has no icon ${name}.`);
    return { path, line: `export { default as ${name} } from '${path}';\n` };
  });
  const copies = { [LUCIDE_LIST]: list.map(({ line }) => line).join("") };
  const waiting = list.map(({ path }) => posix.normalize(path));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (copies[path] !== undefined) continue;
    const text = read(path).replace(/\n\/\/# sourceMappingURL=.*\n?$/, "\n");
    copies[path] = text;
    for (const [, next] of text.matchAll(/\bfrom '(\.[^']+)'/g)) waiting.push(posix.join(dirname(path), next));
  }
  return copies;
}

/** One emoji a line, with what the picker reads of it. */
export function copyEmoji(rows) {
  const lines = rows.map(({ unicode, label, group, order, tags, skins }) =>
    JSON.stringify({ unicode, label, group, order, tags, skins: skins?.map((skin) => ({ unicode: skin.unicode })) }),
  );
  return `[\n${lines.join(",\n")}\n]\n`;
}

/** The names by which chats and GitHub know emoji, one a line. */
export function copyShortcodes(rows, codes) {
  const lines = rows.flatMap(({ hexcode, unicode }) =>
    [codes[hexcode] ?? []].flat().map((code) => `${JSON.stringify(code)}:${JSON.stringify(unicode)}`),
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}

const under = (folder, files) => Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]);

/** Every file of the folder, by its path in it. */
export function vendored() {
  const readModule = (path) => readFileSync(inModules(`${LUCIDE}/dist/esm/${path}`), "utf8");
  const readJson = (path) => JSON.parse(readFileSync(inModules(`emojibase-data/en/${path}`), "utf8"));
  // A build may leave out each of these modules that nothing uses: so says the package, too.
  const manifest = `${JSON.stringify({ private: true, license: "ISC", type: "module", sideEffects: false }, undefined, 2)}\n`;
  return Object.fromEntries([
    ...under("lucide", { ...copyIcons(usedIcons(), readModule), "package.json": manifest }),
    ["lucide/LICENSE", readFileSync(inModules(`${LUCIDE}/LICENSE`), "utf8")],
    ["emojibase/en.json", copyEmoji(readJson("compact.json"))],
    ["emojibase/shortcodes.json", copyShortcodes(readJson("compact.json"), readJson("shortcodes/github.json"))],
    ["emojibase/LICENSE", readFileSync(inModules("emojibase-data/LICENSE"), "utf8")],
  ]);
}

function write(files) {
  if (existsSync(VENDOR)) rmSync(VENDOR, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(VENDOR, path)), { recursive: true });
    writeFileSync(join(VENDOR, path), text);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await ensureAllInstalled();
  write(vendored());
}
