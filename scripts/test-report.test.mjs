import { describe, expect, it } from "vitest";
import { mergeSecondRun, readTestReport } from "./test-report.mjs";

const test = (fullName, status) => ({ fullName, status, failureMessages: status === "failed" ? ["expected 1 to be 2"] : [] });
const file = (name, tests, message = "") => ({
  name,
  status: tests.some(({ status }) => status === "failed") || message !== "" ? "failed" : "passed",
  message,
  assertionResults: tests,
});

const FIRST = {
  testResults: [
    file("e2e/a.test.ts", [test("opens", "passed"), test("closes", "failed"), test("rests", "skipped")]),
    file("e2e/b.test.ts", [], "no such module"),
    file("e2e/c.test.ts", [test("works", "passed")]),
  ],
};

describe("the report of a test run", () => {
  it("names failed tests, and a file that broke outside a test", () => {
    const { passed, failed } = readTestReport(FIRST);
    expect(passed).toBe(2);
    expect(failed.map(({ file, failures }) => [file, failures])).toEqual([
      ["e2e/a.test.ts", ["e2e/a.test.ts > closes\n       expected 1 to be 2"]],
      ["e2e/b.test.ts", ["e2e/b.test.ts\n       no such module"]],
    ]);
  });

  it("counts a second run of the failed files in place of the first, and lists what failed only once", () => {
    const second = {
      testResults: [
        file("e2e/a.test.ts", [test("opens", "passed"), test("closes", "passed"), test("rests", "passed")]),
        file("e2e/b.test.ts", [], "no such module"),
      ],
    };
    const merged = mergeSecondRun(readTestReport(FIRST), readTestReport(second));
    expect(merged.passed).toBe(4);
    expect(merged.failed.map(({ file }) => file)).toEqual(["e2e/b.test.ts"]);
    expect(merged.unsteady).toEqual(["e2e/a.test.ts > closes\n       expected 1 to be 2"]);
  });
});
