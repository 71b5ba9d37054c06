/**
 * A drive in memory behind the `RemoteStore` port, for tests of the engine: files by id, a change feed, a trash. Passes the same contract
 * suite as the adapter to the real drive server. `drive` is shared by several devices.
 */

import type { FolderRole } from "../model/drive/remote-file.ts";
import type { RemoteProblem } from "../model/remote-problem.ts";
import { failed, ok, type Result } from "../model/result.ts";
import type {
  ChangesPage,
  FileWrite,
  ListPage,
  ObservedFile,
  ObservedPack,
  PreparedTarget,
  RemoteStore,
  RemoteTarget,
} from "../ports/remote/remote-store.ts";
import { MemoryAttachments } from "./memory-attachments.ts";

const FOLDER_IDS = {
  app: "folder:app",
  notes: "folder:notes",
  folders: "folder:folders",
  attachments: "folder:attachments",
  "soft-delete": "folder:soft-delete",
} as const;

export type StoredFile = { meta: ObservedFile; body: Uint8Array };

export class MemoryDrive {
  /** Page size of listings and of the changes feed. */
  pageSize = 1000;
  readonly files = new Map<string, StoredFile>();
  readonly packs = new Map<string, { readonly pack: ObservedPack; readonly body: Uint8Array }>();
  readonly attachments = new MemoryAttachments();
  readonly feed: { readonly fileId: string }[] = [];
  target: RemoteTarget = { targetId: "target-1", accountId: "account-1", folderIds: FOLDER_IDS };
  /** The library that was moved here, and whether this one has moved away. */
  movedFrom: string | undefined;
  hasLeft = false;
  /** The drive's own clock, which gives packs their age. */
  now = (): number => 0;
  #ids = 0;
  #version = 0;

  nextId(): string {
    this.#ids += 1;
    return `file-${this.#ids.toString().padStart(6, "0")}`;
  }

