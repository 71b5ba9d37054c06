import { describe, expect, it } from "vitest";
import { missingFromLock, outdatedInLock } from "./check-lock.mjs";

const complete = {
  packages: {
    "": { dependencies: { tool: "1.0.0" } },
    "packages/web": { devDependencies: { view: "2.0.0" } },
    "node_modules/tool": { optionalDependencies: { "tool-win32": "1.0.0" }, peerDependencies: { view: "*" } },
    "node_modules/tool-win32": { optional: true },
    "node_modules/view": {
      dependencies: { part: "3.0.0" },
      peerDependencies: { other: "*" },
      peerDependenciesMeta: { other: { optional: true } },
    },
    "node_modules/view/node_modules/part": {},
  },
};

const without = (path) => ({ packages: Object.fromEntries(Object.entries(complete.packages).filter(([each]) => each !== path)) });

describe("The check of the lock file", () => {
  it("accepts a lock file with an entry for every declared package", () => {
    expect(missingFromLock(complete)).toEqual([]);
  });

  it.each([
    ["node_modules/tool-win32", "node_modules/tool needs tool-win32"],
    ["node_modules/view/node_modules/part", "node_modules/view needs part"],
    ["node_modules/tool", "package.json needs tool"],
    ["node_modules/view", "packages/web needs view"],
  ])("reports a lock file without %s", (path, line) => {
    expect(missingFromLock(without(path))).toContain(`${line}, which package-lock.json lacks`);
  });

  it("does not count a package that is nested in another package", () => {
    const moved = without("node_modules/view/node_modules/part");
    moved.packages["node_modules/tool/node_modules/part"] = {};
    expect(missingFromLock(moved)).toHaveLength(1);
  });

  it("reports a manifest that changed since the lock file was written", () => {
    const manifests = { "": { dependencies: { tool: "1.0.0" } }, "packages/web": { devDependencies: { view: "2.0.1" } } };
    expect(outdatedInLock(complete, (path) => manifests[path])).toEqual([
      "packages/web names other packages than package-lock.json: run npm install --package-lock-only",
    ]);
  });
});
