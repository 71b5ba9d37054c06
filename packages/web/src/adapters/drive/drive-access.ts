/**
 * The drive of the moment behind one lasting `RemoteStore`: a reconnect or a change of plan brings other addresses, and with them a
 * fresh look at whose drive and which folder this is. What speaks to it is fetched when something is first asked of it.
 */
import type { DriveAccess } from "@satchel/core/connection/connection-service-types.ts";
import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import { failed, type Result } from "@satchel/core/model/result.ts";
import type { AttachmentRemote } from "@satchel/core/ports/attachment-remote.ts";
import type { Clock, Random, Timers } from "@satchel/core/ports/environment.ts";
import type { MaintenanceRemote } from "@satchel/core/ports/maintenance-remote.ts";
import type { KeysRemote, RemoteStore } from "@satchel/core/ports/remote-store.ts";

/** Everything that is said to the drive, through one client and at one pace. */
export type DriveConnection = RemoteStore & KeysRemote & AttachmentRemote & MaintenanceRemote;

export type DriveConnectionDeps = {
  readonly access: () => DriveAccess | undefined;
  readonly newTargetId: () => string;
  readonly isOnline: () => boolean;
  /** The drive has stopped answering, or answers again. */
  readonly onSilence?: (isSilent: boolean) => void;
  readonly timers: Clock & Timers;
  readonly random: Random;
};

type ConnectDrive = (access: DriveAccess, deps: DriveConnectionDeps) => DriveConnection;

/** drive-connection.ts, or nothing where it could not be fetched. */
export type FetchDrive = () => Promise<{ readonly connectDrive: ConnectDrive } | undefined>;

/** Where its code cannot be fetched the drive is out of reach, and tried again like that. */
export function createDriveConnectionStore(deps: DriveConnectionDeps, fetchDrive: FetchDrive): DriveConnection {
  let connectDrive: ConnectDrive | undefined;
  let current: { readonly access: DriveAccess; readonly remote: DriveConnection } | undefined;

  const ask = async <Value>(
    act: (store: DriveConnection) => Promise<Result<Value, RemoteProblem>>,
  ): Promise<Result<Value, RemoteProblem>> => {
    if (deps.access() === undefined) return failed({ kind: "not-connected" });
    connectDrive ??= (await fetchDrive())?.connectDrive;
    if (connectDrive === undefined) return failed({ kind: "offline" });
    const access = deps.access();
    // It may have ended while the code came.
    if (access === undefined) return failed({ kind: "not-connected" });
    if (current?.access !== access) current = { access, remote: connectDrive(access, deps) };
    return act(current.remote);
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
