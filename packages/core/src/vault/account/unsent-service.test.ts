import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import { failed, ok } from "../../model/result.ts";
import type { KeptRow } from "../../ports/device/kept-store.ts";
import type { Codec } from "../../ports/sealing/codec.ts";
import { aFolder, aNote } from "../../testing/entities.ts";
import { createMemoryKeptStore } from "../../testing/memory-kept-store.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestDevice } from "../../testing/test-device.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { keepUnsent, restoreUnsent, sealUnsent, type UnsentDeps } from "./unsent-service.ts";

const VAULT = "vaultAAAAAA";

/** Seals into readable bytes; locked on demand. */
function aCodec() {
  const codec = {
    isLocked: false,
    seal: async (entity: object) => (codec.isLocked ? failed("locked" as const) : ok(bytesOf(JSON.stringify(entity)))),
    open: async (_kind: string, _id: string, bytes: Uint8Array) =>
      codec.isLocked ? failed("locked" as const) : ok(JSON.parse(new TextDecoder().decode(bytes))),
  };
  return codec as typeof codec & Codec;
}
const bytesOf = (text: string) => new TextEncoder().encode(text);
const byDraftId = (one: { readonly draftId: string }, other: { readonly draftId: string }) => (one.draftId < other.draftId ? -1 : 1);

let disk: MemoryDisk;
let deps: UnsentDeps & { readonly codec: ReturnType<typeof aCodec>; readonly kept: ReturnType<typeof createMemoryKeptStore> };
const open = async () => ok(new MemoryLocalStore(disk));

beforeEach(() => {
  disk = new MemoryDisk("old");
  disk.meta = { ...disk.meta, vaultId: VAULT };
  deps = {
    codec: aCodec(),
    md5: async () => "md5",
    kept: createMemoryKeptStore(),
    clock: { now: () => 1000 },
    ids: createSequenceIds("u"),
  };
});

async function onFreshDevice() {
  const fresh = new MemoryDisk("new");
  const library = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(fresh) });
  if (!library.ok) throw new Error("a store in memory opens always");
  const restore = (vaultId = VAULT) => restoreUnsent(deps, library.value, vaultId);
  return { fresh, restore, titles: () => [...fresh.entities.values()].map((entity) => (entity.kind === "note" ? entity.title : "")) };
}

