import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAttachmentsService } from "../../library/attachments/attachments-service.ts";
import { openLibrary } from "../../library/index/library-service.ts";
import { createNotesService } from "../../library/notes/notes-service.ts";
import type { NotesService } from "../../library/notes/notes-service-types.ts";
import type { AttachmentRow } from "../../model/entities/attachment-row.ts";
import { type FolderEntity, isAlive, type NoteEntity } from "../../model/entities/entity.ts";
import { HISTORY } from "../../model/limits/history-limits.ts";
import { failed, ok } from "../../model/result.ts";
import { createStore } from "../../model/store.ts";
import type { LocalSensitive, NoteSealing } from "../../ports/sealing/sensitive-keys.ts";
import type { SyncState } from "../../sync/schedule/sync-service-types.ts";
import { flushPromises, ManualClock } from "../../testing/manual-clock.ts";
import { createMemoryExclusive } from "../../testing/memory-exclusive.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createMemorySealing } from "../../testing/memory-sensitive.ts";
import { unknownFields } from "../../testing/random-unknown-fields.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { createAttachmentBytes } from "../backup/backup-service.ts";
import { createUpgradeService, type OpenedUpgrade, type UpgradeDeps } from "./upgrade-service.ts";
import type { LocalNotes } from "./upgrade-service-types.ts";

const PASSWORD = "only for this folder";
const LOCAL_FOLDER: LocalSensitive = {
  sid: "s",
  kdf: { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "" },
  spw: { iv: "", ct: "" },
};
const FILE = new Uint8Array([1, 2, 3, 4]);

/** Local mode on its own disk: two notes in folders, one with a file, and an unsaved draft. */
async function fillLocal(disk: MemoryDisk) {
  const [clock, ids] = [new ManualClock(1_000_000), createSequenceIds("local")];
  const store = new MemoryLocalStore(disk);
  const opened = await openLibrary({ writers: createTestWriters(), store });
  if (!opened.ok) throw new Error("a store in memory opens always");
  const library = opened.value;
  const notes = createNotesService({ library, clock, timers: clock, ids, isSyncing: () => false });
  await notes.ensureDefaultFolders();
  const attachments = createAttachmentsService({ library, store, codec: localCodec, clock, ids });
  const file = await attachments.add(
    { bytes: FILE, fileName: "a.bin", mimeType: "x/y" },
    { use: "file", isSensitive: false, noteId: null },
  );
  if (!file.ok) throw new Error("not kept");
  await attachments.add({ bytes: FILE, fileName: "of nobody", mimeType: "x/y" }, { use: "file", isSensitive: false, noteId: null });
  const folder = await notes.createFolder({ name: "Work", description: "", color: "#112233" });
  const work = folder.ok ? folder.value.folderId : null;
  const link = `<p><a data-file-id="${file.value.id}" data-file-name="a.bin">a.bin</a></p>`;
  await notes.create({ title: "With a file", content: link }, work);
  await notes.create({ title: "Plain", content: "<p>text</p>" }, null);
  const gone = await notes.create({ title: "Deleted here", content: "" }, null);
  if (gone.ok) await notes.remove(gone.value.noteId);
  await store.putDraft({ draftId: "d", noteId: null, folderId: work, title: "Never saved", content: "<p>draft</p>", savedAtMs: 5 });
  return { library, notes, clock };
}

/** Local mode stores files unsealed. */
const localCodec = {
  sealAttachment: async (_id: string, bytes: Uint8Array) => ok({ bytes, md5: "" }),
  openAttachment: async (_id: string, bytes: Uint8Array) => ok(bytes),
};

