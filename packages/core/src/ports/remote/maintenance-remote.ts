/** The drive as its maintenance sees it: files by their names and sizes, and the trash. Implemented by web/adapters/drive over the Drive client. */

import type { RemoteProblem } from "../../model/remote-problem.ts";
import type { Result } from "../../model/result.ts";

export type DriveEntry = {
  readonly fileId: string;
  readonly name: string;
  readonly parentId: string | undefined;
  /** Absent where the drive reports none. */
  readonly sizeBytes?: number;
  readonly md5?: string;
  readonly isTrashed: boolean;
  /** What its properties say it is: a note or folder, something else of ours (packs, keys), or nothing. */
  readonly mark: "entity" | "other" | "none";
};

export type EntryPage = { readonly entries: readonly DriveEntry[]; readonly nextPage: string | undefined };

export interface MaintenanceRemote {
  /** Files that are in one of these folders; neither their folders nor documents of the drive itself, which have no size. */
  listEntries(folderIds: readonly string[], isTrashed: boolean, page: string | undefined): Promise<Result<EntryPage, RemoteProblem>>;
  readEntry(fileId: string): Promise<Result<DriveEntry, RemoteProblem>>;
  setTrashed(fileId: string, isTrashed: boolean): Promise<Result<void, RemoteProblem>>;
}
