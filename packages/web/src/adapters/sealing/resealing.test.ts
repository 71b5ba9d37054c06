// @vitest-environment node
/** Restores a backup of one local Sensitive folder into another, with real keys, real zips and both passwords. encryption.md 3.5 (12). */
import { createAttachmentsService } from "@satchel/core/library/attachments/attachments-service.ts";
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import type { NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { toKeptVersion } from "@satchel/core/model/entities/note-versions.ts";
import { sealedUnder } from "@satchel/core/model/entities/parsing/sealed-texts.ts";
import { ok, type Result } from "@satchel/core/model/result.ts";
import { aFolder, aNote } from "@satchel/core/testing/entities.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { createMemorySensitiveStore } from "@satchel/core/testing/memory-sensitive-keys.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { createAttachmentBytes, createBackupService } from "@satchel/core/transfer/backup/backup-service.ts";
import { createLocalSealedNotes, localSensitiveForBackup } from "@satchel/core/transfer/backup/local-sealed-notes-service.ts";
import { type Bytes, utf8 } from "@satchel/crypto/primitives/bytes.ts";
import type { Kdf } from "@satchel/crypto/primitives/kdf.ts";
import { describe, expect, it } from "vitest";
import { createArchives } from "../archive/create-archives.ts";
import { startArchiveApi } from "../archive/testing/start-archive-api.node.ts";
import { createSealingApi } from "./create-sealing-api.ts";
import { createMemoryKeyStore } from "./testing/memory-key-store.ts";

const LABELS = { heading: "Notes", untitled: "Untitled Note", noFolder: "No folder", lastModified: "Last modified", backToIndex: "All" };
const [FORMER, OWN] = ["of the former one 1", "of this one 1"];
const FILE = { id: "file-1", fileName: "heron.txt", mimeType: "text/plain", sizeBytes: 3 };
const BYTES = Uint8Array.from([1, 2, 3]);
const FOLDER = aFolder({ id: "folder-sensitive-a", name: "Sensitive", folderType: "SENSITIVE", isDefault: true });

/** A cheap stand-in for Argon2id, which has tests of its own: here passwords only have to differ. */
async function stretchWith(password: Bytes, { salt }: Kdf): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array([...password, ...utf8(salt)])));
}

function value<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

/** Local mode in a separate browser, with an unlocked Sensitive folder. */
async function aBrowser(password: string) {
  const disk = new MemoryDisk("device");
  disk.entities.set(FOLDER.id, FOLDER);
  const store = new MemoryLocalStore(disk);
  const library = value(await openLibrary({ writers: createTestWriters(), store }));
  const sealing = createSealingApi(createMemoryKeyStore(), { stretchWith });
  const localStore = createMemorySensitiveStore();
  const folder = value(await sealing.prepareLocalSensitive(password));
  await localStore.writeSensitive(folder, undefined);
  await sealing.takeSensitive();
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
    archives: createArchives({ start: startArchiveApi, saveBlob: (name, blob) => void files.push(new File([blob], name)) }),
    attachments: createAttachmentBytes(attachments),
    sealedNotes: createLocalSealedNotes({ sensitiveStore: localStore, keyring: sealing, onAdopted: async () => undefined }),
    sensitive: () => localSensitiveForBackup(localStore),
    clock,
    labels: LABELS,
  });
  return { sid: folder.sid, disk, library, sealing, attachments, backup, files };
}

type Browser = Awaited<ReturnType<typeof aBrowser>>;

async function writeSensitive({ library, sealing, attachments }: Browser, id: string): Promise<void> {
  const sealedFile = value(await sealing.sealLocalAttachment(FILE.id, BYTES, { isSensitive: true }));
  value(await attachments.restore(FILE, sealedFile.bytes));
  const sealed = value(await sealing.sealSensitiveNote(id, { title: "Diary", content: `<p>${id}</p>`, attachments: [FILE] }));
  const note = aNote({
    id,
    title: "",
    content: "",
    folderId: FOLDER.id,
    isEncrypted: true,
    sealed: JSON.stringify(sealed),
    attIds: [FILE.id],
  });
  value(await library.transact({}, () => ({ writes: { entities: [note] }, answer: undefined }), "user"));
}

async function backedUp(ids: readonly string[]): Promise<File> {
  const former = await aBrowser(FORMER);
  for (const id of ids) await writeSensitive(former, id);
  await former.backup.create(undefined);
  return former.files[0] as File;
}

const sealedOf = ({ disk }: Browser, id: string) => (disk.entities.get(id) as NoteEntity | undefined)?.sealed ?? "";
const stateOf = ({ backup }: Browser) => backup.store.getState();
const left = (locked: number, notes: object) => ({ kind: "restored", result: { locked, notes } });

