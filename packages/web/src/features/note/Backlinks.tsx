/** The notes that link to this one, under its text. Those in the locked Sensitive folder are not known. */
import { backlinksOf, shownTitle } from "@satchel/core/library/notes/note-list.ts";
import { FileText } from "lucide-react";
import { useMemo } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { notesText } from "../../text/notes/notes.ts";
import { workspaceText } from "../../text/workspace.ts";
import css from "./backlinks.module.css";

export function Backlinks({ noteId }: { readonly noteId: string }) {
  const { notes } = useLibrary();
  const { openNote } = useWorkspaceActions();
  const all = useStore(notes.store, (state) => state.notes);
  const linking = useMemo(() => backlinksOf(all, noteId), [all, noteId]);
  if (linking.length === 0) return null;
  return (
    <section className={css.backlinks} aria-labelledby={`backlinks-${noteId}`}>
      <h2 id={`backlinks-${noteId}`} className={css.title}>
        {notesText.backlinks(linking.length)}
      </h2>
      <ul className={css.list}>
        {linking.map((note) => (
          <li key={note.noteId}>
            <button type="button" className={css.note} onClick={() => openNote(note.noteId)}>
              <FileText width={16} height={16} aria-hidden />
              <span className={css.name} dir="auto">
                {shownTitle(note) || workspaceText.untitled}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
