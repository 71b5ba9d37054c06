/** Every error of the drive, as Google's own Node client reports it. */
import { Readable } from "node:stream";
import type { drive_v3 } from "@googleapis/drive";
import { drive as openDrive } from "@googleapis/drive";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { FaultEffect } from "../sandbox/faults/fault-config.ts";
import { type GoogleClient, openGoogleClient, refusalOf } from "../testing/google-client.ts";
import { openTemporaryDrive, type TemporaryDrive } from "../testing/temporary-drive.ts";
import { FOLDER_MIME } from "../wire/resources.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const QUOTA = 20_000;
const UNKNOWN_ID = "1".repeat(33);

describe("@googleapis/drive is refused", () => {
  let server: TemporaryDrive;
  let client: GoogleClient;
  beforeAll(async () => {
    server = await openTemporaryDrive({
      quotaBytes: QUOTA,
      limits: { uploadBytes: 10_000, depth: 3, childrenPerFolder: 2, pinnedRevisions: 1 },
    });
    client = openGoogleClient(server.url, server.token);
  });
  afterAll(() => server.close());
  beforeEach(() => server.sandbox.control?.reset());

  const create = (requestBody: drive_v3.Schema$File, content?: string | Buffer) => {
    const media = content === undefined ? {} : { media: { body: Readable.from([Buffer.from(content)]) } };
    return client.v3.files.create({ requestBody, ...media, fields: "*" }, client.here);
  };
  const newFile = async (more: drive_v3.Schema$File = {}, content = "content") => (await create(more, content)).data.id ?? "";
  const newFolder = async (parent = "root") => (await create({ mimeType: FOLDER_MIME, parents: [parent] })).data.id ?? "";
  const newId = async (space = "drive") => (await client.v3.files.generateIds({ count: 1, space })).data.ids?.[0] ?? "";
  const update = (fileId: string, requestBody: drive_v3.Schema$File, more: drive_v3.Params$Resource$Files$Update = {}) =>
    client.v3.files.update({ fileId, requestBody, ...more });
  const replace = (fileId: string, body: string, keepRevisionForever = false) =>
    client.v3.files.update({ fileId, media: { body }, keepRevisionForever, fields: "headRevisionId" }, client.here);
  const raw = (method: "GET" | "POST" | "PUT", path: string, data?: string, headers: Readonly<Record<string, string>> = {}) =>
    client.oauth.request({ url: server.url + path, method, headers, retry: false, ...(data !== undefined && { data }) });
  const revisionsOf = async (fileId: string) =>
    ((await client.v3.revisions.list({ fileId, fields: "revisions(id)" })).data.revisions ?? []).map(({ id }) => id ?? "");

  const v3 = () => client.v3;

  it.each<[string, string, () => Promise<unknown>]>([
    ["400 required", "about without fields", () => v3().about.get({})],
    ["400 required", "changes without a token", () => raw("GET", "/drive/v3/changes")],
    ["400 invalid", "a search that is none", () => v3().files.list({ q: "nonsense" })],
    ["400 invalid", "a page that is too large", () => v3().files.list({ pageSize: 1001 })],
    ["400 badRequest", "a page size that is no number", () => raw("GET", "/drive/v3/files?pageSize=ten")],
    ["400 badRequest", "an order beside fullText", () => v3().files.list({ q: "fullText contains 'x'", orderBy: "name" })],
    ["400 invalid", "an order nobody knows", () => v3().files.list({ orderBy: "size" })],
    ["400 invalid", "an invented page", () => v3().files.list({ pageToken: "x" })],
    ["400 invalid", "an invented place in the feed", () => v3().changes.list({ pageToken: "x" })],
    ["400 invalid", "media of a list", () => raw("GET", "/drive/v3/files?alt=media")],
    ["400 invalidParameter", "a field nobody knows", () => v3().files.list({ fields: "files(etag)" })],
    ["400 parseError", "a body that is no JSON", () => raw("POST", "/drive/v3/files", "{", { "content-type": "application/json" })],
    ["400 badRequest", "a multipart body without boundary", () => raw("POST", "/upload/drive/v3/files?uploadType=multipart", "x")],
    ["400 invalid", "an id that was not handed out", () => create({ id: "invented" })],
    ["400 invalid", "an id of the other space", async () => create({ id: await newId("appDataFolder") })],
    ["400 multipleParentsNotSupported", "two parents", async () => create({ parents: ["root", await newFolder()] })],
    ["400 multipleParentsNotSupported", "no parent left", async () => update(await newFile(), {}, { removeParents: "root" })],
    [
      "400 illegalKeepForeverModification",
      "unpinning an older revision",
      async () => {
        const fileId = await newFile();
        await v3().revisions.update({ fileId, revisionId: (await revisionsOf(fileId))[0] ?? "", requestBody: { keepForever: true } });
        await replace(fileId, "two");
        return v3().revisions.update({ fileId, revisionId: (await revisionsOf(fileId))[0] ?? "", requestBody: { keepForever: false } });
      },
    ],
    ["401 authError", "a token nobody knows", () => openGoogleClient(server.url, "nobody's").v3.files.list({})],
    ["403 forbidden", "no token at all", () => openDrive({ version: "v3", rootUrl: `${server.url}/` }).files.list({})],
    ["403 teamDrivesParameterRequired", "shared drives by half", () => v3().files.list({ includeItemsFromAllDrives: true })],
    [
      "403 invalidAbuseAcknowledgment",
      "an acknowledgment without bytes",
      async () => v3().files.get({ fileId: await newFile(), acknowledgeAbuse: true }),
    ],
    ["403 fileNotDownloadable", "a folder's bytes", async () => v3().files.get({ fileId: await newFolder(), alt: "media" })],
    [
      "403 download_restricted_for_revision",
      "an older revision's bytes",
      async () => {
        const fileId = await newFile();
        await replace(fileId, "two");
        return v3().revisions.get({ fileId, revisionId: (await revisionsOf(fileId))[0] ?? "", alt: "media" });
      },
    ],
    ["403 fieldNotWritable", "parents in an update", async () => update(await newFile(), { parents: ["root"] })],
    ["403 fieldNotWritable", "a size of one's own", () => create({ size: "1" })],
    ["403 fieldNotWritable", "a folder's content", () => create({ mimeType: FOLDER_MIME }, "x")],
    ["403 propertyLimitExceeded", "a property of 125 bytes", () => create({ appProperties: { k: "x".repeat(124) } })],
    [
      "403 propertyLimitExceeded",
      "31 properties",
      () => create({ properties: Object.fromEntries(Array.from({ length: 31 }, (_, key) => [`${key}`, ""])) }),
    ],
    ["403 parentNotAFolder", "a file as a parent", async () => create({ parents: [await newFile()] })],
    [
      "403 cyclicMembershipsNotAllowed",
      "a folder in itself",
      async () => {
        const folder = await newFolder();
        return update(folder, {}, { addParents: await newFolder(folder), removeParents: "root" });
      },
    ],
    ["403 insufficientFilePermissions", "deleting the root", () => v3().files.delete({ fileId: "root" })],
    [
      "403 notSupportedForAppDataFolderFiles",
      "trash in the hidden folder",
      async () => update(await newFile({ parents: ["appDataFolder"] }), { trashed: true }),
    ],
    [
      "403 notSupportedForAppDataFolderFiles",
      "a way into the hidden folder",
      async () => update(await newFile(), {}, { addParents: "appDataFolder", removeParents: "root" }),
    ],
    ["403 cannotCopyFile", "copying a folder", async () => v3().files.copy({ fileId: await newFolder() })],
    ["403 revisionsNotSupported", "a folder's revisions", async () => v3().revisions.list({ fileId: await newFolder() })],
    [
      "403 cannotDeleteOnlyRevision",
      "deleting the head",
      async () => {
        const fileId = await newFile();
        return v3().revisions.delete({ fileId, revisionId: (await revisionsOf(fileId))[0] ?? "" });
      },
    ],
    [
      "403 keepForeverLimitExceeded",
      "pinning one too many",
      async () => {
        const fileId = await newFile();
        await replace(fileId, "two", true);
        return replace(fileId, "three", true);
      },
    ],
    [
      "403 myDriveHierarchyDepthLimitExceeded",
      "a tree too deep",
      async () => newFolder(await newFolder(await newFolder(await newFolder()))),
    ],
    [
      "403 numChildrenInNonRootLimitExceeded",
      "a folder too full",
      async () => {
        const folder = await newFolder();
        for (let index = 0; index < 2; index += 1) await newFile({ parents: [folder] });
        return newFile({ parents: [folder] });
      },
    ],
    [
      "403 storageQuotaExceeded",
      "what does not fit",
      async () => {
        for (;;) await newFile({}, "x".repeat(9000));
      },
    ],
    ["404 notFound", "a file nobody has", () => v3().files.get({ fileId: UNKNOWN_ID })],
    [
      "404 notFound",
      "a file of somebody else",
      async () => openGoogleClient(server.url, "token-of-grace").v3.files.get({ fileId: await newFile() }),
    ],
    ["404 notFound", "a parent nobody has", () => create({ parents: [UNKNOWN_ID] })],
    ["404 notFound", "a revision nobody has", async () => v3().revisions.get({ fileId: await newFile(), revisionId: "x" })],
    ["404 notFound", "an upload nobody began", () => raw("PUT", "/upload/drive/v3/files?uploadType=resumable&upload_id=x", "x")],
    ["404 notFound", "a method nobody has", () => raw("GET", "/drive/v3/nothing")],
    ["409 fileIdInUse", "an id for a second time", async () => create({ id: await newFile() })],
    ["413 uploadTooLarge", "more than anybody may send", () => newFile({}, "x".repeat(10_001))],
    [
      "416 requestedRangeNotSatisfiable",
      "bytes behind the end",
      async () => v3().files.get({ fileId: await newFile(), alt: "media" }, { headers: { range: "bytes=9-" }, responseType: "text" }),
    ],
  ])("%s: %s", async (reason, _, act) => {
    await emptyDrive();

    expect(await refusalOf(act())).toBe(reason);
  });

  const emptyDrive = async () => {
    const { files = [] } = (await client.v3.files.list({ pageSize: 1000, fields: "files(id)" })).data;
    for (const { id } of files) await client.v3.files.delete({ fileId: id ?? "" }).catch(() => undefined);
  };

  it.each<[string, FaultEffect]>([
    ["401 authError", { status: 401 }],
    ["403 userRateLimitExceeded", { status: 403 }],
    ["403 rateLimitExceeded", { status: 403, reason: "rateLimitExceeded" }],
    ["403 dailyLimitExceeded", { status: 403, reason: "dailyLimitExceeded" }],
    ["429 rateLimitExceeded", { status: 429 }],
    ["500 internalError", { status: 500 }],
    ["502 backendError", { status: 502 }],
    ["503 backendError", { status: 503 }],
    ["504 backendError", { status: 504 }],
  ])("%s when the sandbox is configured so", async (reason, then) => {
    server.sandbox.control?.setFaults({ rules: [{ then }] });

    expect(await refusalOf(client.v3.files.list({}, { retry: false }))).toBe(reason);
  });

  it.each([
    ["403 insufficientPermissions", { scopeMissing: true }],
    ["403 storageQuotaExceeded", { storageFull: true }],
    ["403 userRateLimitExceeded", { writesPerSecond: 0 }],
  ])("%s while %j", async (reason, faults) => {
    server.sandbox.control?.setFaults(faults);

    expect(await refusalOf(newFile())).toBe(reason);
  });

  it("never causes a 500", () => {
    expect(server.reported).toEqual([]);
  });
});
