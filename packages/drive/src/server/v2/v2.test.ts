import { beforeEach, describe, expect, it } from "vitest";
import { createRawDrive, type RawDrive, reasonOf } from "../../testing/raw-drive.ts";

describe("drive contract §2.2 v2 as the API for compare-and-swap", () => {
  let drive: RawDrive;
  let id: string;
  beforeEach(async () => {
    drive = createRawDrive();
    ({ id } = await drive.make({ name: "n" }, "one"));
  });
  const get = async (fields = "") => (await drive.call<Readonly<Record<string, unknown>>>("GET", `/drive/v2/files/${id}?${fields}`)).json;
  const etag = async () => String((await get("fields=etag")).etag);
  const put = (content: string, match?: string) =>
    drive.call("PUT", `/upload/drive/v2/files/${id}?uploadType=media&fields=etag,fileSize`, {
      body: content,
      headers: { "content-type": "text/plain", ...(match !== undefined && { "if-match": match }) },
    });
  const text = async () => (await drive.call("GET", `/drive/v3/files/${id}?alt=media`)).text;

  it("shows a file by its v2 names, with an etag that v3 lacks", async () => {
    expect(await get()).toMatchObject({
      kind: "drive#file",
      id,
      title: "n",
      fileSize: "3",
      etag: expect.stringMatching(/^".+"$/),
      labels: { trashed: false },
    });
    expect(Object.keys(await get("fields=etag,version,headRevisionId,md5Checksum"))).toEqual([
      "etag",
      "version",
      "headRevisionId",
      "md5Checksum",
    ]);
    expect(reasonOf(await drive.call("GET", `/drive/v3/files/${id}?fields=etag`))).toBe("400 invalidParameter fields");
  });

  it("accepts content for the current etag and rejects an older one", async () => {
    const first = await etag();

    const done = await put("two", first);
    expect(done.status).toBe(200);
    expect(done.json.etag).not.toBe(first);
    expect(reasonOf(await put("three", first))).toBe("412 conditionNotMet If-Match");
    expect(await text()).toBe("two");
  });

  it("changes the etag with any change, including a rename", async () => {
    const before = await etag();
    await drive.call("PATCH", `/drive/v3/files/${id}`, { json: { name: "m" } });

    expect((await put("two", before)).status).toBe(412);
  });

  it("accepts exactly one of many writers with the same etag", async () => {
    const current = await etag();

    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => put(`writer ${index}`, current)));

    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(412)]);
    expect((await drive.metadata.revisions("ada", id)).length).toBe(2);
  });

  it.each(["nonsense", '""', "W/x", "é"])("responds 412 to a malformed etag %s", async (match) => {
    expect((await put("two", encodeURI(match))).status).toBe(412);
  });

  it("writes without If-Match, and with * or a matching list", async () => {
    expect((await put("two")).status).toBe(200);
    expect((await put("three", "*")).status).toBe(200);
    expect((await put("four", `"x", ${await etag()}`)).status).toBe(200);
  });

  it("accepts metadata under the same condition", async () => {
    const rename = async (match: string) =>
      drive.call("PUT", `/drive/v2/files/${id}`, { json: { title: "m", labels: { starred: true } }, headers: { "if-match": match } });
    const first = await etag();

    expect((await rename(first)).json).toMatchObject({ title: "m", labels: { starred: true } });
    expect((await rename(first)).status).toBe(412);
  });

  it("deletes only with the current etag", async () => {
    const first = await etag();
    await put("two");

    expect((await drive.call("DELETE", `/drive/v2/files/${id}`, { headers: { "if-match": first } })).status).toBe(412);
    expect((await drive.call("DELETE", `/drive/v2/files/${id}`, { headers: { "if-match": await etag() } })).status).toBe(204);
  });
});
