import { describe, expect, it } from "vitest";
import { unportableLines, unportablePaths } from "./check-portable.mjs";

describe("The check of names and scripts for other systems", () => {
  it("accepts ordinary paths", () => {
    expect(unportablePaths(["docs/console.md", "packages/web/src/App.tsx", "a/com10.ts"])).toEqual([]);
  });

  it.each(["a/b:c.md", "what?.ts", "docs/CON.md", "aux", "lpt1.txt", "COM¹", "ends. ", "dot."])("refuses the path %j", (path) => {
    expect(unportablePaths([path])).toHaveLength(1);
  });

  it("refuses two paths that differ in case alone", () => {
    expect(unportablePaths(["src/Note.ts", "src/note.ts"])).toEqual(["src/note.ts and src/Note.ts differ in case alone"]);
  });

  it.each([
    ['spawn("x", { shell: true })', "runs a shell"],
    ['execSync("ls")', "runs a shell"],
    ['run("/bin/sh")', "runs a shell"],
    ['join("/tmp/x")', "names a folder of Unix"],
    ["new URL('.', import.meta.url).pathname", "makes a path from an address: use fileURLToPath"],
  ])("refuses the line %s", (line, reason) => {
    expect(unportableLines("a.mjs", `first\n${line}`)).toEqual([`a.mjs:2 ${reason}`]);
  });

  it("accepts a pattern's exec and a line that is marked for one system", () => {
    expect(unportableLines("a.mjs", 'const found = pattern.exec(text);\nopen("/proc/self/fd") // Linux only')).toEqual([]);
  });
});
