import { beforeEach, describe, expect, it, vi } from "vitest";
import { createRawDrive, type RawDrive, reasonOf, toMultipart, UNTITLED_BYTES } from "../../testing/raw-drive.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const FILES = "/drive/v3/files";

describe("drive contract §1.9 files.update", () => {
  let drive: RawDrive;
  let id: string;
  beforeEach(async () => {
    drive = createRawDrive();
    ({ id } = await drive.make({ name: "n", appProperties: { a: "1", b: "2" }, description: "d" }, "one"));
    await drive.clock.advance(1000);
  });
  const patch = (json: unknown, query: Readonly<Record<string, string>> = {}) =>
    drive.call("PATCH", `${FILES}/${id}`, { json, query: { fields: "*", ...query } });
  const replace = (metadata: unknown, content: string, query: Readonly<Record<string, string>> = {}) =>
    drive.call("PATCH", `/upload${FILES}/${id}`, {
      query: { uploadType: "multipart", fields: "*", ...query },
      ...toMultipart(metadata, content),
    });
  const state = async () => (await drive.call<Readonly<Record<string, unknown>>>("GET", `${FILES}/${id}?fields=*`)).json;
  const NOW = "2026-07-18T09:30:01.000Z";
  const BEFORE = "2026-07-18T09:30:00.000Z";

  it("keeps absent fields, merges maps, and deletes keys set to null", async () => {
    expect((await patch({ appProperties: { a: null, c: "3" } })).json).toMatchObject({
      name: "n",
      description: "d",
      appProperties: { b: "2", c: "3" },
    });
  });

  it.each<[string, unknown, { readonly modified: string; readonly changed: boolean }]>([
    ["a rename", { name: "m" }, { modified: NOW, changed: true }],
    ["a property", { appProperties: { a: "9" } }, { modified: NOW, changed: true }],
    ["a given date", { name: "m", modifiedTime: "2020-01-01T00:00:00Z" }, { modified: "2020-01-01T00:00:00.000Z", changed: true }],
    ["a star", { starred: true }, { modified: BEFORE, changed: true }],
    ["the trash", { trashed: true }, { modified: BEFORE, changed: true }],
    ["nothing at all", {}, { modified: BEFORE, changed: false }],
  ])("%s moves dates, version and feed as the table says, and content never", async (_, json, expected) => {
    const before = await state();
    const token = (await drive.call("GET", "/drive/v3/changes/startPageToken")).json.startPageToken;

    const after = (await patch(json)).json;

    const feed = await drive.call<{ readonly changes: readonly unknown[] }>("GET", `/drive/v3/changes?pageToken=${token}`);
    expect(after.modifiedTime).toBe(expected.modified);
    expect(Number(after.version) > Number(before.version)).toBe(expected.changed);
    expect(feed.json.changes).toHaveLength(expected.changed ? 1 : 0);
    expect([after.headRevisionId, after.md5Checksum]).toEqual([before.headRevisionId, before.md5Checksum]);
  });

  it("gives new content a new revision, checksum and date", async () => {
    const before = await state();

    const after = (await replace({}, "two")).json;

    expect(after).toMatchObject({ size: "3", md5Checksum: "b8a9f715dbb64fd5c56e7783c6820a61", modifiedTime: NOW, name: "n" });
    expect(after.headRevisionId).not.toBe(before.headRevisionId);
    expect(Number(after.version)).toBeGreaterThan(Number(before.version) + 1);
    expect((await drive.call("GET", `${FILES}/${id}?alt=media`)).text).toBe("two");
  });

  it("writes metadata and content in one step", async () => {
    expect((await replace({ name: "m", modifiedTime: "2021-01-01T00:00:00Z" }, "two")).json).toMatchObject({
      name: "m",
      modifiedTime: "2021-01-01T00:00:00.000Z",
      size: "3",
    });
  });

  it("lets the last write win and ignores If-Match (§2.1)", async () => {
    const answer = await drive.call("PATCH", `${FILES}/${id}?fields=name`, { json: { name: "m" }, headers: { "if-match": '"wrong"' } });

    expect([answer.status, answer.json.name]).toEqual([200, "m"]);
  });

  it("applies every one of many concurrent changes", async () => {
    const keys = Array.from({ length: 10 }, (_, index) => `k${index}`);

    await Promise.all(keys.map((key) => patch({ appProperties: { [key]: "x" } })));

    expect(Object.keys((await state()).appProperties as object).sort()).toEqual(["a", "b", ...keys].sort());
  });

  it.each<[string, unknown]>([
    ["403 fieldNotWritable", { parents: ["root"] }],
    ["403 fieldNotWritable", { id: "x" }],
    ["403 fieldNotWritable", { createdTime: "2020-01-01T00:00:00Z" }],
    ["403 fieldNotWritable", { version: "9" }],
    ["400 invalid trashed", { trashed: 1 }],
  ])("%s for %j", async (reason, json) => {
    expect(reasonOf(await patch(json))).toBe(reason);
  });

  it("responds 404 for a missing, foreign or deleted file, and reads no bytes", async () => {
    const others = createRawDrive();
    const upload = (fileId: string, token?: string) =>
      drive.call("PATCH", `/upload${FILES}/${fileId}?uploadType=multipart`, {
        ...toMultipart({}, "x"),
        ...(token !== undefined && { token }),
      });

    expect(reasonOf(await upload("1".repeat(33)))).toBe("404 notFound fileId");
    expect(reasonOf(await upload(id, others.tokenOf("grace")))).toBe("404 notFound fileId");
    expect(reasonOf(await drive.call("PATCH", `${FILES}/root`, { json: { name: "x" } }))).toBe("403 insufficientFilePermissions");
    expect(await drive.contentBytes()).toBe(3);
  });

  describe("moves", () => {
    it("moves by addParents and removeParents, idempotently", async () => {
      const folder = await drive.folder("f");
      const query = { addParents: folder, removeParents: "root" };

      expect((await patch({}, query)).json).toMatchObject({ parents: [folder], modifiedTime: BEFORE });
      expect((await patch({}, query)).json).toMatchObject({ parents: [folder] });
    });

    it("moves, replaces content and restores from the trash in one step", async () => {
      const folder = await drive.folder("f");
      await patch({ trashed: true });

      expect((await replace({ trashed: false }, "two", { addParents: folder, removeParents: "root" })).json).toMatchObject({
        parents: [folder],
        trashed: false,
        size: "3",
      });
    });

    it.each([
      ["a second parent", (folder: string) => ({ addParents: folder })],
      ["no parent left", () => ({ removeParents: "root" })],
    ])("rejects %s", async (_, query) => {
      expect(reasonOf(await patch({}, query(await drive.folder("f"))))).toBe("400 multipleParentsNotSupported");
    });

    it("rejects a parent that is missing, a file, a loop or in the other space", async () => {
      const [outer, other] = [await drive.folder("outer"), await drive.make({})];
      const inner = await drive.folder("inner", outer);
      const move = async (fileId: string, to: string, from = "root") =>
        reasonOf(await drive.call("PATCH", `${FILES}/${fileId}`, { json: {}, query: { addParents: to, removeParents: from } }));

      expect(await move(id, "1".repeat(33))).toBe("404 notFound fileId");
      expect(await move(id, other.id)).toBe("403 parentNotAFolder");
      expect(await move(outer, inner)).toBe("403 cyclicMembershipsNotAllowed");
      expect(await move(outer, outer)).toBe("403 cyclicMembershipsNotAllowed");
      expect(await move(id, "appDataFolder")).toBe("403 notSupportedForAppDataFolderFiles");
    });

    it("rejects one of two concurrent moves that would form a loop", async () => {
      const [left, right] = [await drive.folder("l"), await drive.folder("r")];
      const move = (fileId: string, to: string) =>
        drive.call("PATCH", `${FILES}/${fileId}`, { json: {}, query: { addParents: to, removeParents: "root" } });

      const answers = await Promise.all([move(left, right), move(right, left)]);

      expect(answers.map(reasonOf).sort()).toEqual(["200 undefined", "403 cyclicMembershipsNotAllowed"]);
    });
  });

  describe("§1.10 trash, delete, emptyTrash, copy", () => {
    const setTrashed = (fileId: string, trashed: boolean) => drive.call("PATCH", `${FILES}/${fileId}`, { json: { trashed } });

    it("moves a folder's content into the trash and out, except separately trashed files", async () => {
      const folder = await drive.folder("f");
      const [inside, alone] = [
        await drive.make({ name: "in", parents: [folder] }, "12"),
        await drive.make({ name: "alone", parents: [folder] }, "345"),
      ];
      const flags = async (fileId: string) => (await drive.call("GET", `${FILES}/${fileId}?fields=trashed,explicitlyTrashed`)).json;
      await setTrashed(alone.id, true);

      await setTrashed(folder, true);
      expect(await flags(inside.id)).toEqual({ trashed: true, explicitlyTrashed: false });
      expect((await drive.metadata.usage("ada")).trashBytes).toBe(5);

      await setTrashed(folder, false);
      expect(await flags(inside.id)).toEqual({ trashed: false, explicitlyTrashed: false });
      expect(await flags(alone.id)).toEqual({ trashed: true, explicitlyTrashed: true });
      expect((await drive.metadata.usage("ada")).trashBytes).toBe(3);
    });

    it("reports every file that was trashed with its folder in the feed", async () => {
      const folder = await drive.folder("f");
      const inside = await drive.make({ parents: [folder] });
      const token = (await drive.call("GET", "/drive/v3/changes/startPageToken")).json.startPageToken;

      await drive.call("PATCH", `${FILES}/${folder}`, { json: { trashed: true } });

      const feed = await drive.call("GET", `/drive/v3/changes?pageToken=${token}&fields=changes(fileId,file/trashed)`);
      expect(feed.json).toEqual({
        changes: [
          { fileId: folder, file: { trashed: true } },
          { fileId: inside.id, file: { trashed: true } },
        ],
      });
    });

    it("deletes permanently with all content, and responds 404 the second time", async () => {
      const folder = await drive.folder("f");
      const inside = await drive.make({ parents: [folder] }, "12345");

      const deleted = await drive.call("DELETE", `${FILES}/${folder}`);

      expect([deleted.status, deleted.text]).toEqual([204, ""]);
      expect(reasonOf(await drive.call("DELETE", `${FILES}/${folder}`))).toBe("404 notFound fileId");
      expect(reasonOf(await drive.call("GET", `${FILES}/${inside.id}`))).toBe("404 notFound fileId");
      expect(await drive.contentBytes()).toBe(3);
    });

    it("empties the whole trash and nothing else", async () => {
      const folder = await drive.folder("f");
      const inside = await drive.make({ parents: [folder] });
      await drive.call("PATCH", `${FILES}/${folder}`, { json: { trashed: true } });

      expect((await drive.call("DELETE", `${FILES}/trash`)).status).toBe(204);

      expect((await drive.call("GET", `${FILES}/${inside.id}`)).status).toBe(404);
      expect((await drive.call("GET", `${FILES}/${id}`)).status).toBe(200);
    });

    it("purges files after thirty days in the trash", async () => {
      const [folder, note] = [await drive.folder("f"), await drive.make({}, "old")];
      const inside = await drive.make({ parents: [folder] }, "inside");
      await setTrashed(folder, true);
      await setTrashed(note.id, true);
      await drive.clock.advance(30 * 86_400_000);
      const trashedLater = await drive.make({}, "late");
      await setTrashed(trashedLater.id, true);
      await setTrashed(note.id, false);
      await drive.clock.advance(1);
      await setTrashed(note.id, true);

      await drive.sandbox.sweep();

      const statuses = await Promise.all(
        [folder, inside.id, note.id, trashedLater.id].map(async (id) => (await drive.call("GET", `${FILES}/${id}`)).status),
      );
      expect(statuses).toEqual([404, 404, 200, 200]);
      expect(await drive.contentBytes()).toBe(10);
    });

    it("deletes in the hidden app folder, which has no trash", async () => {
      const hidden = await drive.make({ parents: ["appDataFolder"] });

      expect(reasonOf(await drive.call("PATCH", `${FILES}/${hidden.id}`, { json: { trashed: true } }))).toBe(
        "403 notSupportedForAppDataFolderFiles",
      );
      expect((await drive.call("DELETE", `${FILES}/${hidden.id}`)).status).toBe(204);
    });

    it("copies properties and parents, and keeps the two files independent", async () => {
      const copy = await drive.call<{ readonly id: string }>("POST", `${FILES}/${id}/copy?fields=*`, {
        json: { appProperties: { c: "3" } },
      });
      expect(copy.json).toMatchObject({ name: "Copy of n", description: "d", appProperties: { a: "1", b: "2", c: "3" }, size: "3" });

      await drive.call("DELETE", `${FILES}/${id}`);

      expect((await drive.call("GET", `${FILES}/${copy.json.id}?alt=media`)).text).toBe("one");
      expect(reasonOf(await drive.call("POST", `${FILES}/${await drive.folder("f")}/copy`, { json: {} }))).toBe("403 cannotCopyFile");
    });

    it("frees the bytes of a deleted file", async () => {
      const before = await drive.metadata.get("ada", id);
      await drive.call("DELETE", `${FILES}/${id}`);

      expect(await drive.blobs.read(before?.content?.blobKey ?? "", { start: 0, end: 0 })).toBeUndefined();
    });
  });

  describe("quota", () => {
    it("frees space by removing the oldest unpinned revisions, never a pinned one", async () => {
      const small = createRawDrive({ quotaBytes: 12 + UNTITLED_BYTES });
      const { id: file } = await small.make({}, "aaaa");
      const replaceWith = async (content: string, pinned = false) =>
        reasonOf(
          await small.call(
            "PATCH",
            `/upload${FILES}/${file}?uploadType=multipart${pinned ? "&keepRevisionForever=true" : ""}`,
            toMultipart({}, content),
          ),
        );
      const contents = async () => (await small.metadata.revisions("ada", file)).map(({ content }) => content.bytes);
      await replaceWith("bbb", true);
      await replaceWith("cc");
      expect([await contents(), await small.contentBytes()]).toEqual([[4, 3, 2], 9]);

      expect(await replaceWith("ddddd")).toBe("200 undefined");
      expect([await contents(), await small.contentBytes()]).toEqual([[3, 2, 5], 10]);
      expect(await replaceWith("eeeeeeeeee")).toBe("403 storageQuotaExceeded");
      expect((await small.call("GET", `${FILES}/${file}?alt=media`)).text).toBe("ddddd");
    });

    it("counts long descriptions, and stores nothing under a quota of 0", async () => {
      const small = createRawDrive({ quotaBytes: 6000 });
      const describe = (description: string) => small.call("POST", FILES, { json: { description } });
      expect((await describe("x".repeat(4000))).status).toBe(200);
      expect(reasonOf(await describe("x".repeat(4000)))).toBe("403 storageQuotaExceeded");
      const none = createRawDrive({ quotaBytes: 0 });
      for (const json of [{}, { name: "n" }, { mimeType: "application/vnd.google-apps.folder" }]) {
        expect(reasonOf(await none.call("POST", FILES, { json }))).toBe("403 storageQuotaExceeded");
      }
      expect(reasonOf(await none.call("POST", `/upload${FILES}?uploadType=resumable`, { json: {} }))).toBe("403 storageQuotaExceeded");
      expect(await none.metadata.uploadsOf("ada")).toEqual([]);
    });

    it("counts empty files, and lets a full account rename, mark and trash", async () => {
      const full = createRawDrive({ quotaBytes: 3 * UNTITLED_BYTES });
      const made = [await full.make({}), await full.make({}), await full.make({})];
      await expect(full.make({})).rejects.toThrow("storageQuotaExceeded");
      const patch = async (json: object) => reasonOf(await full.call("PATCH", `${FILES}/${made[0]?.id}`, { json }));

      expect(await patch({ trashed: true, appProperties: { sup: "1" } })).toBe("200 undefined");
      expect(await patch({ name: "A longer name than before" })).toBe("200 undefined");
      expect((await full.metadata.usage("ada")).bytes).toBeGreaterThan(3 * UNTITLED_BYTES);
      expect(await patch({ description: "x".repeat(1200) })).toBe("403 storageQuotaExceeded");
    });

    it("lets a full account replace content only with the same size or less", async () => {
      const small = createRawDrive({ quotaBytes: 5 + UNTITLED_BYTES });
      const { id: full } = await small.make({}, "12345");
      const upload = async (content: string) =>
        reasonOf(await small.call("PATCH", `/upload${FILES}/${full}?uploadType=multipart`, toMultipart({}, content)));

      expect(await upload("abcde")).toBe("200 undefined");
      expect(await upload("abcdef")).toBe("403 storageQuotaExceeded");
      expect(await upload("abc")).toBe("200 undefined");
      expect((await small.call("GET", `${FILES}/${full}?alt=media`)).text).toBe("abc");
    });
  });
});
