import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { decideInstall } from "./install.mjs";
import { isNewEnough } from "./node-version.mjs";

const lock = (packages) => ({ packages: { "": {}, ...packages } });

describe("What `npm start` does first", () => {
  it.each([
    ["20.19.0", true],
    ["20.20.2", true],
    ["22.1.0", true],
    ["20.18.9", false],
    ["18.20.0", false],
  ])("takes Node %s: %s", (version, isRight) => {
    expect(isNewEnough(version)).toBe(isRight);
  });

  it("says in one line that Node is too old, and fails", () => {
    const script = new URL("./node-version.mjs", import.meta.url).href;
    const code = `import { requireNode } from ${JSON.stringify(script)}; requireNode("18.20.1");`;

    const { status, stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });

    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^[^\n]*20\.19[^\n]*18\.20\.1[^\n]*\n$/);
  });

  it("installs on the first start", () => {
    expect(decideInstall(lock({}), undefined)).toBe("first start");
  });

  it("installs again when a version changed or a package is missing", () => {
    const wanted = lock({ "node_modules/a": { version: "2.0.0" } });

    expect(decideInstall(wanted, lock({ "node_modules/a": { version: "1.0.0" } }))).toBe("dependencies changed");
    expect(decideInstall(wanted, lock({}))).toBe("dependencies changed");
  });

  it("does nothing when all is there, or what is missing is meant for other machines", () => {
    const wanted = lock({ "node_modules/a": { version: "1.0.0" }, "node_modules/b-win32": { version: "1.0.0", optional: true } });

    expect(decideInstall(wanted, lock({ "node_modules/a": { version: "1.0.0" } }))).toBeUndefined();
  });
});
