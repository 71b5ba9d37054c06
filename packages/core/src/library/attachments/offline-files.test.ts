import { describe, expect, it } from "vitest";
import { ATTACHMENT, OFFLINE_FILES } from "../../model/limits/limits.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { flushPromises } from "../../testing/manual-clock.ts";
import { createMemoryExclusive } from "../../testing/memory-exclusive.ts";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { keptFileBytes } from "./attachment-status.ts";
import { createAttachmentsService } from "./attachments-service.ts";
import { createOfflineFiles } from "./offline-files-service.ts";

const BYTES = 3000;
const OPENED_LIMIT = ATTACHMENT.cacheMaxBytes;

/** Ada has notes with files, one of them sensitive; Bob has the notes only. */
async function world(count = 3) {
  const drive = new MemoryDrive();
  const [ada, bob] = [await createTestDevice("ada", drive), await createTestDevice("bob", drive)];
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await attach(ada, at));
  await ada.sync();
  await ada.uploads.run();
  await bob.sync();
  return { drive, ada, ids, ...keeping(bob) };
}

function keeping(bob: TestDevice) {
  const environment = { free: undefined as number | undefined, isMetered: false };
  const preferences = createMemoryPreferences();
  const { library, store, codec, clock, files, uploads } = bob;
  const exclusive = createMemoryExclusive();
  const attachments = createAttachmentsService({
    library,
    store,
    codec,
    clock,
    ids: createSequenceIds("b"),
    cloud: { remote: files, uploads },
    keptBytes: () => keptFileBytes(preferences.read(LOCAL_KEYS.offlineFiles)),
  });
  const open = () =>
    createOfflineFiles({
      library,
      attachments,
      preferences,
      space: { freeBytes: async () => environment.free },
      isMetered: () => environment.isMetered,
      exclusive,
      clock,
    });
  const offline = open();
  return { bob, environment, preferences, attachments, offline, openTab: open, state: () => offline.store.getState() };
}

async function attach(device: TestDevice, at: number): Promise<string> {
  const bytes = new Uint8Array(BYTES).fill(at + 1);
  const added = await device.attachments.add(
    { bytes, fileName: `${at}.pdf`, mimeType: "application/pdf" },
    { use: "file", isSensitive: false, noteId: null },
  );
  if (!added.ok) throw new Error(added.problem.kind);
  const { id } = added.value;
  await device.notes.create({ title: `Note ${at}`, content: `<p><a data-file-id="${id}" data-file-size="${BYTES}">f</a></p>` }, null);
  return id;
}

const downloads = ({ calls }: TestDevice): number => calls.filter((call) => call === "downloadAttachment").length;

