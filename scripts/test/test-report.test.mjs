import { describe, expect, it } from "vitest";
import { brokenRun, chooseAgain, mergeSecondRun, readTestReport, slowestFiles, toTimes } from "./test-report.mjs";

const passed = (name) => ({ name, state: "passed", messages: [] });
const failed = (name, message = "expected 1 to be 2") => ({ name, state: "failed", messages: [message] });
const file = (name, tests, { project = "e2e", messages = [], isBroken = messages.length > 0 } = {}) => ({
  file: name,
  project,
  isBroken,
  messages,
  tests,
});
const run = (files, fileless = []) => readTestReport({ files, fileless });

const FIRST = [
  file("e2e/a.test.ts", [passed("opens"), failed("closes"), { name: "rests", state: "skipped", messages: [] }]),
  file("e2e/b.test.ts", [], { messages: ["no such module"] }),
  file("e2e/c.test.ts", [passed("works")]),
];

describe("the report of a test run", () => {
  it("names failed tests, and a file that broke outside a test", () => {
    const report = run(FIRST);
    expect(report.passed).toBe(2);
    expect(report.failed.map(({ file, failures }) => [file, failures])).toEqual([
      ["e2e/a.test.ts", ["e2e/a.test.ts > closes\n       expected 1 to be 2"]],
      ["e2e/b.test.ts", ["e2e/b.test.ts\n       no such module"]],
    ]);
  });

  it("counts an error outside all files", () => {
    const { failed } = run([file("a.test.ts", [passed("opens")])], ["no handler for this"]);
    expect(failed).toEqual([brokenRun("Errors outside of all files:\n       no handler for this")]);
  });

  it("replaces failed files by their second run, and lists what failed only once", () => {
    const second = [
      file("e2e/a.test.ts", [passed("opens"), passed("closes"), passed("rests")]),
      file("e2e/b.test.ts", [], { messages: ["no such module"] }),
    ];
    const merged = mergeSecondRun(run(FIRST), run(second));
    expect(merged.passed).toBe(4);
    expect(merged.failed.map(({ file }) => file)).toEqual(["e2e/b.test.ts"]);
    expect(merged.unsteady).toEqual(["e2e/a.test.ts > closes\n       expected 1 to be 2"]);
  });

  it("keeps a file's runs in different projects apart", () => {
    const first = run([file("auth.test.ts", [failed("enters")], { project: "stores" })]);
    const merged = mergeSecondRun(first, run([file("auth.test.ts", [failed("enters")], { project: "started" })]));
    expect(merged.unsteady).toHaveLength(1);
  });
});

describe("the second run", () => {
  const chosen = (files, fileless) => chooseAgain(run(files, fileless)).map(({ file }) => file);

  it.each(["web", "stores", "started", "browser", "e2e"])("includes failed files of %s", (project) => {
    const files = [file("a.test.ts", [failed("opens")], { project }), file("b.test.ts", [passed("closes")], { project })];
    expect(chosen(files)).toEqual(["a.test.ts"]);
  });

  it.each(["unit", "sim"])("excludes failures in %s, where nothing waits", (project) => {
    expect(chosen([file("a.test.ts", [failed("opens")], { project })])).toEqual([]);
  });

  it("excludes a property with a counterexample", () => {
    const counterexample = failed("holds", 'Error: Property failed after 3 tests\n{ seed: 1, path: "2", endOnFailure: true }');
    expect(chosen([file("a.test.ts", [failed("opens"), counterexample], { project: "web" })])).toEqual([]);
  });

  it("is skipped if anything failed for good or too much failed", () => {
    const shaky = file("a.test.ts", [failed("opens")], { project: "web" });
    expect(chosen([shaky, file("b.test.ts", [failed("adds")], { project: "unit" })])).toEqual([]);
    expect(chosen([shaky], ["no handler for this"])).toEqual([]);
    expect(chosen(Array.from({ length: 7 }, () => shaky))).toEqual([]);
    expect(chosen(Array.from({ length: 6 }, () => shaky))).toHaveLength(6);
  });
});

describe("the times of test files", () => {
  const timed = (name, duration) => ({ ...file(name, []), timing: { collectDuration: 500, setupDuration: 0, duration } });
  const { files } = readTestReport({
    files: [timed("e2e/a.test.ts", 1000), timed("e2e/b.test.ts", 9500), timed("e2e/c.test.ts", 4000)],
    fileless: [],
  });

  it("include the imports of a file", () => {
    expect(slowestFiles(files, 2).map((each) => [each.file, each.seconds])).toEqual([
      ["e2e/b.test.ts", 10],
      ["e2e/c.test.ts", 4.5],
    ]);
  });

  it("are recorded by project, longest first, if they matter to the order", () => {
    expect(JSON.stringify(toTimes(files))).toBe('{"e2e":{"e2e/b.test.ts":10,"e2e/c.test.ts":5}}');
  });
});
