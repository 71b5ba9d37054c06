/** State and selection of the history screen; the history service owns the versions and their actions. */
import type { Comparison } from "@satchel/core/library/history/compare-texts.ts";
import type { Counted, HistoryProblem, HistoryService, VersionRow } from "@satchel/core/library/history/history-service-types.ts";
import type { NoteDraft } from "@satchel/core/model/entities/note.ts";
import { useCallback, useEffect, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { historyText } from "../../text/notes/history/history.ts";
import { useEarlierVersions } from "./use-earlier-versions.ts";

type Done = { readonly sentence: string; readonly undoKey?: string; readonly openId?: string };
export type Shown = { readonly key: string; readonly comparison: Comparison; readonly text: NoteDraft };
export type HistoryView = ReturnType<typeof useHistory>;

type Choice = { readonly noteId: string; readonly chosen: string | undefined; readonly onChoose: (key: string | undefined) => void };

export function useHistory(service: HistoryService, { noteId, chosen, onChoose }: Choice) {
  const { notes } = useLibrary();
  const [rows, setRows] = useState<readonly VersionRow[]>();
  const [problem, setProblem] = useState<HistoryProblem>();
  const [done, setDone] = useState<Done>();
  const shown = useShown(service, { noteId, key: chosen, rows });
  const counts = useCounts(service, noteId, rows);
  const savedAt = useStore(notes.store, ({ notesById }) => notesById.get(noteId)?.lastModified);
  const list = useCallback(async (): Promise<readonly VersionRow[]> => {
    const listed = await service.list(noteId);
    setProblem(listed.ok ? undefined : listed.problem);
    if (!listed.ok) return [];
    setRows(listed.value);
    return listed.value;
  }, [service, noteId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save here or on another device creates a version
  useEffect(() => void list(), [list, savedAt]);

  const restore = async (key: string, sentence: string, canUndo: boolean): Promise<void> => {
    const restored = await service.restore(noteId, key);
    if (!restored.ok) return setDone({ sentence: historyText.failed });
    const [, replaced] = await list();
    setDone({ sentence, ...(canUndo && replaced !== undefined ? { undoKey: replaced.key } : {}) });
    onChoose(undefined);
  };
  const earlier = useEarlierVersions(service, noteId, { rows, onRead: list });
  return {
    rows,
    earlier,
    problem,
    chosen,
    shown,
    counts,
    done,
    choose: onChoose,
    restore: () => (chosen === undefined ? Promise.resolve() : restore(chosen, historyText.restored, true)),
    undo: () => (done?.undoKey === undefined ? Promise.resolve() : restore(done.undoKey, historyText.undone, false)),
    async copy(): Promise<void> {
      if (chosen === undefined) return;
      const copied = await service.copy(noteId, chosen, historyText.copyTitle);
      setDone(copied.ok ? { sentence: historyText.copied, openId: copied.value } : { sentence: historyText.failed });
    },
  };
}

type Wanted = { readonly noteId: string; readonly key: string | undefined; readonly rows: readonly VersionRow[] | undefined };

/** The chosen version with its changes; the former one stays until it is read. */
function useShown(service: HistoryService, { noteId, key, rows }: Wanted) {
  const [shown, setShown] = useState<Shown | HistoryProblem>();
  useEffect(() => {
    let isGone = false;
    const read = async (key: string): Promise<void> => {
      const [comparison, text] = await Promise.all([service.compare(noteId, key), service.read(noteId, key)]);
      if (isGone) return;
      if (!comparison.ok) setShown(comparison.problem);
      else if (!text.ok) setShown(text.problem);
      else setShown({ key, comparison: comparison.value, text: text.value });
    };
    if (rows !== undefined && key !== undefined) void read(key);
    return () => {
      isGone = true;
    };
  }, [service, noteId, key, rows]);
  return shown;
}

/** Number of changed words of the newest versions, counted one after the other. */
function useCounts(service: HistoryService, noteId: string, rows: readonly VersionRow[] | undefined) {
  const [counts, setCounts] = useState<ReadonlyMap<string, Counted>>(new Map());
  useEffect(() => {
    let isGone = false;
    const count = async (): Promise<void> => {
      for await (const [key, counted] of service.count(noteId)) {
        if (isGone) return;
        setCounts((before) => new Map(before).set(key, counted));
      }
    };
    if (rows !== undefined) void count();
    return () => {
      isGone = true;
    };
  }, [service, noteId, rows]);
  return counts;
}
