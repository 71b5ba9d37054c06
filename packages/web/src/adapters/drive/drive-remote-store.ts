/** The `RemoteStore` port over the Drive client: Google Drive, managed storage and the sandbox alike. drive-contract §7.1, sync.md §4. */
import { DRIVE_LAYOUT, SYNC } from "@satchel/core/model/limits/limits.ts";
import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type {
  FileWrite,
  KeysFile,
  KeysRemote,
  ListPage,
  ObservedFile,
  ObservedPack,
  RemoteChange,
  RemoteStore,
} from "@satchel/core/ports/remote/remote-store.ts";
import type { ClientProblem, DriveClient } from "@satchel/drive/client/drive-client.ts";
import type { DriveFile } from "@satchel/drive/wire/resources.ts";
import { type AppFolders, hasLeft, prepareFolders, refreshFolders } from "./app-folder.ts";
import { mapAnswer, toRemoteProblem } from "./drive-access.ts";
import {
  fromProperties,
  isOtherKind,
  KEYS_KIND,
  packIdOf,
  toKeysProperties,
  toPackProperties,
  toProperties,
  toReplacingProperties,
  vaultIdOf,
} from "./file-properties.ts";
import { createReader } from "./read-alone.ts";

const FILE_FIELDS = "id,name,mimeType,parents,trashed,version,md5Checksum,size,modifiedTime,appProperties";

export type DriveRemoteDeps = { readonly client: DriveClient; readonly newTargetId: () => string; readonly maxDots?: number };

