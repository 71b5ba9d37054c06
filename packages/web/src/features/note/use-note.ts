/** The note of a view, followed as long as it is shown. How it is read is core/library/notes/note-reader-service.ts. Spec A §2.11. */
import type { NoteReader, NoteReading } from "@satchel/core/library/notes/note-reader-service.ts";
import { useMemo, useSyncExternalStore } from "react";
import { useLibrary } from "../../shared/services.ts";

/** A view belongs to one note: another note is another component. What a reading brings is on the page before the next frame. */
export function useNote(noteId: string): NoteReading {
  const { reader } = useLibrary();
  const followed = useMemo(() => follow(reader, noteId), [reader, noteId]);
  return useSyncExternalStore(followed.subscribe, followed.reading);
}

function follow(reader: NoteReader, noteId: string) {
  let reading = reader.begin(noteId);
  return {
    reading: () => reading,
    subscribe: (listener: () => void) =>
      reader.watch(noteId, (next) => {
        reading = next;
        listener();
      }),
  };
}
