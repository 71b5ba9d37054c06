/**
 * Undoes an import: removes its notes, but moves those to the trash that were changed since; and removes the folders that it made if no other
 * note is in them. Decision 0028.
 */
import type { Library } from "../../library/index/library-service.ts";
import type { LightEntity } from "../../model/entities/entity.ts";
import { inGroups } from "../../model/long-tasks.ts";
import { ok, type Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { Clock } from "../../ports/environment.ts";
import { foldersToRemove, planUndoImport, type UndoneNotes, type WrittenVersions } from "./plan-import.ts";

type Deps = { readonly library: Library; readonly clock: Clock };
type Made = { readonly noteIds: readonly string[]; readonly folderIds: readonly string[]; readonly written: WrittenVersions };

/** Maximum characters of text per transaction; nearly every import fits into one. */
const UNDO_CHARS = 50_000_000;

/**
 * Deletes in the order of writing, because those notes are adjacent on disk. Folders go with the last
 * notes: once all notes are gone, a later start takes the undo for complete.
 */
export async function undoImport(
  { library, clock }: Deps,
  { noteIds, folderIds, written }: Made,
): Promise<Result<UndoneNotes, StoreProblem>> {
  const groups = [...inGroups(noteIds, UNDO_CHARS, (id) => charsOf(library.index.entities.get(id)))];
  let [removed, trashed] = [0, 0];
  for (const [at, group] of groups.entries()) {
    const isLast = at === groups.length - 1;
    const folders = isLast ? foldersToRemove(folderIds, noteIds, [...library.index.entities.values()]) : [];
    const ids = [...group, ...folders];
    const deleted = await library.transact(
      { entities: ids },
      (seen) => {
        const { writes, ...notes } = planUndoImport(ids, seen, { written, nowMs: clock.now() });
        return { writes, answer: notes };
      },
      "user",
    );
    if (!deleted.ok) return deleted;
    removed += deleted.value.removed;
    trashed += deleted.value.trashed;
  }
  return ok({ removed, trashed });
}

function charsOf(entity: LightEntity | undefined): number {
  return entity?.kind === "note" ? entity.contentChars : 0;
}
