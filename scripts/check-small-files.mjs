/** Finds files that are too small. Exits with 0 if there are none except those listed with a reason. */
import { isTooSmall, MIN_LINES } from "./small-files.mjs";
import { readSources } from "./source-files.mjs";

const EVERYWHERE = "one small thing that is imported everywhere";
const CLOCK = "the clock, which nothing else may read (house rules)";
const PER_CONTRACT_FILE = "one file for each file of the contract";
const NO_SCHEMA = "known to pages that load no schema";

/** Files that may stay small, with the reason. */
const KEPT = {
  "attack/attack.ts": "the type of an attack, and the two outcomes it may have",
  "attack/lines/12-strangers-reset.ts": "one file for each attack",
  "bench/export/export.ts": "one folder for each section of the benchmarks",
  "bench/sync/peers/serve-actual.ts": "one file for each program that is compared",
  "e2e/setup.ts": "called by the test runner",
  "packages/contract/src/devices/device-name.ts": NO_SCHEMA,
  "packages/contract/src/ids.ts": NO_SCHEMA,
  "packages/contract/src/plans.ts": NO_SCHEMA,
  "packages/core/src/model/readable/bytes.ts": "sizes as text, which the workspace's first script does without",
  "packages/core/src/model/entities/parsing/trash-choice.ts": "the choices of the trash, which core and the screens name",
  "packages/core/src/model/entities/note-versions.ts":
    "purgeKey, which would belong in it, has to stay out of the workspace's first script",
  "packages/core/src/model/result.ts": EVERYWHERE,
  "packages/core/src/model/store.ts": EVERYWHERE,
  "packages/core/src/sync/cycle/retry-overwritten.ts": "one file for each step of the cycle",
  "packages/core/src/transfer/import/formats/text/read-text.ts": "one file for each format",
  "packages/crypto/src/primitives/outcome.ts": EVERYWHERE,
  "packages/drive/src/cli/environment.ts": CLOCK,
  "packages/drive/src/server/http/http-clock.ts": CLOCK,
  "packages/server/src/routes/ai.ts": PER_CONTRACT_FILE,
  "packages/server/src/routes/devices.ts": PER_CONTRACT_FILE,
  "packages/server/src/routes/files.ts": PER_CONTRACT_FILE,
  "packages/server/src/routes/onboarding.ts": PER_CONTRACT_FILE,
  "packages/server/src/routes/signals.ts": PER_CONTRACT_FILE,
  "packages/server/src/shared/environment.ts": CLOCK,
  "packages/web/src/adapters/archive/packing/fetch-zlib.ts": "the address of an asset, which Node cannot load",
  "packages/web/src/adapters/browser/approval-links.ts": "the page's first step, which must not bring the camera into the first script",
  "packages/web/src/adapters/browser/own-scripts.ts": "shared by the page and three workers",
  "packages/web/src/adapters/search/create-search.ts":
    "a worker's side in the page, which must not bring others into the workspace's script",
  "packages/web/src/features/import/chosen-files.ts": "loaded lazily, beside the drop target",
  "packages/web/src/features/import/use-drop-import.ts": "loaded lazily, beside the drop target",
  "packages/web/src/shared/hooks/use-dates.ts": "no neighbour that keeps the first script small",
  "packages/web/src/shared/hooks/use-store.ts": EVERYWHERE,
};

const folders = ["packages", "sim", "e2e", "attack", "bench"];
const inTree = ({ path }) => /^packages\/[^/]+\/src\/|^(sim|e2e|attack|bench)\//.test(path);
const found = readSources(folders).filter(inTree).filter(isTooSmall);
const problems = [
  ...found
    .filter(({ path }) => KEPT[path] === undefined)
    .map(({ path }) => `${path}: under ${MIN_LINES} lines with code for other files: move it to its caller`),
  ...Object.keys(KEPT)
    .filter((path) => !found.some((each) => each.path === path))
    .map((path) => `${path}: is no small file any more, but is named as one here`),
];

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${Object.keys(KEPT).length} small files kept, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
