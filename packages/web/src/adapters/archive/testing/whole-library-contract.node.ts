/**
 * Contract: whatever the app can hold, it can back up and restore. Runs over the real adapters of one mode, with real keys, zips and ids,
 * and with two failures at once. Spec B §4 "Backup and restore", decision 0011.
 */

import { nextStamp, stampDelete } from "@satchel/core/merge/stamp.ts";
import { type Entity, isAlive } from "@satchel/core/model/entities/entity.ts";
import type { BackupService, BackupState } from "@satchel/core/transfer/backup/backup-service-types.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Faults, type Weather } from "./faulty-parts.node.ts";
import {
  bytesOf,
  type Damage,
  damaged,
  damages,
  type Fillable,
  fill,
  type GeneratedLibrary,
  libraries,
  patience,
  runs,
  seen,
  value,
} from "./random-library.node.ts";

export type WholeBrowser = Fillable & {
  readonly backup: BackupService;
  /** Files that were handed over as downloads. */
  readonly files: File[];
  readonly weather: Weather;
  /** Capacity of the origin's private files. */
  readonly disk: { capacityBytes: number };
  /** Opens the same databases in a new page. */
  reopen(): Promise<WholeBrowser>;
};

export type WholeWorld = {
  /** Opens a browser with an unlocked Sensitive folder. */
  open(): Promise<WholeBrowser>;
  /** Opens an empty browser that has the same keys as `browser`. */
  another(browser: WholeBrowser): Promise<WholeBrowser>;
  /** Called after a library was filled. With a drive, uploads `onlyInDrive` and removes their local bytes. */
  syncUntilIdle(browser: WholeBrowser, onlyInDrive: readonly string[]): Promise<void>;
  lock(browser: WholeBrowser): Promise<void>;
  /** Checks after a restore what must not have happened. */
  check?(browser: WholeBrowser): Promise<void>;
};

const PASSWORD = "of this file";
const NOTHING_ADDED = { notes: { added: 0 }, folders: { added: 0 }, attachments: { added: 0 } };

async function filled(world: WholeWorld, generated: GeneratedLibrary, isLocked: boolean): Promise<WholeBrowser> {
  const browser = await world.open();
  await world.syncUntilIdle(browser, await fill(browser, generated));
  if (isLocked) await world.lock(browser);
  return browser;
}

async function backUp(browser: WholeBrowser, password: string | undefined): Promise<File> {
  await browser.backup.create(password);
  expect(browser.backup.store.getState()).toMatchObject({ kind: "written", totals: { missing: [] } });
  return browser.files.at(-1) as File;
}

async function restore(browser: WholeBrowser, file: File, password?: string): Promise<BackupState> {
  await browser.backup.restore(file, password);
  return browser.backup.store.getState();
}

async function deleteNotes({ library }: WholeBrowser, isDeleted: (at: number) => boolean): Promise<number> {
  const living = [...library.index.entities.values()].filter((entity) => entity.kind === "note").filter(isAlive);
  const ids = living.map(({ id }) => id).filter((_, at) => isDeleted(at));
  const plan = (seen: Parameters<Parameters<typeof library.transact>[1]>[0]) => {
    let { meta } = seen;
    const entities = ids.flatMap((id) => {
      const note = seen.entities.get(id);
      if (note === undefined) return [];
      const deleted = stampDelete(note, nextStamp(meta, 4_100_000_000_000));
      meta = { ...meta, ctr: meta.ctr + 1 };
      return [deleted];
    });
    return { writes: { entities, meta: { ctr: meta.ctr } }, answer: undefined };
  };
  value(await library.transact({ entities: ids }, plan, "user"));
  return ids.length;
}

/** A restored deletion gets a later time than the deletion; all other fields stay unchanged. */
const withoutTime = (entities: readonly Entity[]) => entities.map((entity) => ({ ...entity, mtime: 0 }));

type Fault = { readonly kind: "disk" | "store" | "read" | "cancel" | "worker" | "page"; readonly after: number };
const faults = fc.record({
  kind: fc.constantFrom<Fault["kind"]>("disk", "store", "read", "cancel", "worker", "page"),
  after: fc.nat({ max: 40 }),
});
const twoFaults = fc.tuple(faults, faults);

type Fate = { readonly died: Promise<void>; isDead(): boolean; clear(): void };

function befall({ weather, disk, backup }: WholeBrowser, both: readonly Fault[]): Fate {
  const set = new Faults();
  for (const { kind, after } of both) {
    if (kind === "disk") disk.capacityBytes = after * 400;
    if (kind === "store") set.transacts = after % 8;
    if (kind === "read") set.reads = after % 5;
    if (kind === "cancel") set.steps = after;
    if (kind === "worker") set.messages = after;
    if (kind === "page") set.lived = after % 8;
  }
  weather.faults = set;
  const stop = backup.store.subscribe(() => {
    set.steps -= 1;
    if (set.steps < 0) backup.cancel();
  });
  return {
    died: set.died,
    isDead: () => set.isDead,
    clear() {
      stop();
      // A page that died makes no further calls.
      if (!set.isDead) weather.faults = new Faults();
      disk.capacityBytes = Number.POSITIVE_INFINITY;
    },
  };
}

