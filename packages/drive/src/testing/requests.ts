/** Valid requests that the fuzz test mutates. */
import type { DriveRequest } from "../server/http/drive-request.ts";

export type PlainRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

const FILES = "/drive/v3/files";
const MULTIPART =
  '--b\r\nContent-Type: application/json\r\n\r\n{"name":"n","appProperties":{"k":"v"}}\r\n--b\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b--';
const BATCH = `--b\r\nContent-Type: application/http\r\nContent-ID: <a>\r\n\r\nGET ${FILES}/FILE?fields=id\r\n\r\n\r\n--b\r\nContent-Type: application/http\r\n\r\nPATCH ${FILES}/FILE\r\nContent-Type: application/json\r\n\r\n{"name":"x"}\r\n--b--`;
const Q =
  "'root' in parents and trashed = false and not (name contains 'x' or appProperties has { key='k' and value='v' }) and modifiedTime > '2026-07-18T09:30:00'";
const METADATA =
  '{"name":"n","description":"d","starred":true,"appProperties":{"a":"1","b":null},"modifiedTime":"2026-07-18T09:30:00.000Z","parents":["root"]}';

type Sketch = readonly [method: string, path: string, query?: string, body?: string, headers?: Readonly<Record<string, string>>];

const JSON_TYPE = { "content-type": "application/json" };
const MULTIPART_TYPE = { "content-type": "multipart/related; boundary=b" };

const SKETCHES: readonly Sketch[] = [
  ["GET", "/drive/v3/about", "fields=user(displayName),storageQuota/limit"],
  [
    "GET",
    FILES,
    `q=${encodeURIComponent(Q)}&orderBy=name_natural desc,modifiedTime&pageSize=10&fields=nextPageToken,files(id,owners/displayName)&spaces=drive`,
  ],
  ["GET", `${FILES}/generateIds`, "count=3&space=drive&type=files"],
  ["GET", `${FILES}/FILE`, "fields=*&supportsAllDrives=true"],
  ["GET", `${FILES}/FILE`, "alt=media", "", { range: "bytes=1-2" }],
  ["GET", `${FILES}/FILE/revisions`, "pageSize=5&fields=revisions(id)"],
  ["GET", `${FILES}/FILE/revisions/REVISION`, "alt=media"],
  ["PATCH", `${FILES}/FILE/revisions/REVISION`, "", '{"keepForever":true}', JSON_TYPE],
  ["DELETE", `${FILES}/FILE/revisions/REVISION`],
  ["GET", "/drive/v3/changes", "pageToken=1&pageSize=7&includeRemoved=false&fields=changes(fileId,file(id))"],
  ["GET", "/drive/v3/changes/startPageToken"],
  ["POST", FILES, "fields=id", METADATA, JSON_TYPE],
  ["PATCH", `${FILES}/FILE`, "addParents=FOLDER&removeParents=root", '{"name":"m","trashed":false,"properties":{"p":"1"}}', JSON_TYPE],
  ["POST", `${FILES}/FILE/copy`, "", '{"name":"c"}', JSON_TYPE],
  ["DELETE", `${FILES}/FILE2`],
  ["POST", `/upload${FILES}`, "uploadType=multipart&fields=id", MULTIPART, MULTIPART_TYPE],
  ["POST", `/upload${FILES}`, "uploadType=media", "hello", { "content-type": "text/plain" }],
  ["PATCH", `/upload${FILES}/FILE`, "uploadType=multipart&keepRevisionForever=true", MULTIPART, MULTIPART_TYPE],
  [
    "POST",
    `/upload${FILES}`,
    "uploadType=resumable",
    '{"name":"r"}',
    { ...JSON_TYPE, "x-upload-content-type": "a/b", "x-upload-content-length": "10" },
  ],
  ["PUT", `/upload${FILES}`, "uploadType=resumable&upload_id=SESSION", "0123456789", { "content-range": "bytes 0-9/10" }],
  ["PUT", `/upload${FILES}`, "uploadType=resumable&upload_id=SESSION", "", { "content-range": "bytes */10" }],
  ["POST", "/batch/drive/v3", "", BATCH, { "content-type": "multipart/mixed; boundary=b" }],
  ["OPTIONS", FILES],
];

/** `names` replaces FILE, FOLDER and so on by ids that exist. */
export function validRequests(token: string, names: Readonly<Record<string, string>>): readonly PlainRequest[] {
  const fill = (text: string) => Object.entries(names).reduce((filled, [name, id]) => filled.replaceAll(name, id), text);
  return SKETCHES.map(([method, path, query = "", body = "", headers = {}]) => ({
    method,
    path: fill(path),
    query: fill(query),
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: Buffer.from(fill(body)),
  }));
}

export function toDriveRequest(plain: PlainRequest): DriveRequest {
  return { ...plain, body: plain.body.length === 0 ? undefined : inPieces(plain.body), origin: "http://drive.test" };
}

/** Yields three pieces, so that no reader can rely on whole bodies. */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const third = Math.ceil(bytes.length / 3);
  for (let at = 0; at < bytes.length; at += third) yield bytes.subarray(at, at + third);
}
