/** Checks that decision records, files and pages cited by documents and comments exist. Exits with 0 if they do. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../../run/paths.mjs";
import { listFiles } from "../source/source-files.mjs";
import { documentProblems } from "../source/vocabulary.mjs";
import {
  citationProblems,
  diffProblems,
  evidenceProblems,
  foldersOf,
  linkProblems,
  pathProblems,
  seedProblems,
  unnamedFolders,
} from "./documents.mjs";

const FOLDERS = ["packages", "sim", "e2e", "attack", "bench", "scripts", "docs", "deploy", ".github"];
const TEXT = /\.(tsx?|mjs|css|md|html|ya?ml)$/;

/** Named paths that are not in the checkout: created at run time, or examples. */
const ABSENT = ["kebab-case.ts", "PascalCase.tsx"];

const read = (path) => readFileSync(join(ROOT, path), "utf8");
const pages = readdirSync(ROOT).filter((name) => name.endsWith(".md"));
const files = [...FOLDERS.flatMap((folder) => listFiles(folder, /./)), ...readdirSync(ROOT).filter((name) => /\.\w+$/.test(name))];
const records = new Set(readdirSync(join(ROOT, "docs/decisions")).flatMap((name) => /^\d{4}/.exec(name) ?? []));
/** In these pages every path is checked; in others only code files, because they also name files of drives, backups and data folders. */
const isStrict = /^(STYLE|ARCHITECTURE|CONTRIBUTING|README)\.md$|^docs\/how-to\//;
const CODE_FILE = /\.(tsx?|mjs|css)$/;

/** Its tables name the tests that show each row. */
const THREAT_MODEL = "docs/threat-model.md";
const commands = Object.keys(JSON.parse(read("package.json")).scripts);

const lines = [...files.filter((path) => TEXT.test(path)), ...pages.filter((path) => !files.includes(path))].flatMap((path) => {
  const text = read(path);
  const problems = [
    ...citationProblems(text, records),
    ...(path.endsWith(".md")
      ? pathProblems(text, files, (name) => ABSENT.includes(name) || !(isStrict.test(path) || CODE_FILE.test(name)))
      : []),
    ...(path.endsWith(".md") ? documentProblems(text) : []),
    ...(path === THREAT_MODEL ? evidenceProblems(text, { files, commands }) : []),
    ...(path.endsWith(".md") && !path.startsWith("docs/decisions/") ? seedProblems(text) : []),
    ...(path.startsWith("docs/how-to/") ? diffProblems(text, (file) => (existsSync(join(ROOT, file)) ? read(file) : undefined)) : []),
    ...(path.endsWith(".md") ? linkProblems(text, dirname(path), (target) => existsSync(join(ROOT, target))) : []),
  ];
  return problems.map(({ line, problem }) => `${path}:${line} ${problem}`);
});
/** Folders that newcomers look for: each layer of core with its folders, and those of the editor and the composition. */
const FOLDERS_TO_NAME =
  /^(packages\/core\/src\/(?!testing)[^/]+(?:\/(?!testing)[^/]+)?|packages\/web\/src\/(?:app|editor)\/(?!testing)[^/]+|packages\/web\/src\/app\/composition\/[^/]+)$/;
const toName = [...new Set(files.flatMap((path) => foldersOf(path)))].filter((folder) => FOLDERS_TO_NAME.test(folder)).sort();
lines.push(...unnamedFolders(read("ARCHITECTURE.md"), toName).map((problem) => `ARCHITECTURE.md ${problem}`));
for (const line of lines) process.stdout.write(`${line}\n`);
process.stdout.write(`${files.length} files, ${lines.length} problems\n`);
process.exitCode = lines.length === 0 ? 0 : 1;
