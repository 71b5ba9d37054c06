import { describe, expect, it } from "vitest";
import { readFilters, withFilters, wordsOf } from "./filters.ts";

describe("A4 search: filters in the typed text", () => {
  it("are parsed in any spelling", () => {
    expect(readFilters('bread IN:"My recipes" has:attachment after:2026-01-31')).toEqual({
      folderName: "My recipes",
      hasAttachment: true,
      since: "2026-01-31",
    });
    expect(readFilters("bread has:butter after:noon")).toEqual({ folderName: undefined, hasAttachment: false, since: undefined });
  });

  it("are added, replaced and removed without changing other parts", () => {
    const typed = withFilters('rye "oat bread" -eggs before:2026-03-01', { hasAttachment: true, folderName: 'A "B"' });
    expect(typed).toBe('rye "oat bread" -eggs in:"A  B" has:attachment before:2026-03-01');
    expect(withFilters(typed, { folderName: undefined, since: "2026-01-01" })).toBe(
      'rye "oat bread" -eggs has:attachment after:2026-01-01 before:2026-03-01',
    );
  });

  it("do not change the words if there are none", () => {
    expect([wordsOf(" rye  bread "), wordsOf("rye has:attachment bread"), wordsOf("has:attachment")]).toEqual([
      "rye  bread",
      "rye bread",
      "",
    ]);
  });
});
