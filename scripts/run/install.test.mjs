import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PARTS } from "../build.mjs";
import { readSources } from "../check/source/source-files.mjs";
import { explain } from "./failures.mjs";
import { decideInstall } from "./install.mjs";
import { ROOT } from "./paths.mjs";
import { showProgress } from "./progress.mjs";

const lock = (packages) => ({ packages: { "": {}, ...packages } });
const A = { "node_modules/a": { version: "1.0.0" } };
const B = { "node_modules/b": { version: "1.0.0", dev: true } };
const toRun = { everything: false };
const toTest = { everything: true };

describe("Packages installed by `npm start`", () => {
  it("is what running needs on the first start, or everything if a test comes first", () => {
    expect(decideInstall(lock({ ...A, ...B }), undefined, toRun)).toEqual({ reason: "first start", everything: false, isAddition: false });
    expect(decideInstall(lock({ ...A, ...B }), undefined, toTest)).toEqual({ reason: "first start", everything: true, isAddition: false });
  });

  it("is completed by the first test, and kept by the next start", () => {
    expect(decideInstall(lock({ ...A, ...B }), lock(A), toRun)).toBeUndefined();
    expect(decideInstall(lock({ ...A, ...B }), lock(A), toTest)).toEqual({
      reason: "what tests and benchmarks need",
      everything: true,
      isAddition: true,
    });
    expect(decideInstall(lock({ ...A, ...B }), lock({ ...A, ...B }), toRun)).toBeUndefined();
    expect(decideInstall(lock({ ...A, ...B }), lock({ ...A, ...B }), toTest)).toBeUndefined();
  });

  it("excludes developers' packages that npm adds as optional peers of Vite", () => {
    const wanted = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
    // --omit=dev leaves out packages for developers alone; those that are also an optional peer of another package stay.
    const brought = Object.fromEntries(Object.entries(wanted.packages).filter(([, entry]) => entry.dev !== true));
    expect(Object.values(brought).some((entry) => entry.devOptional)).toBe(true);

    expect(decideInstall(wanted, { packages: brought }, toRun)).toBeUndefined();
    expect(decideInstall(wanted, { packages: brought }, toTest)).toEqual({
      reason: "what tests and benchmarks need",
      everything: true,
      isAddition: true,
    });
  });

  it("is updated completely when a version changed or a package is missing", () => {
    const wanted = lock({ "node_modules/a": { version: "2.0.0" }, ...B });

    expect(decideInstall(wanted, lock(A), toRun)).toEqual({ reason: "dependencies changed", everything: false, isAddition: false });
    expect(decideInstall(wanted, lock({}), toRun)).toEqual({ reason: "dependencies changed", everything: false, isAddition: false });
    expect(decideInstall(wanted, lock({ ...A, ...B }), toRun)).toEqual({
      reason: "dependencies changed",
      everything: true,
      isAddition: false,
    });
  });

  it("is skipped if nothing is missing except packages of other platforms", () => {
    const wanted = lock({ ...A, "node_modules/b-win32": { version: "1.0.0", optional: true } });

    expect(decideInstall(wanted, lock(A), toRun)).toBeUndefined();
    expect(decideInstall(wanted, lock(A), toTest)).toBeUndefined();
  });

  it("excludes the packages of benchmarks, browser drivers, test runner and linter", () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
    const forAll = Object.keys(packages).filter(
      (path) => path.includes("node_modules/") && !packages[path].dev && !packages[path].devOptional,
    );
    const DEVELOPERS =
      /\/(vitest|jsdom|typescript|knip|tsx|@biomejs|playwright-core|puppeteer-core|selenium-webdriver|quill|lexical|@lexical|s3rver|@googleapis|fast-check|@types\/node)(\/|$)/;

    expect(forAll.filter((path) => DEVELOPERS.test(path))).toEqual([]);
  });

  it("has every package that the built page and server import", () => {
    const manifestOf = (path) => JSON.parse(readFileSync(join(ROOT, path, "package.json"), "utf8"));
    const folders = [...new Set(Object.values(PARTS).flatMap((part) => part.packages))].map((name) => `packages/${name}`);
    const missing = folders.flatMap((folder) => {
      // The root has the packages of the build itself, such as those of the service worker.
      const given = Object.keys({ ...manifestOf(".").dependencies, ...manifestOf(folder).dependencies });
      return readSources([`${folder}/src`])
        .filter(({ path }) => !/\.test\.tsx?$|\/testing\/|\.node\.ts$/.test(path))
        .flatMap(({ path, imports }) => imports.filter(({ typeOnly }) => !typeOnly).map(({ bare }) => ({ path, bare })))
        .filter(({ bare }) => bare !== undefined && !bare.startsWith("node:") && !bare.startsWith("virtual:"))
        .filter(({ bare }) => !given.includes(bare.split("/", bare.startsWith("@") ? 2 : 1).join("/")))
        .map(({ path, bare }) => `${path}: ${bare}`);
    });

    expect(missing).toEqual([]);
  });

  it("works without a compiler, because no package of a first start is built on installation", () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
    const built = Object.keys(packages).filter(
      (path) => packages[path].hasInstallScript && !packages[path].dev && !packages[path].optional,
    );

    expect(built.filter((path) => path !== "node_modules/esbuild")).toEqual([]);
  });
});

