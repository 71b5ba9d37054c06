import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { notesIn } from "../check.mjs";
import { ROOT } from "../run/paths.mjs";
import { checkLock, judge, readAudit } from "./check-audit.mjs";

const good = { resolved: "https://registry.npmjs.org/a/-/a-1.0.0.tgz", integrity: "sha512-x" };
const lockOf = (entry) => ({
  packages: { "": {}, "packages/web": {}, "node_modules/@satchel/web": { link: true }, "node_modules/a": entry },
});

describe("third-party packages", () => {
  it("come from the registry with a checksum", () => {
    expect(checkLock(lockOf(good), {})).toEqual([]);
    expect(checkLock(lockOf({ ...good, resolved: "git+ssh://example.org/a.git" }), {})).toEqual([
      expect.stringContaining("a does not come"),
    ]);
    expect(checkLock(lockOf({ resolved: good.resolved }), {})).toEqual(["a has no sum"]);
  });

  it("run an installation script only if it is allowed", () => {
    const scripted = { ...good, hasInstallScript: true };
    expect(checkLock(lockOf(scripted), {})).toEqual([expect.stringContaining("allowScripts")]);
    expect(checkLock(lockOf(scripted), { a: true })).toEqual([]);
  });
});

describe("the registry's audit", () => {
  it("passes with a note if there is no answer, and fails where one is needed", () => {
    const silent = { known: undefined, lockProblems: [] };
    const offline = judge({ ...silent, mustAnswer: false });
    expect(offline.problems).toEqual([]);
    expect(notesIn(`something\n${offline.notes.join("\n")}\n`)).toEqual([expect.stringContaining("No answer")]);
    expect(judge({ ...silent, mustAnswer: true }).problems).toEqual([expect.stringContaining("No answer")]);
  });

  it("fails on a known vulnerability, with and without the flag", () => {
    for (const mustAnswer of [false, true])
      expect(judge({ known: ["a <2 has a known high hole"], lockProblems: [], mustAnswer }).problems).toHaveLength(1);
  });

  it("is asked for each day, where no answer is a failure", () => {
    const { on, jobs } = parse(readFileSync(join(ROOT, ".github/workflows/advisories.yml"), "utf8"));
    expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }]);
    expect(jobs.advisories.steps.at(-1).run).toBe("node scripts/check/check-audit.mjs --must-answer");
  });

  it("is found in npm's output, and reports only serious vulnerabilities", () => {
    const answer = { vulnerabilities: { a: { name: "a", severity: "high", range: "<2" }, b: { name: "b", severity: "low", range: "*" } } };
    expect(readAudit(`npm warn something\n${JSON.stringify(answer)}\n`)).toEqual(["a <2 has a known high hole"]);
  });

  it.each(["", "\nnpm error network", '\n{"message":"405 Method Not Allowed"}', "\n{ broken"])("may be missing: %j", (output) => {
    expect(readAudit(output)).toBeUndefined();
  });
});
