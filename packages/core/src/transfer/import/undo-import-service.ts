/** Undoes an import: its notes go to the trash, and the folders that it made are removed if no other note is in them. Decision 0028. */
import type { Library } from "../../library/index/library-service.ts";
import type { LightEntity } from "../../model/entities/entity.ts";
import { inGroups } from "../../model/long-tasks.ts";
import { ok, type Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { Clock } from "../../ports/environment.ts";
import { foldersToRemove, planUndoImport } from "./plan-import.ts";

type Deps = { readonly library: Library; readonly clock: Clock };
type Made = { readonly noteIds: readonly string[]; readonly folderIds: readonly string[] };

/** Maximum characters of text per transaction; nearly every import fits into one. */
const UNDO_CHARS = 50_000_000;

/**
 * Returns the number of deleted notes. Deletes in the order of writing, because those notes are adjacent on disk. Folders go with the last
 * notes: once all notes are gone, a later start takes the undo for complete.
 */
export async function undoImport({ library, clock }: Deps, { noteIds, folderIds }: Made): Promise<Result<number, StoreProblem>> {
  const groups = [...inGroups(noteIds, UNDO_CHARS, (id) => charsOf(library.index.entities.get(id)))];
  let count = 0;
  for (const [at, group] of groups.entries()) {
    const isLast = at === groups.length - 1;
    const folders = isLast ? foldersToRemove(folderIds, noteIds, [...library.index.entities.values()]) : [];
    const ids = [...group, ...folders];
    const written = await library.transact(
      { entities: ids },
      (seen) => {
        const { writes, notes } = planUndoImport(ids, seen, clock.now());
        return { writes, answer: notes };
      },
      "user",
    );
    if (!written.ok) return written;
    count += written.value;
  }
  return ok(count);
}

function charsOf(entity: LightEntity | undefined): number {
  return entity?.kind === "note" ? entity.contentChars : 0;
}