/** Like the browser's store, it does not load file rows with the index. */
function openLocal(disk: MemoryDisk): LocalNotes {
  const store = new MemoryLocalStore(disk);
  return {
    async loadIndex() {
      const index = await store.loadIndex();
      return index.ok ? ok({ ...index.value, attachments: [] }) : index;
    },
    readEntities: (ids) => store.readEntities(ids),
    readVersions: (noteId) => store.readVersions(noteId),
    loadDrafts: () => store.loadDrafts(),
    readAttachment: (id) => store.readAttachment(id),
    readSensitive: async () => ok(LOCAL_FOLDER),
    attachmentIds: async () => ok([...disk.attachments.keys()]),
    close: () => store.close(),
  };
}

type World = Awaited<ReturnType<typeof createWorld>>;

async function createWorld(changes: Partial<UpgradeDeps> = {}) {
  const disk = new MemoryDisk("localM");
  const local = await fillLocal(disk);
  const drive = new MemoryDrive();
  const device = await createTestDevice("ada", drive);
  const preferences = createMemoryPreferences();
  const sync = createStore<SyncState>({ phase: "off", pendingCount: 0, unreadableCount: 0 });
  const state = { isOn: true, cleared: 0, isJoined: false };
  const keysListeners = new Set<() => void>();
  const exclusive = createMemoryExclusive();
  const sealing = createMemorySealing();
  const notifyKeys = (): void => {
    for (const listener of [...keysListeners]) listener();
  };
  const open = (on: TestDevice, more: Partial<UpgradeDeps> = {}): OpenedUpgrade =>
    createUpgradeService({
      library: on.library,
      attachments: createAttachmentBytes(on.attachments),
      drafts: on.store,
      remote: on.remote,
      files: on.files,
      codec: on.codec,
      packs: on.codec,
      fileCodec: on.codec,
      sync,
      local: {
        isOn: () => state.isOn,
        open: async () => ok(openLocal(disk)),
        clear: async () => {
          state.isOn = false;
          state.cleared += 1;
          return ok(undefined);
        },
      },
      sealing,
      hasSensitiveKeys: async () => state.isJoined,
      onKeysChanged: (listener) => {
        keysListeners.add(listener);
        return () => keysListeners.delete(listener);
      },
      joinSensitive: async (_folder, password) => {
        state.isJoined ||= password === PASSWORD;
        // Joining reads the account's keys, so listeners are notified.
        notifyKeys();
        return password === PASSWORD ? ok(undefined) : failed({ kind: "sensitive-refused" });
      },
      isNewcomer: () => false,
      accountRefusal: () => undefined,
      preferences,
      exclusive,
      ...changes,
      ...more,
    });
  return { disk, drive, local, device, preferences, sync, state, sealing, notifyKeys, open };
}

/** Runs sync until the upgrade is idle. */
async function syncUntilIdle(device: TestDevice, upgrade: OpenedUpgrade, rounds = 6): Promise<void> {
  for (let round = 0; round < rounds && upgrade.store.getState().kind === "migrating"; round += 1) {
    await device.sync();
    await device.uploads.run();
    await flushPromises();
  }
}

async function agree(world: World, device = world.device): Promise<OpenedUpgrade> {
  const upgrade = world.open(device);
  await device.sync();
  void upgrade.begin();
  await flushPromises();
  await syncUntilIdle(device, upgrade);
  return upgrade;
}

const SEALED = '{"kid":"s","ct":"a note"}';
/** A file of local mode's Sensitive folder, under that folder's seal only. */
const SEALED_FILE = inside("sensitive|", FILE);

/** Adds a sensitive note with a file, and a sensitive draft whose file is named only inside its seal. */
function hideOne(disk: MemoryDisk): void {
  const plain = [...disk.entities.values()].find((entity) => entity.kind === "note" && entity.title === "Plain") as NoteEntity;
  const row = [...disk.attachments.values()][0] as AttachmentRow;
  const hidden = { title: "", content: "", isEncrypted: true, sealed: SEALED, attIds: ["file-of-hidden"] };
  disk.entities.set("hidden", { ...plain, ...hidden, id: "hidden" });
  disk.drafts.set("s", { draftId: "s", noteId: null, folderId: null, title: "", content: "", sealed: SEALED, savedAtMs: 6 });
  for (const id of ["file-of-hidden", "file-of-draft"]) {
    disk.attachments.set(id, { ...row, id });
    disk.attachmentBytes.set(id, SEALED_FILE);
  }
}

