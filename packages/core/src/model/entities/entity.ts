/**
 * The synced, versioned record of a note or folder. Liveness is a set of dots: an edit that the deleting device had not seen wins. sync.md
 * §2, §3.
 */
import type { FolderParent, FolderType } from "./folder.ts";
import type { Attachment } from "./note.ts";
import type { VersionVector } from "./version-vector.ts";

type Versioned = {
  readonly id: string;
  readonly vv: VersionVector;
  readonly alive: VersionVector;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Milliseconds; always later than in the version it was based on, whatever the clock says. */
  readonly mtime: number;
};

/** A conflict copy is listed only once the note that it was split from contains `vv`. */
export type CopyCause = { readonly id: string; readonly vv: VersionVector };

export type NoteEntity = Versioned & {
  readonly kind: "note";
  readonly title: string;
  readonly content: string;
  readonly folderId: string | null;
  readonly isEncrypted: boolean;
  readonly attachments: readonly Attachment[];
  /** Ids of the drive files that this note refers to, readable while its text is locked. */
  readonly attIds: readonly string[];
  /** Set for a sensitive note with files that may lack the folder's seal: every device that receives it checks them. sync.md §11. */
  readonly hasStrays?: true;
  /** Inner envelope of a sensitive note; title and content are then empty. encryption.md 3.3. */
  readonly sealed?: string;
  /** While the note is pinned: the folder it returns to. */
  readonly pinnedFrom?: string | null;
  /** Names as model/tags/tag.ts stores them; absent if there are none. */
  readonly tags?: readonly string[];
  /** Query of a saved search. A note with one is not listed; the sidebar shows its name and icon. Decision 0052. */
  readonly searchQuery?: string;
  readonly searchName?: string;
  /** Key of one of `SEARCH_ICONS`. */
  readonly searchIcon?: string;
  /** True if new notes can start from this note. Decision 0059. */
  readonly isTemplate?: boolean;
  /** `2026-11-29`: the note is that of this day. Decision 0060. */
  readonly day?: string;
  /** Version of the decision about a conflict that last chose this text: the user wants it, even if both sides began with it. */
  readonly chosen?: VersionVector;
  readonly after?: readonly CopyCause[];
  /** Set if the note is purged: a hash of its former content, of which nothing is left (merge/purge.ts). */
  readonly purged?: string;
};

export type FolderEntity = Versioned & {
  readonly kind: "folder";
  /** Whole path of a folder in a folder: library/folders/folder-tree.ts. */
  readonly name: string;
  /** Absent at the top. */
  readonly parent?: FolderParent;
  readonly description: string;
  readonly color: string;
  readonly folderType: FolderType;
  readonly displayOrder: number;
  readonly isDefault: boolean;
  readonly mergedInto: string | null;
  /** Id of the note that new notes in the folder start from. Decision 0059. */
  readonly templateId?: string;
};

export type Entity = NoteEntity | FolderEntity;
export type EntityKind = Entity["kind"];

/** A note without its text, as the list and the sync index keep it in memory. */
export type LightNote = Omit<NoteEntity, "content" | "sealed"> & {
  readonly preview: string;
  /** Length of the stored text, to estimate the size of a pack. */
  readonly contentChars: number;
  /** Ids of the notes that its text links to; absent if there are none or the note is sealed. */
  readonly linkIds?: readonly string[];
};
export type LightEntity = LightNote | FolderEntity;

export function isAlive(entity: { readonly alive: VersionVector }): boolean {
  for (const _ in entity.alive) return true;
  return false;
}

export function isPurged(entity: { readonly purged?: string }): boolean {
  return entity.purged !== undefined;
}

/** True if the text is in an inner envelope, which the vault key does not open. */
export function isSealed(entity: Entity): boolean {
  return entity.kind === "note" && entity.sealed !== undefined;
}
