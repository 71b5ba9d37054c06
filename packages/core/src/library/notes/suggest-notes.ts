/** Which notes are offered for a link, by title. Pure. */
import type { NoteSummary } from "../../model/entities/note.ts";
import { isReadable } from "./note-list.ts";

/** Notes to link to, for what was typed behind `[[`: those whose title begins with it first, then those with it inside a word's beginning. */
export function suggestNotes(notes: readonly NoteSummary[], query: string, limit: number): readonly NoteSummary[] {
  const wanted = fold(query);
  const found = notes.flatMap((note) => {
    if (!isReadable(note) || note.title.trim() === "") return [];
    const rank = rankOf(fold(note.title), wanted);
    return rank === undefined ? [] : [{ note, rank }];
  });
  return found
    .sort((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({ note }) => note);
}

/** Lower is better; undefined where it is not found. */
function rankOf(title: string, wanted: string): number | undefined {
  const at = title.indexOf(wanted);
  if (at === -1) return undefined;
  if (at === 0) return title.length === wanted.length ? 0 : 1;
  return title[at - 1] === " " ? 2 : 3;
}

/** Of fifty thousand titles most have no accent. */
const PLAIN = /^[ -~]*$/;

function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().trim();
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
