/** Sensitive notes that may refer to a file without the folder's seal, told in the write that brought it in. sync.md §11. Pure. */
import type { SyncMeta } from "../ports/local-store.ts";
import type { Entity } from "../sync/entity.ts";

/** With those of `written` that refer to more than was `known`; nothing where there is none. */
export function withStrays(
  { strayNotes = [] }: SyncMeta,
  written: readonly Entity[],
  known: readonly string[] = [],
): Pick<SyncMeta, "strayNotes"> {
  const brings = (entity: Entity): boolean =>
    entity.kind === "note" && entity.isEncrypted && entity.attIds.some((fileId) => !known.includes(fileId));
  const added = written.filter((entity) => brings(entity) && !strayNotes.includes(entity.id)).map(({ id }) => id);
  return added.length === 0 ? {} : { strayNotes: [...strayNotes, ...added] };
}
