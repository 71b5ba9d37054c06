/** Counts files that are too small to be files, by package. Ends with 0 when there are no more than those known. */
import { isTooSmall, MIN_LINES } from "./small-files.mjs";
import { readSources } from "./source-files.mjs";

/** Small for good, and why; they are not counted. */
const KEPT = {
  "packages/core/src/model/entities/note-versions.ts":
    "purgeKey, which would belong in it, has to stay out of the workspace's first script",
  "packages/core/src/model/result.ts": "one small thing that is imported everywhere",
  "packages/core/src/model/store.ts": "one small thing that is imported everywhere",
  "packages/web/src/adapters/archive/fetch-zlib.ts": "the address of an asset, which Node cannot load",
  "packages/web/src/adapters/browser/own-scripts.ts": "shared by the page and three workers",
  "packages/web/src/adapters/search/create-search.ts":
    "a worker's side in the page, which must not bring others into the workspace's script",
  "packages/web/src/features/import/chosen-files.ts": "loaded lazily, beside the drop target",
  "packages/web/src/features/import/use-drop-import.ts": "loaded lazily, beside the drop target",
  "packages/web/src/shared/hooks/use-dates.ts": "no neighbour that keeps the first script small",
  "packages/web/src/shared/hooks/use-store.ts": "one small thing that is imported everywhere",
};

/** Those that are left. A number only falls: a file that goes lowers it. */
const KNOWN = {
  "packages/contract": 4,
  "packages/core": 1,
  "packages/crypto": 4,
  "packages/drive": 2,
  "packages/server": 7,
  e2e: 1,
  attack: 2,
  bench: 2,
};

const folders = ["packages", "sim", "e2e", "attack", "bench"];
const inTree = ({ path }) => /^packages\/[^/]+\/src\/|^(sim|e2e|attack|bench)\//.test(path);
const packageOf = (path) => /^(packages\/[^/]+|[^/]+)/.exec(path)[1];
const found = readSources(folders).filter(inTree).filter(isTooSmall);
const small = found.filter(({ path }) => KEPT[path] === undefined);
const gone = Object.keys(KEPT).filter((path) => !found.some((each) => each.path === path));

const counts = {};
for (const { path } of small) counts[packageOf(path)] = (counts[packageOf(path)] ?? 0) + 1;
const tooMany = Object.entries(counts)
  .filter(([name, count]) => count > (KNOWN[name] ?? 0))
  .map(
    ([name, count]) =>
      `${name}: ${count} files under ${MIN_LINES} lines with code for other files, at most ${KNOWN[name] ?? 0}: move it to its caller`,
  );
const problems = [...tooMany, ...gone.map((path) => `${path}: is no small file any more, but is named as one here`)];

if (process.argv.includes("--list") || problems.length > 0) for (const { path } of small) process.stdout.write(`${path}\n`);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${small.length} small files and ${Object.keys(KEPT).length} kept, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
