/** Google's own Node client against this server, over sockets, with SQLite and files below: nothing here was written to fit us. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { auth, type drive_v3, drive as openDrive } from "@googleapis/drive";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTemporaryDrive, type TemporaryDrive } from "../testing/temporary-drive.ts";
import type { ErrorJson } from "../wire/error-json.ts";
import { FOLDER_MIME } from "../wire/resources.ts";

// Slow on a busy machine, never by design: nothing here waits for real time.
vi.setConfig({ testTimeout: 90_000 });

const MEGABYTE = 1024 * 1024;

describe("@googleapis/drive", () => {
  let server: TemporaryDrive;
  let drive: drive_v3.Drive;
  // Uploads take the address from here and nowhere else (drive-contract §1.16).
  let here: { readonly rootUrl: string };
  beforeAll(async () => {
    server = await openTemporaryDrive({ quotaBytes: 400 * MEGABYTE });
    drive = clientFor(server.token);
    here = { rootUrl: `${server.url}/` };
  });
  afterAll(() => server.close());

  const clientFor = (token: string) => {
    const oauth = new auth.OAuth2();
    oauth.setCredentials({ access_token: token });
    return openDrive({ version: "v3", auth: oauth, rootUrl: `${server.url}/` });
  };
  const make = async (name: string, content: Buffer | string, more: drive_v3.Schema$File = {}) => {
    const body = Readable.from([Buffer.from(content)]);
    const { data } = await drive.files.create(
      { requestBody: { name, ...more }, media: { mimeType: "application/octet-stream", body }, fields: "*" },
      here,
    );
    return data;
  };
  const idOf = (file: drive_v3.Schema$File) => file.id ?? "";
  const download = async (fileId: string, headers: Readonly<Record<string, string>> = {}) => {
    const { data } = await drive.files.get({ fileId, alt: "media" }, { ...here, responseType: "arraybuffer", headers });
    return Buffer.from(data as unknown as ArrayBuffer);
  };
  /** Status and reason of a call that has to fail. */
  const refusal = async (call: Promise<unknown>) => {
    const error = (await call.then(
      () => ({}),
      (reason: unknown) => reason,
    )) as { readonly status?: number; readonly response?: { readonly data?: unknown } };
    const data = error.response?.data;
    const body = (typeof data === "string" ? JSON.parse(data) : data) as Partial<ErrorJson> | undefined;
    return `${error.status} ${body?.error?.errors[0]?.reason}`;
  };

  it.each([
    ["0 B", 0],
    ["1 B", 1],
    ["5 MB", 5 * MEGABYTE],
    ["64 MB", 64 * MEGABYTE],
  ])("uploads and downloads %s", async (_, length) => {
    const content = Buffer.alloc(length, "0123456789abcdef");

    const made = await make("big", content);
    const back = await download(idOf(made));

    expect(made.size).toBe(String(length));
    expect(made.md5Checksum).toBe(createHash("md5").update(content).digest("hex"));
    expect(back.equals(content)).toBe(true);
    await drive.files.delete({ fileId: idOf(made) });
  });

  it("reads ranges and streams", async () => {
    const made = await make("ranged", "0123456789");
    const { data } = await drive.files.get({ fileId: idOf(made), alt: "media" }, { ...here, responseType: "stream" });
    const chunks: Buffer[] = [];
    for await (const chunk of data as unknown as Readable) chunks.push(chunk as Buffer);

    expect(Buffer.concat(chunks).toString()).toBe("0123456789");
    expect((await download(idOf(made), { range: "bytes=2-4" })).toString()).toBe("234");
  });

  it("tells who and how much", async () => {
    const { data } = await drive.about.get({ fields: "user,storageQuota" });

    expect(data.user?.emailAddress).toBe("ada@sandbox.example");
    expect(Number(data.storageQuota?.limit)).toBe(400 * MEGABYTE);
    expect(await refusal(drive.about.get({}))).toBe("400 required");
  });

  it("makes, changes, moves, copies, trashes and deletes", async () => {
    const folder = (await drive.files.create({ requestBody: { name: "f", mimeType: FOLDER_MIME } })).data;
    const ids = (await drive.files.generateIds({ count: 2 })).data.ids ?? [];
    const made = await make("n", "one", { id: ids[0] ?? "", appProperties: { k: "note" } });
    expect(made.id).toBe(ids[0]);

    const renamed = await drive.files.update({
      fileId: idOf(made),
      requestBody: { name: "m", appProperties: { k: null as unknown as string, j: "1" } },
      fields: "name,appProperties",
    });
    expect(renamed.data).toEqual({ name: "m", appProperties: { j: "1" } });

    const replaced = await drive.files.update(
      { fileId: idOf(made), media: { mimeType: "text/plain", body: "two" }, fields: "size,headRevisionId" },
      here,
    );
    expect(replaced.data.size).toBe("3");
    expect(replaced.data.headRevisionId).not.toBe(made.headRevisionId);

    const both = await drive.files.update(
      {
        fileId: idOf(made),
        requestBody: { description: "d" },
        media: { body: Readable.from(["three"]) },
        addParents: idOf(folder),
        removeParents: "root",
        fields: "parents,description,size",
      },
      here,
    );
    expect(both.data).toEqual({ parents: [folder.id], description: "d", size: "5" });

    const copy = await drive.files.copy({ fileId: idOf(made), requestBody: { id: ids[1] ?? "", name: "c" }, fields: "id,parents,size" });
    expect(copy.data).toEqual({ id: ids[1], parents: [folder.id], size: "5" });

    expect((await drive.files.update({ fileId: idOf(folder), requestBody: { trashed: true }, fields: "trashed" })).data).toEqual({
      trashed: true,
    });
    expect((await drive.files.get({ fileId: idOf(copy.data), fields: "trashed,explicitlyTrashed" })).data).toEqual({
      trashed: true,
      explicitlyTrashed: false,
    });
    expect((await drive.files.delete({ fileId: idOf(copy.data) })).status).toBe(204);
    expect((await drive.files.emptyTrash({})).status).toBe(204);
    expect(await refusal(drive.files.get({ fileId: idOf(made) }))).toBe("404 notFound");
  });

  it("follows the feed", async () => {
    const start = (await drive.changes.getStartPageToken({})).data.startPageToken ?? "";
    const [kept, gone] = [await make("kept", "1"), await make("gone", "2")];
    await drive.files.delete({ fileId: idOf(gone) });

    const first = (await drive.changes.list({ pageToken: start, pageSize: 1, fields: "*" })).data;
    const second = (await drive.changes.list({ pageToken: first.nextPageToken ?? "", pageSize: 1, fields: "*" })).data;

    expect(first.changes).toMatchObject([{ fileId: kept.id, removed: false, changeType: "file", file: { name: "kept" } }]);
    expect(second.changes).toMatchObject([{ fileId: gone.id, removed: true }]);
    expect(second.newStartPageToken).toBe((await drive.changes.getStartPageToken({})).data.startPageToken);
    expect(await refusal(drive.changes.list({ pageToken: "invented" }))).toBe("400 invalid");
  });

  it("lists, reads, pins and deletes revisions", async () => {
    const made = await make("r", "v0");
    await drive.files.update({ fileId: idOf(made), media: { body: "v1" }, keepRevisionForever: true }, here);
    await drive.files.update({ fileId: idOf(made), media: { body: "v2" } }, here);
    const { revisions = [] } = (await drive.revisions.list({ fileId: idOf(made), fields: "*" })).data;
    const [first, second, head] = revisions.map((revision) => revision.id ?? "");
    const bytes = (revisionId = "") =>
      drive.revisions.get({ fileId: idOf(made), revisionId, alt: "media" }, { ...here, responseType: "text" });

    expect(revisions.map((revision) => revision.keepForever)).toEqual([false, true, false]);
    expect((await bytes(second)).data).toBe("v1");
    expect((await bytes(head)).data).toBe("v2");
    expect(await refusal(bytes(first))).toBe("403 download_restricted_for_revision");
    expect(
      (
        await drive.revisions.update({
          fileId: idOf(made),
          revisionId: first ?? "",
          requestBody: { keepForever: true },
          fields: "keepForever",
        })
      ).data,
    ).toEqual({ keepForever: true });
    expect(
      await refusal(drive.revisions.update({ fileId: idOf(made), revisionId: first ?? "", requestBody: { keepForever: false } })),
    ).toBe("400 illegalKeepForeverModification");
    expect((await drive.revisions.delete({ fileId: idOf(made), revisionId: first ?? "" })).status).toBe(204);
  });

  it("uses the hidden folder", async () => {
    const made = await make("settings", "x", { parents: ["appDataFolder"] });

    expect(made.spaces).toEqual(["appDataFolder"]);
    expect((await drive.files.list({ spaces: "appDataFolder", fields: "files(id)" })).data.files).toEqual([{ id: made.id }]);
    expect(await refusal(drive.files.update({ fileId: idOf(made), requestBody: { trashed: true } }))).toBe(
      "403 notSupportedForAppDataFolderFiles",
    );
    await drive.files.delete({ fileId: idOf(made) });
  });

  describe("3,000 files in one folder", () => {
    let parent: string;
    const names = Array.from({ length: 3000 }, (_, index) => `note ${index}`);
    beforeAll(async () => {
      parent = idOf((await drive.files.create({ requestBody: { name: "many", mimeType: FOLDER_MIME } })).data);
      for (let at = 0; at < names.length; at += 100) {
        await Promise.all(
          names.slice(at, at + 100).map((name, offset) =>
            drive.files.create({
              requestBody: {
                name,
                parents: [parent],
                mimeType: (at + offset) % 2 === 0 ? "text/plain" : "application/json",
                starred: (at + offset) % 3 === 0,
                modifiedTime: new Date(1_700_000_000_000 + (at + offset) * 1000).toISOString(),
                appProperties: { n: String(at + offset) },
                properties: { m: String((at + offset) % 10) },
              },
            }),
          ),
        );
      }
    }, 60_000);
    const list = async (q: string, orderBy?: string, pageSize = 1000) => {
      const files: drive_v3.Schema$File[] = [];
      let pageToken: string | undefined;
      do {
        const params: drive_v3.Params$Resource$Files$List = { q, pageSize, fields: "nextPageToken,files(id,name)" };
        const { data } = await drive.files.list({
          ...params,
          ...(orderBy !== undefined && { orderBy }),
          ...(pageToken !== undefined && { pageToken }),
        });
        files.push(...(data.files ?? []));
        pageToken = data.nextPageToken ?? undefined;
      } while (pageToken !== undefined);
      return files.map((file) => file.name ?? "");
    };

    it.each([1000, 700, 99])("come complete and once in pages of %i", async (pageSize) => {
      const seen = await list(`'${parent}' in parents`, undefined, pageSize);

      expect(seen).toHaveLength(3000);
      expect(new Set(seen)).toEqual(new Set(names));
    });

    it("come in the order asked for", async () => {
      expect(await list(`'${parent}' in parents`, "name_natural", 1000)).toEqual(names);
      expect(await list(`'${parent}' in parents`, "modifiedTime desc", 1000)).toEqual([...names].reverse());
      expect((await list(`'${parent}' in parents`, "name", 1000)).slice(0, 3)).toEqual(["note 0", "note 1", "note 10"]);
    });

    it.each<[string, number]>([
      ["name = 'note 7'", 1],
      ["name != 'note 7'", 2999],
      ["name contains 'note'", 3000],
      ["name contains 'ote'", 0],
      ["fullText contains 'note'", 3000],
      ["mimeType = 'text/plain'", 1500],
      ["mimeType != 'text/plain'", 1500],
      ["mimeType contains 'text/'", 1500],
      ["starred = true", 1000],
      ["starred != true", 2000],
      ["trashed = false", 3000],
      ["trashed != false", 0],
      ["modifiedTime > '2023-11-14T23:03:18Z'", 1],
      ["modifiedTime >= '2023-11-14T23:03:18Z'", 2],
      ["modifiedTime < '2023-11-14T22:13:21'", 1],
      ["modifiedTime <= '2023-11-14T22:13:21'", 2],
      ["modifiedTime = '2023-11-14T22:13:21.000Z'", 1],
      ["modifiedTime != '2023-11-14T22:13:21.000Z'", 2999],
      ["createdTime > '2020-01-01'", 3000],
      ["viewedByMeTime > '2020-01-01'", 0],
      ["'me' in owners", 3000],
      ["'ada@sandbox.example' in writers and 'ada@sandbox.example' in readers", 3000],
      ["appProperties has { key='n' and value='42' }", 1],
      ["properties has { key='m' and value='3' }", 300],
      ["not (starred = true or mimeType = 'text/plain')", 1000],
      ["name = 'note 1' or name = 'note 2' and starred = true", 1],
    ])("answer %s with %i", async (q, count) => {
      expect(await list(`'${parent}' in parents and (${q})`)).toHaveLength(count);
    });
  });

  describe("errors", () => {
    it("are told as the service tells them", async () => {
      const made = await make("e", "x");
      const folder = idOf((await drive.files.create({ requestBody: { mimeType: FOLDER_MIME } })).data);
      const fileId = idOf(made);

      expect(await refusal(drive.files.list({ q: "nonsense" }))).toBe("400 invalid");
      expect(await refusal(drive.files.list({ pageSize: 1001 }))).toBe("400 invalid");
      expect(await refusal(drive.files.list({ orderBy: "size" }))).toBe("400 invalid");
      expect(await refusal(drive.files.list({ pageToken: "x" }))).toBe("400 invalid");
      expect(await refusal(drive.files.list({ includeItemsFromAllDrives: true }))).toBe("403 teamDrivesParameterRequired");
      expect(await refusal(drive.files.get({ fileId, fields: "etag" }))).toBe("400 invalidParameter");
      expect(await refusal(drive.files.get({ fileId, acknowledgeAbuse: true }))).toBe("403 invalidAbuseAcknowledgment");
      expect(await refusal(drive.files.get({ fileId: folder, alt: "media" }))).toBe("403 fileNotDownloadable");
      expect(await refusal(drive.files.get({ fileId: "nothing" }))).toBe("404 notFound");
      expect(await refusal(download(fileId, { range: "bytes=9-" }))).toMatch(/^416/);
      expect(await refusal(drive.files.create({ requestBody: { id: "invented" } }))).toBe("400 invalid");
      expect(await refusal(drive.files.create({ requestBody: { id: fileId } }))).toBe("409 fileIdInUse");
      expect(await refusal(drive.files.create({ requestBody: { parents: [fileId] } }))).toBe("403 parentNotAFolder");
      expect(await refusal(drive.files.create({ requestBody: { appProperties: { k: "x".repeat(124) } } }))).toBe(
        "403 propertyLimitExceeded",
      );
      expect(await refusal(drive.files.update({ fileId, requestBody: { parents: ["root"] } }))).toBe("403 fieldNotWritable");
      expect(await refusal(clientFor("token-of-grace").files.get({ fileId }))).toBe("404 notFound");
      expect(await refusal(clientFor("nobody's").files.get({ fileId }))).toBe("401 authError");
    });

    it("stop an upload beyond the quota, and the drive goes on", async () => {
      const small = await openTemporaryDrive({ quotaBytes: MEGABYTE });
      const oauth = new auth.OAuth2();
      oauth.setCredentials({ access_token: small.token });
      const full = openDrive({ version: "v3", auth: oauth, rootUrl: `${small.url}/` });
      const upload = (bytes: number) =>
        full.files.create(
          { requestBody: { name: "x" }, media: { body: Readable.from([Buffer.alloc(bytes)]) } },
          { rootUrl: `${small.url}/` },
        );

      expect(await refusal(upload(2 * MEGABYTE))).toBe("403 storageQuotaExceeded");
      expect((await upload(MEGABYTE)).status).toBe(200);
      expect(await refusal(upload(1))).toBe("403 storageQuotaExceeded");
      await small.close();
    });

    it("never leave a 500 behind", () => {
      expect(server.reported).toEqual([]);
    });
  });
});
