/**
 * The drive of the moment behind one lasting `RemoteStore`: a reconnect or a change of plan brings other addresses, and with them a
 * fresh look at whose drive and which folder this is. drive-contract §7.3 for the pace.
 */
import type { DriveAccess } from "@satchel/core/connection/connection-service-types.ts";
import { REQUEST } from "@satchel/core/limits.ts";
import type { AttachmentRemote } from "@satchel/core/ports/attachment-remote.ts";
import type { Clock, Random, Timers } from "@satchel/core/ports/environment.ts";
import type { MaintenanceRemote } from "@satchel/core/ports/maintenance-remote.ts";
import type { KeysRemote, RemoteStore } from "@satchel/core/ports/remote-store.ts";
import { failed, type Result } from "@satchel/core/result.ts";
import type { RemoteProblem } from "@satchel/core/sync/remote-problem.ts";
import { createDriveClient } from "@satchel/drive/client/create-drive-client.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import { createDriveAttachments } from "./drive-attachments.ts";
import { createDriveMaintenance } from "./drive-maintenance.ts";
import { createDriveRemoteStore } from "./drive-remote-store.ts";

/** Everything that is said to the drive, through one client and at one pace. */
export type DriveConnection = RemoteStore & KeysRemote & AttachmentRemote & MaintenanceRemote;

export type DriveConnectionDeps = {
  readonly access: () => DriveAccess | undefined;
  readonly newTargetId: () => string;
  readonly isOnline: () => boolean;
  readonly timers: Clock & Timers;
  readonly random: Random;
};

export function createDriveConnectionStore(deps: DriveConnectionDeps): DriveConnection {
  let current: { readonly access: DriveAccess; readonly remote: DriveConnection } | undefined;

  const remote = (): DriveConnection | undefined => {
    const access = deps.access();
    if (access === undefined) return undefined;
    if (current?.access !== access) current = { access, remote: createRemote(access, deps) };
    return current.remote;
  };
  const ask = <Value>(act: (store: DriveConnection) => Promise<Result<Value, RemoteProblem>>): Promise<Result<Value, RemoteProblem>> => {
    const store = remote();
    return store === undefined ? Promise.resolve(failed({ kind: "not-connected" })) : act(store);
  };

  return {
    prepare: (known, signal) => ask((store) => store.prepare(known, signal)),
    startCursor: () => ask((store) => store.startCursor()),
    changes: (cursor) => ask((store) => store.changes(cursor)),
    list: (page) => ask((store) => store.list(page)),
    metadata: (fileId) => ask((store) => store.metadata(fileId)),
    download: (fileId) => ask((store) => store.download(fileId)),
    downloadOverwritten: (fileId, md5) => ask((store) => store.downloadOverwritten(fileId, md5)),
    reserveIds: (count) => ask((store) => store.reserveIds(count)),
    create: (fileId, write) => ask((store) => store.create(fileId, write)),
    update: (fileId, write, from) => ask((store) => store.update(fileId, write, from)),
    createPack: (fileId, packId, body) => ask((store) => store.createPack(fileId, packId, body)),
    erase: (fileId) => ask((store) => store.erase(fileId)),
    listKeys: () => ask((store) => store.listKeys()),
    createKeys: (fileId, vaultId, body) => ask((store) => store.createKeys(fileId, vaultId, body)),
    deleteKeys: (fileId) => ask((store) => store.deleteKeys(fileId)),
    trash: (fileId) => ask((store) => store.trash(fileId)),
    uploadAttachment: (upload, watch) => ask((store) => store.uploadAttachment(upload, watch)),
    listAttachments: (folderId, page) => ask((store) => store.listAttachments(folderId, page)),
    findAttachment: (attachmentId) => ask((store) => store.findAttachment(attachmentId)),
    attachmentFile: (fileId) => ask((store) => store.attachmentFile(fileId)),
    downloadAttachment: (fileId) => ask((store) => store.downloadAttachment(fileId)),
    trashAttachment: (fileId) => ask((store) => store.trashAttachment(fileId)),
    restoreAttachment: (fileId) => ask((store) => store.restoreAttachment(fileId)),
    eraseAttachment: (fileId) => ask((store) => store.eraseAttachment(fileId)),
    listEntries: (folderIds, isTrashed, page) => ask((store) => store.listEntries(folderIds, isTrashed, page)),
    readEntry: (fileId) => ask((store) => store.readEntry(fileId)),
    setTrashed: (fileId, isTrashed) => ask((store) => store.setTrashed(fileId, isTrashed)),
  };
}

function createRemote(access: DriveAccess, deps: DriveConnectionDeps): DriveConnection {
  const client = createPacedClient(access, deps);
  const originOf = (url: string): string => new URL(url, location.href).origin;
  const isOfThisDrive = (session: string): boolean => originOf(session) === originOf(access.baseUrls.upload);
  return {
    ...createDriveRemoteStore({ client, newTargetId: deps.newTargetId }),
    ...createDriveAttachments({ client, isOfThisDrive }),
    ...createDriveMaintenance({ client }),
  };
}

/** Served by our own server: managed storage, and the sandbox. */
export function isOurOwn({ baseUrls }: DriveAccess): boolean {
  return new URL(baseUrls.api, location.href).origin === location.origin;
}

export type PaceDeps = Pick<DriveConnectionDeps, "isOnline" | "timers" | "random">;

export function createPacedClient(access: DriveAccess, { isOnline, timers, random }: PaceDeps): DriveClient {
  // Our own server needs no pacing from here; Google throttles whoever writes faster than two or three times a second.
  return createDriveClient({
    baseUrls: access.baseUrls,
    fetch: (input, init) => fetch(input, init),
    token: access.token,
    refresh: access.refresh,
    timers,
    random,
    isOnline,
    limits: isOurOwn(access)
      ? { perSecond: Number.POSITIVE_INFINITY, writesPerSecond: Number.POSITIVE_INFINITY }
      : { perSecond: REQUEST.maxPerSecond, burst: REQUEST.burst, writesPerSecond: REQUEST.writesPerSecond },
  });
}
