import { describe, expect, it } from "vitest";
import { nextDayWithNote, notesByDay } from "./day-notes.ts";

const note = (noteId: string, day: string | undefined, createdAt = 1) => ({ noteId, createdAt, ...(day === undefined ? {} : { day }) });

describe("decision 0060 notes by day", () => {
  it("takes the older of two notes of a day, and no wild values", () => {
    const notes = [note("b", "2026-11-29", 2), note("a", "2026-11-29", 2), note("c", "2026-11-30"), note("d", undefined)];
    const wild = ["2026-02-30", "today", "2026-1-1", "2026-11-29T00:00", ""].map((day, at) => note(`w${at}`, day));
    expect([...notesByDay([...notes, ...wild])].map(([day, { noteId }]) => [day, noteId])).toEqual([
      ["2026-11-29", "a"],
      ["2026-11-30", "c"],
    ]);
  });

  it.each([
    ["2026-11-20", 1, "2026-11-25"],
    ["2026-11-20", -1, "2026-10-01"],
    ["2026-11-25", 1, "2026-11-29"],
    ["2026-11-29", 1, "2026-12-24"],
    ["2026-12-24", 1, undefined],
    ["2026-10-01", -1, undefined],
  ] as const)("finds the next day with a note: %s, %d", (day, step, found) => {
    const days = ["2026-11-25", "2026-10-01", "2026-12-24", "2026-11-20"];
    expect(nextDayWithNote(days, { day, today: "2026-11-29", step })).toBe(found);
  });
});
