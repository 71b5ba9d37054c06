/** W2: containment of vectors is descent of texts, whatever databases are copied, set back, wiped or restarted. Decision 0041. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { capped, isContained, join, type VersionVector, withDot } from "./version-vector.ts";

type Made = { readonly vv: VersionVector; readonly past: ReadonlySet<number> };
type Database = { label: string; ctr: number; held: number | undefined; writer: string | undefined; image?: Database | undefined };

const MANY = 1_000_000;

const act = fc.record({
  what: fc.constantFrom("edit", "edit", "edit", "merge", "merge", "restart", "copy", "keep image", "set back", "wipe"),
  on: fc.nat(9),
  with: fc.nat(9),
});

/** One note on some databases; each version knows all versions that it was made of. */
class World {
  readonly made: Made[] = [];
  readonly #databases: Database[] = [];
  readonly #most: number;
  readonly #isStored: boolean;
  #names = 0;

  /** `isStored`: the name is the database's, as it was before there were writers. */
  constructor({ most = MANY, isStored = false } = {}) {
    this.#most = most;
    this.#isStored = isStored;
    for (let at = 0; at < 3; at += 1) this.#databases.push(this.#blank());
  }

  play({ what, on, with: other }: { readonly what: string; readonly on: number; readonly with: number }): void {
    const position = on % this.#databases.length;
    const database = this.#databases[position] as Database;
    const peer = this.#databases[other % this.#databases.length] as Database;
    if (what === "edit") this.#stamp(database, database.held === undefined ? [] : [database.held]);
    if (what === "merge") this.#merge(database, peer);
    if (what === "restart") database.writer = undefined;
    if (what === "copy" && this.#databases.length < 8) this.#databases.push({ ...database, writer: undefined });
    if (what === "keep image") database.image = { ...database };
    if (what === "set back" && database.image !== undefined) this.#databases[position] = { ...database.image, writer: undefined };
    if (what === "wipe") this.#databases[position] = this.#blank();
  }

  #blank(): Database {
    this.#names += 1;
    return { label: `dev${String(this.#names).padStart(3, "0")}`, ctr: 0, held: undefined, writer: undefined };
  }

  #merge(database: Database, { held: theirs }: Database): void {
    const mine = database.held;
    if (theirs === undefined || theirs === mine) return;
    if (mine === undefined || this.#pastOf(theirs).has(mine)) database.held = theirs;
    else if (!this.#pastOf(mine).has(theirs)) this.#stamp(database, [mine, theirs]);
  }

  #pastOf(version: number): ReadonlySet<number> {
    return (this.made[version] as Made).past;
  }

  #stamp(database: Database, from: readonly number[]): void {
    database.ctr += 1;
    if (database.writer === undefined) this.#names += 1;
    database.writer ??= this.#isStored ? database.label : `${database.label}${this.#names}`;
    const joined = from.map((version) => (this.made[version] as Made).vv).reduce(join, {});
    const vv = withDot(joined, { device: database.writer, counter: database.ctr });
    const past = new Set(from.flatMap((version) => [version, ...this.#pastOf(version)]));
    this.made.push({ vv: capped(vv, { most: this.#most, kept: new Set([database.writer]) }), past });
    database.held = this.made.length - 1;
  }
}

function pairsOf({ made }: World): { readonly says: boolean; readonly is: boolean }[] {
  return made.flatMap((a, x) => made.flatMap((b, y) => (x === y ? [] : [{ says: isContained(a.vv, b.vv), is: b.past.has(x) }])));
}

const played = (acts: readonly Parameters<World["play"]>[0][], how: ConstructorParameters<typeof World>[0] = {}): World => {
  const world = new World(how);
  for (const one of acts) world.play(one);
  return world;
};

const acts = fc.array(act, { minLength: 20, maxLength: 120 });

describe("decision 0041 vectors that count edits by writer", () => {
  it("contain a version if and only if the text was made of it", () => {
    fc.assert(fc.property(acts, (list) => pairsOf(played(list)).every(({ says, is }) => says === is)));
  });

  it("never contain a version that the text was not made of once the oldest entries are dropped", () => {
    fc.assert(
      fc.property(acts, fc.integer({ min: 1, max: 6 }), (list, most) =>
        pairsOf(played(list, { most })).every(({ says, is }) => is || !says),
      ),
    );
  });

  it("would contain versions that the text was not made of if databases had names instead", () => {
    const found = fc.check(fc.property(acts, (list) => pairsOf(played(list, { isStored: true })).every(({ says, is }) => is || !says)));
    expect(found.failed).toBe(true);
  });
});

describe("capped", () => {
  const entries = (label: string, count: number): VersionVector =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${label}writer${at}`, at + 1]));

  it("drops the smallest counts of the device with most entries, and no name that is kept", () => {
    const vv = { ...entries("laptop", 5), ...entries("phone0", 2) };
    expect(capped(vv, { most: 5, kept: new Set(["laptopwriter0"]) })).toEqual({
      laptopwriter0: 1,
      laptopwriter3: 4,
      laptopwriter4: 5,
      phone0writer0: 1,
      phone0writer1: 2,
    });
  });

  it("leaves a vector alone that is short enough", () => {
    const vv = entries("laptop", 5);
    expect(capped(vv, { most: 5, kept: new Set() })).toBe(vv);
  });
});
