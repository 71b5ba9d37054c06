import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findChanges } from "./find-changes.ts";

function apply(before: readonly string[], after: readonly string[]): readonly string[] {
  const result: string[] = [];
  let from = 0;
  for (const change of findChanges(before, after)) {
    result.push(...before.slice(from, change.from), ...after.slice(change.at, change.at + change.added));
    from = change.from + change.cut;
  }
  return [...result, ...before.slice(from)];
}

const letters = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });

describe("differences between two sequences", () => {
  it("turn one sequence into the other, whatever they are", () => {
    fc.assert(
      fc.property(letters, letters, (before, after) => void expect(apply(before, after)).toEqual(after)),
      { numRuns: 500 },
    );
  });

  it("do not include common items if items were only added or only removed", () => {
    fc.assert(
      fc.property(letters, fc.array(fc.nat(30)), (before, positions) => {
        const added = positions.length;
        const after: string[] = [...before];
        for (const position of positions) after.splice(Math.min(position, after.length), 0, "x");
        const changes = findChanges(before, after);
        expect([changes.reduce((sum, { cut }) => sum + cut, 0), changes.reduce((sum, change) => sum + change.added, 0)]).toEqual([
          0,
          added,
        ]);
        expect(findChanges(after, before).reduce((sum, { added: back }) => sum + back, 0)).toBe(0);
      }),
    );
  });

  it("are one change if nearly everything differs", () => {
    const [before, after] = ["a", "b"].map((name) => Array.from({ length: 4000 }, (_, at) => `${name}${at}`)) as [string[], string[]];
    expect(findChanges(["same", ...before], ["same", ...after])).toEqual([{ from: 1, cut: 4000, at: 1, added: 4000 }]);
  });
});
