// @vitest-environment node
/** Local mode: whatever the library holds can be backed up and restored. Over IndexedDB, with real keys and zips. */
import "fake-indexeddb/auto";
import { createAttachmentsService } from "@satchel/core/library/attachments/attachments-service.ts";
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { newAttachmentId, newNoteId } from "@satchel/core/model/entities/entity-ids.ts";
import { type KeptVersion, toKeptVersion } from "@satchel/core/model/entities/note-versions.ts";
import { ATTACHMENT } from "@satchel/core/model/limits/limits.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemorySensitiveStore } from "@satchel/core/testing/memory-sensitive-keys.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { createAttachmentBytes, createBackupService } from "@satchel/core/transfer/backup/backup-service.ts";
import { createLocalSealedNotes, localSensitiveForBackup } from "@satchel/core/transfer/backup/local-sealed-notes-service.ts";
import { type Bytes, utf8 } from "@satchel/crypto/primitives/bytes.ts";
import type { Kdf } from "@satchel/crypto/primitives/kdf.ts";
import { IDBFactory } from "fake-indexeddb";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openLocalModeStore } from "../indexed-db/local-mode-store.ts";
import { createSealingApi } from "../sealing/create-sealing-api.ts";
import { createMemoryKeyStore } from "../sealing/testing/memory-key-store.ts";
import { createArchives } from "./create-archives.ts";
import { Faults, startFaultyArchiveApi, stubOriginFiles, type Weather, withFaults } from "./testing/faulty-parts.node.ts";
import { fill, type GeneratedLibrary, libraries, patience, runs, seen, value } from "./testing/random-library.node.ts";
import { describeWholeLibrary, type WholeBrowser } from "./testing/whole-library-contract.node.ts";

const LABELS = { heading: "Notes", untitled: "Untitled Note", noFolder: "No folder", lastModified: "Last modified", backToIndex: "All" };
const PASSWORD = "of the Sensitive folder 1";

afterEach(() => vi.unstubAllGlobals());

async function stretchWith(password: Bytes, { salt }: Kdf): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array([...password, ...utf8(salt)])));
}

const createBrowserSealing = () => createSealingApi(createMemoryKeyStore(), { stretchWith });

/** Local mode in a separate browser. */
async function aBrowser(
  databases = new IDBFactory(),
  localStore = createMemorySensitiveStore(),
  sealing = createBrowserSealing(),
  disk = { capacityBytes: Number.POSITIVE_INFINITY },
): Promise<WholeBrowser> {
  globalThis.indexedDB = databases;
  stubOriginFiles(disk);
  const weather: Weather = { faults: new Faults() };
  const opened = value(await openLocalModeStore({ now: () => 1, newDeviceId: () => "device", onOutdated: async () => {} }));
  const store = withFaults(opened, weather);
  const library = value(await openLibrary({ writers: createTestWriters(), store }));
  const clock = new ManualClock();
  const attachments = createAttachmentsService({
    library,
    store,
    codec: {
      sealAttachment: (...given) => sealing.sealLocalAttachment(...given),
      openAttachment: (...given) => sealing.openLocalAttachment(...given),
    },
    clock,
    ids: { random: () => "unused" },
  });
  const files: File[] = [];
  const backup = createBackupService({
    library,
    archives: createArchives({
      start: () => startFaultyArchiveApi(weather),
      saveBlob: (name, blob) => void files.push(new File([blob], name)),
    }),
    attachments: createAttachmentBytes(attachments),
    sealedNotes: createLocalSealedNotes({ sensitiveStore: localStore, keyring: sealing, onAdopted: async () => undefined }),
    sensitive: () => localSensitiveForBackup(localStore),
    clock,
    labels: LABELS,
  });
  const reopen = () => aBrowser(databases, localStore, sealing, disk);
  return { library, sealing, attachments, backup, files, weather, disk, reopen };
}

async function withSensitive(): Promise<WholeBrowser> {
  const [localStore, sealing] = [createMemorySensitiveStore(), createBrowserSealing()];
  value(await localStore.writeSensitive(value(await sealing.prepareLocalSensitive(PASSWORD)), undefined));
  await sealing.takeSensitive();
  return aBrowser(new IDBFactory(), localStore, sealing);
}

describeWholeLibrary("local mode", {
  open: withSensitive,
  // The backup brings the key of its Sensitive folder.
  another: () => aBrowser(),
  syncUntilIdle: async () => undefined,
  lock: async ({ sealing }) => void value(await sealing.lockSensitive(undefined)),
});

async function addFile({ library, attachments }: WholeBrowser, sizeBytes: number, byteAt: (at: number) => number): Promise<void> {
  const id = newAttachmentId(() => "-".repeat(22));
  value(
    await attachments.restore(
      { id, fileName: id, mimeType: "a/b", sizeBytes },
      new Uint8Array(sizeBytes).map((_, at) => byteAt(at)),
    ),
  );
  const holder = aNote({ id: newNoteId(1, () => "_________"), attIds: [id] });
  value(await library.transact({}, () => ({ writes: { entities: [holder] }, answer: undefined }), "user"));
}

async function backUp(browser: WholeBrowser, password?: string, withHistory = false): Promise<File> {
  await browser.backup.create(password, { withHistory });
  expect(browser.backup.store.getState()).toMatchObject({ kind: "written", totals: { missing: [] } });
  return browser.files[0] as File;
}

