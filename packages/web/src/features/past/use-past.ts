/** Selection on the screen of a day; the past service owns the notes and their actions. */
import type { PastNote, PastService, PastUndo } from "@satchel/core/library/history/past-service-types.ts";
import { endOfDay, toCalendarDay } from "@satchel/core/model/readable/readable-values.ts";
import { useEffect, useMemo, useState } from "react";
import { dateStyle, useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { pastText } from "../../text/notes/past.ts";

type Done = { readonly sentence: string; readonly undo?: readonly PastUndo[] };
export type PastView = ReturnType<typeof usePast>;

const DAY_MS = 86_400_000;

export function usePast(past: PastService, day: string | undefined) {
  const { now } = useDates();
  const { sensitive } = useLibrary();
  const isUnlocked = useStore(sensitive.store, ({ kind }) => kind === "unlocked");
  const state = useStore(past.store, (each) => each);
  /** Undefined until the user chooses: then only changed notes are listed, if there are any. */
  const [wantsChanged, setWantsChanged] = useState<boolean>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [done, setDone] = useState<Done>();
  const [attempt, setAttempt] = useState(0);
  const today = toCalendarDay(now(), dateStyle);
  const yesterday = toCalendarDay(now() - DAY_MS, dateStyle);
  // A library that began today is shown as it is today, because it has nothing to show before.
  const [isNew, setNew] = useState(false);
  const shownDay = day ?? (isNew ? today : yesterday);
  const atMs = shownDay <= today ? endOfDay(shownDay) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: unlocking the folder, or a retry, makes more notes readable
  useEffect(() => {
    setChosen(new Set());
    if (atMs !== undefined) void past.show(atMs);
    // Drops the text of sensitive notes.
    return () => past.close();
  }, [past, atMs, isUnlocked, attempt]);
  const { locked } = state;
  const isEmpty = state.notes?.length === 0 && locked === 0 && state.work === undefined;
  const isLeaving = day === undefined && isEmpty && !isNew;
  useEffect(() => {
    if (isLeaving) setNew(true);
  }, [isLeaving]);
  const notes = isLeaving ? undefined : state.notes;
  const isChangedOnly = wantsChanged ?? notes?.some(({ since }) => since !== "same") ?? true;
  const listed = useMemo(() => notes?.filter(({ since }) => !isChangedOnly || since !== "same"), [notes, isChangedOnly]);
  const selected = useMemo(() => (notes ?? []).filter((note) => isRestorable(note) && chosen.has(note.noteId)), [notes, chosen]);
  const showAgain = (): void => setAttempt((before) => before + 1);
  return {
    ...state,
    notes,
    isLeaving,
    listed,
    selected,
    inDrive: (notes ?? []).filter(({ isInDrive }) => isInDrive).length,
    done,
    today,
    shownDay,
    atMs,
    isChangedOnly,
    setChangedOnly: setWantsChanged,
    showAgain,
    select: (noteIds: readonly string[], isChosen: boolean): void =>
      setChosen((before) => new Set(isChosen ? [...before, ...noteIds] : [...before].filter((id) => !noteIds.includes(id)))),
    async restore(notesToRestore: readonly PastNote[]): Promise<void> {
      setDone(undefined);
      const { undo, failed } = await past.restore(notesToRestore);
      setDone({ sentence: failed > 0 ? pastText.failed(failed) : pastText.restored(undo.length), undo });
      showAgain();
    },
    async undo(): Promise<void> {
      const count = await past.undo(done?.undo ?? []);
      setDone({ sentence: pastText.undone(count) });
      showAgain();
    },
  };
}

/** True if the note's former state is on this device and it has changed since. */
export function isRestorable({ since, isInDrive }: PastNote): boolean {
  return since !== "same" && isInDrive !== true;
}
