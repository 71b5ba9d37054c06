import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNameGiver, madeSafe, safeName } from "./safe-name.ts";

describe("file names in a backup", () => {
  it.each([
    ["Shopping", "Shopping"],
    ["a/b\\c:d*e?f", "a b c d e f"],
    ["../../etc/passwd", "etc passwd"],
    ["CON", "CON_"],
    ["lpt1.txt", "lpt1_.txt"],
    ["CONIN$", "CONIN$_"],
    ["conout$.x", "conout$_.x"],
    ["COM\u00b9", "COM\u00b9_"],
    ["lpt\u00b3.txt", "lpt\u00b3_.txt"],
    ["CON .md", "CON _.md"],
    ["aux . . b", "aux _. . b"],
    ["COMX", "COMX"],
    ["console", "console"],
    ["ends with dots...", "ends with dots"],
    ["", "Untitled"],
    ["...", "Untitled"],
    ["\u202egpj.exe", "gpj.exe"],
  ])("%j → %j", (title, name) => {
    expect(safeName(title, "Untitled")).toBe(name);
  });

  it("returns a valid name on every file system for any title", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (title) => {
        const name = safeName(title, "Untitled");
        expect(name).toMatch(/^[^./\\<>:"|?*][^/\\<>:"|?*]*$/);
        expect(name).not.toMatch(/[. ]$/);
        expect(new TextEncoder().encode(name).length).toBeLessThan(250);
      }),
    );
  });

  it("agrees with the slow path for titles that need no change", () => {
    const words = fc.array(fc.stringMatching(/^[A-Za-zÀ-ÿ0-9,;'()&+=_.\u212b-]{0,9}$/), { maxLength: 9 }).map((each) => each.join(" "));
    fc.assert(
      fc.property(fc.oneof(words, fc.constantFrom("con", "COM1", "aux.txt", " a", "a ", "a  b")), (title) => {
        expect(safeName(title, "Untitled")).toBe(madeSafe(title, "Untitled"));
      }),
    );
  });

  it("gives unique names regardless of case", () => {
    const give = createNameGiver();
    expect([give("a", "Plan", ".md"), give("a", "plan", ".md"), give("b", "Plan", ".md"), give("a", "Plan", ".md")]).toEqual([
      "a/Plan.md",
      "a/plan (2).md",
      "b/Plan.md",
      "a/Plan (3).md",
    ]);
  });
});
