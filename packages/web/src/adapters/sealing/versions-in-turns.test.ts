// @vitest-environment node
/**
 * An older and a newer app version on two devices of one account. The newer one has a note field that this code does not know; the test
 * sets it in the record by hand. Everything else is real: keys, IndexedDB, the drive's engine and zips. Decision 0022.
 */
import "fake-indexeddb/auto";
import { createAttachmentsService } from "@satchel/core/library/attachments/attachments-service.ts";
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService } from "@satchel/core/library/notes/notes-service.ts";
import { nextStamp, stampEdit } from "@satchel/core/merge/stamp.ts";
import { type Entity, isAlive, type NoteEntity } from "@satchel/core/model/entities/entity.ts";
import type { Result } from "@satchel/core/model/result.ts";
import { runCycle } from "@satchel/core/sync/cycle/sync-cycle.ts";
import { aFolder } from "@satchel/core/testing/entities.ts";
import { MERGING_HERE } from "@satchel/core/testing/loaded-rules.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemoryAttachmentRemote } from "@satchel/core/testing/memory-attachment-remote.ts";
import { createMemoryRemoteStore, MemoryDrive } from "@satchel/core/testing/memory-remote-store.ts";
import { NO_FILES } from "@satchel/core/testing/memory-resealing.ts";
import { createMemorySensitiveStore } from "@satchel/core/testing/memory-sensitive-keys.ts";
import { createSequenceIds } from "@satchel/core/testing/sequence-ids.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { createAttachmentBytes, createBackupService } from "@satchel/core/transfer/backup/backup-service.ts";
import { createLocalSealedNotes } from "@satchel/core/transfer/backup/local-sealed-notes-service.ts";
import { createSealedTransactions } from "@satchel/core/vault/sensitive/sealed-transactions-service.ts";
import { createSensitiveNotes } from "@satchel/core/vault/sensitive/sensitive-notes-service.ts";
import { createMd5 } from "@satchel/crypto/digests/stream-digests.ts";
import { type Bytes, utf8 } from "@satchel/crypto/primitives/bytes.ts";
import type { Kdf } from "@satchel/crypto/primitives/kdf.ts";
import { IDBFactory } from "fake-indexeddb";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createArchives } from "../archive/create-archives.ts";
import { startArchiveApi } from "../archive/testing/start-archive-api.node.ts";
import { openCloudLocalStore } from "../indexed-db/cloud/cloud-local-store.ts";
import { createSealingApi } from "./create-sealing-api.ts";
import type { SealingApi } from "./records/sealing-api.ts";
import { createMemoryKeyStore } from "./testing/memory-key-store.ts";

const WORDS = { heading: "Notes", untitled: "Untitled Note", noFolder: "No folder", lastModified: "Last modified", backToIndex: "All" };
const SENSITIVE = aFolder({
  id: "folder-sensitive-a",
  name: "Sensitive",
  folderType: "SENSITIVE",
  isDefault: true,
  vv: { d: 1 },
  alive: { d: 1 },
});

/** A note as the newer version declares it. */
type NewerNote = NoteEntity & { readonly labels?: readonly string[]; readonly reminder?: { readonly atMs: number; readonly text: string } };
type NewerFields = Pick<NewerNote, "labels" | "reminder">;

/** A cheap stand-in for Argon2id, which has tests of its own: here passwords only have to differ. */
async function stretchWith(password: Bytes, { salt }: Kdf): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array([...password, ...utf8(salt)])));
}

function value<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

/** Both devices hold the vault's keys, and have unlocked the Sensitive folder. */
async function openKeys(): Promise<SealingApi> {
  const sealing = createSealingApi(createMemoryKeyStore(), { stretchWith });
  value(await sealing.prepareRegistration("Correct horse 1"));
  value(await sealing.install("ada@example.org", true));
  value(await sealing.prepareLocalSensitive("of the folder 1"));
  await sealing.takeSensitive();
  return sealing;
}

type World = {
  readonly sealing: SealingApi;
  readonly drive: MemoryDrive;
  readonly clock: ManualClock;
  readonly md5: (bytes: Uint8Array) => string;
};

