/** One runner for everything: packages in Node, the page's parts in jsdom, the simulator, and the journeys in a real browser. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { emojiModules } from "./packages/web/emoji-plugin.ts";

/** Collects which sentences of docs/spec-map.md the tests of a file render. */
const RENDERED = "scripts/test/rendered-sentences.mjs";

/** The same seed for properties in each run. */
const SEED = "scripts/test/property-seed.mjs";

const packages = ["contract", "core", "crypto", "drive", "server"];
const started = [...["main", "faults", "deployment"].map((name) => `packages/server/src/${name}.test.ts`), "scripts/run/runtimes.test.mjs"];

// How long a test takes is the machine's affair; only one that never ends fails by the clock.
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 45_000 } } };

/** Measured seconds by project and file; `npm test -- --times` writes them. */
const times: Readonly<Record<string, Readonly<Record<string, number>>>> = JSON.parse(
  readFileSync(new URL("scripts/test/times.json", import.meta.url), "utf8"),
);

/** Begins with the files that take longest: begun last, they would leave a core idle at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ project, moduleId }: TestSpecification) =>
      times[project.name]?.[relative(import.meta.dirname, moduleId).replaceAll("\\", "/")] ?? 0;
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}

/** Route files whose handlers hardly touch the stores: `npm run nightly` repeats them over PostgreSQL and S3. */
const repeatedAtNight = [
  ...["ai", "edges", "local"].map((name) => `packages/server/src/routes/${name}.test.ts`),
  "packages/server/src/{authorization,fuzz}.test.ts",
];
/** The sandbox drive is for one server. */
const oneServerOnly = "packages/server/src/routes/cloud-files.test.ts";
const stores = {
  environment: "node",
  isolate: false,
  ...patience,
  globalSetup: ["packages/server/src/testing/stores-setup.ts"],
  setupFiles: [SEED],
} as const;

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // The script of the whole test command builds once and finds the browser; see scripts/test.mjs.
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          setupFiles: [SEED, RENDERED],
          // No module here keeps anything between tests, so that one reading of them serves all files of a worker.
          isolate: false,
          ...patience,
          exclude: ["packages/server/src/**/*.stores.test.ts", ...started],
          include: [
            ...packages.map((name) => `packages/${name}/src/**/*.test.ts`),
            "scripts/**/*.test.mjs",
            "bench/**/*.test.ts",
            "e2e/harness/**/*.test.ts",
            "e2e/trial/**/*.test.ts",
          ],
        },
      },
      {
        // The built server as a process of its own.
        test: {
          name: "started",
          environment: "node",
          isolate: false,
          ...patience,
          globalSetup: ["packages/server/src/testing/start-main-setup.ts"],
          include: started,
        },
      },
      {
        // What users' accounts and files go through, repeated over PostgreSQL and an S3-compatible store.
        test: {
          ...stores,
          name: "stores",
          exclude: [oneServerOnly, ...repeatedAtNight],
          include: [
            "packages/server/src/routes/*.test.ts",
            "packages/server/src/google/{drive-provider,erase-drive}.test.ts",
            "packages/server/src/db/counts.test.ts",
            "packages/server/src/startup/commands/{accounts,verify}.test.ts",
            "packages/server/src/startup/backup/backup.test.ts",
            "packages/server/src/stateless.stores.test.ts",
          ],
        },
      },
      { test: { ...stores, name: "stores-nightly", include: repeatedAtNight } },
      {
        plugins: [emojiModules()],
        test: {
          name: "web",
          environment: "jsdom",
          isolate: false,
          setupFiles: [SEED, "packages/web/src/testing/every-test.ts", RENDERED],
          ...patience,
          include: ["packages/web/src/**/*.test.{ts,tsx}"],
          exclude: ["packages/web/src/**/*.browser.test.ts"],
        },
      },
      {
        // Parts that are only themselves in a real browser, without a server.
        test: {
          name: "browser",
          environment: "node",
          setupFiles: [SEED],
          include: ["packages/web/src/**/*.browser.test.ts"],
          ...patience,
        },
      },
      {
        test: { name: "sim", environment: "node", setupFiles: [SEED], include: ["sim/**/*.test.ts"], ...patience },
      },
      {
        test: {
          name: "e2e",
          environment: "node",
          include: ["e2e/*.test.ts"],
          globalSetup: ["e2e/setup.ts"],
          // As with the units: what a journey keeps, it keeps in variables of its own.
          isolate: false,
          ...patience,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Browsers that most machines have to be given first: a command of its own, `npm run browsers`.
        test: {
          name: "browsers",
          environment: "node",
          include: ["e2e/browsers/*.test.ts"],
          globalSetup: ["e2e/setup.ts"],
          ...patience,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
