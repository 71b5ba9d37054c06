import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toBase } from "../../merge/bases.ts";
import { staleBases } from "../../merge/stale-bases.ts";
import type { Entity } from "../../model/entities/entity.ts";
import { counterOf, join, type VersionVector, withDot } from "../../model/entities/version-vector.ts";
import { SYNC } from "../../model/limits/limits.ts";
import type { Base } from "../../ports/device/local-store.ts";
import { aNote } from "../../testing/entities.ts";
import { MemoryDisk } from "../../testing/memory-local-store.ts";
import { isFromClonedDevice } from "./is-from-cloned-device.ts";

const US = "laptop";
const { meta } = new MemoryDisk(US);
const MANY = SYNC.basesKept * 3;

/** What a device keeps of one note while it writes and merges; each version is sent as soon as it is made. */
class Kept {
  bases: readonly Base[] = [];
  mine: Entity = aNote({ vv: { [US]: 1 }, alive: { [US]: 1 }, mtime: 1 });
  readonly sent: Entity[] = [];

  constructor() {
    this.send(this.mine);
  }

  write(): void {
    const counter = counterOf(this.mine.vv, US) + 1;
    const vv = withDot(this.mine.vv, { device: US, counter });
    this.send({ ...this.mine, vv, alive: { [US]: counter }, mtime: this.mine.mtime + 1 });
  }

  /** Merged under a dot of its own, with the time of the newer side. */
  merge(theirs: Entity): void {
    this.keep(theirs);
    const vv = withDot(join(this.mine.vv, theirs.vv), { device: US, counter: counterOf(this.mine.vv, US) + 1 });
    this.send({ ...this.mine, vv, alive: join(this.mine.alive, theirs.alive), mtime: Math.max(this.mine.mtime, theirs.mtime) });
  }

  keep(version: Entity): void {
    const bases = [...this.bases, toBase(version)];
    const stale = new Set(staleBases(bases, meta).map(({ vvKey }) => vvKey));
    this.bases = bases.filter(({ vvKey }) => !stale.has(vvKey));
  }

  send(version: Entity): void {
    this.mine = version;
    this.sent.push(version);
    this.keep(version);
  }

  isForeign(theirs: Entity): boolean {
    return isFromClonedDevice(theirs, this.mine, { bases: this.bases, meta, owner: "phone" });
  }
}

const builtOn = (version: Entity, dot: VersionVector, laterMs = 0): Entity => ({
  ...version,
  vv: { ...version.vv, ...dot },
  alive: laterMs === 0 ? version.alive : dot,
  mtime: version.mtime + laterMs,
});

describe("sync.md §4.5 (2) a version that was built on one of ours", () => {
  it("is not a cloned device's after more merges of one time than versions are kept", () => {
    const kept = new Kept();
    for (let at = 1; at <= MANY; at += 1) kept.merge(builtOn(kept.sent[0] as Entity, { [`other${at}`]: 1 }));

    expect(kept.sent.slice(-3).map((version) => kept.isForeign(builtOn(version, { phone: 1 })))).toEqual([false, false, false]);
  });

  it("is not a cloned device's though others made more newer versions on an older one than are kept", () => {
    const kept = new Kept();
    kept.write();
    const [first, second] = kept.sent as [Entity, Entity];
    for (let at = 1; at <= MANY; at += 1) kept.keep(builtOn(first, { other: at }, 100 + at));

    expect(kept.isForeign(builtOn(second, { phone: 1 }))).toBe(false);
  });

  it("is not a cloned device's where it is alive by our edit, which others deleted in more versions of one time than are kept", () => {
    const kept = new Kept();
    kept.write();
    const edit = kept.mine;
    for (let at = 1; at <= MANY; at += 1) kept.keep({ ...builtOn(edit, { other: at }), alive: {} });
    kept.send({ ...edit, vv: { [US]: 3 }, alive: {} });

    expect(kept.isForeign(builtOn(edit, { phone: 1 }))).toBe(false);
  });

  it("is one where we made no such version, whatever others made since", () => {
    const kept = new Kept();
    kept.write();
    for (let at = 1; at <= MANY; at += 1) kept.merge(builtOn(kept.sent[0] as Entity, { [`other${at}`]: 1 }));
    const beyond = builtOn(kept.mine, { [US]: counterOf(kept.mine.vv, US) + 1, phone: 1 });

    expect(kept.isForeign(beyond)).toBe(true);
  });

  it("is never taken for a cloned device's, in whatever order versions are written, merged and dropped", () => {
    const step = fc.record({
      on: fc.nat(),
      device: fc.constantFrom("phone", "tablet", "desktop"),
      laterMs: fc.nat(2),
      isMerge: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: MANY, maxLength: MANY * 2 }), (steps) => {
        const kept = new Kept();
        for (const [at, { on, device, laterMs, isMerge }] of steps.entries()) {
          if (isMerge) kept.merge(builtOn(kept.sent[on % kept.sent.length] as Entity, { [device]: at + 1 }, laterMs));
          else kept.write();
        }
        expect(kept.sent.filter((version) => kept.isForeign(builtOn(version, { watch: 1 })))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