async function expectHiddenThere(device: TestDevice): Promise<void> {
  const there = await readDrive(device);
  expect(there.disk.entities.get("hidden")).toMatchObject({ sealed: SEALED, isEncrypted: true, attIds: ["file-of-hidden"] });
  for (const id of ["file-of-hidden", "file-of-draft"])
    expect(await there.attachments.open({ id, isSensitive: true, isExact: true })).toEqual({ ok: true, value: FILE });
  expect(device.disk.drafts.get("s")).toMatchObject({ sealed: SEALED });
}

/** Takes a sensitive note into the account, then edits it there and here. */
async function goOnInBoth(world: World): Promise<void> {
  const { disk, device, sealing, state } = world;
  state.isJoined = true;
  sealing.open();
  hideOne(disk);
  await rewrite(disk, sealing, "at first");
  const first = world.open(device, { isNewcomer: () => true });
  void first.begin();
  await flushPromises();
  first.close();
  await device.sync();
  const there = device.disk.entities.get("hidden") as NoteEntity;
  const sealed = await sealText(sealing, "in the account");
  const vv = { ...there.vv, [device.library.index.meta.deviceId]: 999 };
  await device.library.transact({}, () => ({ writes: { entities: [{ ...there, sealed, vv, alive: vv }] }, answer: undefined }), "user");
  await rewrite(disk, sealing, "in local mode");
}

async function rewrite(disk: MemoryDisk, sealing: NoteSealing, text: string): Promise<void> {
  const kept = disk.entities.get("hidden") as NoteEntity;
  const vv = { ...kept.vv, localM: (kept.vv["localM"] ?? 0) + 500 };
  disk.entities.set("hidden", { ...kept, sealed: await sealText(sealing, text), vv, alive: vv });
}

async function sealText(sealing: NoteSealing, content: string): Promise<string> {
  const sealed = await sealing.sealSensitiveNote("hidden", { title: "T", content, attachments: [] });
  return sealed.ok ? JSON.stringify(sealed.value) : "";
}

/** Texts of the drive's sensitive notes, each opened under its own id. */
async function readSealed({ device, sealing }: Pick<World, "device" | "sealing">): Promise<readonly string[]> {
  const there = await readDrive(device);
  const texts = await Promise.all(
    livingNotes(there).map(async ({ id, sealed }) => {
      const opened = sealed === undefined ? undefined : await sealing.openSensitiveNote(id, JSON.parse(sealed));
      return opened === undefined ? [] : [opened.ok ? (opened.value as { readonly content: string }).content : opened.problem];
    }),
  );
  return texts.flat().toSorted();
}

/** Seal of the Sensitive folder, as the plain codec writes it. */
function inside(head: string, file: Uint8Array): Uint8Array {
  return new Uint8Array([...[...head].flatMap((letter) => [0, letter.charCodeAt(0)]), ...file]);
}

/** Entities that a new device reads from the drive. */
async function readDrive(drive: TestDevice) {
  const fresh = await drive.restart();
  await fresh.sync();
  return fresh;
}

async function edit(notes: NotesService, noteId: string, content: string): Promise<void> {
  const opened = await notes.open(noteId);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const saved = await notes.save(noteId, { title: opened.value.title, content }, { seen: opened.value });
  if (!saved.ok) throw new Error(saved.problem.kind);
}

const livingNotes = ({ disk }: TestDevice) =>
  [...disk.entities.values()].filter((entity): entity is NoteEntity => entity.kind === "note" && isAlive(entity));

