import { describe, expect, it } from "vitest";
import { toConflictCopy } from "../../../merge/conflict-copy.ts";
import { type KeptVersion, toKeptVersion } from "../../../model/entities/note-versions.ts";
import { THINNING } from "../../../model/limits/history-limits.ts";
import { ok } from "../../../model/result.ts";
import { aNote } from "../../../testing/entities.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore, type MemoryLocalStoreOptions } from "../../../testing/memory-local-store.ts";
import { createMemoryPreferences } from "../../../testing/memory-preferences.ts";
import { createTestWriters } from "../../../testing/test-writers.ts";
import { openLibrary } from "../../index/library-service.ts";
import { thinVersions } from "./thin-history.ts";
import { createThinningService, type ThinningDeps } from "./thinning-service.ts";

const NOW = Date.UTC(2026, 6, 1, 12);
const DAY = THINNING.dayMs;

const versionAt = (daysAgo: number, id = "note-1-a", more = {}): KeptVersion =>
  toKeptVersion(aNote({ id, mtime: Math.round(NOW - daysAgo * DAY), vv: { dev: Math.round(100_000 - daysAgo * 100) }, ...more }));

const daysLeft = (daysAgo: readonly number[], isReferenced: (version: KeptVersion) => boolean = () => false) => {
  const versions = daysAgo.map((days) => versionAt(days));
  const kept = thinVersions(versions, { nowMs: NOW, isReferenced });
  return daysAgo.filter((_, at) => kept.includes(versions[at] as KeptVersion));
};

describe("decision 0035 versions kept by thinning", () => {
  it("keeps all of the last 30 days", () => {
    expect(daysLeft([0, 0.1, 0.2, 29.9])).toEqual([0, 0.1, 0.2, 29.9]);
  });

  it("keeps the last version of each day, and after half a year of each week", () => {
    expect(daysLeft([40, 40.1, 40.2, 41])).toEqual([40, 41]);
    // A Friday, a Thursday (weeks start on Thursdays, like 1970), and the Wednesday before.
    expect(daysLeft([180.2, 181.2, 182.2, 200])).toEqual([180.2, 182.2, 200]);
  });

  it("keeps a single version, however old, and referenced ones", () => {
    expect(daysLeft([2000])).toEqual([2000]);
    expect(daysLeft([40, 40.1, 40.2], ({ note }) => note.mtime === Math.round(NOW - 40.2 * DAY))).toEqual([40, 40.2]);
  });
});

async function openThinning(disk: MemoryDisk, options: MemoryLocalStoreOptions = {}, deps: Partial<ThinningDeps> = {}) {
  const store = new MemoryLocalStore(disk, options);
  const opened = await openLibrary({ writers: createTestWriters(), store });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const preferences = createMemoryPreferences();
  const clock = new ManualClock(NOW);
  return { thinning: createThinningService({ library: opened.value, records: store, preferences, clock, ...deps }), clock, preferences };
}

/** Notes with two versions of one day, one of which is removed by thinning. */
function disk(noteCount: number): MemoryDisk {
  const made = new MemoryDisk("dev");
  for (let at = 0; at < noteCount; at += 1) {
    const id = `note-${at}-a`;
    made.entities.set(id, aNote({ id, mtime: NOW, vv: { dev: 200_000 } }));
    made.versions.set(id, new Map([versionAt(50, id), versionAt(50.1, id)].map((version) => [version.key, version])));
  }
  return made;
}

const versionsOn = ({ versions }: MemoryDisk): number => [...versions.values()].reduce((sum, { size }) => sum + size, 0);

describe("decision 0035 thinning the history", () => {
  it("reports what it would free before it removes anything", async () => {
    const own = disk(3);
    const { thinning } = await openThinning(own);
    await thinning.measure();
    expect(thinning.store.getState().measure).toMatchObject({ all: { versions: 6 }, dropped: { versions: 3 } });
    expect(thinning.store.getState().measure?.dropped.chars).toBeGreaterThan(0);
    expect(versionsOn(own)).toBe(6);

    expect(await thinning.thin()).toEqual(ok(3));
    expect(versionsOn(own)).toBe(3);
    expect(thinning.store.getState()).toMatchObject({ isThinned: true, work: undefined });
  });

  it("can be canceled between groups of notes, and continues another day", async () => {
    const own = disk(THINNING.notesAtOnce * 3);
    const { thinning } = await openThinning(own);
    const stop = thinning.store.subscribe(({ work }) => work !== undefined && thinning.cancel());
    expect(await thinning.thin()).toEqual(ok(THINNING.notesAtOnce));
    stop();
    await thinning.thinIfDue();
    expect(versionsOn(own)).toBe(THINNING.notesAtOnce * 3);
  });

  it("runs once a day, if chosen", async () => {
    const own = disk(1);
    const { thinning, clock } = await openThinning(own);
    await thinning.thinIfDue();
    expect(versionsOn(own)).toBe(2);
    await thinning.thin();
    const [id] = own.entities.keys();
    const returned = versionAt(50.2, id);
    own.versions.get(id ?? "")?.set(returned.key, returned);
    await thinning.thinIfDue();
    expect(versionsOn(own)).toBe(2);
    clock.sleep(THINNING.againAfterMs);
    await thinning.thinIfDue();
    expect(versionsOn(own)).toBe(1);
    thinning.keepAll();
    own.versions.get(id ?? "")?.set(returned.key, returned);
    clock.sleep(THINNING.againAfterMs);
    await thinning.thinIfDue();
    expect(versionsOn(own)).toBe(2);
  });

  it("stops at a full disk, keeps versions of unwritten notes, and reports it", async () => {
    const own = disk(THINNING.notesAtOnce * 2);
    let writes = 0;
    const gate: MemoryLocalStoreOptions["gate"] = async (at) => {
      if (at === "before-commit") writes += 1;
      return at === "before-commit" && writes > 1 ? { kind: "storage-full" } : undefined;
    };
    const { thinning } = await openThinning(own, { gate });
    expect(await thinning.thin()).toEqual({ ok: false, problem: { kind: "storage-full" } });
    expect(versionsOn(own)).toBe(THINNING.notesAtOnce * 3);
    expect(thinning.store.getState()).toMatchObject({ isThinned: true, work: undefined });
  });

  it("keeps both sides of a conflict and the version behind a conflict copy", async () => {
    const own = disk(1);
    const [id] = own.entities.keys() as unknown as [string];
    const [local, cloud, lost, plain] = [60, 60.1, 60.2, 60.3].map((days) => versionAt(days, id)) as [
      KeptVersion,
      KeptVersion,
      KeptVersion,
      KeptVersion,
    ];
    for (const version of [local, cloud, lost, plain]) own.versions.get(id)?.set(version.key, version);
    const copy = { ...toConflictCopy(lost.note, { dev: 1 }), alive: {} };
    own.entities.set(copy.id, copy);
    const merged = own.entities.get(id);
    if (merged?.kind !== "note") throw new Error("no note");
    const conflict = { id: "c", type: "modification_conflict", noteId: id, atMs: NOW, outcome: "merged" } as const;
    own.conflicts.set("c", { ...conflict, local: local.note, cloud: cloud.note, merged });
    const { thinning } = await openThinning(own);
    await thinning.thin();
    const kept = own.versions.get(id);
    expect([local, cloud, lost, plain].map(({ key }) => kept?.has(key))).toEqual([true, true, true, false]);
  });
});
