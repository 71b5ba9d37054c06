/** What the history screen shows and what was chosen in it; the versions and what happens to them are the history service's. */
import type { Comparison } from "@satchel/core/library/history/compare-texts.ts";
import {
  CURRENT_VERSION,
  type HistoryProblem,
  type HistoryService,
  type VersionRow,
} from "@satchel/core/library/history/history-service-types.ts";
import type { NoteDraft } from "@satchel/core/model/entities/note.ts";
import { useCallback, useEffect, useState } from "react";
import { historyText } from "../../text/history.ts";

type Done = { readonly sentence: string; readonly undoKey?: string; readonly openId?: string };
export type Shown = { readonly key: string; readonly comparison: Comparison; readonly text: NoteDraft };
export type HistoryView = ReturnType<typeof useHistory>;

export function useHistory(service: HistoryService, noteId: string, isUnlocked: boolean) {
  const [rows, setRows] = useState<readonly VersionRow[]>();
  const [problem, setProblem] = useState<HistoryProblem>();
  const [chosen, choose] = useState<string>(CURRENT_VERSION);
  const [isReading, setReading] = useState(false);
  const [done, setDone] = useState<Done>();
  const shown = useShown(service, noteId, chosen, rows);
  const counts = useCounts(service, noteId, rows);
  const list = useCallback(async (): Promise<readonly VersionRow[]> => {
    const listed = await service.list(noteId);
    setProblem(listed.ok ? undefined : listed.problem);
    if (!listed.ok) return [];
    setRows(listed.value);
    return listed.value;
  }, [service, noteId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: unlocking the folder makes the versions readable
  useEffect(() => void list(), [list, isUnlocked]);

  const restore = async (key: string, sentence: string, canUndo: boolean): Promise<void> => {
    const restored = await service.restore(noteId, key);
    if (!restored.ok) return setDone({ sentence: historyText.failed });
    const [, replaced] = await list();
    choose(CURRENT_VERSION);
    setDone({ sentence, ...(canUndo && replaced !== undefined ? { undoKey: replaced.key } : {}) });
  };
  return {
    rows,
    problem,
    chosen,
    shown,
    counts,
    isReading,
    done,
    choose(key: string): void {
      choose(key);
      setReading(true);
    },
    back: () => setReading(false),
    restore: () => restore(chosen, historyText.restored, true),
    undo: () => (done?.undoKey === undefined ? Promise.resolve() : restore(done.undoKey, historyText.undone, false)),
    async copy(): Promise<void> {
      const copied = await service.copy(noteId, chosen, historyText.copyTitle);
      setDone(copied.ok ? { sentence: historyText.copied, openId: copied.value } : { sentence: historyText.failed });
    },
  };
}

/** The version that was chosen, with what changed in it; what was shown before stays until it is here. */
function useShown(service: HistoryService, noteId: string, key: string, rows: readonly VersionRow[] | undefined) {
  const [shown, setShown] = useState<Shown | HistoryProblem>();
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<void> => {
      const [comparison, text] = await Promise.all([service.compare(noteId, key), service.read(noteId, key)]);
      if (isGone) return;
      if (!comparison.ok) setShown(comparison.problem);
      else if (!text.ok) setShown(text.problem);
      else setShown({ key, comparison: comparison.value, text: text.value });
    };
    if (rows !== undefined) void read();
    return () => {
      isGone = true;
    };
  }, [service, noteId, key, rows]);
  return shown;
}

const COUNTED = 50;

/** Of the newest versions how many words changed, one after the other. */
function useCounts(service: HistoryService, noteId: string, rows: readonly VersionRow[] | undefined) {
  const [counts, setCounts] = useState<ReadonlyMap<string, Pick<Comparison, "added" | "removed">>>(new Map());
  useEffect(() => {
    let isGone = false;
    const count = async (): Promise<void> => {
      for (const { key } of (rows ?? []).slice(0, COUNTED)) {
        const compared = await service.compare(noteId, key);
        if (isGone) return;
        if (compared.ok) setCounts((before) => new Map(before).set(key, compared.value));
      }
    };
    void count();
    return () => {
      isGone = true;
    };
  }, [service, noteId, rows]);
  return counts;
}