  put(file: Omit<ObservedFile, "version" | "md5" | "modifiedTime">, body: Uint8Array, md5: string): ObservedFile {
    this.#version += 3;
    const kept = { ...file, md5, sizeBytes: body.length, version: this.#version, modifiedTime: this.now() };
    this.files.set(file.fileId, { meta: kept, body });
    this.feed.push({ fileId: file.fileId });
    return kept;
  }

  write(fileId: string, write: FileWrite): ObservedFile {
    return this.put(toMeta(fileId, write), write.body, write.md5);
  }

  putPack(fileId: string, packId: string, body: Uint8Array, md5: string): ObservedPack {
    this.#version += 3;
    const pack = { fileId, packId, sizeBytes: body.length, modifiedTime: this.now(), md5 };
    this.packs.set(fileId, { pack, body });
    this.feed.push({ fileId });
    return pack;
  }

  remove(fileId: string): void {
    this.files.delete(fileId);
    this.packs.delete(fileId);
    this.feed.push({ fileId });
  }
}

export type MemoryRemoteOptions = {
  readonly md5: (bytes: Uint8Array) => string;
  /** Called before and after each request takes effect; a problem from `after` means that it was applied but its response was lost. */
  readonly fault?: (call: string, at: "before" | "after") => Promise<RemoteProblem | undefined>;
  readonly pageSize?: number;
};

/** Runs a call, unless `fault` returns a problem before or after it. */
export function requestsWith(fault: NonNullable<MemoryRemoteOptions["fault"]>) {
  return async <Value>(call: string, act: () => Result<Value, RemoteProblem>): Promise<Result<Value, RemoteProblem>> => {
    const before = await fault(call, "before");
    if (before !== undefined) return failed(before);
    const answer = act();
    const after = await fault(call, "after");
    return after === undefined ? answer : failed(after);
  };
}

export function createMemoryRemoteStore(
  drive: MemoryDrive,
  { md5, fault = async () => undefined, pageSize = drive.pageSize }: MemoryRemoteOptions,
): RemoteStore {
  const request = requestsWith(fault);
  const find = (fileId: string): Result<StoredFile, RemoteProblem> => {
    const file = drive.files.get(fileId);
    return file === undefined ? failed({ kind: "not-found" }) : ok(file);
  };
  const isUsed = (fileId: string): boolean => drive.files.has(fileId) || drive.packs.has(fileId);

  return {
    prepare: (known) => request("prepare", () => checkTarget(drive, known)),
    startCursor: () => request("startCursor", () => ok(String(drive.feed.length))),
    changes: (cursor) => request("changes", () => changesSince(drive, cursor, pageSize)),
    list: (page) => request("list", () => ok(listPage(drive, Number(page ?? 0), pageSize))),
    metadata: (fileId) => request("metadata", () => mapFile(find(fileId), ({ meta }) => meta)),
    download: (fileId) =>
      request("download", () => {
        const pack = drive.packs.get(fileId);
        return pack === undefined ? mapFile(find(fileId), ({ body }) => body) : ok(pack.body);
      }),
    createPack: (fileId, packId, body) =>
      request("createPack", () => (isUsed(fileId) ? failed({ kind: "id-in-use" }) : ok(drive.putPack(fileId, packId, body, md5(body))))),
    erase: (fileId) => request("erase", () => (isUsed(fileId) ? ok(drive.remove(fileId)) : failed({ kind: "not-found" }))),
    reserveIds: (count) => request("reserveIds", () => ok(Array.from({ length: count }, () => drive.nextId()))),
    create: (fileId, write) => request("create", () => (isUsed(fileId) ? failed({ kind: "id-in-use" }) : ok(drive.write(fileId, write)))),
    update: (fileId, write) => request("update", () => mapFile(find(fileId), () => drive.write(fileId, write))),
    trash: (fileId) => request("trash", () => mapFile(find(fileId), (file) => drive.put(superseded(file.meta), file.body, md5(file.body)))),
  };
}

function checkTarget({ target, movedFrom, hasLeft }: MemoryDrive, known: RemoteTarget | undefined): Result<PreparedTarget, RemoteProblem> {
  const isOther = known !== undefined && (known.accountId !== target.accountId || known.targetId !== target.targetId);
  if (isOther && movedFrom === known.targetId) return ok({ ...target, movedFrom });
  if (isOther) return failed({ kind: "target-changed", what: known.accountId === target.accountId ? "folder" : "account" });
  return hasLeft && known !== undefined ? failed({ kind: "target-changed", what: "moved-away" }) : ok(target);
}

function toMeta(fileId: string, { id, kind, owner, vv, role }: FileWrite): Omit<ObservedFile, "version" | "md5" | "modifiedTime"> {
  return {
    fileId,
    name: `${id}.json`,
    parentId: parentOf(role),
    role,
    trashed: false,
    properties: { id, kind, owner, vv, superseded: false },
  };
}

function parentOf(role: FolderRole): string {
  return FOLDER_IDS[role];
}

function superseded(meta: ObservedFile): ObservedFile {
  const properties = meta.properties === undefined ? {} : { properties: { ...meta.properties, superseded: true } };
  return { ...meta, trashed: true, superseded: true, ...properties };
}

function mapFile<Value>(file: Result<StoredFile, RemoteProblem>, pick: (file: StoredFile) => Value): Result<Value, RemoteProblem> {
  return file.ok ? ok(pick(file.value)) : file;
}

/** Returns one entry per file, in the position of its last change, with its current state, like real drives. */
function changesSince(drive: MemoryDrive, cursor: string, pageSize: number): Result<ChangesPage, RemoteProblem> {
  if (!/^\d+$/.test(cursor) || Number(cursor) > drive.feed.length) return failed({ kind: "cursor-invalid" });
  const from = Number(cursor);
  const end = Math.min(drive.feed.length, from + pageSize);
  const page = drive.feed
    .slice(from, end)
    .filter(({ fileId }, at) => !drive.feed.slice(from + at + 1).some((later) => later.fileId === fileId));
  const changes = page.map(({ fileId }) => {
    const file = drive.files.get(fileId);
    const pack = drive.packs.get(fileId)?.pack;
    if (pack !== undefined) return { kind: "pack", pack } as const;
    return file === undefined ? ({ kind: "removed", fileId } as const) : ({ kind: "file", file: file.meta } as const);
  });
  return ok({ changes, cursor: String(end), isLast: end === drive.feed.length });
}

function listPage(drive: MemoryDrive, from: number, pageSize: number): ListPage {
  const all = [...drive.files.values()].map(({ meta }) => meta).sort((a, b) => b.modifiedTime - a.modifiedTime || b.version - a.version);
  const nextPage = from + pageSize < all.length ? String(from + pageSize) : undefined;
  const packs = from === 0 ? [...drive.packs.values()].map(({ pack }) => pack) : [];
  return { files: all.slice(from, from + pageSize), packs, nextPage };
}
