/** The table of routes: method, path, required access and handler. drive-contract §1. */
import { getAbout } from "./about.ts";
import { getStartPageToken, listChanges } from "./changes/changes.ts";
import type { CallHandler } from "./context/context.ts";
import type { Access } from "./context/scopes.ts";
import { copyFile } from "./files/copy-file.ts";
import { generateIds, listFiles } from "./files/list-files.ts";
import { getFile } from "./files/read-file.ts";
import { deleteFile, emptyTrash } from "./files/remove-files.ts";
import {
  createFromMedia,
  createFromMetadata,
  createFromMultipart,
  updateFromMedia,
  updateFromMetadata,
  updateFromMultipart,
} from "./files/write-handlers.ts";
import { deleteRevision, getRevision, listRevisions, updateRevision } from "./revisions/revisions.ts";
import { startCreate, startUpdate } from "./uploads/start-upload.ts";

export type Route = {
  readonly method: string;
  /** Path segments; `:name` matches any one segment. */
  readonly path: readonly string[];
  readonly uploadType?: "media" | "multipart" | "resumable";
  readonly access: Access;
  /** True if the route supports `alt=media`. */
  readonly hasMedia?: boolean;
  readonly handle: CallHandler;
};

const FILES = ["drive", "v3", "files"];
const FILE = [...FILES, ":fileId"];
const UPLOADS = ["upload", ...FILES];
const UPLOAD = ["upload", ...FILE];
const REVISIONS = [...FILE, "revisions"];
const REVISION = [...REVISIONS, ":revisionId"];
const CHANGES = ["drive", "v3", "changes"];

/** Fixed segments come before patterns, because the first match wins. */
export const ROUTES: readonly Route[] = [
  { method: "GET", path: ["drive", "v3", "about"], access: "read", handle: getAbout },
  { method: "GET", path: [...FILES, "generateIds"], access: "write", handle: generateIds },
  { method: "DELETE", path: [...FILES, "trash"], access: "write", handle: emptyTrash },
  { method: "GET", path: FILES, access: "read", handle: listFiles },
  { method: "POST", path: FILES, access: "write", handle: createFromMetadata },
  { method: "GET", path: FILE, access: "read", hasMedia: true, handle: getFile },
  { method: "PATCH", path: FILE, access: "write", handle: updateFromMetadata },
  { method: "DELETE", path: FILE, access: "write", handle: deleteFile },
  { method: "POST", path: [...FILE, "copy"], access: "write", handle: copyFile },
  { method: "GET", path: REVISIONS, access: "read", handle: listRevisions },
  { method: "GET", path: REVISION, access: "read", hasMedia: true, handle: getRevision },
  { method: "PATCH", path: REVISION, access: "write", handle: updateRevision },
  { method: "DELETE", path: REVISION, access: "write", handle: deleteRevision },
  { method: "GET", path: [...CHANGES, "startPageToken"], access: "read", handle: getStartPageToken },
  { method: "GET", path: CHANGES, access: "read", handle: listChanges },
  { method: "POST", path: UPLOADS, uploadType: "media", access: "write", handle: createFromMedia },
  { method: "POST", path: UPLOADS, uploadType: "multipart", access: "write", handle: createFromMultipart },
  { method: "PATCH", path: UPLOAD, uploadType: "media", access: "write", handle: updateFromMedia },
  { method: "PATCH", path: UPLOAD, uploadType: "multipart", access: "write", handle: updateFromMultipart },
  { method: "POST", path: UPLOADS, uploadType: "resumable", access: "write", handle: startCreate },
  { method: "PATCH", path: UPLOAD, uploadType: "resumable", access: "write", handle: startUpdate },
];
