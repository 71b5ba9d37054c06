/** Asks for a day in a calendar. Decision 0060. */
import { notesByDay } from "@satchel/core/library/days/day-notes.ts";
import { toCalendarDay } from "@satchel/core/model/readable/readable-values.ts";
import { useMemo } from "react";
import { dateStyle } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { MonthGrid } from "../../shared/marks/days/MonthGrid.tsx";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { daysText } from "../../text/notes/organize/days.ts";

type PickDayDialogProps = { readonly onPick: (day: string) => void; readonly onClose: () => void };

export function PickDayDialog({ onPick, onClose }: PickDayDialogProps) {
  const { clock } = useServices();
  const all = useStore(useLibrary().notes.store, (state) => state.notes);
  const byDay = useMemo(() => notesByDay(all), [all]);
  const handleChoose = (day: string): void => {
    onClose();
    onPick(day);
  };
  return (
    <Dialog title={daysText.pickTitle} onClose={onClose}>
      <MonthGrid
        today={toCalendarDay(clock.now(), dateStyle)}
        shown={undefined}
        isFocusWanted
        hasNote={(day) => byDay.has(day)}
        onChoose={handleChoose}
      />
    </Dialog>
  );
}
