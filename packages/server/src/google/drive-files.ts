/**
 * Access to sealed files of the connected drive for clients that cannot reach it; the app accesses it directly. Spec B §7, decisions 0003,
 * 0005.
 */
import { isEnvelope } from "@satchel/contract/drives/cloud.ts";
import * as z from "zod/mini";
import { type Refusal, refuse } from "../shared/refusal.ts";
import type { DriveProvider } from "./drive-provider.ts";

type Code = "not-found" | "reconnection-needed" | "scope-missing" | "drive-unreachable";
export type ValueOrRefusal<Value> = Promise<Value | Refusal<Code>>;
type Init = { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

const TIMEOUT_MS = 30_000;
/** More than a listing of 1,000 files, and more than an envelope. */
const DRIVE_TEXT_MAX_BYTES = 64 * 1024 * 1024;
/** More than any response of an OAuth endpoint. */
export const OAUTH_TEXT_MAX_BYTES = 64 * 1024;
const FILE_TYPE = "application/octet-stream";
const FOLDER_TYPE = "application/vnd.google-apps.folder";
const ENVELOPE_NAME = /^[A-Za-z0-9_-]{1,128}\.json$/;

const created = z.object({ id: z.string() });
const listed = z.object({
  files: z.array(z.object({ id: z.string(), name: z.string(), size: z.optional(z.string()), modifiedTime: z.optional(z.string()) })),
});

export type NewFile = { readonly name: string; readonly folderId: string | undefined; readonly content: string };
export type ListedFile = { readonly id: string; readonly name: string; readonly size: number | null; readonly modifiedTime: string };

export function createFile(
  provider: DriveProvider,
  token: string,
  { name, folderId, content }: NewFile,
): ValueOrRefusal<{ readonly id: string }> {
  const metadata = JSON.stringify({ name, mimeType: FILE_TYPE, ...parentsOf(folderId) });
  // An envelope is JSON without line breaks, so it cannot contain a boundary line.
  const body = [
    "--envelope",
    "Content-Type: application/json; charset=UTF-8",
    "",
    metadata,
    "--envelope",
    `Content-Type: ${FILE_TYPE}`,
    "",
    JSON.stringify(JSON.parse(content)),
    "--envelope--",
    "",
  ].join("\r\n");
  const headers = { "content-type": "multipart/related; boundary=envelope" };
  return ask(provider, token, {
    url: `${provider.server.uploadBase}/files?uploadType=multipart&fields=id`,
    schema: created,
    init: {
      method: "POST",
      headers,
      body,
    },
  });
}

export function createFolder(
  provider: DriveProvider,
  token: string,
  { name, parentId }: { readonly name: string; readonly parentId: string | undefined },
): ValueOrRefusal<{ readonly id: string }> {
  const body = JSON.stringify({ name, mimeType: FOLDER_TYPE, ...parentsOf(parentId) });
  const headers = { "content-type": "application/json" };
  return ask(provider, token, {
    url: `${provider.server.apiBase}/files?fields=id`,
    schema: created,
    init: { method: "POST", headers, body },
  });
}

export async function listFiles(
  provider: DriveProvider,
  token: string,
  folderId: string | undefined,
): ValueOrRefusal<{ readonly files: ListedFile[] }> {
  const inFolder = folderId === undefined ? "" : ` and '${folderId}' in parents`;
  const query = new URLSearchParams({
    q: `trashed = false and mimeType != '${FOLDER_TYPE}'${inFolder}`,
    fields: "files(id,name,size,modifiedTime)",
    orderBy: "modifiedTime desc",
    pageSize: "1000",
  });
  const answer = await ask(provider, token, { url: `${provider.server.apiBase}/files?${query}`, schema: listed });
  return "files" in answer ? { files: answer.files.filter(({ name }) => ENVELOPE_NAME.test(name)).map(toListed) } : answer;
}

export async function readFile(provider: DriveProvider, token: string, fileId: string): ValueOrRefusal<{ readonly content: string }> {
  const content = await send(provider, token, { url: `${provider.server.apiBase}/files/${encodeURIComponent(fileId)}?alt=media` });
  if (typeof content !== "string") return content;
  return isEnvelope(content) ? { content } : refuse("not-found");
}

function parentsOf(folderId: string | undefined): { readonly parents?: readonly string[] } {
  return folderId === undefined ? {} : { parents: [folderId] };
}

function toListed({ id, name, size, modifiedTime }: z.infer<typeof listed>["files"][number]): ListedFile {
  return { id, name, size: size === undefined ? null : Number(size), modifiedTime: modifiedTime ?? "" };
}

export async function ask<Schema extends z.ZodMiniType>(
  provider: DriveProvider,
  token: string,
  { url, schema, init = {} }: { readonly url: string; readonly schema: Schema; readonly init?: Init },
): ValueOrRefusal<z.infer<Schema>> {
  const text = await send(provider, token, { url, init });
  if (typeof text !== "string") return text;
  const parsed = schema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : refuse("drive-unreachable");
}

export async function send(
  provider: DriveProvider,
  token: string,
  { url, init = {} }: { readonly url: string; readonly init?: Init },
): ValueOrRefusal<string> {
  try {
    const response = await provider.fetch(url, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${token}` },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await boundedText(response, DRIVE_TEXT_MAX_BYTES);
    return response.ok ? text : refuse(codeOf(response.status, text));
  } catch {
    return refuse("drive-unreachable");
  }
}

function codeOf(status: number, text: string): Code {
  if (status === 401) return "reconnection-needed";
  if (status === 404) return "not-found";
  return status === 403 && /insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT/.test(text) ? "scope-missing" : "drive-unreachable";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a response of the drive, which must not fill this server's memory. Throws, and ends the connection, after `maxBytes`. */
export async function boundedText({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error("the drive sent more than it was asked for");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
