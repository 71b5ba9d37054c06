import "fake-indexeddb/auto";
import { storedChars } from "@satchel/core/library/history/thinning/thin-history.ts";
import { createThinningService } from "@satchel/core/library/history/thinning/thinning-service.ts";
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { type KeptVersion, toKeptVersion } from "@satchel/core/model/entities/note-versions.ts";
import { THINNING } from "@satchel/core/model/limits/history-limits.ts";
import type { LocalStore } from "@satchel/core/ports/device/local-store.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { createMemoryPreferences } from "@satchel/core/testing/memory-preferences.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { IDBFactory } from "fake-indexeddb";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openCloudLocalStore } from "./cloud/cloud-local-store.ts";
import { openLocalModeStore } from "./local-mode-store.ts";

const NOW = Date.UTC(2026, 6, 1, 12);
const HOUR = 3_600_000;
const deps = { now: () => NOW, newDeviceId: () => "device", onOutdated: async () => {} };

type Saved = { readonly hoursAgo: number; readonly isSealed: boolean; readonly text: string };
const histories = fc.array(
  fc.record({ hoursAgo: fc.integer({ min: 1, max: 24 * 400 }), isSealed: fc.boolean(), text: fc.string({ maxLength: 40 }) }),
  { minLength: 1, maxLength: 30 },
);

const toVersion = ({ hoursAgo, isSealed, text }: Saved, at: number): KeptVersion =>
  toKeptVersion(
    aNote({
      mtime: NOW - hoursAgo * HOUR,
      vv: { device: at + 1 },
      ...(isSealed ? { title: "", content: "", isEncrypted: true, sealed: text } : { content: text }),
    }),
  );

const week = ({ note }: KeptVersion): number => Math.floor(note.mtime / THINNING.dayMs / 7);
const byKey = (versions: readonly KeptVersion[]) => new Map(versions.map((version) => [version.key, version]));

async function read(store: LocalStore): Promise<readonly KeptVersion[]> {
  const versions = await store.readVersions("note-1-a");
  if (!versions.ok) throw new Error(versions.problem.kind);
  return versions.value;
}

async function check(store: LocalStore, saved: readonly Saved[]): Promise<void> {
  const current = aNote({ content: "now", mtime: NOW, vv: { device: 1000 } });
  const before = saved.map(toVersion);
  for (const version of before) await store.transact({}, () => ({ writes: { versions: [version] }, answer: undefined }), "strict");
  await store.transact({}, () => ({ writes: { entities: [current] }, answer: undefined }), "strict");
  const opened = await openLibrary({ writers: createTestWriters(), store });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const clock = { now: () => NOW };
  const thinning = createThinningService({ library: opened.value, preferences: createMemoryPreferences(), clock });
  await thinning.measure();
  const dropped = thinning.store.getState().measure?.dropped.versions;
  const thinned = await thinning.thin();
  expect(thinned).toEqual({ ok: true, value: dropped });

  const after = await read(store);
  const whole = byKey(before);
  // The remaining versions are unchanged: one per week, and all of the last days.
  for (const version of after) expect(version).toEqual(whole.get(version.key));
  expect(new Set(after.map(week))).toEqual(new Set(before.map(week)));
  const fresh = ({ note }: KeptVersion): boolean => NOW - note.mtime < THINNING.allDays * THINNING.dayMs;
  expect(after.filter(fresh)).toHaveLength(before.filter(fresh).length);
  expect(after).toHaveLength(before.length - (dropped ?? 0));
  expect(storedChars(after)).toBeLessThanOrEqual(storedChars(before));
  expect(await thinning.thin()).toEqual({ ok: true, value: 0 });
  const entities = await store.readEntities([current.id]);
  expect(entities.ok && entities.value.get(current.id)).toEqual(current);
}

describe("decision 0035 thinning in the browser's databases", () => {
  for (const [name, open] of [
    ["an account's", openCloudLocalStore],
    ["local mode's", openLocalModeStore],
  ] as const)
    it(`thins any history by its plan in ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(histories, async (saved) => {
          globalThis.indexedDB = new IDBFactory();
          const opened = await open(deps);
          if (!opened.ok) throw new Error(opened.problem.kind);
          await check(opened.value, saved);
          opened.value.close();
        }),
        { numRuns: 15 },
      );
    });
});
