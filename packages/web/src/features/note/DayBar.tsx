/** Buttons of a day's note for the days before and after it that have one. Decision 0060. */
import { nextDayWithNote, notesByDay } from "@satchel/core/library/days/day-notes.ts";
import { toCalendarDay } from "@satchel/core/model/readable/readable-values.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useMemo } from "react";
import { dateStyle } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { daysText } from "../../text/notes/organize/days.ts";
import css from "./day-bar.module.css";

export function DayBar({ noteId }: { readonly noteId: string }) {
  const { notes } = useLibrary();
  const { clock } = useServices();
  const { stepDay } = useWorkspaceActions();
  const day = useStore(notes.store, ({ notesById }) => notesById.get(noteId)?.day);
  const all = useStore(notes.store, (state) => state.notes);
  const days = useMemo(() => [...notesByDay(all).keys()], [all]);
  if (day === undefined) return null;
  const today = toCalendarDay(clock.now(), dateStyle);
  const has = (step: 1 | -1): boolean => nextDayWithNote(days, { day, today, step }) !== undefined;
  return (
    <span className={css.buttons}>
      <IconButton size="small" label={daysText.previous} icon={<ChevronLeft />} isDisabled={!has(-1)} onPress={() => stepDay(-1)} />
      <IconButton size="small" label={daysText.next} icon={<ChevronRight />} isDisabled={!has(1)} onPress={() => stepDay(1)} />
    </span>
  );
}
