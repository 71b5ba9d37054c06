/** The note of a view: read when it is shown, and again when it changed elsewhere. Spec A §2.11. */
import type { Note } from "@satchel/core/notes/note.ts";
import type { NoteProblem } from "@satchel/core/notes/notes-service-types.ts";
import { useEffect, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";

export type NoteReading =
  | { readonly kind: "loading" }
  | { readonly kind: "read"; readonly note: Note }
  | { readonly kind: "failed"; readonly problem: NoteProblem };

export function useNote(noteId: string): NoteReading {
  const { notes } = useLibrary();
  const [reading, setReading] = useState<NoteReading>({ kind: "loading" });
  const [round, setRound] = useState(0);
  const lastModified = useStore(notes.store, (state) => state.notesById.get(noteId)?.lastModified);

  useEffect(() => notes.onChangedElsewhere((ids) => ids.includes(noteId) && setRound((before) => before + 1)), [notes, noteId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a later date or another device's change is a reason to read again
  useEffect(() => {
    let isStale = false;
    void notes.open(noteId).then((read) => {
      if (!isStale) setReading(read.ok ? { kind: "read", note: read.value } : { kind: "failed", problem: read.problem });
    });
    return () => {
      isStale = true;
    };
  }, [notes, noteId, lastModified, round]);

  return reading;
}
