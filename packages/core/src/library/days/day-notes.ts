/** Finds the notes of days, and the days next to one that have a note. Pure. Decision 0060. */
import type { NoteSummary } from "../../model/entities/note.ts";
import { isDay } from "../../model/readable/days.ts";

type DayNote = Pick<NoteSummary, "noteId" | "createdAt" | "day">;

/** Notes by day. Of two notes of one day, as after a restored backup, the older one. */
export function notesByDay<N extends DayNote>(notes: readonly N[]): ReadonlyMap<string, N> {
  const found = new Map<string, N>();
  for (const note of notes) {
    if (note.day === undefined || !isDay(note.day)) continue;
    const known = found.get(note.day);
    if (known === undefined || isOlder(note, known)) found.set(note.day, note);
  }
  return found;
}

function isOlder(a: DayNote, b: DayNote): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.noteId < b.noteId);
}

/** The nearest day before or after `day` that has a note; today counts as one. */
export function nextDayWithNote(days: Iterable<string>, { day, today, step }: DayStep): string | undefined {
  let nearest: string | undefined;
  for (const each of [...days, today]) {
    const isBeyond = step === 1 ? each > day : each < day;
    const isNearer = nearest === undefined || (step === 1 ? each < nearest : each > nearest);
    if (isBeyond && isNearer) nearest = each;
  }
  return nearest;
}

type DayStep = { readonly day: string; readonly today: string; readonly step: 1 | -1 };
