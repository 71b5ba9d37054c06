import { describe, expect, it } from "vitest";
import { readFilters, withFilters, wordsOf } from "./filters.ts";

describe("A4 search: filters in the typed text", () => {
  it("are parsed in any spelling", () => {
    expect(readFilters('bread IN:"My recipes" has:attachment after:2026-01-31')).toEqual({
      folderName: "My recipes",
      tagName: undefined,
      hasAttachment: true,
      since: "2026-01-31",
    });
    expect(readFilters("bread has:butter after:noon")).toEqual({
      folderName: undefined,
      tagName: undefined,
      hasAttachment: false,
      since: undefined,
    });
    expect(readFilters("-tag:old Tag:#sea/gulls tag:").tagName).toBe("#sea/gulls");
  });

  it("are added, replaced and removed without changing other parts", () => {
    const typed = withFilters('rye "oat bread" -eggs before:2026-03-01', { hasAttachment: true, folderName: 'A "B"' });
    expect(typed).toBe('rye "oat bread" -eggs in:"A  B" has:attachment before:2026-03-01');
    expect(withFilters(typed, { folderName: undefined, since: "2026-01-01" })).toBe(
      'rye "oat bread" -eggs has:attachment after:2026-01-01 before:2026-03-01',
    );
  });

  it("name a folder called Trash so that the trash is not meant", () => {
    expect(withFilters("rye", { folderName: "Trash" })).toBe('rye folder:"Trash"');
    expect(readFilters('rye folder:"Trash"').folderName).toBe("Trash");
  });

  it("replace the first tag and keep the others", () => {
    expect(withFilters("rye tag:sea -tag:old tag:birds", { tagName: "two words" })).toBe('rye tag:"two words" -tag:old tag:birds');
    expect(withFilters("rye tag:sea -tag:old", { tagName: undefined })).toBe("rye -tag:old");
  });

  it("do not change the words if there are none", () => {
    expect([wordsOf(" rye  bread "), wordsOf("rye has:attachment bread"), wordsOf("has:attachment")]).toEqual([
      "rye  bread",
      "rye bread",
      "",
    ]);
  });
});
