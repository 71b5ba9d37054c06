/**
 * Undoes deletes that the drive refuses. A delete without a response may have happened, so it waits. Spec A §4 "Delete note", sync.md §5.
 */

import { isAlive } from "../../model/entities/entity.ts";
import type { Library } from "../index/library-service.ts";
import type { NotesService } from "./notes-service-types.ts";

/** `restored` is false if this device could not write it either. */
export type RefusedDelete = { readonly noteId: string; readonly restored: boolean };

export type RefusedDeletes = {
  onRefused(listener: (refused: RefusedDelete) => void): () => void;
  stop(): void;
};

type Deps = { readonly library: Library; readonly notes: Pick<NotesService, "restore"> };

export function watchRefusedDeletes({ library, notes }: Deps): RefusedDeletes {
  const listeners = new Set<(refused: RefusedDelete) => void>();
  const undo = async (noteId: string): Promise<void> => {
    const restored = (await notes.restore(noteId)).ok;
    for (const listener of listeners) listener({ noteId, restored });
  };
  const stop = library.onChange(({ writes, fromOtherTab }) => {
    if (fromOtherTab) return;
    for (const { id, parked } of writes.attempts ?? []) {
      const entity = library.index.entities.get(id);
      if (parked && entity?.kind === "note" && !isAlive(entity)) void undo(id);
    }
  });
  return {
    onRefused(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop,
  };
}
