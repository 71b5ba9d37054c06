/** The notes that are selected, in the order they were chosen; those that went meanwhile are not among them. */
import { keepListed } from "@satchel/core/workspace/layout/selection.ts";
import { useMemo } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";

export function useSelectedIds(): readonly string[] {
  const { notes, workspace } = useLibrary();
  const notesById = useStore(notes.store, (state) => state.notesById);
  const selection = useStore(workspace.store, (state) => state.selection);
  return useMemo(() => [...keepListed(selection, (id) => notesById.has(id)).ids], [selection, notesById]);
}
