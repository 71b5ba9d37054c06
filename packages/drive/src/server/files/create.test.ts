import { beforeEach, describe, expect, it, vi } from "vitest";
import { createRawDrive, type RawDrive, reasonOf, toMultipart, UNTITLED_BYTES } from "../../testing/raw-drive.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const FILES = "/drive/v3/files";
const UPLOAD = "/upload/drive/v3/files";

describe("drive contract §1.7 files.create", () => {
  let drive: RawDrive;
  beforeEach(() => {
    drive = createRawDrive();
  });
  const media = async (id: string) => (await drive.call("GET", `${FILES}/${id}?alt=media`)).text;
  const multipart = (metadata: unknown, content: string | Uint8Array, contentType?: string) =>
    drive.call("POST", `${UPLOAD}?uploadType=multipart&fields=*`, toMultipart(metadata, content, contentType));

  it("responds 200 with exactly kind, id, name and mimeType", async () => {
    const made = await drive.call("POST", FILES, { json: { name: "n", description: "d" } });

    expect(made.status).toBe(200);
    expect(made.json).toEqual({
      kind: "drive#file",
      id: expect.stringMatching(/^[A-Za-z0-9_-]{33}$/),
      name: "n",
      mimeType: "application/octet-stream",
    });
  });

  it("creates an empty blob from metadata alone", async () => {
    const made = await drive.call<{ readonly id: string }>("POST", `${FILES}?fields=id,size,md5Checksum`, { json: {} });

    expect(made.json).toMatchObject({ size: "0", md5Checksum: "d41d8cd98f00b204e9800998ecf8427e" });
    expect(await media(made.json.id)).toBe("");
  });

  it("names a file without a name Untitled and puts it into the root", async () => {
    const root = await drive.call("GET", `${FILES}/root?fields=id`);
    const made = await drive.call("POST", `${FILES}?fields=name,parents`, { json: {} });

    expect(made.json).toEqual({ name: "Untitled", parents: [root.json.id] });
  });

  it("stores neither size nor checksum for a folder", async () => {
    const made = await drive.call("POST", `${FILES}?fields=*`, { json: { name: "f", mimeType: "application/vnd.google-apps.folder" } });

    expect(made.json).not.toHaveProperty("size");
    expect(made.json).not.toHaveProperty("md5Checksum");
    expect(made.json).not.toHaveProperty("headRevisionId");
  });

  it("stores all metadata, times to the millisecond and checksums of the exact bytes", async () => {
    const made = await multipart(
      {
        name: "a/b ü.json",
        mimeType: "application/json",
        appProperties: { k: "note" },
        properties: { p: "1" },
        description: "d",
        starred: true,
        createdTime: "2026-01-02T03:04:05.6789Z",
        modifiedTime: "2026-01-02T03:04:05+01:00",
      },
      "hello",
    );

    expect(made.json).toMatchObject({
      name: "a/b ü.json",
      mimeType: "application/json",
      appProperties: { k: "note" },
      properties: { p: "1" },
      description: "d",
      starred: true,
      createdTime: "2026-01-02T03:04:05.678Z",
      modifiedTime: "2026-01-02T02:04:05.000Z",
      size: "5",
      quotaBytesUsed: "5",
      md5Checksum: "5d41402abc4b2a76b9719d911017c592",
      sha1Checksum: "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d",
      sha256Checksum: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
      spaces: ["drive"],
      trashed: false,
      ownedByMe: true,
    });
  });

  it("prefers the type in the metadata to that of the part", async () => {
    expect((await multipart({ mimeType: "text/css" }, "x", "text/plain")).json).toMatchObject({ mimeType: "text/css" });
    expect((await multipart({}, "x", "text/plain")).json).toMatchObject({ mimeType: "text/plain" });
  });

  it("accepts a plain media upload", async () => {
    const made = await drive.call<{ readonly id: string }>("POST", `${UPLOAD}?uploadType=media`, {
      body: "abc",
      headers: { "content-type": "text/x-odd" },
    });

    expect(made.json).toMatchObject({ name: "Untitled", mimeType: "text/x-odd" });
    expect(await media(made.json.id)).toBe("abc");
  });

  it("creates two files of one name", async () => {
    const [first, second] = [await drive.make({ name: "same" }), await drive.make({ name: "same" })];

    expect(first.id).not.toBe(second.id);
  });

  describe("multipart bodies as clients send them", () => {
    const send = async (body: string | Uint8Array, contentType: string) => {
      const made = await drive.call<{ readonly id: string }>("POST", `${UPLOAD}?uploadType=multipart`, {
        body: Buffer.from(body),
        headers: { "content-type": contentType },
      });
      return made.status === 200 ? media(made.json.id) : reasonOf(made);
    };
    const json = "Content-Type: application/json\r\n\r\n{}";

    it.each([
      ["a quoted boundary", 'multipart/related; boundary="x y"', `--x y\r\n${json}\r\n--x y\r\nContent-Type: a/b\r\n\r\nhi\r\n--x y--`],
      ["mixed, and a leading line break", "multipart/mixed; boundary=x", `\r\n--x\r\n${json}\r\n--x\r\n\r\nhi\r\n--x--\r\n`],
      ["text before the first boundary", "multipart/related; boundary=x", `preamble\r\n--x\r\n${json}\r\n--x\r\n\r\nhi\r\n--x--`],
      [
        "bare line feeds",
        "multipart/related; boundary=x",
        "--x\nContent-Type: application/json\n\n{}\n--x\nContent-Type: a/b\n\nhi\n--x--",
      ],
      [
        "lower-case headers and other parameters",
        "Multipart/Related; type=a; boundary=x; charset=utf-8",
        `--x\r\ncontent-type: application/json\r\n\r\n{}\r\n--x\r\ncontent-type: a/b\r\n\r\nhi\r\n--x--`,
      ],
      ["base64", "multipart/related; boundary=x", `--x\r\n${json}\r\n--x\r\nContent-Transfer-Encoding: base64\r\n\r\naG\r\nk=\r\n--x--`],
    ])("reads %s", async (_, contentType, body) => {
      expect(await send(body, contentType)).toBe("hi");
    });

    it("keeps bytes that only resemble a boundary", async () => {
      const tricky = "\r\n--xy\r\n--\r\n-x--\r\n\r";

      expect(await send(`--xyz\r\n${json}\r\n--xyz\r\n\r\n${tricky}\r\n--xyz--`, "multipart/related; boundary=xyz")).toBe(tricky);
    });

    it.each([
      ["no boundary", "multipart/related", `--x\r\n${json}\r\n--x\r\n\r\nhi\r\n--x--`],
      ["no closing boundary", "multipart/related; boundary=x", `--x\r\n${json}\r\n--x\r\n\r\nhi`],
      ["no content part", "multipart/related; boundary=x", `--x\r\n${json}\r\n--x--`],
      ["no part at all", "multipart/related; boundary=x", ""],
      ["broken base64", "multipart/related; boundary=x", `--x\r\n${json}\r\n--x\r\nContent-Transfer-Encoding: base64\r\n\r\na*k=\r\n--x--`],
      ["headers without end", "multipart/related; boundary=x", `--x\r\n${"a: b\r\n".repeat(5000)}`],
    ])("rejects %s and stores nothing", async (_, contentType, body) => {
      expect(await send(body, contentType)).toMatch(/^400 badRequest/);
      expect((await drive.call("GET", FILES)).json.files).toEqual([]);
    });

    it("rejects metadata that is not a JSON object", async () => {
      const bodies = ["{", "[]", "1", '"x"', "\xff"].map(
        (text) => `--x\r\nContent-Type: application/json\r\n\r\n${text}\r\n--x\r\n\r\nhi\r\n--x--`,
      );

      for (const body of bodies) expect(await send(Buffer.from(body, "latin1"), "multipart/related; boundary=x")).toBe("400 parseError");
    });
  });

  describe("§1.8 generated ids", () => {
    it("returns ten by default and a thousand at most, all different", async () => {
      const ids = async (query: Readonly<Record<string, string>>) =>
        (await drive.call<{ readonly ids: readonly string[] }>("GET", `${FILES}/generateIds`, { query })).json;

      expect(await ids({})).toMatchObject({ kind: "drive#generatedIds", space: "drive" });
      expect((await ids({})).ids).toHaveLength(10);
      expect(new Set((await ids({ count: "1000" })).ids).size).toBe(1000);
      expect(reasonOf(await drive.call("GET", `${FILES}/generateIds?count=1001`))).toBe("400 invalid count");
    });

    it("creates exactly one file however often and concurrently a create is repeated", async () => {
      const id = await drive.newId();
      const attempts = Array.from({ length: 10 }, (_, index) => multipart({ id, name: `n${index}` }, `content ${index}`));

      const answers = await Promise.all(attempts);

      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
      expect(new Set(answers.filter((answer) => answer.status !== 200).map(reasonOf))).toEqual(new Set(["409 fileIdInUse"]));
      expect((await drive.call<{ readonly files: readonly unknown[] }>("GET", FILES)).json.files).toHaveLength(1);
    });

    it("never accepts an id again, even after its file is deleted", async () => {
      const id = await drive.newId();
      await multipart({ id }, "x");
      await drive.call("DELETE", `${FILES}/${id}`);

      expect(reasonOf(await multipart({ id }, "x"))).toBe("409 fileIdInUse");
    });

    it("rejects ids that are invented, of another account or of the other space", async () => {
      const others = await drive.call<{ readonly ids: readonly string[] }>("GET", `${FILES}/generateIds`, {
        token: drive.tokenOf("grace"),
      });
      const hidden = await drive.call<{ readonly ids: readonly string[] }>("GET", `${FILES}/generateIds?space=appDataFolder`);

      for (const id of ["x", "1".repeat(33), others.json.ids[0], hidden.json.ids[0]]) {
        expect(reasonOf(await drive.call("POST", FILES, { json: { id } }))).toBe("400 invalid file.id");
      }
      const inAppData = await drive.call("POST", FILES, { json: { id: hidden.json.ids[0], parents: ["appDataFolder"] } });
      expect(inAppData.status).toBe(200);
    });

    it("accepts its ids for files and folders, not for Google documents", async () => {
      const of = async (mimeType: string) => reasonOf(await drive.call("POST", FILES, { json: { id: await drive.newId(), mimeType } }));

      expect(await of("application/vnd.google-apps.folder")).toBe("200 undefined");
      expect(await of("application/vnd.google-apps.document")).toBe("400 invalid file.id");
    });
  });

  describe("errors", () => {
    it.each<[string, unknown]>([
      ["404 notFound fileId", { parents: ["1".repeat(33)] }],
      ["400 multipleParentsNotSupported", { parents: ["root", "appDataFolder"] }],
      ["400 invalid parents", { parents: "root" }],
      ["400 invalid parents", { parents: [1] }],
      ["400 invalid name", { name: 5 }],
      ["400 invalid name", { name: "a\0b" }],
      ["400 invalid name", { name: "\ud800" }],
      ["400 invalid mimeType", { mimeType: "text/plain\r\nx: y" }],
      ["400 invalid starred", { starred: "yes" }],
      ["400 invalid modifiedTime", { modifiedTime: "yesterday" }],
      ["400 invalid appProperties", { appProperties: ["x"] }],
      ["400 invalid appProperties", { appProperties: { a: 1 } }],
      ["403 propertyLimitExceeded", { appProperties: { abcd: "x".repeat(121) } }],
      ["403 propertyLimitExceeded", { appProperties: { k: "\u{1F600}".repeat(31) } }],
      ["403 propertyLimitExceeded", { properties: Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`k${index}`, ""])) }],
      ["403 fieldNotWritable", { size: "5" }],
      ["403 fieldNotWritable", { md5Checksum: "x" }],
    ])("%s for %j", async (reason, json) => {
      expect(reasonOf(await drive.call("POST", FILES, { json }))).toBe(reason);
    });

    it("accepts thirty properties of exactly 124 bytes each", async () => {
      const appProperties = Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`k${String(index).padStart(2, "0")}`, "x".repeat(121)]),
      );

      expect((await drive.call("POST", FILES, { json: { appProperties } })).status).toBe(200);
    });

    it("rejects a parent that is a file, and content for a folder", async () => {
      const { id } = await drive.make({});

      expect(reasonOf(await drive.call("POST", FILES, { json: { parents: [id] } }))).toBe("403 parentNotAFolder");
      expect(reasonOf(await multipart({ mimeType: "application/vnd.google-apps.folder" }, "x"))).toBe("403 fieldNotWritable");
    });

    it("rejects a bad mask before anything is created", async () => {
      expect(reasonOf(await drive.call("POST", `${FILES}?fields=etag`, { json: {} }))).toBe("400 invalidParameter fields");
      expect((await drive.call("GET", FILES)).json.files).toEqual([]);
    });

    it("rejects JSON beyond its limit", async () => {
      expect((await drive.call("POST", FILES, { json: { description: "x".repeat(2_000_000) } })).status).toBe(413);
    });

    it("limits the files in a folder and the depth of the tree", async () => {
      const small = createRawDrive({ limits: { childrenPerFolder: 2, depth: 3 } });
      let parent = await small.folder("1");
      const top = parent;
      for (const name of ["2", "3"]) parent = await small.folder(name, parent);
      const addTo = async (id: string) => reasonOf(await small.call("POST", FILES, { json: { parents: [id] } }));

      expect(await addTo(parent)).toBe("403 myDriveHierarchyDepthLimitExceeded");
      expect(await addTo(top)).toBe("200 undefined");
      expect(await addTo(top)).toBe("403 numChildrenInNonRootLimitExceeded");
    });
  });

  describe("quota", () => {
    it("rejects an upload beyond the quota without storing it, and counts the rest", async () => {
      const small = createRawDrive({ quotaBytes: 10 + 2 * UNTITLED_BYTES });
      await small.make({}, "123456");

      await expect(small.make({}, "12345")).rejects.toThrow("storageQuotaExceeded");
      await small.make({}, "1234");

      const full = String(10 + 2 * UNTITLED_BYTES);
      const about = await small.call("GET", "/drive/v3/about?fields=storageQuota");
      expect(about.json).toEqual({ storageQuota: { limit: full, usage: full, usageInDrive: full, usageInDriveTrash: "0" } });
    });

    it("holds under many concurrent uploads", async () => {
      const small = createRawDrive({ quotaBytes: 10 + 3 * UNTITLED_BYTES });

      const made = await Promise.allSettled(Array.from({ length: 12 }, () => small.make({}, "123")));

      expect(made.filter((one) => one.status === "fulfilled")).toHaveLength(3);
      expect(await small.metadata.usage("ada")).toEqual({ bytes: 9 + 3 * UNTITLED_BYTES, trashBytes: 0 });
    });

    it.each(["media", "resumable"] as const)("returns the space reserved for a broken %s upload", async (uploadType) => {
      const small = createRawDrive({ quotaBytes: 10 + UNTITLED_BYTES });
      const broken = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array(4)),
        pull: (controller) => controller.error(new Error("gone")),
      });
      const where = { media: `${UPLOAD}?uploadType=media`, resumable: await sessionOf(small) }[uploadType];
      const headers = { authorization: `Bearer ${small.tokenOf()}`, "content-length": String(10 + UNTITLED_BYTES) };
      const init = { method: uploadType === "media" ? "POST" : "PUT", body: broken, duplex: "half", headers };
      await small.fetch(new URL(where, small.origin), init).catch(() => undefined);

      expect((await small.make({}, "1234567890")).size).toBe("10");
    });

    const sessionOf = async (small: RawDrive) =>
      (await small.call("POST", `${UPLOAD}?uploadType=resumable`, { json: {} })).headers.get("location") ?? "";
  });
});
