import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PATHS, toEditPath, toNotePath } from "../../model/routes.ts";
import { decideStep, isNoteAddress } from "./panes.ts";

const [milk, bread] = [toNotePath("note-milk"), toEditPath("note-bread")];

describe("A2.8 the back gesture returns to the list", () => {
  it.each([
    ["from the list to a note", { path: PATHS.notes }, milk, "push"],
    ["from note to note", { path: milk, isAboveList: true }, bread, "replace"],
    ["from a note to a new one", { path: milk, isAboveList: true }, PATHS.newNote, "replace"],
    ["back to the list beneath", { path: milk, isAboveList: true }, PATHS.notes, "back"],
    ["to a list that is not beneath", { path: milk }, PATHS.notes, "replace"],
    ["from a note to the dashboard", { path: milk, isAboveList: true }, PATHS.dashboard, "push"],
    ["from the dashboard to the notes", { path: PATHS.dashboard }, PATHS.notes, "push"],
  ] as const)("decides %s: %s", (_, from, to, step) => {
    expect(decideStep(from, to)).toBe(step);
  });

  it("keeps one note entry above the list, whichever notes are visited", () => {
    const paths = fc.array(fc.constantFrom<string>(PATHS.notes, milk, bread, PATHS.newNote), { maxLength: 20 });
    fc.assert(
      fc.property(paths, (path) => {
        const history: { path: string; isAboveList: boolean }[] = [{ path: PATHS.notes, isAboveList: false }];
        for (const to of path) {
          const from = history.at(-1) as { path: string; isAboveList: boolean };
          if (to === from.path) continue;
          const step = decideStep(from, to);
          if (step !== "push") history.pop();
          if (step !== "back") history.push({ path: to, isAboveList: step === "replace" ? from.isAboveList : !isNoteAddress(from.path) });
        }
        expect(history.length).toBe(isNoteAddress(history.at(-1)?.path ?? "") ? 2 : 1);
      }),
    );
  });
});
