import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../run/paths.mjs";
import { isNewEnough, LTS, NEWEST, OLDEST } from "../run/runtime.mjs";

const read = (path) => readFileSync(join(ROOT, path), "utf8");
const manifest = JSON.parse(read("package.json"));
const { jobs } = parse(read(".github/workflows/ci.yml"));
const { strategy, steps } = jobs.test;
const versions = strategy.matrix.node;
const majorOf = (version) => version.split(".")[0];

describe(".github/workflows/ci.yml", () => {
  it("runs one command of the checkout with each Node of the matrix, always to the end", () => {
    const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

    expect(commands).toHaveLength(1);
    expect(commands[0]).toMatch(/ npm test$/);
    expect(manifest.scripts.test).toBe("node scripts/test.mjs");
    const setup = steps.find(({ uses }) => uses?.startsWith("actions/setup-node@"));
    expect(setup.with["node-version"].replaceAll(" ", "")).toMatch(/^\$\{\{matrix\.node\}\}$/);
    expect(strategy["fail-fast"]).toBe(false);
  });

  it("covers the supported major releases, and one that is too old, as text", () => {
    expect(versions.every((version) => typeof version === "string")).toBe(true);
    const [old, ...supported] = versions;

    expect(isNewEnough(`${old}.0`)).toBe(false);
    expect(supported).toEqual([majorOf(OLDEST), LTS, NEWEST]);
    expect(manifest.engines.node.startsWith(`^${OLDEST.replace(/\.0$/, "")} `)).toBe(true);
  });

  it("builds and runs in the container with the LTS release of the matrix", () => {
    const images = [...read("deploy/Dockerfile").matchAll(/^FROM node:(\d+)\S*/gm)].map(([, version]) => version);

    expect(new Set(images)).toEqual(new Set([LTS]));
  });
});

describe(".github/workflows/nightly.yml", () => {
  it("runs the part that is left out of npm test", () => {
    const { steps } = parse(read(".github/workflows/nightly.yml")).jobs.nightly;

    expect(steps.at(-1).run).toMatch(/ npm run nightly$/);
    expect(manifest.scripts.nightly).toBe("node scripts/nightly.mjs");
    // Seeds of both together have no gap.
    const seeds = Number(/SATCHEL_SIM_SEEDS \?\? (\d+)/.exec(read("scripts/test.mjs"))[1]);
    expect(read("scripts/nightly.mjs")).toContain(`const FIRST_SEED = ${seeds + 1};`);
  });
});
