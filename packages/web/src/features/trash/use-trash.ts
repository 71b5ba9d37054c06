/** State and selection of the trash screen. The trash service owns the notes and their actions. */
import type { TrashedNote } from "@satchel/core/library/trash/trash.ts";
import type { TrashService } from "@satchel/core/library/trash/trash-service-types.ts";
import { createContext, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useQuery } from "../../shared/router/router.ts";
import { trashText } from "../../text/notes/trash.ts";

export type Done = { readonly sentence: string; readonly openId?: string };

export type TrashView = ReturnType<typeof useTrash>;

export function useTrash(shownId: string | undefined, show: (noteId: string | undefined) => void) {
  const trash = useTrashService();
  const notes = useStore(trash.store, (state) => state.notes);
  const { term, found, search } = useTrashSearch(notes);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, ask] = useState<readonly string[]>();
  const [done, setDone] = useState<Done>();
  const listed = useMemo(() => (found === undefined ? notes : notes.filter(({ noteId }) => found.has(noteId))), [notes, found]);
  const selected = useMemo(() => listed.filter(({ noteId }) => chosen.has(noteId)), [listed, chosen]);
  const shown = listed.find(({ noteId }) => noteId === shownId);

  const select = (noteIds: readonly string[], isChosen: boolean): void =>
    setChosen((before) => {
      const next = new Set(before);
      for (const noteId of noteIds) {
        if (isChosen) next.add(noteId);
        else next.delete(noteId);
      }
      return next;
    });
  const after = (result: { readonly ok: boolean; readonly value?: number }, sentence: (count: number) => string, openId?: string): void => {
    const count = result.value ?? 0;
    setDone({
      sentence: result.ok ? sentence(count) : trashText.failed,
      ...(openId === undefined || count !== 1 ? {} : { openId }),
    });
  };
  /** Leaves the address of a note that is no longer in the trash. */
  const leave = (noteIds: readonly string[]): void => {
    const isThere = (noteId: string): boolean => trash.store.getState().notes.some((note) => note.noteId === noteId);
    if (shownId !== undefined && noteIds.includes(shownId) && !isThere(shownId)) show(undefined);
  };
  return {
    notes: listed,
    isFiltered: found !== undefined,
    term,
    search,
    selected,
    select,
    shown,
    show,
    asking,
    ask,
    done,
    async restore(noteIds: readonly string[]): Promise<void> {
      setDone(undefined);
      const restored = await trash.restore(noteIds);
      leave(noteIds);
      after(restored, trashText.restored, noteIds.length === 1 ? noteIds[0] : undefined);
    },
    async purge(noteIds: readonly string[]): Promise<void> {
      ask(undefined);
      setDone(undefined);
      const purged = await trash.purge(noteIds);
      leave(noteIds);
      after(purged, trashText.purged);
    },
  };
}

/** Searches texts while the user types, and at first those of the address; former results stay until the new ones arrive. */
function useTrashSearch(notes: readonly TrashedNote[]) {
  const trash = useTrashService();
  const [term, setTerm] = useState(useQuery().get("find") ?? "");
  const [found, setFound] = useState<ReadonlySet<string>>();
  const search = useCallback(
    async (next: string): Promise<void> => {
      setTerm(next);
      const ids = next.trim() === "" ? undefined : await trash.search(next);
      if (next.trim() === "" || ids !== undefined) setFound(ids);
    },
    [trash],
  );
  // Locking hides the texts of sensitive notes, unlocking shows them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `notes` changes with the texts that are searched
  useEffect(() => {
    if (term !== "") void search(term);
  }, [notes]);
  return { term, found, search };
}

export function titleOf({ title, isLocked }: Pick<TrashedNote, "title" | "isLocked">, untitled: string): string {
  return isLocked ? trashText.sensitive : title.trim() || untitled;
}

/** The trash service of the screen, once its code has loaded. */
const TrashContext = createContext<TrashService | undefined>(undefined);
export const TrashProvider = TrashContext.Provider;

export function useTrashService(): TrashService {
  const trash = useContext(TrashContext);
  if (trash === undefined) throw new Error("a part of the trash is shown outside of it");
  return trash;
}
