/** Checks boundaries, house rules and prose over the whole source. Exits with 0 if nothing is found. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../run/paths.mjs";
import { areaOf, checkImport, checkLayer, checkPortUse, crowdedLevels, findFolderPairs, portNames } from "./boundaries.mjs";
import { checkCss, checkFile } from "./house-rules.mjs";
import { lineOf, listFiles, parseFile, readSources } from "./source-files.mjs";
import { findTestExports } from "./test-exports.mjs";
import { commentProblems, riddleProblems, titleProblems } from "./vocabulary.mjs";

const readText = (path) => readFileSync(join(ROOT, path), "utf8");
const files = readSources(["packages", "sim", "e2e", "attack", "bench"]).filter(({ path }) =>
  /^packages\/[^/]+\/src\/|^(sim|e2e|attack|bench)\//.test(path),
);
const ports = new Map(files.filter(({ path }) => areaOf(path).area === "core/port").map((file) => [file.path, portNames(file)]));

function importProblems({ path, imports }) {
  return imports.flatMap(({ path: target, line, specifier, names }) => {
    if (target === undefined) return [];
    if (!existsSync(join(ROOT, target))) return [{ line, problem: `'${specifier}' leads nowhere` }];
    const problem = checkImport(path, target) ?? checkLayer(path, target) ?? checkPortUse(path, names, ports.get(target) ?? []);
    return problem === undefined ? [] : [{ line, problem }];
  });
}

const fileProblems = files.flatMap((file) => [...importProblems(file), ...checkFile(file)].map((each) => ({ path: file.path, ...each })));
const cssProblems = listFiles("packages/web", /\.css$/).flatMap((path) =>
  checkCss(path, readText(path)).map((each) => ({ path, ...each })),
);
const scripts = listFiles("scripts", /\.mjs$/).map((path) => parseFile(path, readText(path)));
const prose = [...files, ...scripts].flatMap((file) =>
  [...commentProblems(file), ...titleProblems(file)].map(({ start, problem }) => ({
    path: file.path,
    line: lineOf(file.text, start),
    problem,
  })),
);
const graph = new Map(
  files.map(({ path, imports }) => [path, imports.flatMap(({ path: target }) => (target === undefined ? [] : [target]))]),
);
const pairs = findFolderPairs(graph).flatMap(({ folders: [from, to], imports }) =>
  imports.map((each) => `${from} and ${to} import each other: ${each}`),
);
const crowded = crowdedLevels([...files, ...scripts].map(({ path }) => path));

/** Comments and test titles that hide their subject (STYLE.md §7). Lower the number when you have rewritten some; never raise it. */
const MAX_RIDDLES = 159;
const riddles = [...files, ...scripts].flatMap((file) =>
  riddleProblems(file).map(({ start, problem }) => `${file.path}:${lineOf(file.text, start)} ${problem}`),
);

/** Maximum number of exports that only their own file and a test use. Lower it, never raise it. */
const MAX_TESTED_ALONE = 56;
/** The counterpart in the protocol, which no screen needs yet: encryption.md, vectors.json. */
const KNOWN_UNUSED = new Set(["openPrivate"]);
const programs = [...scripts.map(({ text }) => text), readText("packages/web/vite.config.ts")].join("\n");
const testExports = findTestExports(files, programs);
const testedAlone = testExports.filter(({ isUsedInside }) => isUsedInside);
const testOnly = [
  ...testExports
    .filter(({ name, isUsedInside }) => !isUsedInside && !KNOWN_UNUSED.has(name))
    .map(({ path, name }) => `${path}: only tests use ${name}`),
  ...(testedAlone.length <= MAX_TESTED_ALONE
    ? []
    : [
        `${testedAlone.length} exports that only tests import, at most ${MAX_TESTED_ALONE}: ${testedAlone.map(({ path, name }) => `${path} ${name}`).join(", ")}`,
      ]),
];

const lines = [
  ...[...fileProblems, ...cssProblems, ...prose].map(({ path, line, problem }) => `${path}:${line} ${problem}`),
  ...pairs,
  ...crowded,
  ...testOnly,
  ...(riddles.length <= MAX_RIDDLES ? [] : [...riddles, `${riddles.length} sentences hide their subject, at most ${MAX_RIDDLES} may`]),
];
for (const line of lines) process.stdout.write(`${line}\n`);
process.stdout.write(`${files.length} files, ${lines.length} problems\n`);
process.exitCode = lines.length === 0 ? 0 : 1;
