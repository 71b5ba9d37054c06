import { beforeEach, describe, expect, it } from "vitest";
import { createRawDrive, type RawDrive, reasonOf, toMultipart } from "../../testing/raw-drive.ts";
import type { Revision } from "../../wire/resources.ts";

const FILES = "/drive/v3/files";

describe("drive contract §1.12 revisions", () => {
  let drive: RawDrive;
  let id: string;
  beforeEach(async () => {
    drive = createRawDrive({ limits: { unpinnedRevisions: 3, pinnedRevisions: 2 } });
    ({ id } = await drive.make({ name: "n" }, "v0"));
  });
  const replace = (content: string, query = "") =>
    drive.call("PATCH", `/upload${FILES}/${id}?uploadType=multipart&fields=headRevisionId${query}`, toMultipart({}, content));
  const list = async (query = "fields=nextPageToken,revisions") =>
    (
      await drive.call<{ readonly revisions: readonly Revision[]; readonly nextPageToken?: string }>(
        "GET",
        `${FILES}/${id}/revisions?${query}`,
      )
    ).json;
  const one = (revision: string | undefined, query = "") => drive.call("GET", `${FILES}/${id}/revisions/${revision}${query}`);
  const pin = (revision: string | undefined, keepForever: boolean) =>
    drive.call("PATCH", `${FILES}/${id}/revisions/${revision}?fields=keepForever`, { json: { keepForever } });

  it("grows by one with each upload, oldest first, and names the head", async () => {
    const head = (await replace("v1")).json.headRevisionId;

    const { revisions } = await list();

    expect(revisions.map((revision) => revision.size)).toEqual(["2", "2"]);
    expect(revisions[1]).toMatchObject({
      kind: "drive#revision",
      id: head,
      keepForever: false,
      md5Checksum: "6654c734ccab8f440ff0825eb443dc7f",
      originalFilename: "n",
    });
    expect((await drive.call("GET", `${FILES}/${id}/revisions`)).json).toMatchObject({
      kind: "drive#revisionList",
      revisions: [{ id: revisions[0]?.id, mimeType: "text/plain", kind: "drive#revision", modifiedTime: expect.any(String) }, {}],
    });
  });

  it("does not change when only metadata changes", async () => {
    await drive.call("PATCH", `${FILES}/${id}`, { json: { name: "m" } });

    expect((await list()).revisions).toHaveLength(1);
  });

  it("returns the bytes of the head and of pinned revisions, and rejects others", async () => {
    const [first] = (await list()).revisions;
    await replace("v1", "&keepRevisionForever=true");
    await replace("v2");
    const { revisions } = await list();

    expect(reasonOf(await one(first?.id, "?alt=media"))).toBe("403 download_restricted_for_revision");
    expect((await one(revisions[1]?.id, "?alt=media")).text).toBe("v1");
    expect((await one(revisions[2]?.id, "?alt=media")).text).toBe("v2");
    expect((await one(first?.id)).json).toMatchObject({ id: first?.id });
    expect((await one("nothing")).status).toBe(404);
  });

  it("pins and counts every revision, and unpins by deletion only", async () => {
    const [first] = (await list()).revisions;
    await replace("v1");
    expect(await drive.contentBytes()).toBe(4);

    expect((await pin(first?.id, true)).json).toEqual({ keepForever: true });
    expect(await drive.contentBytes()).toBe(4);
    expect(reasonOf(await pin(first?.id, false))).toBe("400 illegalKeepForeverModification");
    expect((await drive.call("DELETE", `${FILES}/${id}/revisions/${first?.id}`)).status).toBe(204);
    expect(await drive.contentBytes()).toBe(2);
    expect((await list()).revisions).toHaveLength(1);
  });

  it("never deletes the head", async () => {
    const [head] = (await list()).revisions;

    expect(reasonOf(await drive.call("DELETE", `${FILES}/${id}/revisions/${head?.id}`))).toBe("403 cannotDeleteOnlyRevision");
  });

  it("keeps a limited number of unpinned revisions, and every pinned one", async () => {
    const [first] = (await list()).revisions;
    await pin(first?.id, true);
    const second = (await replace("v1")).json.headRevisionId;
    const blobKey = (await drive.metadata.get("ada", id))?.content?.blobKey ?? "";
    for (const content of ["v2", "v3", "v4", "v5"]) await replace(content);

    const ids = (await list()).revisions.map((revision) => revision.id);

    expect(ids).toHaveLength(5);
    expect(ids).toContain(first?.id);
    expect(ids).not.toContain(second);
    expect(await drive.blobs.read(blobKey, { start: 0, end: 0 })).toBeUndefined();
  });

  it("removes unpinned revisions after thirty days by server time", async () => {
    await drive.call("PATCH", `/upload${FILES}/${id}?uploadType=multipart`, toMultipart({ modifiedTime: "2001-01-01T00:00:00Z" }, "v1"));
    await replace("v2");
    expect((await list()).revisions).toHaveLength(3);
    await drive.clock.advance(31 * 86_400_000);
    await replace("v3");

    expect((await list()).revisions).toHaveLength(1);
  });

  it("limits the number of pinned revisions", async () => {
    for (const content of ["v1", "v2"]) await replace(content, "&keepRevisionForever=true");
    const [first] = (await list()).revisions;

    expect(reasonOf(await replace("v3", "&keepRevisionForever=true"))).toBe("403 keepForeverLimitExceeded");
    expect(reasonOf(await pin(first?.id, true))).toBe("403 keepForeverLimitExceeded");
    expect((await drive.call("GET", `${FILES}/${id}?alt=media`)).text).toBe("v2");
  });

  it("returns pages", async () => {
    for (const content of ["v1", "v2"]) await replace(content);
    const whole = (await list()).revisions.map((revision) => revision.id);

    const first = await list("pageSize=2&fields=nextPageToken,revisions/id");
    const second = await list(`pageSize=2&fields=nextPageToken,revisions/id&pageToken=${encodeURIComponent(first.nextPageToken ?? "")}`);

    expect([...first.revisions, ...second.revisions].map((revision) => revision.id)).toEqual(whole);
    expect(second.nextPageToken).toBeUndefined();
    expect(reasonOf(await drive.call("GET", `${FILES}/${id}/revisions?pageToken=x`))).toBe("400 invalid pageToken");
  });

  it("is deleted with its file, missing for folders, and hidden from other users", async () => {
    const folder = await drive.folder("f");
    expect((await drive.call("GET", `${FILES}/${folder}/revisions`)).status).toBe(403);
    expect((await drive.call("GET", `${FILES}/${id}/revisions`, { token: drive.tokenOf("grace") })).status).toBe(404);
    await drive.call("DELETE", `${FILES}/${id}`);

    expect(await drive.metadata.revisions("ada", id)).toEqual([]);
  });
});
