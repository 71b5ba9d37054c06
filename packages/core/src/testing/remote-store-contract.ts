/** Contract of every drive behind the `RemoteStore` port. Run by the memory drive and the adapter to the real drive server. */
import { beforeEach, describe, expect, it } from "vitest";
import type { RemoteProblem } from "../model/remote-problem.ts";
import type { Result } from "../model/result.ts";
import type { FileWrite, ObservedFile, RemoteStore } from "../ports/remote/remote-store.ts";

/** `another` is a second device of the same drive. */
export type RemoteUnderTest = { readonly store: RemoteStore; readonly another: () => RemoteStore };

export function describeRemoteStore(name: string, create: () => Promise<RemoteUnderTest>): void {
  describe(`remote store contract: ${name}`, () => {
    let store: RemoteStore;
    let another: () => RemoteStore;

    beforeEach(async () => {
      ({ store, another } = await create());
      await value(store.prepare(undefined));
    });

    const make = async (write: Partial<FileWrite> = {}): Promise<ObservedFile> => {
      const [fileId] = await value(store.reserveIds(1));
      return value(store.create(fileId as string, aWrite(write)));
    };

    it("is the same target for every device of one account", async () => {
      const here = await value(store.prepare(undefined));
      const there = await value(another().prepare(undefined));

      expect(there).toEqual(here);
      expect(await value(another().prepare(here))).toEqual(here);
    });

    it("rejects a target of another account or app folder before reading", async () => {
      const target = await value(store.prepare(undefined));

      expect(await another().prepare({ ...target, accountId: "another-account" })).toMatchObject({
        ok: false,
        problem: { kind: "target-changed", what: "account" },
      });
      expect(await another().prepare({ ...target, targetId: "another-folder" })).toMatchObject({
        ok: false,
        problem: { kind: "target-changed", what: "folder" },
      });
    });

    it("returns the bytes and properties it was given", async () => {
      const vv = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`dev${String(at).padStart(3, "0")}`, at * 1000 + 1]));
      const body = Uint8Array.from({ length: 3000 }, (_, at) => at & 255);

      const made = await make({ vv, body });

      expect(made.properties).toEqual({ id: "note-1-a", kind: "note", owner: "device", vv, superseded: false });
      expect(made).toMatchObject({ role: "notes", trashed: false });
      expect(await value(store.download(made.fileId))).toEqual(body);
      expect(await value(store.metadata(made.fileId))).toEqual(made);
    });

    it("creates one file per reserved id", async () => {
      const made = await make();

      expect(await store.create(made.fileId, aWrite(THIRD))).toEqual({ ok: false, problem: { kind: "id-in-use" } });
      expect(await value(store.download(made.fileId))).toEqual(aWrite().body);
    });

    it("replaces content and vector in one request and increases the version", async () => {
      const made = await make({ vv: { a: 1, b: 2 } });

      const updated = await value(store.update(made.fileId, aWrite({ vv: { c: 3 }, ...SECOND }), undefined));

      expect(updated.properties?.vv).toEqual({ c: 3 });
      expect(updated.version).toBeGreaterThan(made.version);
      expect(updated.md5).not.toBe(made.md5);
      expect(await value(store.download(made.fileId))).toEqual(new Uint8Array([7]));
    });

    it("moves a deleted note into soft-delete and back", async () => {
      const made = await make();

      const deleted = await value(store.update(made.fileId, aWrite({ role: "soft-delete" }), "notes"));
      expect(deleted.role).toBe("soft-delete");

      const restored = await value(store.update(made.fileId, aWrite({ role: "notes" }), "soft-delete"));
      expect(restored.role).toBe("notes");
    });

    it("marks files it trashes as superseded, and an update restores them", async () => {
      const made = await make();

      const trashed = await value(store.trash(made.fileId));
      expect(trashed).toMatchObject({ trashed: true, properties: { superseded: true, vv: { device: 1 } } });

      const again = await value(store.update(made.fileId, aWrite(), undefined));
      expect(again).toMatchObject({ trashed: false, properties: { superseded: false } });
    });

    it("lists every file of the app, including trashed ones, without its folders", async () => {
      const note = await make();
      const folder = await make({ id: "folder-1-a", kind: "folder", role: "folders" });
      await value(store.trash(note.fileId));

      const listed = await listAll(another());

      expect(listed.map(({ fileId }) => fileId).sort()).toEqual([note.fileId, folder.fileId].sort());
      expect(listed.find(({ fileId }) => fileId === note.fileId)?.trashed).toBe(true);
    });

    it("reports changes since a cursor, once per file, with the current state", async () => {
      const other = another();
      await value(other.prepare(undefined));
      const cursor = await value(other.startCursor());
      const made = await make();
      await value(store.update(made.fileId, aWrite({ vv: { device: 2 } }), undefined));

      const { changes, end } = await drain(other, cursor);

      expect(changes).toMatchObject([{ kind: "file", file: { fileId: made.fileId, properties: { vv: { device: 2 } } } }]);
      expect((await drain(other, end)).changes).toEqual([]);
    });

    it("reports an invalid cursor instead of an empty page", async () => {
      expect(await store.changes("no-such-cursor")).toEqual({ ok: false, problem: { kind: "cursor-invalid" } });
    });

    it("reports a missing file", async () => {
      const [unused] = await value(store.reserveIds(1));

      for (const answer of [store.metadata(unused as string), store.download(unused as string), store.trash(unused as string)]) {
        expect(await answer).toEqual({ ok: false, problem: { kind: "not-found" } });
      }
    });
  });
}

function aWrite(values: Partial<FileWrite> = {}): FileWrite {
  const what = { id: "note-1-a", kind: "note", owner: "device", vv: { device: 1 }, role: "notes" } as const;
  return { ...what, ...FIRST, ...values };
}

/** Bytes with their MD5, which a real drive computes itself. */
const FIRST = { body: new Uint8Array([1, 2, 3]), md5: "5289df737df57326fcdd22597afb1fac" };
const SECOND = { body: new Uint8Array([7]), md5: "89e74e640b8c46257a29de0616794d5d" };
const THIRD = { body: new Uint8Array([9]), md5: "5e732a1878be2342dbfeff5fe3ca5aa3" };

async function value<Value>(answer: Promise<Result<Value, RemoteProblem>>): Promise<Value> {
  const result = await answer;
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.problem)}`);
  return result.value;
}

async function listAll(store: RemoteStore): Promise<readonly ObservedFile[]> {
  await value(store.prepare(undefined));
  const files: ObservedFile[] = [];
  let page: string | undefined;
  do {
    const answer = await value(store.list(page));
    files.push(...answer.files);
    page = answer.nextPage;
  } while (page !== undefined);
  return files;
}

async function drain(store: RemoteStore, from: string) {
  const changes = [];
  let cursor = from;
  for (;;) {
    const page = await value(store.changes(cursor));
    changes.push(...page.changes);
    cursor = page.cursor;
    if (page.isLast) return { changes, end: cursor };
  }
}
