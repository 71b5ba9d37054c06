import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { BlobStore } from "../../storage/blob-store.ts";
import { createMemoryBlobStore } from "../../storage/memory/memory-blob-store.ts";
import { createMemoryMetadataStore } from "../../storage/memory/memory-metadata-store.ts";
import type { MetadataStore } from "../../storage/metadata-store.ts";
import { createRawDrive, type RawAnswer, type RawDrive, reasonOf } from "../../testing/raw-drive.ts";
import type { DriveFile } from "../../wire/resources.ts";
import { parseContentRange } from "./receive-upload.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const FILES = "/drive/v3/files";
const UPLOAD = `/upload${FILES}`;
const GRAIN = 262_144;

describe("drive contract §1.7 resumable uploads", () => {
  let drive: RawDrive;
  beforeEach(() => {
    drive = createRawDrive();
  });
  const begin = (metadata: unknown, headers: Readonly<Record<string, string>> = {}, where = UPLOAD, method = "POST") =>
    drive.call(method, `${where}?uploadType=resumable&fields=id,size,md5Checksum,mimeType,name`, { json: metadata, headers });
  const sessionFor = async (metadata: unknown = {}, headers: Readonly<Record<string, string>> = {}) =>
    (await begin(metadata, headers)).headers.get("location") ?? "";
  const send = (session: string, bytes: Uint8Array, range?: string) =>
    drive.call<DriveFile>("PUT", session, {
      body: bytes as Uint8Array<ArrayBuffer>,
      headers: range === undefined ? {} : { "content-range": range },
      token: null,
    });
  const ask = (session: string, total: number | "*" = "*") =>
    drive.call<DriveFile>("PUT", session, { headers: { "content-range": `bytes */${total}` }, token: null });
  const stored = (answer: RawAnswer<unknown>) => [answer.status, answer.headers.get("range")];
  const count = async () => ((await drive.call("GET", FILES)).json.files as readonly unknown[]).length;
  const sample = (length: number) => new Uint8Array(length).map((_, index) => (index * 7 + (index >> 8)) % 251);

  it("returns the URL of a session, and creates no file before the end", async () => {
    const begun = await begin({ name: "n" }, { "x-upload-content-type": "image/png", "x-upload-content-length": "5" });

    expect([begun.status, begun.text]).toEqual([200, ""]);
    expect(begun.headers.get("location")).toMatch(
      /^http:\/\/drive\.test\/upload\/drive\/v3\/files\?uploadType=resumable&upload_id=[0-9a-f]{64}$/,
    );
    expect(begun.headers.get("access-control-expose-headers")).toContain("Location");
    expect(await count()).toBe(0);

    const done = await send(begun.headers.get("location") ?? "", sample(5));
    expect(done.json).toMatchObject({ size: "5", mimeType: "image/png", name: "n" });
    expect(await count()).toBe(1);
  });

  it("accepts pieces, reports the stored bytes, and returns the file with the last piece", async () => {
    const bytes = sample(2 * GRAIN + 10);
    const session = await sessionFor({ name: "n" });

    expect(stored(await ask(session))).toEqual([308, null]);
    expect(stored(await send(session, bytes.subarray(0, GRAIN), `bytes 0-${GRAIN - 1}/*`))).toEqual([308, `bytes=0-${GRAIN - 1}`]);
    expect(stored(await ask(session, bytes.length))).toEqual([308, `bytes=0-${GRAIN - 1}`]);
    expect(stored(await send(session, bytes.subarray(GRAIN, 2 * GRAIN), `bytes ${GRAIN}-${2 * GRAIN - 1}/${bytes.length}`))).toEqual([
      308,
      `bytes=0-${2 * GRAIN - 1}`,
    ]);
    const done = await send(session, bytes.subarray(2 * GRAIN), `bytes ${2 * GRAIN}-${bytes.length - 1}/${bytes.length}`);

    expect(done.json.size).toBe(String(bytes.length));
    expect((await drive.call("GET", `${FILES}/${done.json.id}?alt=media`)).text.length).toBeGreaterThan(0);
  });

  it("stores the same bytes for any pieces, repeats, overlaps, gaps and interruptions", async () => {
    const bytes = sample(3 * GRAIN + 77);
    const anyStep = fc.record({
      kind: fc.constantFrom("piece", "repeat", "gap", "break", "ask"),
      grains: fc.integer({ min: 1, max: 2 }),
    });

    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 10 }), async (steps) => {
        const session = await sessionFor({});
        let have = 0;
        for (const step of steps) have = await takeStep(session, bytes, have, step);
        const done = await send(session, bytes.subarray(have), `bytes ${have}-${bytes.length - 1}/${bytes.length}`);

        const media = await drive.fetch(`${drive.origin}${FILES}/${done.json.id}?alt=media`, {
          headers: { authorization: `Bearer ${drive.tokenOf()}` },
        });
        expect(Buffer.compare(Buffer.from(await media.arrayBuffer()), bytes)).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  const takeStep = async (
    session: string,
    bytes: Uint8Array,
    have: number,
    step: { readonly kind: string; readonly grains: number },
  ): Promise<number> => {
    const grains = step.grains * GRAIN;
    const put = async (start: number) => {
      const end = Math.min(start + grains, bytes.length);
      return end - start === grains
        ? toHave(await send(session, bytes.subarray(start, end), `bytes ${start}-${end - 1}/${bytes.length}`), have)
        : have;
    };
    if (step.kind === "piece") return put(have);
    if (step.kind === "repeat") return put(Math.max(0, have - GRAIN));
    if (step.kind === "gap") {
      await put(have + 1);
      return toHave(await ask(session, bytes.length), have);
    }
    if (step.kind === "break") await breakOff(session, bytes, have, grains);
    return toHave(await ask(session, bytes.length), have);
  };
  const toHave = (answer: RawAnswer<unknown>, have: number) => {
    expect(answer.status).toBe(308);
    const now = Number(answer.headers.get("range")?.slice("bytes=0-".length) ?? "-1") + 1;
    expect(now).toBeGreaterThanOrEqual(have);
    return now;
  };
  /** Sends half of the piece, then breaks the connection. */
  const breakOff = async (session: string, bytes: Uint8Array, have: number, grains: number) => {
    const end = Math.min(have + grains, bytes.length);
    const half = bytes.subarray(have, have + Math.floor((end - have) / 2));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(half),
      pull: (controller) => controller.error(new Error("gone")),
    });
    const init = { method: "PUT", body, duplex: "half", headers: { "content-range": `bytes ${have}-${end - 1}/${bytes.length}` } };
    await drive.fetch(session, init).catch(() => undefined);
  };

  it("repeats the response for a client that lost it", async () => {
    const session = await sessionFor({ name: "n" });
    const first = await send(session, sample(10));

    expect((await ask(session, 10)).json).toEqual(first.json);
    expect((await send(session, sample(10))).json).toEqual(first.json);
    expect(await count()).toBe(1);
  });

  it.each(["create", "update"])("reports a %s as finished if the server died after the last byte", async (kind) => {
    const [metadata, blobs] = [createMemoryMetadataStore(), createMemoryBlobStore()];
    const commit: MetadataStore["commit"] = async (accountId, changes) => {
      await metadata.commit(accountId, changes);
      throw new Error("killed");
    };
    const before = createRawDrive({ metadata, blobs });
    const dying = createRawDrive({ metadata: { ...metadata, commit }, blobs, seed: 2 });
    const after = createRawDrive({ metadata, blobs, seed: 3 });
    const id = kind === "create" ? await before.newId() : (await before.make({}, "old")).id;
    const begun =
      kind === "create"
        ? await before.call("POST", `${UPLOAD}?uploadType=resumable`, { json: { id } })
        : await before.call("PATCH", `${UPLOAD}/${id}?uploadType=resumable`, { json: {} });
    const put = (to: RawDrive, range: string, body = "") =>
      to.call("PUT", begun.headers.get("location") ?? "", { body, headers: { "content-range": range } });

    expect((await put(dying, "bytes 0-2/3", "new")).status).toBe(500);
    expect((await put(after, "bytes */3")).json.id).toBe(id);
    expect((await put(after, "bytes 0-2/3", "new")).json.id).toBe(id);
    expect((await after.call("GET", `${FILES}/${id}?alt=media`)).text).toBe("new");
  });

  it("creates one file if two servers complete an upload at once, and returns it to both", async () => {
    const [metadata, blobs] = [createMemoryMetadataStore(), createMemoryBlobStore()];
    const other: { end?: () => Promise<unknown> } = {};
    // The other server completes the upload at the same moment.
    const finish: BlobStore["finish"] = async (key, as) => {
      await other.end?.();
      await blobs.finish(key, as);
    };
    const one = createRawDrive({ metadata, blobs: { ...blobs, finish } });
    const two = createRawDrive({ metadata, blobs, seed: 2 });
    const begun = await one.call("POST", `${UPLOAD}?uploadType=resumable`, { json: { id: await one.newId() } });
    const put = (to: RawDrive, range: string, body = "") =>
      to.call("PUT", begun.headers.get("location") ?? "", { body, headers: { "content-range": range } });
    const answers: string[] = [];
    other.end = async () => answers.push(String((await put(two, "bytes */3")).json.id));

    const first = await put(one, "bytes 0-2/3", "new");

    expect(answers).toEqual([first.json.id]);
    expect((await one.call("GET", FILES)).json.files).toHaveLength(1);
    expect((await one.call("GET", `${FILES}/${first.json.id}?alt=media`)).text).toBe("new");
  });

  it.each([0, 1])("accepts a file of %i bytes", async (length) => {
    expect((await send(await sessionFor(), sample(length))).json.size).toBe(String(length));
    const session = await sessionFor({}, { "x-upload-content-length": String(length) });
    expect(stored(await ask(session, length))[0]).toBe(length === 0 ? 200 : 308);
  });

  it("replaces content and metadata of a file in one step at the end", async () => {
    const { id } = await drive.make({ name: "n" }, "old");
    const session =
      (await begin({ name: "m" }, { "x-upload-content-type": "text/css" }, `${UPLOAD}/${id}`, "PATCH")).headers.get("location") ?? "";

    expect((await drive.call("GET", `${FILES}/${id}?fields=name,size`)).json).toEqual({ name: "n", size: "3" });
    expect((await send(session, sample(10))).json).toMatchObject({ id, name: "m", size: "10", mimeType: "text/css" });
  });

  it("uses a generated id once, however often the upload is started", async () => {
    const id = await drive.newId();
    const [left, right] = [await sessionFor({ id }), await sessionFor({ id })];

    expect((await send(left, sample(3))).json.id).toBe(id);
    expect(reasonOf(await send(right, sample(3)))).toBe("409 fileIdInUse");
    expect(reasonOf(await begin({ id }))).toBe("409 fileIdInUse");
  });

  it.each<[string, (session: string) => Promise<RawAnswer<unknown>>]>([
    ["a piece that is no multiple of 262,144 and not the last", (session) => send(session, sample(100), "bytes 0-99/1000")],
    ["more bytes than the piece says", (session) => send(session, sample(20), "bytes 0-9/10")],
    ["a range that is none", (session) => send(session, sample(10), "bytes 9-0/10")],
    ["nonsense for a range", (session) => send(session, sample(10), "all of it")],
  ])("refuses %s", async (_, attempt) => {
    const session = await sessionFor();

    expect(reasonOf(await attempt(session))).toBe("400 badRequest");
    expect(await count()).toBe(0);
  });

  it("rejects more bytes than announced", async () => {
    const session = await sessionFor({}, { "x-upload-content-length": "10" });

    expect(reasonOf(await send(session, sample(10), "bytes 0-9/11"))).toBe("400 badRequest");
    expect(reasonOf(await send(session, sample(12)))).toBe("400 badRequest");
    expect(stored(await send(session, sample(4)))).toEqual([308, "bytes=0-3"]);
  });

  it("accepts a session by its URL for a week, but not for another account", async () => {
    const session = await sessionFor();
    const as = (token: string | null) => drive.call("PUT", session, { headers: { "content-range": "bytes */*" }, token });

    expect((await as(null)).status).toBe(308);
    expect((await as(drive.tokenOf())).status).toBe(308);
    expect((await as(drive.tokenOf("grace"))).status).toBe(404);
    expect((await as("stale")).status).toBe(401);
    expect((await drive.call("PUT", session.replace(/upload_id=../, "upload_id=zz"), {})).status).toBe(404);
    await drive.clock.advance(7 * 86_400_000);
    expect((await as(null)).status).toBe(404);
  });

  it("can be canceled", async () => {
    const session = await sessionFor();
    await send(session, sample(GRAIN), `bytes 0-${GRAIN - 1}/*`);

    expect((await drive.call("DELETE", session, { token: null })).status).toBe(499);
    expect((await ask(session)).status).toBe(404);
  });

  it("rejects invalid uploads at the start", async () => {
    const { id } = await drive.make({});
    const small = createRawDrive({ quotaBytes: 10 });

    expect(reasonOf(await begin({ parents: ["1".repeat(33)] }))).toBe("404 notFound fileId");
    expect(reasonOf(await begin({ mimeType: "application/vnd.google-apps.folder" }))).toBe("403 fieldNotWritable");
    expect(reasonOf(await begin({ size: "1" }))).toBe("403 fieldNotWritable");
    expect(reasonOf(await begin({}, { "x-upload-content-length": "many" }))).toBe("400 badRequest");
    expect(reasonOf(await begin({}, {}, `${UPLOAD}/${"1".repeat(33)}`, "PATCH"))).toBe("404 notFound fileId");
    expect(reasonOf(await begin({ id }, {}, `${UPLOAD}/${id}`, "PATCH"))).toBe("403 fieldNotWritable");
    expect(
      reasonOf(await small.call("POST", `${UPLOAD}?uploadType=resumable`, { json: {}, headers: { "x-upload-content-length": "11" } })),
    ).toBe("403 storageQuotaExceeded");
    expect(reasonOf(await drive.call("POST", `${UPLOAD}?uploadType=resumable&fields=etag`, { json: {} }))).toBe(
      "400 invalidParameter fields",
    );
  });

  it("stops an upload that exceeds the quota, and drops it if another file took the space", async () => {
    const small = createRawDrive({ quotaBytes: 300_000 });
    const open = async () => (await small.call("POST", `${UPLOAD}?uploadType=resumable`, { json: {} })).headers.get("location") ?? "";
    const put = (session: string, length: number, range: string) =>
      small.call("PUT", session, { body: sample(length) as Uint8Array<ArrayBuffer>, headers: { "content-range": range }, token: null });
    const session = await open();

    expect((await put(session, GRAIN, `bytes 0-${GRAIN - 1}/*`)).status).toBe(308);
    expect(reasonOf(await put(session, GRAIN, `bytes ${GRAIN}-${2 * GRAIN - 1}/*`))).toBe("403 storageQuotaExceeded");
    await small.make({}, "x".repeat(200_000));
    expect(reasonOf(await put(session, 10, `bytes ${GRAIN}-${GRAIN + 9}/${GRAIN + 10}`))).toBe("403 storageQuotaExceeded");
    expect(await small.contentBytes()).toBe(200_000);
  });

  it("limits unfinished uploads to the free space by dropping the oldest", async () => {
    const small = createRawDrive({ quotaBytes: 2 * GRAIN + 10 });
    const open = async () => (await small.call("POST", `${UPLOAD}?uploadType=resumable`, { json: {} })).headers.get("location") ?? "";
    const piece = (session: string) =>
      small.call("PUT", session, {
        body: sample(GRAIN) as Uint8Array<ArrayBuffer>,
        headers: { "content-range": `bytes 0-${GRAIN - 1}/*` },
        token: null,
      });
    const sessions: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      sessions.push(await open());
      expect((await piece(sessions.at(-1) ?? "")).status).toBe(308);
      await small.clock.advance(1);
    }
    const asked = await Promise.all(
      sessions.map((session) => small.call("PUT", session, { headers: { "content-range": "bytes */*" }, token: null })),
    );

    expect(asked.map((answer) => answer.status)).toEqual([404, 308, 308]);
  });

  it("limits the open sessions of one user", async () => {
    const few = createRawDrive({ limits: { uploadSessionsPerAccount: 2 } });
    const open = async () => (await few.call("POST", `${UPLOAD}?uploadType=resumable`, { json: {} })).headers.get("location") ?? "";
    const sessions: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      sessions.push(await open());
      await few.clock.advance(1);
    }
    const statuses = await Promise.all(
      sessions.map(async (session) => (await few.call("PUT", session, { headers: { "content-range": "bytes */*" } })).status),
    );

    expect(statuses).toEqual([404, 308, 308]);
  });

  it("sweeps unfinished uploads", async () => {
    const session = await sessionFor();
    await send(session, sample(GRAIN), `bytes 0-${GRAIN - 1}/*`);
    const [upload] = await drive.metadata.uploadsOf("ada");
    await drive.clock.advance(8 * 86_400_000);

    await drive.sandbox.sweep();

    expect(await drive.metadata.uploadsOf("ada")).toEqual([]);
    expect(await drive.blobs.stagedBytes(upload?.blobKey ?? "")).toBe(0);
  });
});

describe("Content-Range", () => {
  it.each([
    ["bytes 0-9/10", { kind: "piece", start: 0, end: 9, total: 10 }],
    ["bytes 0-9/*", { kind: "piece", start: 0, end: 9, total: undefined }],
    ["bytes */10", { kind: "question", total: 10 }],
    ["bytes */*", { kind: "question", total: undefined }],
    ["bytes 0-10/10", undefined],
    ["bytes 5-4/10", undefined],
    ["bytes -1-4/10", undefined],
    ["0-9/10", undefined],
    ["", undefined],
  ])("%s", (header, expected) => {
    expect(parseContentRange(header)).toEqual(expected);
  });
});
