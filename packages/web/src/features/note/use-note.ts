/** The note of a view, followed as long as it is shown. How it is read is core/notes/note-reader-service.ts. Spec A §2.11. */
import type { NoteReading } from "@satchel/core/notes/note-reader-service.ts";
import { useEffect, useState } from "react";
import { useLibrary } from "../../shared/services.ts";

/** A view belongs to one note: another note is another component. */
export function useNote(noteId: string): NoteReading {
  const { reader } = useLibrary();
  const [reading, setReading] = useState<NoteReading>(() => reader.begin(noteId));
  useEffect(() => reader.watch(noteId, setReading), [reader, noteId]);
  return reading;
}
