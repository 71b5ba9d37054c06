/** Edits of a note in the read view: ticks and replaced words. Each is saved like any other edit, based on the shown version. */
import type { Note } from "@satchel/core/model/entities/note.ts";
import { useCallback, useLayoutEffect, useRef } from "react";
import type { EditListener } from "../../../editor/read-view/tick-boxes.ts";
import { useLibrary, useServices } from "../../../shared/services.ts";

export function useReadingEdits(note: Note): EditListener {
  const { notes, kind } = useLibrary();
  const { status } = useServices();
  const latest = useRef(note);
  const saving = useRef(Promise.resolve());
  useLayoutEffect(() => {
    latest.current = note;
  }, [note]);
  return useCallback(
    (edit) => {
      // One after the other: each edit is based on the result of the previous save.
      saving.current = saving.current.then(async () => {
        const { noteId, title, content, vv, isEncrypted } = latest.current;
        const edited = edit(content);
        if (edited === undefined || edited === content) return;
        const saved = await notes.save(noteId, { title, content: edited }, { seen: { vv, text: { title, content } } });
        if (saved.ok) latest.current = saved.value;
        else
          status.show({ id: "note-problem", action: "save", problem: saved.problem, isLocal: kind === "local", isSensitive: isEncrypted });
      });
    },
    [notes, kind, status],
  );
}
