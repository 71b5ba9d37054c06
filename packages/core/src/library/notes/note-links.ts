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
