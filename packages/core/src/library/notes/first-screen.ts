/** Builds a large library's first page of All Notes from its newest rows, before all of it is read. Pure. Spec A §2.9. */

import type { NoteSummary } from "../../model/entities/note.ts";
import { NOTE } from "../../model/limits/limits.ts";
import type { LibraryIndex } from "../../ports/device/local-store.ts";
import { SyncIndex } from "../index/sync-index.ts";
import { selectNotes } from "./note-list.ts";
import { projectLibrary } from "./note-projection.ts";

export type FirstRows = {
  /** The newest rows with everything that belongs to them, all folders, and the notes whose conflict copies are among them. */
  readonly index: LibraryIndex;
  readonly newestIds: readonly string[];
};

export type FirstScreen = {
  /** Vault of the library. */
  readonly vaultId: string | undefined;
  /** Last modified first. */
  readonly notes: readonly NoteSummary[];
};

export function toFirstScreen({ index, newestIds }: FirstRows): FirstScreen {
  const newest = new Set(newestIds);
  const rows = index.entities.filter(({ id }) => newest.has(id));
  // Rows with the oldest time may be incomplete, so only newer ones have a certain position.
  const oldest = rows.reduce((least, { mtime }) => Math.min(least, mtime), Number.POSITIVE_INFINITY);
  const { notes } = projectLibrary(new SyncIndex(index), { isSyncing: false });
  const certain = selectNotes(notes, null).filter(({ noteId, lastModified }) => newest.has(noteId) && lastModified > oldest);
  return { vaultId: index.meta.vaultId, notes: certain.slice(0, NOTE.pageSize) };
}
