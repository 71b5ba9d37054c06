/** The contract of MetadataStore, run on every implementation. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseOrderBy } from "../query/order-by.ts";
import { parseQuery } from "../query/parse-query.ts";
import { EVERY_FILE, type Query } from "../query/query.ts";
import { countMetadata, type FileRecord, type RevisionRecord, ROW_BYTES } from "../records/file-record.ts";
import {
  type Commit,
  FIRST_REVISION,
  type FilePut,
  type ListCursor,
  type MetadataStore,
  type StoredRevision,
} from "../storage/metadata-store.ts";
import { toContent, toPut } from "./file-records.ts";

/** Bytes that count for a file with a name of one letter and no content. */
const PLAIN = countMetadata(toPut("a"));

export function describeMetadataStore(name: string, open: () => Promise<{ readonly store: MetadataStore; close(): Promise<void> }>): void {
  describe(`MetadataStore: ${name}`, () => {
    let store: MetadataStore;
    let close: () => Promise<void>;
    beforeEach(async () => {
      ({ store, close } = await open());
    });
    afterEach(() => close());

    const commit = (changes: Partial<Commit>, account = "ada") =>
      store.commit(account, { expect: new Map(), puts: [], removes: [], limitBytes: undefined, at: 1, ...changes });
    const put = async (...puts: readonly FilePut[]) => {
      const outcome = await commit({ puts });
      if (outcome.kind !== "done") throw new Error(outcome.kind);
      return outcome.files;
    };
    const search = async (q: string, orderBy = "", limit = 100) => {
      const files: FileRecord[] = [];
      let after: ListCursor | undefined;
      do {
        const page = await store.list("ada", { query: query(q), space: "drive", order: parseOrderBy(orderBy) ?? [], limit, after });
        files.push(...page.files);
        after = page.next;
      } while (after !== undefined);
      return files.map((file) => file.id);
    };

    describe("files", () => {
      it("returns every field as written", async () => {
        const whole = toPut("a", {
          name: "Zürich \u{1F392} 'x'",
          description: "d",
          appProperties: { k: "note", ["__proto__"]: "p" },
          properties: { q: "1" },
          starred: true,
          trashedTime: 4,
          viewedByMeTime: 5,
          originalFilename: "o",
          content: toContent("blob", 12),
          headRevisionId: "r1",
        });

        const [written] = await put(whole);

        expect(await store.get("ada", "a")).toEqual(written);
        expect(written).toEqual({ ...whole, madeSeq: 1, changeSeq: 1 });
      });

      it("hides everything of one account from another", async () => {
        await put(toPut("a", { parentId: "root" }));

        expect(await store.get("grace", "a")).toBeUndefined();
        expect(await store.isUsed("grace", "a")).toBe(false);
        expect(await store.headSeq("grace")).toBe(0);
        expect((await store.feed("grace", { afterSeq: 0, limit: 10, space: "drive", includeRemoved: true })).entries).toEqual([]);
        expect((await store.list("grace", { query: EVERY_FILE, space: "drive", order: [], limit: 10, after: undefined })).files).toEqual(
          [],
        );
      });

      it("keeps files of the same id in two accounts apart", async () => {
        await commit({ puts: [toPut("a", { name: "hers" })] }, "ada");
        await commit({ puts: [toPut("a", { name: "other" })] }, "grace");
        const namesInTurn = async () => [(await store.get("ada", "a"))?.name, (await store.get("grace", "a"))?.name];

        expect([await namesInTurn(), await namesInTurn()]).toEqual([
          ["hers", "other"],
          ["hers", "other"],
        ]);
        await commit({ removes: ["a"] }, "ada");
        expect(await namesInTurn()).toEqual([undefined, "other"]);
      });

      it("shows a commit to readers that read the file during the commit", async () => {
        await put(toPut("a", { name: "old" }));
        const changing = commit({ puts: [toPut("a", { name: "new", version: 2 })] });
        await store.get("ada", "a");
        await changing;
        expect((await store.get("ada", "a"))?.name).toBe("new");

        const removing = commit({ removes: ["a"] });
        await store.get("ada", "a");
        await removing;
        expect(await store.get("ada", "a")).toBeUndefined();
      });

      it("keeps the creation position and moves the change position", async () => {
        await put(toPut("a"), toPut("b"));
        const [again] = await put(toPut("a", { version: 2 }));

        expect(again).toMatchObject({ madeSeq: 1, changeSeq: 3 });
      });

      it("finds everything below a folder at any depth", async () => {
        await put(toPut("f", { parentId: "root" }), toPut("g", { parentId: "f" }), toPut("x", { parentId: "g" }), toPut("y"));

        expect((await store.descendants("ada", "f")).map((file) => file.id).sort()).toEqual(["g", "x"]);
        expect(await store.countChildren("ada", "f")).toBe(1);
      });
    });

    describe("trash", () => {
      it("lists explicitly trashed files, and old ones of every account", async () => {
        const trashed = { trashed: true, explicitlyTrashed: true };
        await put(
          toPut("old", { ...trashed, trashedTime: 4 }),
          toPut("young", { ...trashed, trashedTime: 5 }),
          toPut("below", { trashed: true }),
          toPut("restored", { trashedTime: 1 }),
        );
        await commit({ puts: [toPut("hers", { ...trashed, trashedTime: 1 }), toPut("gone", { ...trashed, trashedTime: 1 })] }, "grace");
        await commit({ removes: ["gone"] }, "grace");

        expect((await store.trash("ada")).map((file) => file.id).sort()).toEqual(["old", "young"]);
        expect((await store.trashedBefore(5)).map(({ accountId, fileId }) => [accountId, fileId]).sort()).toEqual([
          ["ada", "old"],
          ["grace", "hers"],
        ]);
      });
    });

    describe("commit", () => {
      it("writes nothing if a file does not have the expected version", async () => {
        await put(toPut("a", { version: 1 }));

        const outcome = await commit({ expect: new Map([["a", 2]]), puts: [toPut("a", { version: 3 }), toPut("b")] });

        expect(outcome).toEqual({ kind: "conflict" });
        expect(await store.get("ada", "b")).toBeUndefined();
        expect(await store.headSeq("ada")).toBe(1);
      });

      it("allows an id once, even after its file is gone", async () => {
        await put(toPut("a"));
        await commit({ removes: ["a"] });

        expect(await commit({ expect: new Map([["a", undefined]]), puts: [toPut("a")] })).toEqual({ kind: "conflict" });
        expect(await store.isUsed("ada", "a")).toBe(true);
      });

      it("lets exactly one of many commits with the same expectation succeed", async () => {
        await put(toPut("a", { version: 1 }));
        const attempt = () => commit({ expect: new Map([["a", 1]]), puts: [toPut("a", { version: 2 })] });

        const outcomes = await Promise.all(Array.from({ length: 8 }, attempt));

        expect(outcomes.filter((outcome) => outcome.kind === "done")).toHaveLength(1);
        expect(outcomes.filter((outcome) => outcome.kind === "conflict")).toHaveLength(7);
      });

      it("rejects a plan for a whole tree if anything else has changed", async () => {
        await put(toPut("a"));

        expect(await commit({ expectHeadSeq: 0, puts: [toPut("b")] })).toEqual({ kind: "conflict" });
        expect((await commit({ expectHeadSeq: 1, puts: [toPut("b")] })).kind).toBe("done");
      });
    });

    describe("usage and limit", () => {
      it("counts every revision and all metadata", async () => {
        const first = toPut("a", { content: toContent("b1", 5), headRevisionId: "r1" });
        await commit({ puts: [first], revisionPuts: [toRevision("a", "r1", 5, false)] });
        const second = toPut("a", {
          content: toContent("b2", 7),
          headRevisionId: "r2",
          description: "\u00e9".repeat(3000),
          properties: { key: "value" },
        });
        await commit({ puts: [second], revisionPuts: [toRevision("a", "r2", 7, false)] });

        const texts = [
          second.name,
          second.description ?? "",
          second.originalFilename ?? "",
          JSON.stringify(second.appProperties),
          JSON.stringify(second.properties),
        ];
        const metadata = Buffer.byteLength(texts.join("")) + ROW_BYTES;
        expect(metadata).toBeGreaterThan(6000);
        expect((await store.usage("ada")).bytes).toBe(12 + metadata);
        expect(await store.oldRevisions("ada", 10)).toMatchObject([{ fileId: "a", id: "r1" }]);
        expect(await commit({ puts: [toPut("b", { description: "x".repeat(1200) })], limitBytes: 1700 + metadata })).toEqual({
          kind: "over-limit",
        });
        await commit({ revisionRemoves: [{ fileId: "a", id: "r1" }] });
        expect((await store.usage("ada")).bytes).toBe(7 + metadata);
        await commit({ removes: ["a"] });
        expect(await store.usage("ada")).toEqual({ bytes: 0, trashBytes: 0 });
        expect(await store.oldRevisions("ada", 10)).toEqual([]);
      });

      it("counts heads and pinned revisions, including those in the trash", async () => {
        const pinned = toRevision("a", "r1", 5, true);
        await commit({ puts: [toPut("a", { content: toContent("b1", 5), headRevisionId: "r1" })], revisionPuts: [pinned] });
        await commit({
          puts: [toPut("a", { content: toContent("b2", 7), headRevisionId: "r2", trashed: true })],
          revisionPuts: [toRevision("a", "r2", 7, false)],
        });

        expect(await store.usage("ada")).toEqual({ bytes: 12 + PLAIN, trashBytes: 7 });
      });

      it("rejects a commit over the limit and accepts one that shrinks", async () => {
        await put(toPut("a", { content: toContent("b1", 10) }));
        const grow = toPut("b", { content: toContent("b2", 1) });
        const shrink = toPut("a", { content: toContent("b3", 9), version: 2 });

        expect(await commit({ puts: [grow], limitBytes: 10 + PLAIN })).toEqual({ kind: "over-limit" });
        expect(await commit({ puts: [toPut("c")], limitBytes: 9 + 2 * PLAIN })).toEqual({ kind: "over-limit" });
        expect(await store.get("ada", "b")).toBeUndefined();
        expect((await commit({ puts: [shrink], limitBytes: 5 })).kind).toBe("done");
        expect(await store.usage("ada")).toEqual({ bytes: 9 + PLAIN, trashBytes: 0 });
      });

      it("enforces the limit under concurrent commits", async () => {
        const attempts = Array.from({ length: 20 }, (_, index) =>
          commit({ puts: [toPut(`f${index}`, { content: toContent(`b${index}`, 3) })], limitBytes: 10 + 3 * (PLAIN + 2) }),
        );

        const outcomes = await Promise.all(attempts);

        expect(outcomes.filter((outcome) => outcome.kind === "done")).toHaveLength(3);
        expect((await store.usage("ada")).bytes).toBeLessThanOrEqual(10 + 3 * (PLAIN + 2));
      });

      it("frees the bytes of a removed file", async () => {
        await put(toPut("a", { content: toContent("b1", 10) }));
        await commit({ removes: ["a"] });

        expect(await store.usage("ada")).toEqual({ bytes: 0, trashBytes: 0 });
      });
    });

    describe("revisions and blobs", () => {
      it("lists revisions oldest first and frees the blob of a removed one", async () => {
        await commit({ puts: [toPut("a")], revisionPuts: [toRevision("a", "z", 1)] });
        await commit({ puts: [toPut("a")], revisionPuts: [toRevision("a", "b", 1)] });

        const outcome = await commit({ revisionRemoves: [{ fileId: "a", id: "z" }] });

        expect(outcome).toMatchObject({ kind: "done", freedBlobs: ["blob-a-z"] });
        expect((await store.revisions("ada", "a")).map((revision) => revision.id)).toEqual(["b"]);
      });

      it("pins a revision in place", async () => {
        await commit({ puts: [toPut("a")], revisionPuts: [toRevision("a", "r1", 1), toRevision("a", "r2", 1)] });
        await commit({ revisionPuts: [toRevision("a", "r1", 1, true)] });

        expect((await store.revisions("ada", "a")).map(({ id, keepForever }) => [id, keepForever])).toEqual([
          ["r1", true],
          ["r2", false],
        ]);
      });

      it("keeps a blob that another file still shares", async () => {
        const shared = { ...toRevision("b", "r2", 1), content: toContent("blob-a-r1", 1) };
        await commit({ puts: [toPut("a"), toPut("b")], revisionPuts: [toRevision("a", "r1", 1), shared] });

        expect(await commit({ removes: ["a"] })).toMatchObject({ freedBlobs: [] });
        expect(await commit({ removes: ["b"] })).toMatchObject({ freedBlobs: ["blob-a-r1"] });
      });

      it("lists the revisions of all accounts once, page by page", async () => {
        const revisions = ["r1", "r2", "r3"].map((id) => toRevision("a", id, 1));
        await commit({ puts: [toPut("a"), toPut("b")], revisionPuts: [...revisions, toRevision("b", "r1", 2)] });
        await commit({ puts: [toPut("a")], revisionPuts: [toRevision("a", "r1", 1)] }, "grace");
        const listed: StoredRevision[] = [];
        for (let page = await store.allRevisions(FIRST_REVISION, 2); page.length > 0; ) {
          expect(page.length).toBeLessThanOrEqual(2);
          listed.push(...page);
          page = await store.allRevisions(page.at(-1) ?? FIRST_REVISION, 2);
        }

        const places = listed.map(({ accountId, fileId, id }) => `${accountId} ${fileId} ${id}`);
        expect(places.sort()).toEqual(["ada a r1", "ada a r2", "ada a r3", "ada b r1", "grace a r1"]);
        expect(listed.find(({ fileId }) => fileId === "b")?.content).toEqual(toRevision("b", "r1", 2).content);
      });

      it("reports which blobs are in use, including those of unfinished uploads", async () => {
        await commit({ puts: [toPut("a")], revisionPuts: [toRevision("a", "r1", 1)] });
        await store.putUpload({ id: "u", accountId: "grace", blobKey: "staged", startedAt: 1, plan: "{}" });

        expect([...(await store.referencedBlobs(["blob-a-r1", "staged", "lost"]))].sort()).toEqual(["blob-a-r1", "staged"]);
      });
    });

    describe("uploads", () => {
      it("changes a session together with its file, or not at all", async () => {
        const upload = { id: "u", accountId: "ada", blobKey: "k", startedAt: 5, plan: "{}" };
        const finished = { ...upload, plan: '{"finished":true}' };
        await store.putUpload(upload);

        expect((await commit({ expect: new Map([["a", 1]]), puts: [toPut("a")], upload: finished })).kind).toBe("conflict");
        expect(await store.getUpload("u")).toEqual(upload);
        expect((await commit({ puts: [toPut("a")], upload: finished })).kind).toBe("done");
        expect(await store.getUpload("u")).toEqual(finished);
      });

      it("ends a session once under concurrent attempts", async () => {
        const upload = { id: "u", accountId: "ada", blobKey: "k", startedAt: 5, plan: "{}" };
        const end = (id: string) => commit({ puts: [toPut(id)], upload: { ...upload, plan: `"${id}"` }, uploadWas: upload.plan });
        expect((await end("none")).kind).toBe("upload-over");
        await store.putUpload(upload);

        const kinds = (await Promise.all([end("a"), end("b")])).map(({ kind }) => kind);

        expect([...kinds].sort()).toEqual(["done", "upload-over"]);
        expect((await store.list("ada", { query: EVERY_FILE, space: "drive", order: [], limit: 9, after: undefined })).files).toHaveLength(
          1,
        );
      });

      it("stores, finds, lists by age and removes a session", async () => {
        const upload = { id: "u", accountId: "ada", blobKey: "k", startedAt: 5, plan: '{"a":1}' };
        const older = { ...upload, id: "o", startedAt: 3 };
        await store.putUpload(upload);
        await store.putUpload(older);
        await store.putUpload({ ...upload, id: "g", accountId: "grace" });

        expect(await store.getUpload("u")).toEqual(upload);
        expect(await store.getUpload("x")).toBeUndefined();
        expect(await store.uploadsOf("ada")).toEqual([older, upload]);
        expect(await store.uploadsBefore(5, 9)).toEqual([older]);
        expect(await store.uploadsBefore(6, 1)).toEqual([older]);
        await store.putUpload({ ...upload, plan: "{}" });
        expect(await store.getUpload("u")).toEqual({ ...upload, plan: "{}" });
        await store.removeUpload("u");
        expect(await store.getUpload("u")).toBeUndefined();
      });
    });

    describe("feed", () => {
      const feed = (afterSeq: number, limit = 100, includeRemoved = true) =>
        store.feed("ada", { afterSeq, limit, space: "drive", includeRemoved });

      it("has one entry per file, at the position of its last change", async () => {
        await put(toPut("a"), toPut("b"));
        await put(toPut("a", { name: "again" }));

        const page = await feed(0);

        expect(page.entries.map((entry) => (entry.kind === "file" ? entry.file.id : entry.fileId))).toEqual(["b", "a"]);
        expect(page).toMatchObject({ seq: 3, isLast: true });
      });

      it("reports removals unless they are excluded", async () => {
        await put(toPut("a"));
        await commit({ removes: ["a"], at: 9 });

        expect((await feed(0)).entries).toEqual([{ kind: "removed", seq: 2, at: 9, fileId: "a", space: "drive" }]);
        expect(await feed(0, 100, false)).toEqual({ entries: [], seq: 2, isLast: true });
      });

      it("continues after a full page and never moves back", async () => {
        await put(toPut("a"), toPut("b"), toPut("c"));

        const first = await feed(0, 2);
        const second = await feed(first.seq, 2);

        expect([first.entries.length, first.isLast, second.entries.length, second.isLast]).toEqual([2, false, 1, true]);
        expect(await feed(7)).toEqual({ entries: [], seq: 7, isLast: true });
      });

      it("keeps the spaces apart", async () => {
        await put(toPut("a", { space: "appDataFolder" }), toPut("b"));

        expect((await feed(0)).entries).toHaveLength(1);
      });
    });

    describe("search, contract §1.5", () => {
      const cases: readonly (readonly [string, readonly string[]])[] = [
        ["", ["a", "b", "c", "d"]],
        ["name = 'Hello World.txt'", ["a"]],
        ["name != 'Hello World.txt'", ["b", "c", "d"]],
        ["name contains 'wor'", ["a"]],
        ["name contains 'HELLO'", ["a", "b"]],
        ["name contains 'ello'", []],
        ["name contains ''", ["a", "b", "c", "d"]],
        ["fullText contains 'secret'", ["c"]],
        ["mimeType contains 'text/'", ["a", "b"]],
        ["mimeType contains ''", ["a", "b", "c", "d"]],
        ["mimeType != 'text/plain'", ["b", "c", "d"]],
        ["trashed = true", ["d"]],
        ["trashed != true", ["a", "b", "c"]],
        ["starred = true", ["b"]],
        ["'p1' in parents", ["a", "b"]],
        ["'p1' in parents or 'p2' in parents", ["a", "b", "c"]],
        ["not 'p1' in parents", ["c", "d"]],
        ["modifiedTime > '1970-01-01T00:00:00.002Z'", ["c", "d"]],
        ["modifiedTime <= '1970-01-01T00:00:00.002'", ["a", "b"]],
        ["modifiedTime = '1970-01-01T00:00:00.003Z'", ["c"]],
        ["viewedByMeTime < '1970-01-01T00:00:00.001Z'", ["a", "b", "c"]],
        ["appProperties has { key='k' and value='note' }", ["a"]],
        ["appProperties has { key='k' and value='n' }", []],
        ["appProperties has { key='%' and value='it\\'s \"odd\"' }", ["b"]],
        ["properties has { key='k' and value='note' }", ["c"]],
        ["not (trashed = true or starred = true) and 'p1' in parents", ["a"]],
        ["'someone@else.example' in owners", []],
      ];

      beforeEach(async () => {
        await put(
          toPut("a", { name: "Hello World.txt", mimeType: "text/plain", parentId: "p1", modifiedTime: 1, appProperties: { k: "note" } }),
          toPut("b", {
            name: "hello-two",
            mimeType: "text/css",
            parentId: "p1",
            modifiedTime: 2,
            starred: true,
            appProperties: { "%": 'it\'s "odd"' },
          }),
          toPut("c", { name: "ünïcode", description: "a Secret", parentId: "p2", modifiedTime: 3, properties: { k: "note" } }),
          toPut("d", { name: "z", parentId: "p3", modifiedTime: 4, trashed: true, viewedByMeTime: 8 }),
        );
      });

      it.each(cases)("%s", async (q, expected) => {
        expect([...(await search(q))].sort()).toEqual(expected);
      });
    });

    describe("order and pages, contract §1.4", () => {
      const names = ["b10", "B2", "b2", "a", "\u{1F600}", "\uFFFD", "é", "ea", "2", "10"];

      beforeEach(async () => {
        await put(
          ...names.map((name, index) =>
            toPut(`f${index}`, {
              name,
              modifiedTime: index % 3,
              createdTime: index % 2,
              starred: index % 4 === 0,
              content: toContent(`b${index}`, index % 5),
            }),
          ),
        );
      });

      it("lists the newest first without an order", async () => {
        expect(await search("")).toEqual(names.map((_, index) => `f${index}`).reverse());
      });

      it("sorts names alphabetically or by number", async () => {
        const named = async (orderBy: string) => (await search("", orderBy)).map((id) => names[Number(id.slice(1))]);

        expect(await named("name")).toEqual(["10", "2", "a", "b10", "b2", "B2", "é", "ea", "\uFFFD", "\u{1F600}"]);
        expect(await named("name_natural")).toEqual(["2", "10", "a", "b2", "B2", "b10", "é", "ea", "\uFFFD", "\u{1F600}"]);
      });

      it.each([
        "",
        "name",
        "name desc",
        "name_natural desc",
        "modifiedTime desc,name",
        "folder,starred,modifiedTime desc",
        "quotaBytesUsed desc,createdTime",
        "recency",
        "viewedByMeTime,sharedWithMeTime desc",
      ])("returns the same files in pages of any size, ordered by '%s'", async (orderBy) => {
        const whole = await search("", orderBy, 100);

        for (const limit of [1, 2, 3, 7]) expect(await search("", orderBy, limit)).toEqual(whole);
        expect(whole).toHaveLength(names.length);
      });
    });
  });
}

function query(q: string): Query {
  const parsed = parseQuery(q);
  if (parsed === undefined) throw new Error(`not a query: ${q}`);
  return parsed;
}

function toRevision(fileId: string, id: string, bytes: number, keepForever = false): RevisionRecord {
  const content = toContent(`blob-${fileId}-${id}`, bytes);
  return { fileId, id, mimeType: "text/plain", modifiedTime: 1, madeAt: 1, keepForever, originalFilename: undefined, content };
}