async function openDevice(name: string, { sealing, drive, clock, md5 }: World) {
  globalThis.indexedDB = new IDBFactory();
  const store = value(await openCloudLocalStore({ now: () => 1, newDeviceId: () => name, onOutdated: async () => {} }));
  const library = value(await openLibrary({ writers: createTestWriters(), store }));
  const ids = createSequenceIds(name);
  const remote = createMemoryRemoteStore(drive, { md5 });
  const notes = createNotesService({ library, clock, timers: clock, ids, isSyncing: () => false, merging: MERGING_HERE });
  const sensitive = createSensitiveNotes({ library, sealing, clock, ids, drafts: store, files: NO_FILES, merging: MERGING_HERE });
  const codec = {
    seal: (entity: Entity) => sealing.seal(entity),
    open: (...given: Parameters<SealingApi["open"]>) => sealing.open(...given),
    sealPack: (...given: Parameters<SealingApi["sealPack"]>) => sealing.sealPack(...given),
    openPack: (...given: Parameters<SealingApi["openPack"]>) => sealing.openPack(...given),
    readJson: () => undefined,
    md5,
  };
  const attachments = createAttachmentsService({
    library,
    store,
    codec: { sealAttachment: sealing.sealLocalAttachment, openAttachment: sealing.openLocalAttachment },
    clock,
    ids,
  });
  const files: File[] = [];
  const backup = createBackupService({
    library,
    archives: createArchives({ start: startArchiveApi, saveBlob: (fileName, blob) => void files.push(new File([blob], fileName)) }),
    attachments: createAttachmentBytes(attachments),
    sealedNotes: {
      ...createLocalSealedNotes({ sensitiveStore: createMemorySensitiveStore(), keyring: sealing, onAdopted: async () => {} }),
      knows: async () => true,
    },
    sensitive: async () => [],
    clock,
    labels: WORDS,
  });
  const stored = async (id: string) => value(await store.readEntities([id])).get(id) as NoteEntity;
  return {
    library,
    notes,
    backup,
    files,
    stored,
    open: async (id: string) => value(await sensitive.open(id)) as NewerNote,
    sync: async () => {
      const means = { attachments: { store, remote: createMemoryAttachmentRemote(drive.attachments, { md5 }) }, sealing };
      const isStopped = () => false;
      value(
        await runCycle({ ...means, library, remote, codec, packs: codec, mayPack: () => true, ids, random: () => 0.5, clock, isStopped }),
      );
      notes.refresh();
    },
    /** Edits the text, as either version does. */
    async write(id: string, word: string) {
      const { title, content, vv, isEncrypted } = await this.open(id);
      const draft = { title, content: `${content}<p>${word}</p>` };
      value<unknown>(await (isEncrypted ? sensitive : notes).save(id, draft, { seen: { vv } }));
    },
    /** Sets the fields that only the newer version knows. */
    async mark(id: string, fields: NewerFields) {
      await createSealedTransactions(library, sealing).transact(
        { entities: [id] },
        (seen, texts) => {
          const current = seen.entities.get(id) as NoteEntity;
          const opened = texts.open(current);
          const note = opened && stampEdit({ ...opened, ...fields }, current, nextStamp(seen.meta, clock.now()));
          const written = note?.isEncrypted === true ? texts.seal(note) : note;
          return { writes: written ? { entities: [written], meta: { ctr: seen.meta.ctr + 1 } } : {}, answer: undefined };
        },
        "user",
      );
    },
    async cross(id: string) {
      const { isEncrypted } = await this.stored(id);
      value(await (isEncrypted ? sensitive.moveOut(id, null) : sensitive.moveIn(id, SENSITIVE.id)));
    },
    /** Backs the note up, deletes it, and restores it. */
    async bringBack(id: string) {
      await backup.create(undefined);
      value(await notes.remove(id));
      await backup.restore(files.at(-1) as File, undefined);
      expect(backup.store.getState()).toMatchObject({ kind: "restored", result: { notes: { added: 1 }, damage: [] } });
    },
  };
}

type Device = Awaited<ReturnType<typeof openDevice>>;

const step = fc.record({
  who: fc.constantFrom("older", "newer"),
  what: fc.constantFrom("write", "write", "mark", "mark", "cross", "back-up"),
  /** True if the edit is concurrent with one that this device has not seen. */
  isApart: fc.boolean(),
});
const fields = fc.record(
  {
    labels: fc.array(fc.string({ unit: "binary", maxLength: 8 }), { maxLength: 3 }),
    reminder: fc.record({ atMs: fc.nat(), text: fc.constantFrom("feed the heron", "") }),
  },
  { requiredKeys: [] },
);

