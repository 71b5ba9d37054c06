/** Suggests notes to link to, by title. Pure. */
import type { NoteSummary } from "../../model/entities/note.ts";
import { isReadable } from "./note-list.ts";

/** Suggests notes for text typed after `[[`: titles that begin with it first, then titles with a word that begins with it. */
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

/** Lower is better; undefined if not found. */
function rankOf(title: string, wanted: string): number | undefined {
  const at = title.indexOf(wanted);
  if (at === -1) return undefined;
  if (at === 0) return title.length === wanted.length ? 0 : 1;
  return title[at - 1] === " " ? 2 : 3;
}

/** Fast path: most titles are plain ASCII without accents. */
const PLAIN = /^[ -~]*$/;

function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().trim();
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
