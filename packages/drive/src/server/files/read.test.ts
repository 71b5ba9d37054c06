import { beforeEach, describe, expect, it } from "vitest";
import { createRawDrive, type RawDrive, reasonOf } from "../../testing/raw-drive.ts";
import { parseRange } from "./read-file.ts";

const FILES = "/drive/v3/files";

describe("drive contract §1.6 files.get", () => {
  let drive: RawDrive;
  let id: string;
  beforeEach(async () => {
    drive = createRawDrive();
    ({ id } = await drive.make({ name: "n", mimeType: "text/html" }, "0123456789"));
  });
  const media = (range?: string) => drive.call("GET", `${FILES}/${id}?alt=media`, { headers: range === undefined ? {} : { range } });

  it("returns bytes with the stored type, and headers that prevent running them", async () => {
    const answer = await media();

    expect(answer.text).toBe("0123456789");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/html",
      "content-length": "10",
      "x-content-type-options": "nosniff",
      "content-disposition": "attachment",
      "content-security-policy": "sandbox; default-src 'none'",
    });
  });

  it.each([
    ["bytes=0-3", "0123", "bytes 0-3/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-2", "89", "bytes 8-9/10"],
    ["bytes=5-99", "56789", "bytes 5-9/10"],
  ])("returns the part %s", async (range, text, contentRange) => {
    const answer = await media(range);

    expect([answer.status, answer.text, answer.headers.get("content-range")]).toEqual([206, text, contentRange]);
  });

  it("responds 416 beyond the end, and returns everything for an invalid range", async () => {
    const beyond = await media("bytes=10-");

    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */10"]);
    for (const range of ["bytes=3-1", "lines=1-2", "bytes=0-1,4-5", "bytes=", "bytes=-"]) expect((await media(range)).status).toBe(200);
    expect(parseRange("bytes=0-0", 0)).toBe("unsatisfiable");
  });

  it("reads trashed files and the root, but not the bytes of a folder", async () => {
    await drive.call("PATCH", `${FILES}/${id}`, { json: { trashed: true } });

    expect((await media()).status).toBe(200);
    expect((await drive.call("GET", `${FILES}/root`)).json).toMatchObject({
      name: "My Drive",
      mimeType: "application/vnd.google-apps.folder",
    });
    expect(reasonOf(await drive.call("GET", `${FILES}/root?alt=media`))).toBe("403 fileNotDownloadable alt");
    expect(reasonOf(await drive.call("GET", `${FILES}/${await drive.folder("f")}?alt=media`))).toBe("403 fileNotDownloadable alt");
  });

  it.each([
    ["fields=etag", "400 invalidParameter fields"],
    ["fields=nextPageToken,files(id)", "400 invalidParameter fields"],
    ["acknowledgeAbuse=true", "403 invalidAbuseAcknowledgment acknowledgeAbuse"],
    ["alt=xml", "400 invalid alt"],
  ])("rejects %s", async (query, reason) => {
    expect(reasonOf(await drive.call("GET", `${FILES}/${id}?${query}`))).toBe(reason);
  });

  it("responds with the same 404 for a missing file and another user's", async () => {
    const missing = await drive.call("GET", `${FILES}/${"1".repeat(33)}`);
    const others = await drive.call("GET", `${FILES}/${id}`, { token: drive.tokenOf("grace") });

    expect(others.text.replaceAll(id, "X")).toBe(missing.text.replaceAll("1".repeat(33), "X"));
    expect(missing.json).toEqual({
      error: {
        code: 404,
        message: `File not found: ${"1".repeat(33)}.`,
        errors: [
          {
            domain: "global",
            reason: "notFound",
            message: `File not found: ${"1".repeat(33)}.`,
            locationType: "parameter",
            location: "fileId",
          },
        ],
      },
    });
  });
});
