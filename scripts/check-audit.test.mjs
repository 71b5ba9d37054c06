import { describe, expect, it } from "vitest";
import { checkLock, readAudit } from "./check-audit.mjs";

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
  it("is found in npm's output, and reports only serious vulnerabilities", () => {
    const answer = { vulnerabilities: { a: { name: "a", severity: "high", range: "<2" }, b: { name: "b", severity: "low", range: "*" } } };
    expect(readAudit(`npm warn something\n${JSON.stringify(answer)}\n`)).toEqual(["a <2 has a known high hole"]);
  });

  it.each(["", "\nnpm error network", '\n{"message":"405 Method Not Allowed"}', "\n{ broken"])("may be missing: %j", (output) => {
    expect(readAudit(output)).toBeUndefined();
  });
});
