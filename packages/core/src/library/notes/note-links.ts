/** Links between notes, as a note shows them: what each leads to now, and which notes lead here. Pure. */
import type { NoteSummary } from "../../model/entities/note.ts";
import { isReadable } from "./note-list.ts";

export type LinkTarget =
  | { readonly kind: "note"; readonly title: string }
  /** In the locked Sensitive folder: its title is not said. */
  | { readonly kind: "locked" }
  | { readonly kind: "deleted" }
  /** The library is not there yet. */
  | { readonly kind: "unknown" };

export function linkTargetOf(
  { phase, notesById }: { readonly phase: string; readonly notesById: ReadonlyMap<string, NoteSummary> },
  noteId: string,
): LinkTarget {
  const note = notesById.get(noteId);
  if (note === undefined) return { kind: phase === "ready" ? "deleted" : "unknown" };
  return isReadable(note) ? { kind: "note", title: note.title } : { kind: "locked" };
}

/** Last modified first, as `notes` is. Notes that cannot be read have no links, and are not among them. */
export function backlinksOf(notes: readonly NoteSummary[], noteId: string): readonly NoteSummary[] {
  return notes.filter((note) => note.noteId !== noteId && note.linkIds?.includes(noteId) === true && isReadable(note));
}

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

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
