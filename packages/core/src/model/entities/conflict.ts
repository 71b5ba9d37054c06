/** A merge of concurrent edits: both versions, the result, the user's decision. Blocks nothing. Spec B §3, sync.md §9. */
import type { NoteEntity } from "./entity.ts";

export const RESOLUTIONS = ["keep_local", "keep_cloud", "merge", "create_copy"] as const;
/** Spec B §4 "Resolutions". */
export type ResolutionKind = (typeof RESOLUTIONS)[number];

export type Resolution = {
  /** `as-merged`: what the merge made of it is right. */
  readonly how: ResolutionKind | "as-merged";
  readonly atMs: number;
  /** By the strategy of the settings, without asking. */
  readonly byItself: boolean;
  /** Soft-deleted copies that hold what was dropped. */
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
  /** What the note became. */
  readonly merged: NoteEntity;
  /** The copy that keeps the side which lost an overlap. */
  readonly copyId?: string;
  /** The other device, where it is known. */
  readonly device?: string;
  readonly resolution?: Resolution;
};

/** Without the texts, as tabs send it to each other. */
export type ConflictRef = Pick<Conflict, "id" | "noteId">;

/** Sealed texts can neither be shown nor joined here. */
export function isSealed({ local, cloud }: Conflict): boolean {
  return local.sealed !== undefined || cloud.sealed !== undefined;
}
