/** The synced, versioned record of a note or folder. Liveness is a set of dots: an edit unseen by the deleter wins. sync.md §2, §3. */
import type { FolderType } from "./folder.ts";
import type { Attachment } from "./note.ts";
import type { VersionVector } from "./version-vector.ts";

type Versioned = {
  readonly id: string;
  readonly vv: VersionVector;
  readonly alive: VersionVector;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
  /** Milliseconds; always later than that of the version it was based on, whatever the clock says. */
  readonly mtime: number;
};

/** A conflict copy is listed only once the note it was taken from contains `vv`. */
export type CopyCause = { readonly id: string; readonly vv: VersionVector };

export type NoteEntity = Versioned & {
  readonly kind: "note";
  readonly title: string;
  readonly content: string;
  readonly folderId: string | null;
  readonly isEncrypted: boolean;
  readonly attachments: readonly Attachment[];
  /** Opaque ids of the drive files this note refers to, readable while its text is locked. */
  readonly attIds: readonly string[];
  /** A sensitive note into which files came that may lack the folder's seal: anyone who takes it looks at them. sync.md §11. */
  readonly hasStrays?: true;
  /** The inner envelope of a sensitive note; title and content are then empty. encryption.md 3.3. */
  readonly sealed?: string;
  /** While it is pinned: the folder it goes back to. */
  readonly pinnedFrom?: string | null;
  /** The decision about a conflict that last chose this text: the user wants it, also where it is the one that both sides began with. */
  readonly chosen?: VersionVector;
  readonly after?: readonly CopyCause[];
  /** Deleted for good: nothing of its text is left, and this is the key of what it was (merge/purge.ts). */
  readonly purged?: string;
};

export type FolderEntity = Versioned & {
  readonly kind: "folder";
  readonly name: string;
  readonly description: string;
  readonly color: string;
  readonly folderType: FolderType;
  readonly displayOrder: number;
  readonly isDefault: boolean;
  readonly mergedInto: string | null;
};

export type Entity = NoteEntity | FolderEntity;
export type EntityKind = Entity["kind"];

/** A note without its text, as the list and the sync index hold it in memory. */
export type LightNote = Omit<NoteEntity, "content" | "sealed"> & {
  readonly preview: string;
  /** Length of the stored text: what a pack of it will weigh. */
  readonly contentChars: number;
  /** The notes that its text links to; absent where there are none, and of a sealed one. */
  readonly linkIds?: readonly string[];
};
export type LightEntity = LightNote | FolderEntity;

export function isAlive(entity: { readonly alive: VersionVector }): boolean {
  for (const _ in entity.alive) return true;
  return false;
}

/** Deleted for good. */
export function isPurged(entity: { readonly purged?: string }): boolean {
  return entity.purged !== undefined;
}

/** Its text is in an inner envelope, which the vault key does not open. */
export function isSealed(entity: Entity): boolean {
  return entity.kind === "note" && entity.sealed !== undefined;
}
