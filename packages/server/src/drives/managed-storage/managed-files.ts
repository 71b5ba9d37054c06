/** Attachments in managed storage: files in the library's folder `attachments`, by id, written once. drive-layout.md, sync.md §11. */
import { isSealedFile } from "@satchel/contract/drives/files.ts";
import * as z from "zod/mini";
import { type Refusal, refuse } from "../../shared/refusal.ts";
import { MANAGED_PATHS } from "./managed-drive.ts";

type Drive = typeof fetch;
export type NewAttachment = { readonly id: string; readonly bytes: Uint8Array };

/** A placeholder origin, because the drive runs in this process. */
const ORIGIN = "http://managed.invalid";
const FILES = `${ORIGIN}${MANAGED_PATHS.apiBase}/files`;
const FILE_TYPE = "application/octet-stream";

const listed = z.object({ files: z.array(z.object({ id: z.string() })) });

export async function keepAttachment(
  drive: Drive,
  file: NewAttachment,
): Promise<"kept" | Refusal<"library-missing" | "conflict" | "storage-full">> {
  const folder = await findFirst(drive, "appProperties has { key='r' and value='attachments' } and trashed = false");
  if (folder === undefined) return refuse("library-missing");
  if ((await findAttachment(drive, file.id)) !== undefined) return refuse("conflict");
  const response = await drive(`${ORIGIN}${MANAGED_PATHS.uploadBase}/files?uploadType=multipart&fields=id`, toUpload(file, folder));
  if (response.ok) return "kept";
  if (response.status === 403) return refuse("storage-full");
  throw new Error(`managed storage answered ${response.status} to an attachment`);
}

/** Returns undefined if there is no such file, or if the file with that id is not sealed. */
export async function readAttachment(drive: Drive, id: string): Promise<Uint8Array | undefined> {
  const fileId = await findAttachment(drive, id);
  if (fileId === undefined) return undefined;
  const response = await drive(`${FILES}/${encodeURIComponent(fileId)}?alt=media`);
  if (!response.ok) return undefined;
  const bytes = new Uint8Array(await response.arrayBuffer());
  return isSealedFile(bytes) ? bytes : undefined;
}

/** The contract validates ids, so none of them can alter the query. */
function findAttachment(drive: Drive, id: string): Promise<string | undefined> {
  return findFirst(
    drive,
    `appProperties has { key='k' and value='attachment' } and appProperties has { key='n' and value='${id}' } and trashed = false`,
  );
}

async function findFirst(drive: Drive, q: string): Promise<string | undefined> {
  const query = new URLSearchParams({ q, fields: "files(id)", orderBy: "createdTime", pageSize: "1" });
  const response = await drive(`${FILES}?${query}`);
  if (!response.ok) throw new Error(`managed storage answered ${response.status} to a search`);
  return listed.parse(await response.json()).files[0]?.id;
}

function toUpload({ id, bytes }: NewAttachment, folderId: string): RequestInit {
  const metadata = { name: `${id}.bin`, parents: [folderId], mimeType: FILE_TYPE, appProperties: { n: id, k: "attachment" } };
  const boundary = `sealed-${crypto.randomUUID()}`;
  const head = `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(metadata)}\r\n--${boundary}\r\nContent-Type: ${FILE_TYPE}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { method: "POST", headers: { "content-type": `multipart/related; boundary=${boundary}` }, body };
}
