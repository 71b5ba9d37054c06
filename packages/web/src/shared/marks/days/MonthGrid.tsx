/** One month as a grid of days, with a dot below each that has a note. Arrow keys move by day and week, as in the ARIA date grid pattern. */
import { formatPattern } from "@satchel/core/document/templates/date-pattern.ts";
import { addDays, monthOf, noonOf, weekdayOf, weeksOf } from "@satchel/core/model/readable/days.ts";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { daysText as text } from "../../../text/notes/organize/days.ts";
import { dateStyle } from "../../hooks/use-dates.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import css from "./month-grid.module.css";

type MonthGridProps = {
  readonly today: string;
  /** Day of the open note, if it is one. */
  readonly shown: string | undefined;
  /** True if the day that the keys begin at takes the focus. */
  readonly isFocusWanted?: boolean;
  readonly hasNote: (day: string) => boolean;
  readonly onChoose: (day: string) => void;
};

/** Weeks begin on Sunday in these regions of English. */
const FIRST_WEEKDAY = /^en-(US|CA|AU|IN|PH|ZA|HK|SG|IL)$/.test(dateStyle.locale) ? 6 : 0;

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export function MonthGrid({ today, shown, isFocusWanted = false, hasNote, onChoose }: MonthGridProps) {
  const [focused, setFocused] = useState(shown ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const isByKey = useRef(isFocusWanted);
  useEffect(() => setFocused(shown ?? today), [shown, today]);
  useEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    isByKey.current = false;
  });
  const move = (day: string): void => {
    isByKey.current = true;
    setFocused(day);
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined) move(addDays(focused, step));
    else if (event.key === "Home") move(addDays(focused, -((weekdayOf(focused) - FIRST_WEEKDAY + 7) % 7)));
    else if (event.key === "End") move(addDays(focused, 6 - ((weekdayOf(focused) - FIRST_WEEKDAY + 7) % 7)));
    else if (event.key === "PageUp" || event.key === "PageDown") move(monthOf(focused, event.key === "PageUp" ? -1 : 1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const name = (day: string, pattern: string): string => formatPattern(noonOf(day), pattern, dateStyle);
  const weekdays = text.weekdays.map((_each, at) => text.weekdays[(at + FIRST_WEEKDAY) % 7] ?? "");
  return (
    <div className={css.month}>
      <div className={css.head}>
        <IconButton size="small" label={text.previousMonth} icon={<ChevronLeft />} onPress={() => setFocused(monthOf(focused, -1))} />
        <span className={css.name} aria-live="polite">
          {name(focused, text.monthPattern)}
        </span>
        <IconButton size="small" label={text.nextMonth} icon={<ChevronRight />} onPress={() => setFocused(monthOf(focused, 1))} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a date grid is a table, as in the ARIA practices */}
      <table ref={grid} className={css.grid} role="grid" aria-label={name(focused, text.monthPattern)} onKeyDown={handleKeyDown}>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekday}>
                {weekday.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(focused, FIRST_WEEKDAY).map((week) => (
            <tr key={week.find((day) => day !== undefined)}>
              {week.map((day, at) => (
                <td key={day ?? `none-${at}`}>
                  {day !== undefined && (
                    <button
                      type="button"
                      className={css.day}
                      tabIndex={day === focused ? 0 : -1}
                      aria-current={day === today ? "date" : undefined}
                      aria-pressed={day === shown}
                      data-note={hasNote(day) || undefined}
                      aria-label={hasNote(day) ? text.hasNote(name(day, text.titlePattern)) : name(day, text.titlePattern)}
                      onClick={() => onChoose(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
