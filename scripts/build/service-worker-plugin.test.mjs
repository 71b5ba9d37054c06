import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listKeptFiles, withList } from "../../packages/web/service-worker-plugin.ts";

describe("the list of files for offline use", () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "satchel-kept-"));
    mkdirSync(join(folder, "assets"));
    for (const name of ["index.html", "icon.svg", "sw.js", "sw.js.map", "assets/page-12345678.js", "assets/page-12345678.js.map"])
      writeFileSync(join(folder, name), `of ${name}`);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("contains every file of the page except the worker itself, maps and folders", () => {
    expect(listKeptFiles(folder, "sw.js").map(({ url }) => url)).toEqual(["assets/page-12345678.js", "icon.svg", "index.html"]);
  });

  it("changes the revision of a changed file without a hash in its name", () => {
    const before = listKeptFiles(folder, "sw.js");
    writeFileSync(join(folder, "index.html"), "a new page");
    const after = listKeptFiles(folder, "sw.js");

    expect(before.map(({ revision }) => revision === null)).toEqual([true, false, false]);
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    expect(after[2].revision).toMatch(/^[0-9a-f]{32}$/);
    expect(after[2].revision).not.toBe(before[2].revision);
  });

  it("names the digest of each file, as the browser checks it", () => {
    const [first] = listKeptFiles(folder, "sw.js");
    const digest = createHash("sha256").update("of assets/page-12345678.js").digest("base64");

    expect(first.integrity).toBe(`sha256-${digest}`);
  });

  it("rejects a file that is too large instead of omitting it", () => {
    writeFileSync(join(folder, "assets/large-12345678.wasm"), Buffer.alloc(4 * 1024 * 1024 + 1));

    expect(() => listKeptFiles(folder, "sw.js")).toThrow(/large-12345678\.wasm is larger/);
  });

  it("is inserted into the worker at its one place", () => {
    expect(withList("keep(self.__WB_MANIFEST);", [{ revision: null, url: "a.js" }])).toBe('keep([{"revision":null,"url":"a.js"}]);');
    expect(() => withList("keep();", [])).toThrow(/0 times/);
    expect(() => withList("self.__WB_MANIFEST + self.__WB_MANIFEST", [])).toThrow(/2 times/);
  });
});