export function createDriveRemoteStore(deps: DriveRemoteDeps): RemoteStore & KeysRemote {
  const { client } = deps;
  let folders: AppFolders | undefined;
  /** The first listing after `prepare` needs no second search for folders; every later one does. */
  let isFreshlyFound = false;
  const ahead = createListingAhead(client);
  const read = createReader(client);

  const observed = (answer: Result<DriveFile, ClientProblem>): Result<ObservedFile, RemoteProblem> =>
    answer.ok ? ok(toObserved(answer.value, folders)) : failed(toRemoteProblem(answer.problem));

  return {
    async prepare(known) {
      // Without a known target the user chose the current drive, so results for the former one are discarded.
      if (folders !== undefined && known?.targetId === folders.target.targetId) return ok(folders.target);
      folders = undefined;
      const prepared = await prepareFolders({ ...deps, onLikely: ahead.list }, known);
      if (!prepared.ok) return prepared;
      const { movedFrom } = prepared.value;
      // The library may have been left again since; a device that follows checks it again.
      if (movedFrom !== undefined) return ok({ ...prepared.value.target, movedFrom });
      folders = prepared.value;
      isFreshlyFound = true;
      return ok(folders.target);
    },

    async startCursor() {
      return mapAnswer(await ahead.startCursor(), (token) => token);
    },

    async changes(cursor) {
      const answer = await client.changes({
        pageToken: cursor,
        pageSize: SYNC.changesPageSize,
        fields: `nextPageToken,newStartPageToken,changes(fileId,removed,file(${FILE_FIELDS}))`,
      });
      const lost = answer.ok && folders !== undefined ? whatIsLost(answer.value.changes ?? [], folders) : undefined;
      if (lost !== undefined) {
        folders = undefined;
        return failed({ kind: "target-changed", what: lost });
      }
      return mapAnswer(answer, (page) => ({
        changes: (page.changes ?? []).flatMap((change) => toChange(change, folders)),
        cursor: page.nextPageToken ?? page.newStartPageToken ?? cursor,
        isLast: page.nextPageToken === undefined,
      }));
    },

    async list(page) {
      if (page === undefined && folders !== undefined && !isFreshlyFound) {
        const again = await refreshFolders(client, folders);
        if (!again.ok) return again;
        folders = again.value;
      }
      isFreshlyFound = false;
      const parents = parentsOf(folders);
      const answer = await (ahead.take(parents, page) ?? listPage(client, parents, page));
      if (!answer.ok) return failed(toRemoteProblem(answer.problem));
      const isEmpty = page === undefined && (answer.value.files ?? []).length === 0 && answer.value.nextPageToken === undefined;
      // Drives have returned an empty result for a grouped query; an empty result is trusted only folder by folder.
      if (isEmpty) return listEach(client, parents, folders);
      return ok({ ...toListed(answer.value.files ?? [], folders), nextPage: answer.value.nextPageToken });
    },

    async metadata(fileId) {
      return observed(await client.get(fileId, { fields: FILE_FIELDS }));
    },

    download: async (fileId) => mapAnswer(await read(fileId), (bytes) => bytes),

    async reserveIds(count) {
      return mapAnswer(await client.generateIds(count), (ids) => ids);
    },

    async create(fileId, write) {
      const metadata = {
        id: fileId,
        name: fileName(write),
        parents: [folderId(folders, write)],
        appProperties: toProperties(write, deps.maxDots),
        mimeType: DRIVE_LAYOUT.fileType,
      };
      return observed(await client.create(metadata, { content: write.body, contentType: DRIVE_LAYOUT.fileType, fields: FILE_FIELDS }));
    },

    async update(fileId, write, from) {
      const move = from === undefined ? {} : { addParents: [folderId(folders, write)], removeParents: [folderId(folders, { role: from })] };
      const metadata = { appProperties: toReplacingProperties(write, deps.maxDots), trashed: false };
      return observed(
        await client.update(fileId, metadata, { content: write.body, contentType: DRIVE_LAYOUT.fileType, fields: FILE_FIELDS, ...move }),
      );
    },

    async createPack(fileId, packId, body) {
      if (folders === undefined) throw new Error("A pack was written before the drive's folders were prepared");
      const metadata = {
        id: fileId,
        name: `${packId}.bin`,
        parents: [folders.target.folderIds.app],
        appProperties: toPackProperties(packId),
        mimeType: DRIVE_LAYOUT.fileType,
      };
      const made = await client.create(metadata, { content: body, contentType: DRIVE_LAYOUT.fileType, fields: FILE_FIELDS });
      const pack = made.ok ? toPack(made.value) : undefined;
      if (pack !== undefined) return ok(pack);
      return failed(made.ok ? { kind: "rejected", status: 200, reason: "notAPack" } : toRemoteProblem(made.problem));
    },

    async erase(fileId) {
      return mapAnswer(await client.delete(fileId), () => undefined);
    },

    async listKeys() {
      const appFolderIds = folders?.appFolderIds ?? [];
      if (appFolderIds.length === 0) return failed({ kind: "not-connected" });
      const parents = appFolderIds.map((id) => `'${id}' in parents`).join(" or ");
      const q = `(${parents}) and trashed = false and appProperties has { key='k' and value='${KEYS_KIND}' }`;
      const listed = await client.list({ q, fields: "files(id,appProperties)", pageSize: SYNC.listPageSize });
      return mapAnswer(listed, ({ files }) => (files ?? []).flatMap(toKeysFile));
    },

    async createKeys(fileId, vaultId, body) {
      if (folders === undefined) return failed({ kind: "not-connected" });
      const metadata = {
        id: fileId,
        name: DRIVE_LAYOUT.keysName,
        parents: [folders.target.folderIds.app],
        appProperties: toKeysProperties(vaultId),
        mimeType: DRIVE_LAYOUT.fileType,
      };
      return mapAnswer(await client.create(metadata, { content: body, contentType: DRIVE_LAYOUT.fileType, fields: "id" }), () => undefined);
    },

    async deleteKeys(fileId) {
      return mapAnswer(await client.delete(fileId), () => undefined);
    },

    async trash(fileId) {
      return observed(await client.update(fileId, { trashed: true, appProperties: { sup: "1" } }, { fields: FILE_FIELDS }));
    },
  };
}

/**
 * Starts a device's first listing while it checks whether the library still exists. Only after a cursor was requested, and never before it
 * is known.
 */
function createListingAhead(client: DriveClient) {
  let startCursor: ReturnType<DriveClient["startPageToken"]> | undefined;
  let firstPage: { readonly q: string; readonly answer: ReturnType<DriveClient["list"]> } | undefined;
  return {
    startCursor() {
      firstPage = undefined;
      startCursor = client.startPageToken();
      return startCursor;
    },
    list(likely: AppFolders): void {
      const parents = parentsOf(likely);
      if (startCursor !== undefined)
        firstPage = { q: toQuery(parents), answer: startCursor.then(() => listPage(client, parents, undefined)) };
    },
    /** Returns the early listing once, and only for the folders that were chosen. */
    take(parents: readonly string[], page: string | undefined): ReturnType<DriveClient["list"]> | undefined {
      const asked = firstPage;
      [startCursor, firstPage] = [undefined, undefined];
      return page === undefined && asked?.q === toQuery(parents) ? asked.answer : undefined;
    },
  };
}

/** If the app's folders are gone or the library was moved, removals in the feed are not deletions of notes (sync.md §7.3). */
function whatIsLost(changes: readonly DriveChange[], { target }: AppFolders): "folder" | "moved-away" | undefined {
  const ours = new Set<string | undefined>(Object.values(target.folderIds));
  const isGone = changes.some(({ fileId, removed, file }) => ours.has(fileId) && (removed === true || file?.trashed === true));
  if (isGone) return "folder";
  const isLeft = changes.some(({ fileId, file }) => fileId === target.folderIds.app && hasLeft(file?.appProperties));
  return isLeft ? "moved-away" : undefined;
}

