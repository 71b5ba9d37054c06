import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toKeptVersion } from "../../../model/entities/note-versions.ts";
import { aNote } from "../../../testing/entities.ts";
import { addVersions, type RunRow, readRun, referencesOf, toRun } from "./kept-runs.ts";

const ID = aNote({}).id;
const version = (at: number) =>
  toKeptVersion(aNote({ vv: { deva: at }, alive: { deva: 1 }, mtime: at, content: `<p>${"milk ".repeat(20)}${at}</p>` }));
const rows: readonly RunRow[] = addVersions([], [], [1, 2, 3].map(version));

/** Paths of all values inside a value. */
function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))];
}

function withDamage(value: unknown, [name, ...rest]: readonly string[], damage: unknown): unknown {
  if (name === undefined) return damage;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[name] = withDamage(copy[name], rest, damage);
  return copy;
}

describe("a damaged row of former versions", () => {
  it("does not prevent a save, and shows only intact versions", () => {
    const [{ run }] = rows as [RunRow];
    expect(run.next).toHaveLength(2);
    fc.assert(
      fc.property(fc.constantFrom(...pathsIn(run)), fc.jsonValue(), (path, damage) => {
        const read = toRun(ID, withDamage(run, path, damage));
        const kept = read === undefined ? [] : [{ key: (rows[0] as RunRow).key, run: read }];

        const written = addVersions(kept, [], [version(4)]);

        expect(written.flatMap((row) => readRun(row.run)).map(({ key }) => key)).toContain(version(4).key);
        for (const row of written) expect(referencesOf(row.run).every((id) => typeof id === "string")).toBe(true);
        for (const { note } of kept.flatMap((row) => readRun(row.run)))
          expect([note.title, note.content].every((text) => typeof text === "string")).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });
});
