/** A merge of concurrent edits: both versions, the result, the user's decision. Does not block anything. Spec B §3, sync.md §9. */
import type { NoteEntity } from "./entity.ts";

export const RESOLUTIONS = ["keep_local", "keep_cloud", "merge", "create_copy"] as const;
/** Spec B §4 "Resolutions". */
export type ResolutionKind = (typeof RESOLUTIONS)[number];

export type Resolution = {
  /** `as-merged`: the user kept the merge result. */
  readonly how: ResolutionKind | "as-merged";
  readonly atMs: number;
  /** True if the strategy in the settings decided, without asking. */
  readonly byItself: boolean;
  /** Soft-deleted copies with the dropped text. */
  readonly keptIds: readonly string[];
};

export type Conflict = {
  readonly id: string;
  readonly type: "modification_conflict";
  readonly noteId: string;
  readonly atMs: number;
  readonly outcome: "merged" | "kept-twice";
  readonly local: NoteEntity;
  readonly cloud: NoteEntity;
  /** The merge result. */
  readonly merged: NoteEntity;
  /** Conflict copy with the side that lost an overlap. */
  readonly copyId?: string;
  /** The other device, if known. */
  readonly device?: string;
  readonly resolution?: Resolution;
};

/** Without the texts, for messages between tabs. */
export type ConflictRef = Pick<Conflict, "id" | "noteId">;

/** True if a text is sealed, so that the texts cannot be shown or merged here. */
export function isSealed({ local, cloud }: Conflict): boolean {
  return local.sealed !== undefined || cloud.sealed !== undefined;
}
