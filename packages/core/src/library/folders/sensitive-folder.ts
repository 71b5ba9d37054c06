/** Which folder is the Sensitive one, merged ones of its kind included: what was meant for one of them is never written in clear. Pure. */
import type { SyncIndex } from "../index/sync-index.ts";

export function isSensitiveFolder({ entities }: Pick<SyncIndex, "entities">, folderId: string | null): boolean {
  const folder = folderId === null ? undefined : entities.get(folderId);
  return folder?.kind === "folder" && folder.folderType === "SENSITIVE";
}
