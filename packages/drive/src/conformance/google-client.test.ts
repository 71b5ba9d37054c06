/**
 * Runs Google's own Node client against this server over sockets, with SQLite and files as storage. The client was not written to fit this
 * server.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { drive_v3 } from "@googleapis/drive";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type GoogleClient, openGoogleClient, refusalOf } from "../testing/google-client.ts";
import { openTemporaryDrive, type TemporaryDrive } from "../testing/temporary-drive.ts";
import { FOLDER_MIME } from "../wire/resources.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const MEGABYTE = 1024 * 1024;

describe("@googleapis/drive", () => {
  let server: TemporaryDrive;
  let client: GoogleClient;
  let drive: drive_v3.Drive;
  let here: GoogleClient["here"];
  beforeAll(async () => {
    server = await openTemporaryDrive({ quotaBytes: 400 * MEGABYTE });
    client = openGoogleClient(server.url, server.token);
    ({ v3: drive, here } = client);
  });
  afterAll(() => server.close());

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

  it("reports the user and the quota", async () => {
    const { data } = await drive.about.get({ fields: "user,storageQuota" });

    expect(data.user?.emailAddress).toBe("ada@sandbox.example");
    expect(Number(data.storageQuota?.limit)).toBe(400 * MEGABYTE);
    expect(await refusalOf(drive.about.get({}))).toBe("400 required");
  });

  it("creates, changes, moves, copies, trashes and deletes", async () => {
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
    expect(await refusalOf(drive.files.get({ fileId: idOf(made) }))).toBe("404 notFound");
  });

  it("follows the changes feed", async () => {
    const start = (await drive.changes.getStartPageToken({})).data.startPageToken ?? "";
    const [kept, gone] = [await make("kept", "1"), await make("gone", "2")];
    await drive.files.delete({ fileId: idOf(gone) });

    const first = (await drive.changes.list({ pageToken: start, pageSize: 1, fields: "*" })).data;
    const second = (await drive.changes.list({ pageToken: first.nextPageToken ?? "", pageSize: 1, fields: "*" })).data;

    expect(first.changes).toMatchObject([{ fileId: kept.id, removed: false, changeType: "file", file: { name: "kept" } }]);
    expect(second.changes).toMatchObject([{ fileId: gone.id, removed: true }]);
    expect(second.newStartPageToken).toBe((await drive.changes.getStartPageToken({})).data.startPageToken);
    expect(await refusalOf(drive.changes.list({ pageToken: "invented" }))).toBe("400 invalid");
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
    expect(await refusalOf(bytes(first))).toBe("403 download_restricted_for_revision");
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
      await refusalOf(drive.revisions.update({ fileId: idOf(made), revisionId: first ?? "", requestBody: { keepForever: false } })),
    ).toBe("400 illegalKeepForeverModification");
    expect((await drive.revisions.delete({ fileId: idOf(made), revisionId: first ?? "" })).status).toBe(204);
  });

  it("uses the hidden app folder", async () => {
    const made = await make("settings", "x", { parents: ["appDataFolder"] });

    expect(made.spaces).toEqual(["appDataFolder"]);
    expect((await drive.files.list({ spaces: "appDataFolder", fields: "files(id)" })).data.files).toEqual([{ id: made.id }]);
    expect(await refusalOf(drive.files.update({ fileId: idOf(made), requestBody: { trashed: true } }))).toBe(
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
    });
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

    it.each([1000, 700, 99])("lists each of them exactly once in pages of %i", async (pageSize) => {
      const seen = await list(`'${parent}' in parents`, undefined, pageSize);

      expect(seen).toHaveLength(3000);
      expect(new Set(seen)).toEqual(new Set(names));
    });

    it("sorts them as requested", async () => {
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
      ["trashed = true", 0],
      ["trashed != true", 3000],
      ["trashed != false", 0],
      ["modifiedTime > '2023-11-14T23:03:18Z'", 1],
      ["modifiedTime >= '2023-11-14T23:03:18Z'", 2],
      ["modifiedTime < '2023-11-14T22:13:21'", 1],
      ["modifiedTime <= '2023-11-14T22:13:21'", 2],
      ["modifiedTime = '2023-11-14T22:13:21.000Z'", 1],
      ["modifiedTime != '2023-11-14T22:13:21.000Z'", 2999],
      ["createdTime <= '2020-01-01'", 0],
      ["createdTime < '2020-01-01'", 0],
      ["createdTime = '2020-01-01'", 0],
      ["createdTime != '2020-01-01'", 3000],
      ["createdTime > '2020-01-01'", 3000],
      ["createdTime >= '2020-01-01'", 3000],
      ["viewedByMeTime <= '2020-01-01'", 3000],
      ["viewedByMeTime < '2020-01-01'", 3000],
      ["viewedByMeTime = '2020-01-01'", 0],
      ["viewedByMeTime != '2020-01-01'", 3000],
      ["viewedByMeTime > '2020-01-01'", 0],
      ["viewedByMeTime >= '2020-01-01'", 0],
      ["'me' in owners", 3000],
      ["'root' in parents", 0],
      ['not "root" in parents', 3000],
      ["'ada@sandbox.example' in writers and 'ada@sandbox.example' in readers", 3000],
      ["appProperties has { key='n' and value='42' }", 1],
      ["properties has { key='m' and value='3' }", 300],
      ["not (starred = true or mimeType = 'text/plain')", 1000],
      ["name = 'note 1' or name = 'note 2' and starred = true", 1],
    ])("answer %s with %i", async (q, count) => {
      expect(await list(`'${parent}' in parents and (${q})`)).toHaveLength(count);
    });
  });

  it("resumes an upload after a break in the middle", async () => {
    const content = Buffer.from(Array.from({ length: 5 * MEGABYTE + 77 }, (_, index) => (index * 7 + (index >> 10)) % 251));
    const begun = await drive.files.create(
      { requestBody: { name: "resumed" }, uploadType: "resumable", fields: "id,size,md5Checksum" } as drive_v3.Params$Resource$Files$Create,
      { url: `${server.url}/upload/drive/v3/files`, headers: { "X-Upload-Content-Length": String(content.length) } },
    );
    const session = (begun.headers as unknown as Headers).get("location") ?? "";
    const put = (range: string, data?: Readable | Buffer) =>
      client.oauth.request<drive_v3.Schema$File>({
        url: session,
        method: "PUT",
        headers: { "content-range": range },
        validateStatus: (status) => status === 200 || status === 308,
        // Only the status request may be retried: the server may not have noticed yet that the connection is dead.
        retry: data === undefined,
        ...(data !== undefined && { data }),
      });
    const first = await put(`bytes 0-${MEGABYTE - 1}/${content.length}`, content.subarray(0, MEGABYTE));
    expect([first.status, first.headers.get("range")]).toEqual([308, `bytes=0-${MEGABYTE - 1}`]);

    const broken = Readable.from(halfOf(content.subarray(MEGABYTE, 3 * MEGABYTE)));
    await expect(put(`bytes ${MEGABYTE}-${3 * MEGABYTE - 1}/${content.length}`, broken)).rejects.toThrow();
    const stored = await put(`bytes */${content.length}`);
    const have = Number(stored.headers.get("range")?.slice("bytes=0-".length)) + 1;
    expect(have).toBeGreaterThanOrEqual(MEGABYTE);
    expect(have).toBeLessThan(3 * MEGABYTE);
    expect((await drive.files.list({ q: "name = 'resumed'" })).data.files).toEqual([]);
    const done = await put(`bytes ${have}-${content.length - 1}/${content.length}`, content.subarray(have));

    expect(done.data).toMatchObject({ size: String(content.length), md5Checksum: createHash("md5").update(content).digest("hex") });
    expect((await download(idOf(done.data))).equals(content)).toBe(true);
  });

  it("finds new files with a delay while search and feed lag, and reads them by id at once", async () => {
    server.sandbox.control?.setFaults({ nameLagMs: 600, listLagMs: 300, feedLagMs: 400, feedRepeats: 2, shortPages: true });
    const start = (await drive.changes.getStartPageToken({})).data.startPageToken ?? "";
    const { id } = await make("lagging", "soon to be found");
    const found = async (q: string) => {
      const ids: unknown[] = [];
      let pageToken: string | undefined;
      do {
        const { data } = await drive.files.list({ q, ...(pageToken !== undefined && { pageToken }) });
        ids.push(...(data.files ?? []).map((file) => file.id));
        pageToken = data.nextPageToken ?? undefined;
      } while (pageToken !== undefined);
      return ids;
    };
    const fed = async () => {
      const ids: unknown[] = [];
      let pageToken: string | undefined = start;
      while (pageToken !== undefined) {
        const { data }: { readonly data: drive_v3.Schema$ChangeList } = await drive.changes.list({ pageToken });
        ids.push(...(data.changes ?? []).map((change) => change.fileId));
        pageToken = data.nextPageToken ?? undefined;
      }
      return ids;
    };

    expect((await download(id ?? "")).toString()).toBe("soon to be found");
    await vi.waitFor(async () => expect(await found("name = 'lagging'")).toEqual([id]), 30_000);
    expect(await found("'root' in parents")).toContain(id);
    await vi.waitFor(async () => expect(await fed()).toContain(id), 30_000);
    server.sandbox.control?.reset();
  });

  it("never causes a 500", () => {
    expect(server.reported).toEqual([]);
  });
});

/** Sends half of the bytes, then breaks the connection. */
async function* halfOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length / 2; at += 65_536) yield bytes.subarray(at, at + 65_536);
  throw new Error("the connection broke");
}