describe("keep all attachments offline", () => {
  it("counts files without downloading before the setting is on", async () => {
    const { bob, offline, state } = await world();

    await offline.goOn();
    expect(state()).toMatchObject({ all: 0 });
    await offline.look();

    expect(state()).toMatchObject({ isOn: false, here: 0, all: 3, missingBytes: 3 * BYTES, hereBytes: 0 });
    expect(downloads(bob)).toBe(0);
  });

  it("downloads every file without opening it, so that it opens offline", async () => {
    const { bob, ids, offline, attachments, state } = await world();

    await offline.choose(true);
    await offline.look();

    expect(state()).toMatchObject({ isOn: true, isFetching: false, hold: undefined, here: 3, all: 3, missingBytes: 0 });
    expect(state().hereBytes).toBeGreaterThanOrEqual(3 * BYTES);
    bob.faults.next = () => ({ kind: "offline" });
    for (const [at, id] of ids.entries())
      expect(await attachments.open({ id, isSensitive: false })).toEqual({ ok: true, value: new Uint8Array(BYTES).fill(at + 1) });
    await offline.look();
    expect(downloads(bob)).toBe(3);
  });

  it("stores a sensitive note's file sealed, locked or not", async () => {
    const { ada, bob, offline, state } = await world(0);
    const bytes = new Uint8Array(BYTES).fill(9);
    const added = await ada.attachments.add({ bytes, fileName: "", mimeType: "" }, { use: "file", isSensitive: true, noteId: null });
    const id = added.ok ? added.value.id : "";
    const made = await ada.notes.create({ title: "", content: `<p><a data-file-id="${id}">f</a></p>` }, null);
    if (!made.ok) throw new Error(made.problem.kind);
    await ada.sync();
    await ada.uploads.run();
    await bob.sync();

    await offline.choose(true);
    await offline.look();

    expect(state()).toMatchObject({ here: 1, all: 1 });
    expect(bob.library.index.attachments.get(id)?.md5).toBe(ada.library.index.attachments.get(id)?.md5);
    expect(await bob.attachments.open({ id, isSensitive: true, isExact: true })).toEqual({ ok: true, value: bytes });
  });

  it("downloads each file once although two tabs are open", async () => {
    const { bob, offline, openTab } = await world();
    const other = openTab();
    const counts: number[] = [];
    bob.faults.next = (call) => {
      if (call === "findAttachment") counts.push(other.store.getState().here);
      return undefined;
    };

    await offline.choose(true);
    await Promise.all([offline.look(), other.look()]);

    expect([...new Set(counts)]).toEqual([0, 1, 2]);

    expect(downloads(bob)).toBe(3);
    expect(other.store.getState()).toMatchObject({ isOn: true, here: 3, all: 3 });
  });

  it("stops when it is turned off, here or in another tab", async () => {
    const { bob, offline, openTab, state } = await world();
    const other = openTab();
    bob.faults.next = (call, at) => {
      if (call === "downloadAttachment" && at === "after") void other.choose(false);
      return undefined;
    };

    await offline.choose(true);
    await offline.look();

    expect(state()).toMatchObject({ isOn: false, isFetching: false, here: 1, all: 3 });
    expect(downloads(bob)).toBe(1);
  });

  it("waits on a metered network or an unreachable drive, then continues", async () => {
    const { bob, environment, offline, state } = await world();
    environment.isMetered = true;
    await offline.choose(true);
    await offline.look();
    expect(state()).toMatchObject({ here: 0, hold: "metered" });
    expect(bob.calls).not.toContain("findAttachment");

    environment.isMetered = false;
    bob.faults.next = (call) => (call === "downloadAttachment" ? { kind: "offline" } : undefined);
    await offline.look();
    expect(state()).toMatchObject({ here: 0, hold: "out-of-reach", isFetching: false });

    delete bob.faults.next;
    await offline.goOn();
    expect(state()).toMatchObject({ here: 3, hold: undefined });
  });

  it("leaves space for notes: pauses before the disk is full and reports the space", async () => {
    const { environment, offline, state } = await world();
    environment.free = OFFLINE_FILES.leftFreeBytes + BYTES - 1;
    await offline.choose(true);
    await offline.look();
    expect(state()).toMatchObject({ here: 0, hold: "no-space", missingBytes: 3 * BYTES, freeBytes: environment.free });

    environment.free += 1;
    await offline.look();
    expect(state()).toMatchObject({ here: 3, hold: undefined });
  });

  it("skips files that no device has uploaded yet, reports them, and retries later", async () => {
    const { ada, bob, ids, offline, state } = await world();
    ada.faults.next = (call) => (call === "beginUpload" ? { kind: "offline" } : undefined);
    await attach(ada, 7);
    await ada.sync();
    await bob.sync();
    await offline.choose(true);
    await offline.look();
    expect(state()).toMatchObject({ here: ids.length, all: ids.length + 1, notToBeHad: 1, hold: undefined });

    delete ada.faults.next;
    await ada.uploads.run();
    await offline.look();
    expect(state()).toMatchObject({ notToBeHad: 1 });
    await bob.clock.advance(OFFLINE_FILES.lookAgainAfterMs);
    await offline.look();
    expect(state()).toMatchObject({ here: 4, all: 4, notToBeHad: 0 });
  });

  it("keeps all files while it is on, and evicts the excess once it is off", async () => {
    const { bob, ids, offline, attachments, state } = await world();
    const heavy = (id: string) => {
      const row = bob.library.index.attachments.get(id);
      return row === undefined ? [] : [{ ...row, sealedBytes: OPENED_LIMIT - 1, usedAt: 5 }];
    };
    await attachments.open({ id: ids[0] ?? "", isSensitive: false });
    await bob.library.transact({}, () => ({ writes: { attachments: heavy(ids[0] ?? "") }, answer: undefined }), "sync");

    await offline.choose(true);
    await offline.look();
    expect(state()).toMatchObject({ here: 3 });

    await offline.choose(false);
    await flushPromises();
    await offline.look();
    expect([...bob.library.index.attachments.keys()]).toEqual([ids[0]]);
    expect(state()).toMatchObject({ isOn: false, here: 1, all: 3 });
    expect(await attachments.open({ id: ids[2] ?? "", isSensitive: false })).toMatchObject({ ok: true });
  });
});