describe("B4.7 sensitive notes of another folder come into local mode's own", () => {
  it("leaves them in the backup until both passwords are typed", async () => {
    const file = await backedUp(["note-1", "note-2"]);
    const here = await aBrowser(OWN);

    await here.backup.restore(file, undefined);
    expect(stateOf(here)).toMatchObject({ ...left(2, { added: 0 }), result: { lockedFolders: [{}] } });
    expect(await here.backup.unlockLeft("not that", OWN)).toEqual({ ok: false, problem: { kind: "sensitive-refused" } });
    expect(await here.backup.unlockLeft(FORMER, "not that")).toEqual({ ok: false, problem: { kind: "own-refused" } });
    expect(await here.backup.unlockLeft(FORMER, undefined)).toEqual({ ok: false, problem: { kind: "own-refused" } });
    expect([...here.disk.entities.keys()]).toEqual([FOLDER.id]);

    expect(await here.backup.unlockLeft(FORMER, OWN)).toEqual(ok(undefined));
    expect(stateOf(here)).toMatchObject(left(0, { added: 2, skipped: 0 }));
    for (const id of ["note-1", "note-2"]) {
      expect(sealedUnder(sealedOf(here, id))).toBe(here.sid);
      expect(await here.sealing.openSensitiveNote(id, JSON.parse(sealedOf(here, id)))).toMatchObject(
        ok({ title: "Diary", content: `<p>${id}</p>`, attachments: [FILE] }),
      );
    }
    expect(await here.attachments.open({ id: FILE.id, isSensitive: true, isExact: true })).toEqual(ok(BYTES));
    expect(value(await here.attachments.readSealed(FILE.id))).not.toEqual(BYTES);
  });

  it("restores their re-encrypted former versions, except unreadable ones", async () => {
    const former = await aBrowser(FORMER);
    await writeSensitive(former, "note-1");
    const note = former.disk.entities.get("note-1") as NoteEntity;
    const versions = await Promise.all(
      ["first", "second"].map(async (content, at) => {
        const sealed = value(await former.sealing.sealSensitiveNote("note-1", { title: "Diary", content, attachments: [FILE] }));
        return toKeptVersion({ ...note, vv: { former: at + 1 }, mtime: note.mtime - 10 + at, sealed: JSON.stringify(sealed) });
      }),
    );
    const foreign = JSON.stringify(JSON.parse(note.sealed ?? "")).replace(former.sid, "A".repeat(former.sid.length));
    const unknown = toKeptVersion({ ...note, vv: { former: 3 }, mtime: note.mtime - 5, sealed: foreign });
    value(await former.library.transact({}, () => ({ writes: { versions: [...versions, unknown] }, answer: undefined }), "user"));
    await former.backup.create(undefined, { withHistory: true });
    const here = await aBrowser(OWN);
    await here.backup.restore(former.files[0] as File, undefined);
    expect(value(await here.library.store.readVersions("note-1"))).toEqual([]);

    expect(await here.backup.unlockLeft(FORMER, OWN)).toEqual(ok(undefined));

    const kept = value(await here.library.store.readVersions("note-1")).toSorted((a, b) => a.note.mtime - b.note.mtime);
    expect(kept.map(({ key }) => key)).toEqual(versions.map(({ key }) => key));
    for (const [at, content] of ["first", "second"].entries()) {
      const sealed = kept[at]?.note.sealed ?? "";
      expect(sealedUnder(sealed)).toBe(here.sid);
      expect(await here.sealing.openSensitiveNote("note-1", JSON.parse(sealed))).toMatchObject(ok({ content }));
    }
    expect(JSON.stringify(kept)).not.toMatch(/first|second|Diary/);
  });

  it("skips notes that exist, without requesting a password", async () => {
    const file = await backedUp(["note-1"]);
    const here = await aBrowser(OWN);
    await here.backup.restore(file, undefined);
    await here.backup.unlockLeft(FORMER, OWN);
    const before = sealedOf(here, "note-1");
    here.backup.reset();

    await here.backup.restore(file, undefined);

    expect(stateOf(here)).toMatchObject({ ...left(0, { added: 0, skipped: 1 }), result: { attachments: { added: 0, skipped: 1 } } });
    expect(sealedOf(here, "note-1")).toBe(before);
  });

  it("forgets the keys after the restore, or after a lock", async () => {
    const file = await backedUp(["note-1"]);
    const here = await aBrowser(OWN);
    await here.backup.restore(file, undefined);
    await here.backup.unlockLeft(FORMER, OWN);
    expect(await here.sealing.resealNote("note-1", JSON.parse(sealedOf(here, "note-1")))).toEqual({ ok: false, problem: "locked" });

    const other = await aBrowser(FORMER);
    const folder = value(await other.sealing.prepareLocalSensitive(FORMER));
    await other.sealing.beginResealing({ folder, password: FORMER }, { folder, password: FORMER });
    await other.sealing.lockSensitive(undefined);
    expect(await other.sealing.resealFile("file-1", BYTES)).toEqual({ ok: false, problem: "locked" });
  });
});