export function describeWholeLibrary(mode: string, world: WholeWorld): void {
  describe(`B4.7 whatever ${mode} can hold`, () => {
    it.each([
      ["in clear", undefined, 10],
      ["under a password", PASSWORD, 1],
    ])(
      "backs up and restores into an empty, the same and a partly deleted library, %s",
      async (_name, password, few) => {
        await fc.assert(
          fc.asyncProperty(libraries, fc.boolean(), fc.infiniteStream(fc.boolean()), async (generated, isLocked, coins) => {
            const source = await filled(world, generated, isLocked);
            const file = await backUp(source, password);
            const [there, bytes] = [await seen(source), await bytesOf(source)];

            const fresh = await world.another(source);
            expect(await restore(fresh, file, password)).toMatchObject({ kind: "restored", result: { locked: 0, damage: [] } });
            expect(await seen(fresh)).toEqual(there);
            await world.check?.(fresh);
            expect(await bytesOf(fresh)).toEqual(bytes);
            expect(await restore(fresh, file, password)).toMatchObject({ kind: "restored", result: NOTHING_ADDED });
            // A backup of the restored library restores to the same library.
            const second = await world.another(source);
            await restore(second, await backUp(fresh, undefined));
            expect(await seen(second)).toEqual(there);

            const self = await restore(source, file, password);
            expect(self).toMatchObject({ kind: "restored", result: { notes: { added: 0 }, folders: { added: 0 }, damage: [] } });
            expect(await seen(source)).toEqual(there);
            const [tossed] = [coins[Symbol.iterator]()];
            const deleted = await deleteNotes(source, () => tossed.next().value === true);
            expect(await restore(source, file, password)).toMatchObject({
              kind: "restored",
              result: { notes: { added: deleted }, damage: [] },
            });
            expect(withoutTime(await seen(source))).toEqual(withoutTime(there));
            expect(await bytesOf(source)).toEqual(bytes);
          }),
          runs(few),
        );
      },
      patience(),
    );

    it.each([
      ["in clear", undefined, 10],
      ["under a password", PASSWORD, 1],
    ])(
      "hands over a whole backup or none, with any two failures at once, %s",
      async (_name, password, few) => {
        await fc.assert(
          fc.asyncProperty(libraries, twoFaults, async (generated, both) => {
            const source = await filled(world, generated, false);
            const there = await seen(source);
            const fate = befall(source, both);
            await Promise.race([source.backup.create(password), fate.died]);
            fate.clear();
            const state = source.backup.store.getState();
            // Nothing is received from a page that died.
            expect(state.kind === "failed" ? state.work : state.kind).toMatch(
              fate.isDead() ? /^(backup|idle|written|writing)$/ : /^(backup|idle|written)$/,
            );
            expect(source.files.length).toBe(state.kind === "written" ? 1 : 0);

            const again = await source.reopen();
            expect(await seen(again)).toEqual(there);
            const file = state.kind === "written" ? (source.files[0] as File) : await backUp(again, password);
            const fresh = await world.another(again);
            expect(await restore(fresh, file, password)).toMatchObject({ kind: "restored", result: { locked: 0, damage: [] } });
            expect(await seen(fresh)).toEqual(there);
          }),
          runs(few),
        );
      },
      patience(),
    );

    it.each([
      ["in clear", undefined, 15],
      ["under a password", PASSWORD, 2],
    ])(
      "restores from a damaged file only what it holds, with two failures, %s",
      async (_name, password, few) => {
        await fc.assert(
          fc.asyncProperty(libraries, damages, twoFaults, async (generated, damage, both) => {
            const source = await filled(world, generated, false);
            const [there, bytes] = [await seen(source), await bytesOf(source)];
            const file = await backUp(source, password);
            const whole = new Uint8Array(await file.arrayBuffer());
            const fresh = await world.another(source);
            const fate = befall(fresh, both);
            await Promise.race([fresh.backup.restore(new File([damaged(whole, damage)], "x.zip"), password), fate.died]);
            fate.clear();
            const reopened = await fresh.reopen();
            const listed = checkAdded(fresh.backup.store.getState(), await seen(reopened), damage);
            const byId = new Map(there.map((each) => [each.id, each]));
            for (const each of await seen(reopened))
              if (each.kind === "folder" || !listed) expect(withoutLocation(each)).toEqual(withoutLocation(byId.get(each.id)));
            for (const [id, now] of await bytesOf(reopened)) if (now !== undefined && bytes.has(id)) expect(now).toEqual(bytes.get(id));

            expect(await restore(reopened, file, password)).toMatchObject({ kind: "restored", result: { locked: 0, damage: [] } });
            const after = await seen(reopened);
            if (!listed) expect(after).toEqual(there);
            expect(after.map(({ id }) => id)).toEqual(there.map(({ id }) => id));
            expect(await bytesOf(reopened)).toEqual(bytes);
            await world.check?.(reopened);
          }),
          runs(few),
        );
      },
      patience(),
    );
  });
}

/** True if the file was damaged in a part that the restore reports. A stopped or failed restore reports only how much it had added. */
function checkAdded(state: BackupState, found: readonly Entity[], { how }: Damage): boolean {
  const kinds = state.kind === "failed" ? state.work : state.kind;
  expect(kinds).toMatch(/^(restored|restore|cleaning|cancelled|sealed|restoring)$/);
  if (state.kind === "cancelled" || (state.kind === "failed" && state.work === "restore")) {
    expect(found.filter(({ kind }) => kind === "note").length).toBe(state.added.notes);
    expect(found.filter(({ kind }) => kind === "folder").length).toBe(state.added.folders);
  }
  return how !== "none" && !(state.kind === "restored" && state.result.damage.length === 0);
}

/** Notes from a file that lost its folders are in no folder until the folders are restored. */
function withoutLocation(entity: Entity | undefined): unknown {
  return entity?.kind === "note" ? { ...entity, folderId: null, pinnedFrom: undefined } : entity;
}
