/** Contract of every local store. Run by the memory store and the browser's. */
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { toLight } from "../library/index/in-range.ts";
import { toBase } from "../merge/bases.ts";
import type { RemoteFile } from "../model/drive/remote-file.ts";
import { toKeptVersion } from "../model/entities/note-versions.ts";
import type { Base, ConflictStore, DraftStore, LocalStore, LogStore, TabStore, Writes } from "../ports/device/local-store.ts";
import { aFolder, aNote } from "./entities.ts";
import { unknownFields } from "./random-unknown-fields.ts";

type Opened = LocalStore & DraftStore & TabStore & Partial<LogStore & ConflictStore>;

/** `reopen` opens the same data again, as after a reload. */
export type StoreUnderTest = {
  readonly open: () => Promise<Opened>;
  readonly reopen: () => Promise<Opened>;
  readonly keepsSyncState: boolean;
};

export function describeLocalStore(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`local store contract: ${name}`, () => {
    let under: StoreUnderTest;
    let store: Opened;

    beforeEach(async () => {
      under = await create();
      store = await under.open();
    });

    const put = (writes: Writes) => store.transact({}, () => ({ writes, answer: undefined }), "strict");

    it("starts empty with a fresh device id", async () => {
      const index = await store.loadIndex();

      expect(index).toMatchObject({ ok: true, value: { entities: [], meta: { ctr: 0, cursor: undefined } } });
      if (index.ok) expect(index.value.meta.deviceId).toMatch(/^[A-Za-z0-9_-]{6}$/);
    });

    it("keeps notes and folders whole across a reload", async () => {
      const note = aNote({ content: "<p>Grüße, 世界 👩‍👩‍👧</p>", after: [{ id: "note-0-x", vv: { a: 2 } }], sealed: "inner" });
      const folder = aFolder();

      await put({ entities: [note, folder] });
      store = await under.reopen();

      const read = await store.readEntities([note.id, folder.id, "note-none"]);
      expect(read).toEqual({
        ok: true,
        value: new Map<string, unknown>([
          [note.id, note],
          [folder.id, folder],
        ]),
      });
    });

    it("keeps and lists unknown fields of notes and versions across a reload", async () => {
      const samples = fc.sample(unknownFields, { numRuns: 10, seed: 3 });
      const notes = samples.map((fields, at) => ({ ...aNote({ id: `note-${at}`, vv: { a: 2 } }), ...fields }));
      const versions = samples.map((fields, at) => toKeptVersion({ ...aNote({ id: `note-${at}`, vv: { a: 1 } }), ...fields }));

      await put({ entities: notes, versions });
      store = await under.reopen();

      const read = await store.readEntities(notes.map(({ id }) => id));
      expect(read.ok && [...read.value.values()]).toEqual(notes);
      const index = await store.loadIndex();
      for (const [at, note] of notes.entries()) {
        expect(index.ok && index.value.entities.find(({ id }) => id === note.id)).toMatchObject(samples[at] ?? {});
        expect(await store.readVersions(note.id)).toEqual({ ok: true, value: [versions[at]] });
      }
    });

    it("reads many records at once, adjacent or not, and no others", async () => {
      const notes = Array.from({ length: 300 }, (_, at) => aNote({ id: `note-${String(at).padStart(4, "0")}`, content: `<p>${at}</p>` }));
      const folder = aFolder({ id: "folder-x" });
      await put({ entities: [...notes, folder] });

      for (const step of [1, 2, 4]) {
        const wanted = notes.filter((_, at) => at % step === 0);
        const read = await store.readEntities([...wanted.map(({ id }) => id), folder.id, "note-none"]);

        expect(read.ok && [...read.value.values()].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([folder, ...wanted]);
      }
    });

    it("lists notes without their text but with a preview", async () => {
      await put({ entities: [aNote({ content: "<p>First line</p><p>second</p>" })] });

      const index = await store.loadIndex();

      const [light] = index.ok ? index.value.entities : [];
      expect(light).not.toHaveProperty("content");
      expect(light).toMatchObject({ id: "note-1-a", title: "Title", preview: expect.stringContaining("First line") });
    });

    it("passes the plan only what it named", async () => {
      await put({ entities: [aNote(), aNote({ id: "note-2-b" })] });

      const seen = await store.transact(
        { entities: ["note-1-a"] },
        (found) => ({ writes: {}, answer: [...found.entities.keys()] }),
        "relaxed",
      );

      expect(seen).toEqual({ ok: true, value: ["note-1-a"] });
    });

    it("writes nothing if the plan throws", async () => {
      await expect(
        store.transact(
          {},
          () => {
            throw new Error("broken rule");
          },
          "strict",
        ),
      ).rejects.toThrow("broken rule");

      const index = await store.loadIndex();
      expect(index.ok && index.value.entities).toEqual([]);
    });

    it("counts every change exactly once when many run concurrently", async () => {
      const bump = () => store.transact({}, ({ meta }) => ({ writes: { meta: { ctr: meta.ctr + 1 } }, answer: meta.ctr + 1 }), "relaxed");

      const counted = await Promise.all(Array.from({ length: 25 }, bump));

      expect(new Set(counted.map((answer) => answer.ok && answer.value)).size).toBe(25);
      const index = await store.loadIndex();
      expect(index.ok && index.value.meta.ctr).toBe(25);
    });

    it("keeps drafts until removed, and removes one in the save that supersedes it", async () => {
      const draft = { draftId: "tab-1", noteId: null, folderId: null, title: "Milk", content: "<p>and eggs</p>", savedAtMs: 5 };
      await store.putDraft(draft);
      await store.putDraft({ ...draft, draftId: "tab-2" });
      await store.putDraft({ ...draft, draftId: "tab-3" });

      store = await under.reopen();
      await store.removeDraft("tab-2");
      await put({ entities: [aNote()], forgetDrafts: [{ draftId: "tab-1", savedByMs: 5 }] });

      expect(await store.loadDrafts()).toEqual({ ok: true, value: [{ ...draft, draftId: "tab-3" }] });
    });

    it("keeps a draft that was written after the text of the save was taken", async () => {
      const draft = { draftId: "tab-1", noteId: null, folderId: null, title: "Milk", content: "<p>and eggs</p>", savedAtMs: 6 };
      await store.putDraft(draft);

      await put({
        entities: [aNote()],
        forgetDrafts: [
          { draftId: "tab-1", savedByMs: 5 },
          { draftId: "none", savedByMs: 5 },
        ],
      });

      store = await under.reopen();
      expect(await store.loadDrafts()).toEqual({ ok: true, value: [draft] });
    });

    it("keeps the open tabs of each window separate", async () => {
      const tab = { id: "t1", type: "view", noteId: "note-1-a", title: "Milk", isExpanded: false, createdAt: 1 } as const;
      await store.putTabs("window-a", [tab], "t1");

      store = await under.reopen();

      expect(await store.loadTabs("window-a")).toEqual({ ok: true, value: { tabs: [tab], activeTabId: "t1" } });
      expect(await store.loadTabs("window-b")).toEqual({ ok: true, value: { tabs: [], activeTabId: null } });
    });

    it("writes remote files, bases and the cursor in one transaction", async () => {
      if (!under.keepsSyncState) return;
      const file = aFile("f1");
      const base = { id: "note-1-a", vvKey: "dev:1", vv: { dev: 1 }, entity: aNote() };
      await put({
        remote: [file, aFile("f2")],
        bases: [base],
        meta: { cursor: "12", idPool: ["a", "b"] },
        attempts: [{ id: "note-1-a", count: 1, problem: "server-error", atMs: 7, parked: false, unclear: true }],
      });
      await put({ forgetRemote: ["f2"] });

      store = await under.reopen();

      const index = await store.loadIndex();
      expect(index).toMatchObject({
        ok: true,
        value: {
          meta: { cursor: "12", idPool: ["a", "b"] },
          remote: [file],
        },
      });
      const seen = await store.transact(
        { remoteOf: ["note-1-a", "note-none"], basesOf: ["note-1-a"] },
        (found) => ({ writes: {}, answer: found }),
        "relaxed",
      );
      if (seen.ok) {
        expect(seen.value.remoteOf.get("note-1-a")).toEqual([file]);
        expect(seen.value.basesOf.get("note-1-a")).toEqual([base]);
      }
    });

    it("keeps former versions, and removes all of a note or its unencrypted ones", async () => {
      const open = [1, 2].map((mtime) =>
        toKeptVersion(aNote({ id: "note-1-a", mtime, content: `<p>${mtime}</p>`, attIds: [`att-${mtime}`] })),
      );
      const sealed = toKeptVersion(aNote({ id: "note-1-a", mtime: 3, title: "", content: "", isEncrypted: true, sealed: "inner" }));
      const other = toKeptVersion(aNote({ id: "note-1-ab", mtime: 4 }));
      await put({ versions: [...open, sealed, other] });
      store = await under.reopen();
      const read = async (id: string) => {
        const versions = await store.readVersions(id);
        return versions.ok ? [...versions.value].sort((a, b) => a.note.mtime - b.note.mtime) : versions;
      };

      expect(await read("note-1-a")).toEqual([...open, sealed]);
      const seen = await store.transact({ versionsOf: ["note-1-a"] }, (found) => ({ writes: {}, answer: found.versionsOf }), "strict");
      expect(seen.ok && seen.value.get("note-1-a")).toHaveLength(3);
      const added = toKeptVersion(aNote({ id: "note-1-a", mtime: 5, title: "", content: "", isEncrypted: true, sealed: "inner 5" }));
      await put({ forgetVersions: [{ noteId: "note-1-a", inClear: true }], versions: [added] });
      expect(await read("note-1-a")).toEqual([sealed, added]);
      await put({ forgetVersions: [{ noteId: "note-1-a" }] });
      expect(await read("note-1-a")).toEqual([]);
      expect(await read("note-1-ab")).toEqual([other]);
    });

    it("returns many versions unchanged, each once, although they form runs", async () => {
      const text = Array.from({ length: 40 }, (_, at) => `<p>paragraph ${at}</p>`).join("");
      const versions = Array.from({ length: 45 }, (_, at) =>
        toKeptVersion(aNote({ mtime: at + 1, vv: { dev: at + 1 }, content: `${text}<p>${at}</p>`, attIds: at === 30 ? ["att-30"] : [] })),
      );
      for (const version of versions) await put({ versions: [version] });
      await put({ versions: versions.slice(10, 20) });

      store = await under.reopen();

      const read = await store.readVersions("note-1-a");
      expect(read.ok && [...read.value].sort((a, b) => a.note.mtime - b.note.mtime)).toEqual(versions);
      await put({ forgetVersions: [{ noteId: "note-1-a", inClear: true }], versions: versions.slice(3, 5) });
      const left = await store.readVersions("note-1-a");
      expect(left.ok && left.value).toEqual(versions.slice(3, 5));
    });

    it("does not confuse a former version with a base or the note", async () => {
      await put({ versions: [toKeptVersion(aNote({ id: "note-1-a" }))] });
      expect(await store.readBases("note-1-a")).toEqual({ ok: true, value: [] });
      expect(await store.loadIndex()).toMatchObject({ ok: true, value: { entities: [] } });
    });

    it("keeps the log with its details, newest first, within its limit", async () => {
      if (!under.keepsSyncState) return;
      const line = (atMs: number) => ({ kind: "cycle", atMs, uploaded: 1, received: 0 }) as const;
      await put({ entities: [aNote()], log: [line(1), line(2)] });
      await put({ log: [line(3), line(4)] });

      await store.trimLog?.(3);
      store = await under.reopen();

      expect(await store.loadLog?.()).toEqual({ ok: true, value: [line(4), line(3), line(2)] });
      await store.trimLog?.(9);
      expect(await store.loadLog?.()).toMatchObject({ value: { length: 3 } });
    });

    it("keeps conflicts until they are removed", async () => {
      if (!under.keepsSyncState) return;
      const [local, cloud, merged] = [aNote(), aNote({ vv: { other: 1 } }), aNote({ vv: { dev: 2, other: 1 } })];
      const conflict = {
        id: "c1",
        type: "modification_conflict",
        noteId: local.id,
        atMs: 7,
        outcome: "merged",
        local,
        cloud,
        merged,
      } as const;
      await put({ conflicts: [conflict, { ...conflict, id: "c2" }] });
      await put({ conflicts: [{ ...conflict, device: "other1" }], forgetConflicts: ["c2"] });

      store = await under.reopen();

      expect(await store.loadConflicts?.()).toEqual({ ok: true, value: [{ ...conflict, device: "other1" }] });
    });

    it("finds a few of many records with texts and bases, like each one alone", async () => {
      if (!under.keepsSyncState) return;
      const ids = Array.from({ length: 300 }, (_, at) => `note-${at}`);
      const notes = ["note-0", "note-150", "note-299"].map((id) => aNote({ id, content: `<p>${id}</p>` }));
      const folder = aFolder();
      const bases = notes.slice(1).map((entity) => ({ id: entity.id, vvKey: "dev:1", vv: { dev: 1 }, entity }));
      await put({ entities: [...notes, folder], bases });

      const seen = await store.transact(
        { entities: [folder.id, ...ids], basesOf: ids },
        (found) => ({ writes: {}, answer: found }),
        "relaxed",
      );

      const found = seen.ok ? seen.value : undefined;
      expect(found?.entities).toEqual(new Map([folder, ...notes].map((entity) => [entity.id, entity])));
      expect([...(found?.basesOf ?? [])].filter(([, ofOne]) => ofOne.length > 0)).toEqual(bases.map((base) => [base.id, [base]]));
      expect(found?.basesOf.size).toBe(300);
    });

    it("keeps a version that is also a base when another replaces it", async () => {
      if (!under.keepsSyncState) return;
      const version = (dot: number) => aNote({ vv: { dev: dot }, content: `<p>${dot}</p>`, attIds: [`a${dot}`] });
      const [first, second, third] = [version(1), version(2), version(3)];
      const folder = aFolder();
      const read = { entities: [first.id, folder.id], basesOf: [first.id, folder.id] };
      const take = (writes: Writes) => store.transact(read, () => ({ writes, answer: undefined }), "relaxed");
      await take({ entities: [first, folder], bases: [toBase(first), toBase(folder)] });
      expect(await store.readBases(first.id)).toEqual({ ok: true, value: [toBase(first)] });

      store = await under.reopen();
      await put({ entities: [second, { ...folder, name: "Cakes", vv: { dev: 2 } }] });
      expect(await store.readBases(first.id)).toEqual({ ok: true, value: [toBase(first)] });
      expect(await store.readBases(folder.id)).toEqual({ ok: true, value: [toBase(folder)] });
      await take({ entities: [third], bases: [toBase(third)] });

      const seen = await store.transact(read, (found) => ({ writes: {}, answer: found.basesOf.get(first.id) }), "relaxed");
      expect(seen.ok && toSorted(seen.value)).toEqual([toBase(first), toBase(third)]);
      expect(await store.readEntities([first.id])).toEqual({ ok: true, value: new Map([[first.id, third]]) });
      const index = await store.loadIndex();
      expect(index.ok && index.value.entities.find(({ id }) => id === first.id)).toEqual(toLight(third));
    });

    it("removes or replaces a version that is also a base, current or not", async () => {
      if (!under.keepsSyncState) return;
      const [first, second] = [aNote({ vv: { dev: 1 } }), aNote({ vv: { dev: 2 } })];
      const hidden = { ...first, title: "", content: "", sealed: "inner", isEncrypted: true };
      const read = { entities: [first.id], basesOf: [first.id] };
      const take = (writes: Writes) => store.transact(read, () => ({ writes, answer: undefined }), "relaxed");
      const bases = () => store.readBases(first.id);
      const key = { id: first.id, vvKey: toBase(first).vvKey };

      await take({ entities: [first], bases: [toBase(first)] });
      await put({ forgetBases: [key] });
      expect(await bases()).toEqual({ ok: true, value: [] });
      expect(await store.readEntities([first.id])).toEqual({ ok: true, value: new Map([[first.id, first]]) });

      await take({ entities: [first], bases: [toBase(first)] });
      await put({ entities: [second], forgetBases: [key] });
      expect(await bases()).toEqual({ ok: true, value: [] });

      await take({ entities: [first], bases: [toBase(first)] });
      await put({ bases: [toBase(hidden)] });
      expect(await bases()).toEqual({ ok: true, value: [toBase(hidden)] });
      await take({ entities: [first], bases: [toBase(first)] });
      expect(await bases()).toEqual({ ok: true, value: [toBase(first)] });
      await put({ entities: [second] });
      expect(await bases()).toEqual({ ok: true, value: [toBase(first)] });
      await put({ entities: [first, second], bases: [toBase(first), toBase(hidden)], forgetBases: [key] });
      expect(await bases()).toEqual({ ok: true, value: [] });
    });

    it("accepts a note that one write reads, replaces and reads again", async () => {
      if (!under.keepsSyncState) return;
      const [first, second] = [aNote({ vv: { dev: 1 } }), aNote({ vv: { dev: 2 } })];
      const read = { entities: [first.id], basesOf: [first.id] };

      await store.transact(
        read,
        () => ({ writes: { entities: [first, second], bases: [toBase(first), toBase(second)] }, answer: undefined }),
        "relaxed",
      );

      const bases = await store.readBases(first.id);
      expect(bases.ok && toSorted(bases.value)).toEqual([toBase(first), toBase(second)]);
      expect(await store.readEntities([first.id])).toEqual({ ok: true, value: new Map([[first.id, second]]) });
    });

    it("finds the files of many entities like those of one", async () => {
      if (!under.keepsSyncState) return;
      const files = Array.from({ length: 300 }, (_, at) => ({ ...aFile(`f${at}`), id: `note-${at}` }));
      await put({ remote: files });

      const seen = await store.transact(
        { remoteOf: files.map(({ id }) => id) },
        (found) => ({ writes: {}, answer: found.remoteOf }),
        "relaxed",
      );

      expect(seen.ok && seen.value.get("note-299")).toEqual([files[299]]);
      expect(seen.ok && seen.value.size).toBe(300);
    });
  });
}

function toSorted(bases: readonly Base[] = []): readonly Base[] {
  return [...bases].sort((a, b) => (a.vvKey < b.vvKey ? -1 : 1));
}

function aFile(fileId: string): RemoteFile {
  return {
    fileId,
    id: "note-1-a",
    kind: "note",
    vv: { dev: 1 },
    owner: "dev",
    trashed: false,
    superseded: false,
    role: "notes",
    version: 3,
    md5: "m",
    trusted: true,
  };
}
