/** A small month in the sidebar, with a dot for each day that has a note. Appears with the first one. Decision 0060. */
import { notesByDay } from "@satchel/core/library/days/day-notes.ts";
import { toCalendarDay } from "@satchel/core/model/readable/readable-values.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { activeTabOf } from "@satchel/core/workspace/tabs/tab.ts";
import { CalendarDays, ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { dateStyle } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { MonthGrid } from "../../shared/marks/days/MonthGrid.tsx";
import { useLibrary, useServices } from "../../shared/services.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { daysText } from "../../text/notes/organize/days.ts";
import own from "./days.module.css";
import css from "./sidebar.module.css";

export function Days({ onChoose }: { readonly onChoose: () => void }) {
  const { notes, tabs } = useLibrary();
  const { clock, preferences } = useServices();
  const { openDay } = useWorkspaceActions();
  const all = useStore(notes.store, (state) => state.notes);
  const byDay = useMemo(() => notesByDay(all), [all]);
  const openNoteId = useStore(tabs.store, (state) => {
    const tab = activeTabOf(state);
    return tab === undefined || tab.type === "new" ? undefined : tab.noteId;
  });
  const shown = useStore(notes.store, ({ notesById }) => notesById.get(openNoteId ?? "")?.day);
  const [isOpen, setOpen] = useState(preferences.read(LOCAL_KEYS.daysClosed) === undefined);
  const handleToggle = (): void => {
    preferences.write(LOCAL_KEYS.daysClosed, isOpen ? "1" : undefined);
    setOpen(!isOpen);
  };
  const handleDay = (day?: string): void => {
    onChoose();
    openDay(day);
  };
  return (
    <section className={`${css.folders} ${own.section}`} aria-label={daysText.title}>
      <div className={css.sectionHead}>
        <h2 className={css.sectionTitle}>{daysText.title}</h2>
        <span className={own.buttons}>
          <IconButton size="small" label={daysText.today} icon={<CalendarDays />} onPress={() => handleDay()} />
          <button
            type="button"
            className={own.toggle}
            aria-expanded={isOpen}
            aria-label={isOpen ? daysText.collapse : daysText.expand}
            onClick={handleToggle}
          >
            <ChevronRight width={16} height={16} aria-hidden />
          </button>
        </span>
      </div>
      {isOpen && (
        <MonthGrid today={toCalendarDay(clock.now(), dateStyle)} shown={shown} hasNote={(day) => byDay.has(day)} onChoose={handleDay} />
      )}
    </section>
  );
}
