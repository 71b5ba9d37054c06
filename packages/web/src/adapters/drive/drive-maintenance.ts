/** The `MaintenanceRemote` port over the Drive client. Spec B §7.2 "Cleanup". */
import { DRIVE_LAYOUT, SYNC } from "@satchel/core/model/limits/limits.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import type { DriveEntry, MaintenanceRemote } from "@satchel/core/ports/remote/maintenance-remote.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import type { DriveFile } from "@satchel/drive/wire/resources.ts";
import { toRemoteProblem } from "./drive-access.ts";
import { isOtherKind } from "./file-properties.ts";

const FIELDS = "id,name,mimeType,parents,trashed,size,md5Checksum,appProperties";

export function createDriveMaintenance({ client }: { readonly client: DriveClient }): MaintenanceRemote {
  return {
    async listEntries(folderIds, isTrashed, page) {
      const parents = folderIds.map((id) => `'${id}' in parents`).join(" or ");
      const listed = await client.list({
        q: `(${parents}) and trashed = ${isTrashed}`,
        fields: `nextPageToken,files(${FIELDS})`,
        orderBy: "modifiedTime desc",
        pageSize: SYNC.listPageSize,
        ...(page === undefined ? {} : { pageToken: page }),
      });
      if (!listed.ok) return failed(toRemoteProblem(listed.problem));
      const { files = [], nextPageToken } = listed.value;
      return ok({ entries: files.filter(isFile).map(toEntry), nextPage: nextPageToken });
    },

    async readEntry(fileId) {
      const read = await client.get(fileId, { fields: FIELDS });
      if (!read.ok) return failed(toRemoteProblem(read.problem));
      return isFile(read.value) ? ok(toEntry(read.value)) : failed({ kind: "not-found" });
    },

    async setTrashed(fileId, isTrashed) {
      const set = await client.update(fileId, { trashed: isTrashed }, { fields: "id" });
      return set.ok ? ok(undefined) : failed(toRemoteProblem(set.problem));
    },
  };
}

function isFile({ id, mimeType = "" }: DriveFile): boolean {
  return id !== undefined && !mimeType.startsWith(DRIVE_LAYOUT.ownTypes);
}

function toEntry({ id = "", name = "", parents, trashed, size, md5Checksum, appProperties }: DriveFile): DriveEntry {
  return {
    fileId: id,
    name,
    parentId: parents?.[0],
    ...(size === undefined ? {} : { sizeBytes: Number(size) }),
    ...(md5Checksum === undefined ? {} : { md5: md5Checksum }),
    isTrashed: trashed ?? false,
    mark: isOtherKind(appProperties) ? "other" : appProperties?.k === undefined ? "none" : "entity",
  };
}