describe("encryption.md 3.5 (13) unsent work of a revoked session", () => {
  it("merges with what another device wrote meanwhile as if the session had gone on", async () => {
    const drive = new MemoryDrive();
    const [mine, other] = [await createTestDevice("mine", drive), await createTestDevice("other", drive)];
    const folder = await mine.notes.createFolder({ name: "Kitchen", description: "", color: "#3B82F6" });
    const made = await mine.notes.create({ title: "Milk", content: "<p>one</p><p>two</p>" }, null);
    if (!folder.ok || !made.ok) throw new Error("the note was not made");
    const { noteId, vv } = made.value;
    await mine.sync();
    await other.sync();
    await mine.notes.move(noteId, folder.value.folderId);
    await mine.notes.save(noteId, { title: "Milk", content: "<p>one more</p><p>two</p>" }, { seen: { vv } });
    other.clock.sleep(1000);
    await other.notes.save(noteId, { title: "Milk", content: "<p>one</p><p>two too</p>" }, { seen: { vv } });
    await other.sync();
    await mine.library.transact({}, () => ({ writes: { meta: { vaultId: VAULT } }, answer: undefined }), "sync");
    expect(await sealUnsent(deps, async () => ok(new MemoryLocalStore(mine.disk)))).toBe(true);

    const again = await createTestDevice("again", drive);
    expect(await restoreUnsent(deps, again.library, VAULT)).toBe(1);
    await again.sync();
    expect(deps.kept.rows).toEqual([]);
    expect(again.titles()).toEqual(["Milk"]);
    const note = await again.notes.open(noteId);
    expect(note).toMatchObject({ value: { folderId: folder.value.folderId, content: "<p>one more</p><p>two too</p>" } });
  });

  it("is kept sealed and comes back at the next sign-in, with its versions", async () => {
    const note = aNote({ title: "Unsent", vv: { old: 7 }, alive: { old: 7 } });
    disk.entities.set(note.id, note);
    expect(await sealUnsent(deps, open)).toBe(true);
    expect(deps.kept.rows).toMatchObject([{ vaultId: VAULT, kind: "note", id: note.id }]);

    const { fresh, restore } = await onFreshDevice();
    expect(await restore()).toBe(1);
    expect(fresh.entities.get(note.id)).toEqual(note);
    expect(deps.kept.rows).toEqual([]);
    expect(await restore()).toBe(0);
  });

  it("is nothing where only default folders are, as they were made", async () => {
    const folder = aFolder({ folderType: "PINNED", isDefault: true });
    disk.entities.set(folder.id, folder);
    expect(await sealUnsent(deps, open)).toBe(true);
    expect(deps.kept.rows).toEqual([]);
    disk.entities.set("note-1", aNote({ id: "note-1", folderId: folder.id }));
    expect(await sealUnsent(deps, open)).toBe(true);
    expect(deps.kept.rows).toHaveLength(2);
  });

  it("restores unsaved text as drafts of every kind", async () => {
    const anyDraft = fc.record(
      {
        draftId: fc.stringMatching(/^(new-)?[A-Za-z0-9_-]{12}$/),
        noteId: fc.option(fc.constantFrom("note-1", "note-gone")),
        folderId: fc.option(fc.constantFrom("folder-1-a", "folder-gone")),
        title: fc.string({ unit: "grapheme" }),
        content: fc.string({ unit: "grapheme" }),
        baseVv: fc.constant({ old: 7 }),
        savedAtMs: fc.nat(),
        sealed: fc.constant("inner"),
        isSensitive: fc.constant(true as const),
      },
      { requiredKeys: ["draftId", "noteId", "folderId", "title", "content", "savedAtMs"] },
    );
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyDraft, { selector: ({ draftId }) => draftId, minLength: 1, maxLength: 4 }), async (drafts) => {
        deps.kept.rows = [];
        disk.drafts.clear();
        for (const draft of drafts) disk.drafts.set(draft.draftId, draft);
        expect(await sealUnsent(deps, open)).toBe(true);
        const { fresh, restore } = await onFreshDevice();
        expect(await restore()).toBe(drafts.length);
        expect([...fresh.drafts.values()].sort(byDraftId)).toEqual([...drafts].sort(byDraftId));
        expect([fresh.entities.size, deps.kept.rows]).toEqual([0, []]);
      }),
    );
  });

  it("a draft that cannot be opened, or is another's under its name, stays kept", async () => {
    const draft = { draftId: "new-d1", noteId: null, folderId: null, title: "Half", content: "<p>a sentence</p>", savedAtMs: 5 };
    disk.drafts.set("new-d1", draft);
    expect(await sealUnsent(deps, open)).toBe(true);
    const { fresh, restore } = await onFreshDevice();
    deps.codec.isLocked = true;
    expect(await restore()).toBe(0);
    deps.codec.isLocked = false;
    const [row] = deps.kept.rows;
    deps.kept.rows = [
      { ...(row as KeptRow), bytes: bytesOf(JSON.stringify({ ...aNote(), id: "new-d1", content: '{"draftId":"new-d2"}' })) },
    ];
    expect(await restore()).toBe(0);
    deps.kept.rows = [{ ...(row as KeptRow), bytes: bytesOf(JSON.stringify({ ...aNote(), id: "new-d1", content: "<p>no draft</p>" })) }];
    expect(await restore()).toBe(0);
    expect([fresh.drafts.size, deps.kept.rows.length]).toEqual([0, 1]);
    deps.kept.rows = [row as KeptRow];
    expect(await restore()).toBe(1);
    expect([...fresh.drafts.values()]).toEqual([draft]);
  });

  it("a text of a saved note whose rest is lost comes back as a note, in its folder", async () => {
    const text = { folderId: null, title: "", content: "", savedAtMs: 5 };
    const sensitive = aFolder({ id: "folder-sensitive-1", folderType: "SENSITIVE" });
    for (const entity of [sensitive, aNote({ id: "note-2", folderId: "folder-1-a" })]) disk.entities.set(entity.id, entity);
    const broken = Object.assign(new MemoryLocalStore(disk), {
      loadTexts: async () => [
        { ...text, draftId: "note-gone", noteId: null, sealed: "inner", isSensitive: true as const },
        { ...text, draftId: "new-d3", noteId: "note-2", title: "Half" },
      ],
    });
    expect(await keepUnsent(deps, broken)).toBe(4);
    const { fresh, restore } = await onFreshDevice();
    await restore();
    expect(fresh.entities.get("note-gone")).toMatchObject({ isEncrypted: true, sealed: "inner", title: "", folderId: sensitive.id });
    expect(fresh.entities.get("note-5-new-d3")).toMatchObject({ title: "Half", folderId: "folder-1-a" });
    expect(fresh.drafts.size).toBe(0);
  });

  it("keeps sealed work if the device holds another version of it", async () => {
    const note = aNote({ title: "", content: "", isEncrypted: true, sealed: "inner", vv: { old: 7 }, alive: { old: 7 } });
    disk.entities.set(note.id, note);
    expect(await sealUnsent(deps, open)).toBe(true);
    const { fresh, restore } = await onFreshDevice();
    fresh.entities.set(note.id, { ...note, sealed: "other", vv: { else: 1 }, alive: { else: 1 } });
    expect(await restore()).toBe(0);
    expect(deps.kept.rows).toHaveLength(1);
  });

  it("a pending file is kept as it is, and is pending again", async () => {
    const bytes = Uint8Array.from([1, 2, 3]);
    const row = { sizeBytes: 3, sealedBytes: 3, md5: "", addedAt: 1, usedAt: 1 };
    disk.attachments.set("waits", { ...row, id: "waits", upload: { kind: "waiting", fileId: "f", session: "s" } });
    disk.attachments.set("sent", { ...row, id: "sent", upload: { kind: "stored", fileId: "g" } });
    disk.attachmentBytes.set("waits", bytes);
    disk.attachmentBytes.set("sent", bytes);
    expect(await sealUnsent(deps, open)).toBe(true);
    expect(deps.kept.rows).toEqual([{ vaultId: VAULT, kind: "attachment", id: "waits", bytes }]);

    const { fresh, restore } = await onFreshDevice();
    expect(await restore()).toBe(0);
    expect(fresh.attachments.get("waits")).toMatchObject({ sealedBytes: 3, upload: { kind: "waiting", mustLook: true } });
    expect(fresh.attachmentBytes.get("waits")).toEqual(bytes);
    expect(deps.kept.rows).toEqual([]);
  });

  it("a file stays kept while its MD5 cannot be worked out, and comes back with the next start", async () => {
    const bytes = Uint8Array.from([1, 2, 3]);
    const row = { sizeBytes: 3, sealedBytes: 3, md5: "", addedAt: 1, usedAt: 1 };
    disk.attachments.set("waits", { ...row, id: "waits", upload: { kind: "waiting" } });
    disk.attachmentBytes.set("waits", bytes);
    expect(await sealUnsent(deps, open)).toBe(true);

    const { fresh, restore } = await onFreshDevice();
    deps = { ...deps, md5: async () => undefined };
    await restore();
    expect([fresh.attachments.size, deps.kept.rows.length]).toEqual([0, 1]);
    deps = { ...deps, md5: async () => "md5" };
    await restore();
    expect([fresh.attachments.get("waits")?.md5, deps.kept.rows.length]).toEqual(["md5", 0]);
  });

  it("does not store a record if everything was sent", async () => {
    expect(await sealUnsent(deps, open)).toBe(true);
    expect(deps.kept.rows).toEqual([]);
  });

  it("says when it could not be kept, so that nothing is deleted", async () => {
    disk.entities.set("note-1", aNote({ id: "note-1" }));
    deps.codec.isLocked = true;
    expect(await sealUnsent(deps, open)).toBe(false);
    deps.codec.isLocked = false;
    deps.kept.isDenied = true;
    expect(await sealUnsent(deps, open)).toBe(false);
    expect(await sealUnsent(deps, async () => failed({ kind: "storage-denied" }))).toBe(false);
  });

  it("stays kept for a user who cannot open it, and for another vault", async () => {
    disk.entities.set("note-1", aNote({ id: "note-1" }));
    await sealUnsent(deps, open);
    const { restore } = await onFreshDevice();
    expect(await restore("otherAAAAAA")).toBe(0);
    deps.codec.isLocked = true;
    expect(await restore()).toBe(0);
    expect(deps.kept.rows).toHaveLength(1);
  });

  it("a crash between taking up and forgetting takes nothing up twice", async () => {
    const note = aNote({ vv: { old: 1 }, alive: { old: 1 } });
    disk.entities.set(note.id, note);
    await sealUnsent(deps, open);
    const rows = deps.kept.rows;
    const { fresh, restore } = await onFreshDevice();
    await restore();
    deps.kept.rows = rows;
    await restore();
    expect([...fresh.entities.values()]).toEqual([note]);
  });
});
