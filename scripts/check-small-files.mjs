/** Counts files that are too small to be files, by package. Ends with 0 when there are no more than those known. */
import { isTooSmall, MIN_LINES } from "./small-files.mjs";
import { readSources } from "./source-files.mjs";

/** Those that are left. A number only falls: a file that goes lowers it. */
const KNOWN = {
  "packages/contract": 4,
  "packages/core": 5,
  "packages/crypto": 4,
  "packages/drive": 3,
  "packages/server": 7,
  "packages/web": 7,
  e2e: 1,
  attack: 2,
  bench: 2,
};

const folders = ["packages", "sim", "e2e", "attack", "bench"];
const inTree = ({ path }) => /^packages\/[^/]+\/src\/|^(sim|e2e|attack|bench)\//.test(path);
const packageOf = (path) => /^(packages\/[^/]+|[^/]+)/.exec(path)[1];
const small = readSources(folders).filter(inTree).filter(isTooSmall);

const counts = {};
for (const { path } of small) counts[packageOf(path)] = (counts[packageOf(path)] ?? 0) + 1;
const problems = Object.entries(counts)
  .filter(([name, count]) => count > (KNOWN[name] ?? 0))
  .map(
    ([name, count]) =>
      `${name}: ${count} files under ${MIN_LINES} lines with code for other files, at most ${KNOWN[name] ?? 0}: move it to its caller`,
  );

if (process.argv.includes("--list") || problems.length > 0) for (const { path } of small) process.stdout.write(`${path}\n`);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${small.length} small files, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
