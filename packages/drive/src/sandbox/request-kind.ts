/** Classifies a request by method and path, for counting and for choosing faults. */
import type { DriveRequest } from "../server/http/drive-request.ts";

export const REQUEST_KINDS = [
  "about",
  "files.list",
  "files.get",
  "files.media",
  "files.create",
  "files.update",
  "files.copy",
  "files.delete",
  "files.emptyTrash",
  "files.generateIds",
  "changes.startPageToken",
  "changes.list",
  "revisions",
  "upload.start",
  "upload.chunk",
  "batch",
  "oauth.authorize",
  "oauth.token",
  "oauth.revoke",
  "oauth.userinfo",
  "oauth.tokeninfo",
  "preflight",
  "other",
] as const;

export type RequestKind = (typeof REQUEST_KINDS)[number];

const OAUTH: Readonly<Record<string, RequestKind>> = {
  "/o/oauth2/v2/auth": "oauth.authorize",
  "/token": "oauth.token",
  "/revoke": "oauth.revoke",
  "/v1/userinfo": "oauth.userinfo",
  "/tokeninfo": "oauth.tokeninfo",
};

export function kindOf(request: Pick<DriveRequest, "method" | "path" | "query">): RequestKind {
  const { method, path } = request;
  if (method === "OPTIONS") return "preflight";
  if (path.startsWith("/upload/drive/v3/files")) return kindOfUpload(request);
  if (path.startsWith("/drive/v3/files")) return kindOfFiles(request);
  if (path.startsWith("/drive/v3/changes")) return path.endsWith("/startPageToken") ? "changes.startPageToken" : "changes.list";
  if (path === "/drive/v3/about") return "about";
  if (path.startsWith("/batch/")) return "batch";
  return OAUTH[path] ?? "other";
}

function kindOfUpload({ method, query }: Pick<DriveRequest, "method" | "query">): RequestKind {
  if (method === "PUT" || /(?:^|&)upload_id=/.test(query)) return "upload.chunk";
  if (/(?:^|&)uploadType=resumable(?:&|$)/.test(query)) return "upload.start";
  return method === "POST" ? "files.create" : "files.update";
}

function kindOfFiles({ method, path, query }: Pick<DriveRequest, "method" | "path" | "query">): RequestKind {
  const [fileId, below] = path.split("/").slice(4);
  if (below === "revisions") return "revisions";
  if (below === "copy") return "files.copy";
  if (fileId === undefined || fileId === "") return method === "POST" ? "files.create" : "files.list";
  if (fileId === "generateIds") return "files.generateIds";
  if (method === "DELETE") return fileId === "trash" ? "files.emptyTrash" : "files.delete";
  if (method === "PATCH") return "files.update";
  return /(?:^|&)alt=media(?:&|$)/.test(query) ? "files.media" : "files.get";
}

/** True for requests that change the stored data. */
export function isWrite(kind: RequestKind): boolean {
  return ["files.create", "files.update", "files.copy", "files.delete", "files.emptyTrash", "upload.chunk"].includes(kind);
}

export function isDrive(kind: RequestKind): boolean {
  return !kind.startsWith("oauth.") && kind !== "preflight" && kind !== "other";
}