describe("The message of a failed installation or build", () => {
  it.each([
    ["npm error code ECONNREFUSED\nnpm error connect ECONNREFUSED 127.0.0.1:1", /registry cannot be reached\. Check the network/],
    ["npm error code EAI_AGAIN\nnpm error request to https://r.example failed", /registry cannot be reached/],
    [
      "npm error code ENOSPC\nnpm error syscall write\nnpm error nospc ENOSPC: no space left on device, write",
      /no space left on the disk of .*Make room/,
    ],
    ["Error: EACCES: permission denied, mkdir '/x'\n    at mkdirSync (node:fs:1:2)", /cannot be written by this user/],
  ])("%j", (output, sentence) => {
    expect(explain(output, "npm install ended with 1")).toMatch(sentence);
    expect(explain(output, "npm install ended with 1").split("\n")).toHaveLength(1);
  });

  it("contains the program's last words without a stack if the reason is unknown", () => {
    const output = "Something odd\nError: odd\n    at inner (file:///x/y.js:1:2)\n    at node:internal/z:3:4\n";

    expect(explain(output, "Building web failed")).toBe("Building web failed:\nSomething odd\nError: odd");
  });
});

describe("The visible progress", () => {
  function createClock() {
    let now = 0;
    let tick = () => {};
    const clock = {
      now: () => now,
      every: (ms, run) => {
        tick = () => {
          now += ms;
          run();
        };
        return () => {
          tick = () => {};
        };
      },
    };
    return { clock, tick: () => tick() };
  }

  function createStream(isTTY) {
    const written = [];
    return { isTTY, write: (text) => written.push(text), written };
  }

  it("is one moving line on a terminal", () => {
    const { clock, tick } = createClock();
    const stream = createStream(true);
    let done = 0;
    const progress = showProgress("Installing", () => `${done} of 3 packages`, { stream, clock });
    for (done of [1, 2]) for (let turn = 0; turn < 5; turn += 1) tick();
    progress.end("done");
    tick();

    expect(stream.written.join("")).not.toContain("\n\n");
    expect(stream.written.filter((text) => text.endsWith("\n"))).toEqual(["\r\u001B[2KInstalling: done after 2 s\n"]);
    expect(new Set(stream.written).size).toBe(stream.written.length);
    expect(stream.written[5]).toMatch(/Installing: 2 of 3 packages, 1 s$/);
  });

  it("is a plain line every ten seconds elsewhere", () => {
    const { clock, tick } = createClock();
    const stream = createStream(false);
    const progress = showProgress("Building web", undefined, { stream, clock });
    tick();
    tick();
    progress.end("failed");

    expect(stream.written).toEqual([
      "Building web …\n",
      "Building web: 10 s\n",
      "Building web: 20 s\n",
      "Building web: failed after 20 s\n",
    ]);
  });
});