function listPage(client: DriveClient, parents: readonly string[], pageToken: string | undefined) {
  return client.list({
    q: toQuery(parents),
    fields: `nextPageToken,files(${FILE_FIELDS})`,
    orderBy: "modifiedTime desc",
    pageSize: SYNC.listPageSize,
    ...(pageToken === undefined ? {} : { pageToken }),
  });
}

function toQuery(parents: readonly string[]): string {
  return parents.map((id) => `'${id}' in parents`).join(" or ");
}

async function listEach(client: DriveClient, parents: readonly string[], folders: AppFolders | undefined) {
  const files: DriveFile[] = [];
  for (const parent of parents) {
    let pageToken: string | undefined;
    do {
      const answer = await listPage(client, [parent], pageToken);
      if (!answer.ok) return failed(toRemoteProblem(answer.problem));
      files.push(...(answer.value.files ?? []));
      pageToken = answer.value.nextPageToken;
    } while (pageToken !== undefined);
  }
  return ok({ ...toListed(files, folders), nextPage: undefined });
}

function parentsOf(folders: AppFolders | undefined): readonly string[] {
  if (folders === undefined) throw new Error("The drive was listed before its folders were prepared");
  const withEntities = [...folders.roleOf].filter(([, role]) => role !== "attachments").map(([id]) => id);
  return [...withEntities, ...folders.appFolderIds];
}

function folderId(folders: AppFolders | undefined, { role }: Pick<FileWrite, "role">): string {
  if (folders === undefined) throw new Error("The drive was written to before its folders were prepared");
  return folders.target.folderIds[role];
}

function fileName({ id }: FileWrite): string {
  return `${id}.json`;
}

function toListed(files: readonly DriveFile[], folders: AppFolders | undefined): Pick<ListPage, "files" | "packs"> {
  return {
    files: files.filter(isEntityFile).map((file) => toObserved(file, folders)),
    packs: files.filter((file) => file.trashed !== true).flatMap((file) => toPack(file) ?? []),
  };
}

function toPack(file: DriveFile): ObservedPack | undefined {
  const packId = packIdOf(file.appProperties);
  if (packId === undefined || file.id === undefined) return undefined;
  return {
    fileId: file.id,
    packId,
    ...(file.md5Checksum === undefined ? {} : { md5: file.md5Checksum }),
    sizeBytes: Number(file.size ?? 0),
    modifiedTime: Date.parse(file.modifiedTime ?? "") || 0,
  };
}

function isEntityFile(file: DriveFile): boolean {
  return file.mimeType !== DRIVE_LAYOUT.folderType && !isOtherKind(file.appProperties);
}

type DriveChange = { readonly fileId?: string; readonly removed?: boolean; readonly file?: DriveFile };

function toChange(change: DriveChange, folders: AppFolders | undefined): readonly RemoteChange[] {
  if (change.fileId === undefined) return [];
  if (change.removed === true || change.file === undefined) return [{ kind: "removed", fileId: change.fileId }];
  const pack = toPack(change.file);
  if (pack !== undefined) return [change.file.trashed === true ? { kind: "removed", fileId: change.fileId } : { kind: "pack", pack }];
  return isEntityFile(change.file) ? [{ kind: "file", file: toObserved(change.file, folders) }] : [];
}

function toKeysFile({ id, appProperties }: DriveFile): readonly KeysFile[] {
  const vaultId = vaultIdOf(appProperties);
  return id === undefined || vaultId === undefined ? [] : [{ fileId: id, vaultId }];
}

function toObserved(file: DriveFile, folders: AppFolders | undefined): ObservedFile {
  const parentId = file.parents?.[0];
  const properties = fromProperties(file.appProperties, file.md5Checksum);
  return {
    fileId: file.id ?? "",
    name: file.name ?? "",
    parentId,
    role: parentId === undefined ? undefined : folders?.roleOf.get(parentId),
    trashed: file.trashed ?? false,
    version: Number(file.version ?? 0),
    ...(file.md5Checksum === undefined ? {} : { md5: file.md5Checksum }),
    ...(file.size === undefined ? {} : { sizeBytes: Number(file.size) }),
    modifiedTime: Date.parse(file.modifiedTime ?? "") || 0,
    ...(file.appProperties?.sup === "1" ? { superseded: true } : {}),
    ...(properties === undefined ? {} : { properties }),
  };
}
