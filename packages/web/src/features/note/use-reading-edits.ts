/** The edits of a note that is read: ticks and replaced words. Each is a save like any other, on top of the version that is shown. */
import { type Replacing, replaceWords, setTaskChecked } from "@satchel/core/document/html/edit-read-note.ts";
import type { Note } from "@satchel/core/model/entities/note.ts";
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useLibrary, useServices } from "../../shared/services.ts";

export type ReadingEdits = {
  readonly tick: (index: number, isChecked: boolean) => void;
  readonly replace: (replacing: Replacing) => void;
};

export function useReadingEdits(note: Note): ReadingEdits {
  const { notes, kind } = useLibrary();
  const { status } = useServices();
  const latest = useRef(note);
  const saving = useRef(Promise.resolve());
  useLayoutEffect(() => {
    latest.current = note;
  }, [note]);
  const edit = useCallback(
    (change: (content: string) => string | undefined): void => {
      // One after the other: the second tick is made on top of what the first one saved.
      saving.current = saving.current.then(async () => {
        const { noteId, title, content, vv, isEncrypted } = latest.current;
        const changed = change(content);
        if (changed === undefined || changed === content) return;
        const saved = await notes.save(noteId, { title, content: changed }, { vv });
        if (saved.ok) latest.current = saved.value;
        else
          status.show({ id: "note-problem", action: "save", problem: saved.problem, isLocal: kind === "local", isSensitive: isEncrypted });
      });
    },
    [notes, kind, status],
  );
  return useMemo(
    () => ({
      tick: (index, isChecked) => edit((content) => setTaskChecked(content, index, isChecked)),
      replace: (replacing) => edit((content) => replaceWords(content, replacing)),
    }),
    [edit],
  );
}