describe("B4.7 a backup of local mode", () => {
  it("includes an image's original that exceeds the size limit of other files", async () => {
    const source = await aBrowser();
    await addFile(source, 2 * ATTACHMENT.maxBytes, (at) => at >> 12);
    const file = await backUp(source);
    const fresh = await aBrowser();
    await fresh.backup.restore(file, undefined);
    expect(fresh.backup.store.getState()).toMatchObject({ kind: "restored", result: { attachments: { added: 1 }, damage: [] } });
  });

  it("restores all notes and folders without the second half and the directory", async () => {
    const source = await withSensitive();
    const [generated] = fc.sample(
      libraries.filter(({ notes }) => notes.length === 8 && notes.every(({ files }) => files.length > 0)),
      { numRuns: 1 },
    );
    await fill(source, generated as GeneratedLibrary);
    await addFile(source, 3_000_000, (at) => (at * at * 31 + (at >> 3)) % 251);
    const there = await seen(source);
    const whole = await backUp(source);
    const fresh = await aBrowser();
    await fresh.backup.restore(new File([whole.slice(0, whole.size / 2)], "x.zip"), undefined);
    const damage = expect.arrayContaining([{ kind: "archive-damaged", path: "" }]);
    expect(fresh.backup.store.getState()).toMatchObject({ kind: "restored", result: { damage } });
    expect(await seen(fresh)).toEqual(there);
  });
});

const histories = fc.array(
  fc.record({ isSensitive: fc.boolean(), texts: fc.array(fc.string({ maxLength: 80 }), { minLength: 2, maxLength: 6 }) }),
  { minLength: 1, maxLength: 4 },
);
type Histories = typeof histories extends fc.Arbitrary<infer Value> ? Value : never;

async function fillHistories({ library, sealing }: WholeBrowser, picked: Histories): Promise<void> {
  for (const [at, { isSensitive, texts }] of picked.entries()) {
    const id = newNoteId(at + 1, () => "_________");
    const notes = await Promise.all(
      texts.map(async (text, step) => {
        const common = { id, mtime: 1000 + step, vv: { device: step + 1 }, alive: { device: step + 1 } };
        if (!isSensitive) return aNote({ ...common, title: `Note ${at}`, content: `<p>${step}</p>${text}` });
        const sealed = value(await sealing.sealSensitiveNote(id, { title: "", content: text, attachments: [] }));
        return aNote({ ...common, title: "", content: "", isEncrypted: true, sealed: JSON.stringify(sealed) });
      }),
    );
    const versions = notes.slice(0, -1).map(toKeptVersion);
    value(await library.transact({}, () => ({ writes: { entities: notes.slice(-1), versions }, answer: undefined }), "user"));
  }
}

async function versionsIn({ library }: WholeBrowser): Promise<readonly KeptVersion[]> {
  const ids = [...library.index.entities.keys()].sort();
  const versions = (await Promise.all(ids.map((id) => library.store.readVersions(id)))).flatMap(value);
  return versions.sort((a, b) => (`${a.noteId} ${a.key}` < `${b.noteId} ${b.key}` ? -1 : 1));
}

describe("decision 0035 the history in a backup", () => {
  it.each([
    ["in clear", undefined, 8],
    ["under a password", "of this file", 1],
  ])(
    "restores the whole history, sealed versions under their sealing key, %s",
    async (_name, password, few) => {
      await fc.assert(
        fc.asyncProperty(histories, async (picked) => {
          const source = await withSensitive();
          await fillHistories(source, picked);
          const there = await versionsIn(source);
          const file = await backUp(source, password, true);
          const fresh = await aBrowser();
          await fresh.backup.restore(file, password);
          const result = { versions: there.length, damage: [] };
          expect(fresh.backup.store.getState()).toMatchObject({ kind: "restored", result });
          expect(await versionsIn(fresh)).toEqual(there);
          await fresh.backup.restore(file, password);
          expect(fresh.backup.store.getState()).toMatchObject({ kind: "restored", result: { versions: 0, notes: { added: 0 } } });
        }),
        runs(few),
      );
    },
    patience(),
  );

  it("leaves the history out unless it was asked for", async () => {
    const source = await withSensitive();
    await fillHistories(source, [{ isSensitive: false, texts: ["one", "two"] }]);
    const file = await backUp(source);
    const fresh = await aBrowser();
    await fresh.backup.restore(file, undefined);
    const { result } = fresh.backup.store.getState() as { readonly result: object };
    expect(result).not.toHaveProperty("versions");
    expect(await versionsIn(fresh)).toEqual([]);
  });

  it("keeps every note if the history is damaged, and reports the damage", async () => {
    const source = await withSensitive();
    const words = Array.from({ length: 300 }, (_, at) => (at * 7919) % 99_991).join(" ");
    await fillHistories(source, [{ isSensitive: false, texts: [words, `${words} x`, `y ${words}`] }]);
    const file = await backUp(source, undefined, true);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const begin = Buffer.from(bytes).indexOf("history.json") + "history.json".length;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 8, max: 400 }), async (at) => {
        const damaged = bytes.slice();
        damaged[begin + at] = (damaged[begin + at] as number) ^ 0x5a;
        const fresh = await aBrowser();
        await fresh.backup.restore(new File([damaged], "x.zip"), undefined);
        const damage = expect.arrayContaining([expect.objectContaining({ path: "history.json" })]);
        expect(fresh.backup.store.getState()).toMatchObject({ kind: "restored", result: { notes: { added: 1 }, damage } });
        expect(await seen(fresh)).toEqual(await seen(source));
      }),
      runs(6),
    );
  });
});
