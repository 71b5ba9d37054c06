/** Port: the drive for maintenance: files by name and size, and the trash. Implemented by web/adapters/drive with the Drive client. */

import type { RemoteProblem } from "../../model/remote-problem.ts";
import type { Result } from "../../model/result.ts";

export type DriveEntry = {
  readonly fileId: string;
  readonly name: string;
  readonly parentId: string | undefined;
  /** Absent if the drive does not report it. */
  readonly sizeBytes?: number;
  readonly md5?: string;
  readonly isTrashed: boolean;
  /** Kind by the file's properties: a note or folder, another file of ours (packs, keys), or none. */
  readonly mark: "entity" | "other" | "none";
};

export type EntryPage = { readonly entries: readonly DriveEntry[]; readonly nextPage: string | undefined };

export interface MaintenanceRemote {
  /** Lists files in these folders, without subfolders and the drive's own documents, which have no size. */
  listEntries(folderIds: readonly string[], isTrashed: boolean, page: string | undefined): Promise<Result<EntryPage, RemoteProblem>>;
  readEntry(fileId: string): Promise<Result<DriveEntry, RemoteProblem>>;
  setTrashed(fileId: string, isTrashed: boolean): Promise<Result<void, RemoteProblem>>;
}