describe("B4.1 upgrade from local mode", () => {
  it("offers the local notes and does nothing before the user agrees", async () => {
    const world = await createWorld();
    const upgrade = world.open(world.device);
    await upgrade.look();
    expect(upgrade.store.getState()).toEqual({ kind: "offered", counts: { notes: 2, folders: 1, attachments: 1, drafts: 1 } });
    expect(world.device.titles()).toEqual([]);
  });

  it("moves notes, folders, files and drafts, and clears the device after reading back", async () => {
    const world = await createWorld();
    const upgrade = await agree(world);
    expect(upgrade.store.getState()).toEqual({ kind: "none", moved: { notes: 2, folders: 1, attachments: 1, drafts: 1 } });
    expect(world.state).toMatchObject({ isOn: false, cleared: 1 });
    expect(world.preferences.kept.size).toBe(0);
    const { calls } = world.device;
    expect(calls.filter((call) => call === "download").length).toBeGreaterThanOrEqual(4);
    expect(calls.lastIndexOf("create")).toBeLessThan(calls.indexOf("download"));

    const there = await readDrive(world.device);
    const source = new Map([...world.disk.entities.values()].map((entity) => [entity.id, entity]));
    for (const note of livingNotes(there)) {
      const before = source.get(note.id) as NoteEntity;
      expect(note).toMatchObject({ title: before.title, content: before.content, createdAt: before.createdAt, mtime: before.mtime });
    }
    expect(there.titles().toSorted()).toEqual(["Plain", "With a file"]);
    const withFile = livingNotes(there).find(({ title }) => title === "With a file") as NoteEntity;
    expect(there.disk.entities.get(withFile.folderId ?? "")).toMatchObject({ name: "Work" });
    expect(await there.attachments.open({ id: withFile.attIds[0] ?? "", isSensitive: false })).toEqual({ ok: true, value: FILE });
    expect([...world.device.disk.drafts.values()]).toMatchObject([{ title: "Never saved", content: "<p>draft</p>" }]);
  });

  it("takes each former version once, with the files that only it refers to", async () => {
    const world = await createWorld();
    const note = [...world.disk.entities.values()].find((entity) => entity.kind === "note" && entity.title === "With a file") as NoteEntity;
    world.local.clock.sleep(HISTORY.pauseMs);
    await edit(world.local.notes, note.id, "<p>without it</p>");
    world.local.clock.sleep(HISTORY.pauseMs);
    await edit(world.local.notes, note.id, "<p>and on</p>");
    const upgrade = await agree(world);
    expect(upgrade.store.getState()).toMatchObject({ kind: "none" });

    const there = await createTestDevice("fresh", world.drive);
    await there.sync();
    const { value: versions } = await there.store.readVersions(note.id);
    const texts = [...versions].sort((a, b) => a.note.mtime - b.note.mtime).map(({ note: version }) => version.content);
    expect(texts).toEqual([note.content, "<p>without it</p>"]);
    expect(await there.attachments.open({ id: note.attIds[0] ?? "", isSensitive: false })).toEqual({ ok: true, value: FILE });
  });

  it("takes tags and unknown fields of notes and former versions along", async () => {
    for (const fields of fc.sample(unknownFields, { numRuns: 4, seed: 5 })) {
      const world = await createWorld();
      const note = [...world.disk.entities.values()].find((entity) => entity.kind === "note" && entity.title === "Plain") as NoteEntity;
      world.disk.entities.set(note.id, { ...note, ...fields, tags: ["birds"] });
      world.local.clock.sleep(HISTORY.pauseMs);
      await edit(world.local.notes, note.id, "<p>changed</p>");
      const upgrade = await agree(world);
      expect(upgrade.store.getState()).toMatchObject({ kind: "none" });

      const there = await readDrive(world.device);
      expect(there.disk.entities.get(note.id)).toMatchObject({ ...fields, tags: ["birds"], content: "<p>changed</p>" });
      const { value: versions } = await there.store.readVersions(note.id);
      expect(versions.map(({ note: version }) => version)).toMatchObject([{ ...fields, content: note.content }]);
    }
  });

  it("reads many notes back from their packs, each pack once", async () => {
    const world = await createWorld();
    for (let at = 0; at < 60; at += 1) await world.local.notes.create({ title: `Many ${at}`, content: `<p>text ${at}</p>` }, null);

    const upgrade = await agree(world);

    expect(upgrade.store.getState()).toMatchObject({ kind: "none" });
    expect(world.state.cleared).toBe(1);
    expect(world.device.calls.filter((call) => call === "download" || call === "create")).toEqual(["download"]);
    const there = await createTestDevice("fresh", world.drive);
    await there.sync();
    expect(there.titles()).toHaveLength(62);
  });

  it("puts notes into the account's folders of the same name", async () => {
    const world = await createWorld();
    await world.device.notes.ensureDefaultFolders();
    const own = await world.device.notes.createFolder({ name: "work", description: "", color: "#445566" });
    await world.device.notes.create({ title: "Already there", content: "" }, null);
    await agree(world);
    const folders = world.device.notes.store.getState().folders.map(({ name }) => name);
    expect(folders.toSorted()).toEqual(["Pinned", "Sensitive", "work"]);
    const moved = livingNotes(world.device).find(({ title }) => title === "With a file");
    expect(moved?.folderId).toBe(own.ok ? own.value.folderId : "");
    expect(world.device.titles()).toHaveLength(3);
  });

  it("keeps notes in folders that were merged or deleted during the upgrade", async () => {
    const world = await createWorld();
    const [withFile, plain] = ["With a file", "Plain"].map((title) =>
      [...world.disk.entities.values()].find((entity) => entity.kind === "note" && entity.title === title),
    ) as [NoteEntity, NoteEntity];
    const work = world.disk.entities.get(withFile.folderId ?? "") as FolderEntity;
    world.disk.entities.set("folder-merged", { ...work, id: "folder-merged", alive: {}, mergedInto: work.id });
    world.disk.entities.set("folder-deleted", { ...work, id: "folder-deleted", name: "Trips", alive: {} });
    world.disk.entities.set(withFile.id, { ...withFile, folderId: "folder-merged" });
    world.disk.entities.set(plain.id, { ...plain, folderId: "folder-deleted" });
    await agree(world);
    const there = await readDrive(world.device);
    const folderOf = (title: string) => there.disk.entities.get(livingNotes(there).find((note) => note.title === title)?.folderId ?? "");
    expect([folderOf("With a file"), folderOf("Plain")]).toMatchObject([{ name: "Work" }, { name: "Trips" }]);
  });

  it("does not duplicate a note with the same text, and restores one deleted there", async () => {
    const world = await createWorld();
    const local = [...world.disk.entities.values()].find((entity) => entity.kind === "note" && entity.title === "Plain") as NoteEntity;
    const elsewhere = { ...local, folderId: null, vv: { elsewhere: 1 }, alive: { elsewhere: 1 } };
    world.device.disk.entities.set(local.id, elsewhere);
    await agree(world);
    expect(livingNotes(await readDrive(world.device)).filter(({ title }) => title === "Plain")).toHaveLength(1);
    expect(world.state.cleared).toBe(1);

    const another = await createWorld();
    const again = [...another.disk.entities.values()].find((entity) => entity.kind === "note" && entity.title === "Plain") as NoteEntity;
    another.device.disk.entities.set(again.id, { ...again, folderId: null, vv: { elsewhere: 2 }, alive: {} });
    await agree(another);
    expect(livingNotes(await readDrive(another.device)).filter(({ title }) => title === "Plain")).toHaveLength(1);
    expect(another.state.cleared).toBe(1);
  });

  it("takes a new user's notes along before a drive is connected, and waits for it", async () => {
    const world = await createWorld({ isNewcomer: () => true });
    const upgrade = world.open(world.device);
    void upgrade.look();
    await flushPromises();
    world.device.notes.refresh();
    expect(world.device.titles().toSorted()).toEqual(["Plain", "With a file"]);
    expect(upgrade.store.getState()).toMatchObject({ kind: "migrating", step: "sending", done: 0, hold: "no-drive" });
    expect(world.state.cleared).toBe(0);
    await syncUntilIdle(world.device, upgrade);
    expect(world.state.cleared).toBe(1);
  });

  it("reports the first sync of an older account, a full drive and a refusal", async () => {
    const world = await createWorld();
    const upgrade = world.open(world.device);
    world.sync.setState({ phase: "waiting" });
    void upgrade.begin();
    await flushPromises();
    expect(upgrade.store.getState()).toEqual({ kind: "migrating", step: "copying", done: 0, total: 0, hold: "unreachable" });
    expect(world.device.titles()).toEqual([]);

    world.device.faults.next = (call, at) => (call === "create" && at === "before" ? { kind: "storage-full" } : undefined);
    await syncUntilIdle(world.device, upgrade, 3);
    expect(upgrade.store.getState()).toMatchObject({ kind: "migrating", step: "sending", hold: "storage-full" });
    world.device.faults.next = (call, at) => (call === "create" && at === "before" ? { kind: "rejected", status: 403 } : undefined);
    await syncUntilIdle(world.device, upgrade, 2);
    expect(upgrade.store.getState()).toMatchObject({ kind: "migrating", hold: "refused" });
    expect(world.state.cleared).toBe(0);
  });

  it("keeps local notes if the drive returns something else", async () => {
    const world = await createWorld();
    const upgrade = world.open(world.device, {
      codec: {
        async open(kind, id, bytes) {
          const opened = await world.device.codec.open(kind, id, bytes);
          return opened.ok && opened.value.kind === "note" ? ok({ ...opened.value, content: `${opened.value.content} ` }) : opened;
        },
      },
    });
    await world.device.sync();
    void upgrade.begin();
    await flushPromises();
    await syncUntilIdle(world.device, upgrade);
    expect(upgrade.store.getState()).toEqual({ kind: "stopped", problem: { kind: "differs", title: "With a file" } });
    expect(world.state).toMatchObject({ isOn: true, cleared: 0 });
    await agree(world);
    expect(world.state.cleared).toBe(1);
    expect(world.device.titles()).toHaveLength(2);
  });

  it("asks first if the server says that a new account cannot take the notes", async () => {
    const world = await createWorld({ isNewcomer: () => true, accountRefusal: () => ({ kind: "plan-not-offered" }) });
    const upgrade = world.open(world.device);
    await upgrade.look();
    expect(upgrade.store.getState()).toEqual({ kind: "stopped", problem: { kind: "account-refused", reason: "plan-not-offered" } });
    expect(world.state).toMatchObject({ isOn: true, cleared: 0 });
    void upgrade.begin();
    await flushPromises();
    await syncUntilIdle(world.device, upgrade);
    expect(world.state.cleared).toBe(1);
  });

  it("continues when the library was reloaded while it waits", async () => {
    const world = await createWorld({ isNewcomer: () => true });
    const upgrade = world.open(world.device);
    void upgrade.begin();
    await flushPromises();
    await world.device.library.reload();
    await syncUntilIdle(world.device, upgrade);
    expect(world.state.cleared).toBe(1);
  });

  it("counts a note edited in the account as arrived once the drive has the edit", async () => {
    const world = await createWorld({ isNewcomer: () => true });
    const upgrade = world.open(world.device);
    void upgrade.begin();
    await flushPromises();
    world.device.notes.refresh();
    const note = world.device.notes.store.getState().notes.find(({ title }) => title === "Plain");
    await edit(world.device.notes, note?.noteId ?? "", "<p>text, and more</p>");
    await syncUntilIdle(world.device, upgrade);
    expect(world.state.cleared).toBe(1);
    expect(livingNotes(await readDrive(world.device)).find(({ title }) => title === "Plain")?.content).toBe("<p>text, and more</p>");
  });

  it("keeps both texts of a note edited in local mode after it was taken", async () => {
    const world = await createWorld({ isNewcomer: () => true });
    const first = world.open(world.device);
    void first.begin();
    await flushPromises();
    first.close();
    world.device.notes.refresh();
    const note = world.device.notes.store.getState().notes.find(({ title }) => title === "Plain");
    await edit(world.device.notes, note?.noteId ?? "", "<p>in the account</p>");
    await edit(world.local.notes, note?.noteId ?? "", "<p>in local mode</p>");
    await agree(world);
    await agree(world);
    const texts = livingNotes(await readDrive(world.device)).filter(({ title }) => title === "Plain");
    expect(texts.map(({ content }) => content).toSorted()).toEqual(["<p>in local mode</p>", "<p>in the account</p>"]);
    expect(world.state.cleared).toBe(1);
  });

  it("keeps sensitive notes, files and drafts here until their key has joined the account", async () => {
    const world = await createWorld();
    hideOne(world.disk);
    const upgrade = await agree(world);
    expect(upgrade.store.getState()).toEqual({
      kind: "migrating",
      step: "copying",
      done: 0,
      total: 0,
      hold: "sensitive",
      sensitiveCount: 1,
    });
    expect([...world.device.disk.entities.keys()]).not.toContain("hidden");
    expect([...world.device.disk.attachments.keys()].filter((id) => id.startsWith("file-of"))).toEqual([]);
    expect([...world.device.disk.drafts.keys()]).toEqual(["d"]);

    const holds: unknown[] = [];
    const stop = upgrade.store.subscribe((state) => holds.push(state.kind === "migrating" && state.hold));
    expect(await upgrade.joinSensitive("another", undefined)).toEqual({ ok: false, problem: { kind: "sensitive-refused" } });
    await flushPromises();
    await syncUntilIdle(world.device, upgrade);
    expect(upgrade.store.getState()).toMatchObject({ hold: "sensitive" });
    // The password question stays while other notes are moved.
    expect(new Set(holds)).toEqual(new Set(["sensitive"]));
    stop();
    expect(world.state.cleared).toBe(0);

    expect(await upgrade.joinSensitive(PASSWORD, undefined)).toEqual({ ok: true, value: undefined });
    await flushPromises();
    await syncUntilIdle(world.device, upgrade);
    expect(world.state.cleared).toBe(1);
    await expectHiddenThere(world.device);
  });

  it("keeps local notes if a sensitive file comes back changed", async () => {
    const world = await createWorld();
    world.state.isJoined = true;
    hideOne(world.disk);
    const changed = { ...world.device.codec };
    changed.openAttachment = async (id, bytes, seal) => {
      const opened = await world.device.codec.openAttachment(id, bytes, seal);
      return id === "file-of-hidden" && opened.ok ? ok(opened.value.slice(1)) : opened;
    };
    const upgrade = world.open(world.device, { fileCodec: changed });
    await world.device.sync();
    void upgrade.begin();
    await flushPromises();
    await syncUntilIdle(world.device, upgrade);
    expect(upgrade.store.getState()).toEqual({ kind: "stopped", problem: { kind: "differs", title: "file-of-hidden" } });
    expect(world.state.cleared).toBe(0);
  });

  it("keeps both texts of a sensitive note edited in both places, after unlocking", async () => {
    const world = await createWorld();
    await goOnInBoth(world);
    world.sealing.close();

    const upgrade = await agree(world);
    expect(upgrade.store.getState()).toEqual({
      kind: "migrating",
      step: "copying",
      done: 0,
      total: 0,
      hold: "sensitive-locked",
      sensitiveCount: 1,
    });
    expect((await readDrive(world.device)).titles()).toContain("Plain");
    expect(world.state.cleared).toBe(0);

    world.sealing.open();
    world.notifyKeys();
    await flushPromises();
    await syncUntilIdle(world.device, upgrade);

    expect([upgrade.store.getState().kind, world.state.cleared]).toEqual(["none", 1]);
    expect(await readSealed(world)).toEqual(["in local mode", "in the account"]);
  });

  it("keeps both texts once each after an interruption", async () => {
    for (let crashAt = 1; ; crashAt += 1) {
      const world = await createWorld();
      await goOnInBoth(world);
      let [count, isThrough] = [0, true];
      const crash = (): boolean => {
        count += 1;
        if (count >= crashAt) isThrough = false;
        return count >= crashAt;
      };
      const { library } = world.device;
      const first = world.open(world.device, {
        library: { ...library, transact: (...args) => (crash() ? never() : library.transact(...args)) },
        sealing: { ...world.sealing, sealSensitiveNote: (...args) => (crash() ? never() : world.sealing.sealSensitiveNote(...args)) },
      });
      void first.begin();
      await flushPromises();
      await syncUntilIdle(world.device, first);
      first.close();
      const device = await world.device.restart();
      const again = world.open(device, { exclusive: createMemoryExclusive() });
      void again.look();
      await flushPromises();
      await syncUntilIdle(device, again);
      expect([crashAt, world.state.cleared]).toEqual([crashAt, 1]);
      expect(await readSealed({ ...world, device })).toEqual(["in local mode", "in the account"]);
      if (isThrough) return;
    }
  });

  it("stops if a sensitive note was edited in both places and does not open here", async () => {
    const world = await createWorld();
    await goOnInBoth(world);
    const kept = world.disk.entities.get("hidden") as NoteEntity;
    world.disk.entities.set("hidden", { ...kept, sealed: '{"kid":"s","ct":"later"}' });
    const again = await agree(world);
    expect(again.store.getState()).toEqual({ kind: "stopped", problem: { kind: "changed-in-both" } });
    expect(world.state.cleared).toBe(0);
  });

  it("runs once when two windows start it", async () => {
    const world = await createWorld();
    await world.device.sync();
    const [one, two] = [world.open(world.device), world.open(world.device)];
    void one.begin();
    void two.begin();
    await flushPromises();
    await syncUntilIdle(world.device, one);
    await flushPromises();
    expect([one.store.getState().kind, two.store.getState().kind, world.state.cleared]).toEqual(["none", "none", 1]);
  });

  it("completes after an interruption at any write or request", async () => {
    for (let crashAt = 1; crashAt < 120; crashAt += 1) {
      const world = await createWorld();
      hideOne(world.disk);
      let device = world.device;
      await device.sync();
      let count = 0;
      const upgrade = world.open(device, {
        drafts: {
          loadDrafts: () => device.store.loadDrafts(),
          putDraft: (draft) => (++count >= crashAt ? never() : device.store.putDraft(draft)),
        },
        library: { ...device.library, transact: (...args) => (++count >= crashAt ? never() : device.library.transact(...args)) },
      });
      device.faults.next = () => (++count >= crashAt ? { kind: "offline" } : undefined);
      void upgrade.begin();
      await flushPromises();
      await syncUntilIdle(device, upgrade, 3);
      if (++count < crashAt) await upgrade.joinSensitive(PASSWORD, undefined);
      await flushPromises();
      await syncUntilIdle(device, upgrade, 3);
      const isDone = world.state.cleared === 1;
      upgrade.close();
      device = await device.restart();
      const again = world.open(device, { exclusive: createMemoryExclusive() });
      void again.look();
      await flushPromises();
      for (let round = 0; round < 8 && world.state.cleared === 0; round += 1) {
        device.faults.next = undefined as never;
        await device.sync();
        await device.uploads.run();
        await flushPromises();
        if (!world.state.isJoined) await again.joinSensitive(PASSWORD, undefined);
        await flushPromises();
      }
      expect([crashAt, world.state.cleared]).toEqual([crashAt, 1]);
      const there = await readDrive(device);
      expect(livingNotes(there).map(({ title, sealed }) => sealed ?? title)).toHaveLength(3);
      await expectHiddenThere(device);
      if (isDone) return;
    }
    throw new Error("it never went through");
  });
});

function never<Value>(): Promise<Value> {
  return new Promise(() => undefined);
}