async function syncAll(...devices: readonly Device[]): Promise<void> {
  for (const device of [...devices, ...devices, ...devices]) await device.sync();
}

function expectHidden(note: NoteEntity): void {
  if (!note.isEncrypted) return;
  for (const name of ["labels", "reminder"]) expect(note).not.toHaveProperty(name);
}

async function openPair(md5: World["md5"]) {
  const world = { sealing: await openKeys(), drive: new MemoryDrive(), clock: new ManualClock(), md5 };
  const devices = { older: await openDevice("older-", world), newer: await openDevice("newer-", world) };
  await devices.older.library.transact({}, () => ({ writes: { entities: [SENSITIVE] }, answer: undefined }), "user");
  const id = value(await devices.older.notes.create({ title: "Heron", content: "<p>first</p>" }, null)).noteId;
  await syncAll(devices.older, devices.newer);
  return { ...devices, id, clock: world.clock };
}

describe("decision 0022 an older and a newer version of the app", () => {
  it("edits the same notes in turns, without loss or unsealed content", async () => {
    const md5 = await createMd5();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fields), { minLength: 3, maxLength: 9 }), async (steps) => {
        const { id, clock, ...devices } = await openPair(md5);
        const words = ["first"];
        let marked: NewerFields = {};
        for (const [at, [{ who, what, isApart }, generated]] of steps.entries()) {
          clock.sleep(1000);
          const device = devices[who as "older" | "newer"];
          if (isApart) {
            await devices.newer.mark(id, generated);
            marked = { ...marked, ...generated };
            clock.sleep(1000);
            await devices.older.write(id, `beside-${at}`);
            words.push(`beside-${at}`);
          } else if (what === "write") {
            await device.write(id, `word-${at}`);
            words.push(`word-${at}`);
          } else if (what === "mark") {
            await devices.newer.mark(id, generated);
            marked = { ...marked, ...generated };
          } else if (what === "cross") await device.cross(id);
          else await device.bringBack(id);
          await syncAll(devices.older, devices.newer);
          for (const one of Object.values(devices)) {
            const { labels, reminder, content } = await one.open(id);
            expect({ labels, reminder }).toEqual({ labels: marked.labels, reminder: marked.reminder });
            for (const word of words) expect(content).toContain(word);
            expectHidden(await one.stored(id));
          }
        }
        expect(
          [...devices.older.library.index.entities.values()].filter((entity) => entity.kind === "note" && isAlive(entity)),
        ).toHaveLength(1);
      }),
      { numRuns: 15 },
    );
  });

  it.each([false, true])("keeps unknown fields in a backup of the older one; sensitive: %s", async (isSensitive) => {
    const { older, newer, id, clock } = await openPair(await createMd5());
    const fields = { labels: ["birds"], reminder: { atMs: 1, text: "feed the heron" } };
    if (isSensitive) await newer.cross(id);
    await newer.mark(id, fields);
    await syncAll(older, newer);
    clock.sleep(1000);
    await older.bringBack(id);
    await syncAll(older, newer);
    expect(await newer.open(id)).toMatchObject(fields);
    expectHidden(await newer.stored(id));
  });

  it.each([
    ["a name of Object.prototype", { constructor: 1 }],
    ["a nested prototype", { later: JSON.parse('{"__proto__": {}}') }],
    ["too much", { later: "x".repeat(262_144) }],
    ["too deep", { later: JSON.parse(`${"[".repeat(40)}${"]".repeat(40)}`) }],
  ])("rejects an inner envelope with unsound fields as damaged: %s", async (_name, unsound) => {
    const sealing = await openKeys();
    const text = { title: "Heron", content: "", attachments: [] };
    expect(await sealing.openSensitiveNote("n", value(await sealing.sealSensitiveNote("n", { ...text, labels: ["a"] })))).toMatchObject({
      ok: true,
    });
    const sealed = value(await sealing.sealSensitiveNote("n", { ...text, ...unsound }));
    expect(await sealing.openSensitiveNote("n", sealed)).toEqual({ ok: false, problem: "damaged" });
  });
});
