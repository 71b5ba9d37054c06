/** Which folders a note is in. Pure. decision 0030. */
import type { NoteSummary } from "../../model/entities/note.ts";

/** A pinned note is in two: Pinned, and the one it was pinned in. */
export function isInFolder({ folderId, pinnedFrom }: Pick<NoteSummary, "folderId" | "pinnedFrom">, wantedId: string): boolean {
  return folderId === wantedId || pinnedFrom === wantedId;
}
