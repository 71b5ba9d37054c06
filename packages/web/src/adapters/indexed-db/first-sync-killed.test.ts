// @vitest-environment node
/**
 * Ends a page in the middle of a first sync, at each request and each write, over the browser's store. sync.md §5 "Every step can be the
 * last".
 */
import "fake-indexeddb/auto";
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { PACKS, SYNC } from "@satchel/core/model/limits/limits.ts";
import { ok, type Result } from "@satchel/core/model/result.ts";
import type { LocalStore } from "@satchel/core/ports/device/local-store.ts";
import type { ListPage, RemoteStore } from "@satchel/core/ports/remote/remote-store.ts";
import { runCycle } from "@satchel/core/sync/cycle/sync-cycle.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemoryRemoteStore, MemoryDrive } from "@satchel/core/testing/memory-remote-store.ts";
import { createPlainCodec } from "@satchel/core/testing/plain-codec.ts";
import { createSequenceIds } from "@satchel/core/testing/sequence-ids.ts";
import { ALL_IN_FILES, createTestDevice, type TestDevice } from "@satchel/core/testing/test-device.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { IDBFactory } from "fake-indexeddb";
import { expect, it } from "vitest";
import { openCloudLocalStore } from "./cloud/cloud-local-store.ts";

const HOUR_MS = 3_600_000;
const CHUNKS = { leastNotes: 3, maxNotes: 5, maxChars: 400_000, maxNoteChars: 40_000, leastRewritten: 2 };
const codec = createPlainCodec();

function value<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

type Library = { readonly drive: MemoryDrive; readonly clock: ManualClock; readonly laptop: TestDevice };

/** Notes in files and packs, in files only, in a primary pack, and one in the trash. */
async function writeLibrary(): Promise<Library> {
  const clock = new ManualClock();
  const drive = new MemoryDrive();
  drive.now = () => clock.now();
  const laptop = await createTestDevice("laptop", drive, clock);
  const write = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at += 1) {
      const made = value(await laptop.notes.create({ title: `Note ${clock.now()}-${at}`, content: `<p>text ${at}</p>` }, null));
      if (at === 1) await laptop.notes.remove(made.noteId);
    }
    value(await laptop.sync());
    await clock.advance(HOUR_MS);
    value(await laptop.sync());
  };
  laptop.means.packLimits = ALL_IN_FILES;
  await write(24);
  laptop.means.packLimits = { ...PACKS, primaryFrom: 6 };
  await write(9);
  laptop.means.packLimits = ALL_IN_FILES;
  await write(4);
  drive.pageSize = 7;
  return { drive, clock, laptop };
}

/** The first listing repeats files in current and former states, and omits one per page. */
function inconsistent(remote: RemoteStore): RemoteStore {
  let listings = 0;
  let before: ListPage["files"] = [];
  return {
    ...remote,
    async list(page) {
      listings += page === undefined ? 1 : 0;
      const answer = await remote.list(page);
      if (!answer.ok || listings > 1) return answer;
      const repeated = before.flatMap((file) => [file, { ...file, version: file.version - 1 }]);
      before = answer.value.files;
      return ok({ ...answer.value, files: [...repeated, ...before.slice(1)] });
    },
  };
}

/** Runs the page until `dies`, which is called before and after each request and commit, returns true. */
async function runPage(
  { drive, clock }: Library,
  { open, dies }: { readonly open: (remote: RemoteStore) => RemoteStore; readonly dies: () => boolean },
) {
  const opened = value(
    await openCloudLocalStore({ now: () => clock.now(), newDeviceId: () => "fresh-", onOutdated: async () => {}, chunkLimits: CHUNKS }),
  );
  const calls: string[] = [];
  let isDead = false;
  let die = (): void => undefined;
  const death = new Promise<"dead">((resolve) => {
    die = () => resolve("dead");
  });
  const live = async (): Promise<void> => {
    if (isDead || dies()) {
      isDead = true;
      die();
      await new Promise<never>(() => {});
    }
  };
  const fault = async (call: string, at: "before" | "after"): Promise<undefined> => {
    if (at === "before") calls.push(call);
    await live();
  };
  const transact: LocalStore["transact"] = async (...given) => {
    await live();
    const written = await opened.transact(...given);
    await live();
    return written;
  };
  const store = new Proxy(opened, {
    get: (target, name) => (name === "transact" ? transact : Reflect.get(target, name)),
  });
  const library = value(await openLibrary({ writers: createTestWriters(), store }));
  const remote = open(createMemoryRemoteStore(drive, { md5: codec.md5, fault }));
  const ids = createSequenceIds("fresh-");
  const cycle = () =>
    runCycle({ library, remote, codec, packs: codec, mayPack: () => false, ids, random: () => 0.5, clock, isStopped: () => false });
  return { store, library, calls, sync: (): Promise<"dead" | Result<void, unknown>> => Promise.race([death, cycle()]) };
}

async function contentsOf({ library, store }: Awaited<ReturnType<typeof runPage>>): Promise<readonly string[]> {
  const entities = value(await store.readEntities([...library.index.entities.keys()]));
  return [...entities.values()].map((entity) => (entity.kind === "note" ? `${entity.title} ${entity.content}` : entity.name)).sort();
}

const honest = (remote: RemoteStore): RemoteStore => remote;

it.each<[string, (remote: RemoteStore) => RemoteStore]>([
  ["an honest drive", honest],
  ["a drive whose first listing repeats and lacks files", inconsistent],
])("loses and doubles nothing where a first sync ends at any request or write, before %s", async (_name, open) => {
  const library = await writeLibrary();
  const { drive, clock, laptop } = library;
  const [files, packs] = [[...drive.files.keys()], [...drive.packs.keys()]];
  const theirs = [...laptop.disk.entities.values()]
    .map((note) => (note.kind === "note" ? `${note.title} ${note.content}` : note.name))
    .sort();
  let isWhole = false;
  let deaths = 0;
  for (let last = 1; !isWhole; last += 1) {
    globalThis.indexedDB = new IDBFactory();
    let left = last;
    const dies = (): boolean => {
      left -= 1;
      return left === 0;
    };
    const killed = await runPage(library, { open, dies });
    isWhole = (await killed.sync()) !== "dead";
    deaths += isWhole ? 0 : 1;
    killed.store.close();

    const again = await runPage(library, { open: honest, dies: () => false });
    expect(new Set(theirs)).toEqual(new Set([...theirs, ...(await contentsOf(again))]));
    value((await again.sync()) as Result<void, unknown>);
    if (open === honest) expect(await contentsOf(again)).toEqual(theirs);
    await clock.advance(SYNC.firstAuditMs);
    value((await again.sync()) as Result<void, unknown>);

    expect(await contentsOf(again)).toEqual(theirs);
    expect(again.library.index.meta.initialSyncCompleted).toBe(true);
    expect([again.library.index.pendingPush.size, again.library.index.pendingFetch.size]).toEqual([0, 0]);
    again.calls.length = 0;
    value((await again.sync()) as Result<void, unknown>);
    expect(again.calls).toEqual(["prepare", "changes"]);
    again.store.close();
  }
  expect(deaths).toBeGreaterThan(30);
  expect([[...drive.files.keys()], [...drive.packs.keys()]]).toEqual([files, packs]);
});
