/** Folder of the note, and whether it is pinned and a template. Decision 0030. */
import { folderPath } from "@satchel/core/model/entities/folder.ts";
import { LayoutTemplate, Pin } from "lucide-react";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { FolderDot } from "../../../shared/marks/FolderMark.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { notesText } from "../../../text/notes/notes.ts";
import { workspaceText } from "../../../text/workspace.ts";
import css from "../note.module.css";

export function NoteFolder({ noteId }: { readonly noteId: string }) {
  const { notes } = useLibrary();
  const note = useStore(notes.store, ({ notesById }) => notesById.get(noteId));
  const folders = useStore(notes.store, (state) => state.folders);
  const isPinned = folders.some(({ folderType, folderId }) => folderType === "PINNED" && folderId === note?.folderId);
  const ownId = isPinned ? note?.pinnedFrom : note?.folderId;
  const own = folders.find(({ folderId }) => folderId === ownId);
  return (
    <>
      {own !== undefined && (
        <span className={css.metaItem} title={notesText.inFolder(folderPath(own))}>
          <FolderDot folder={own} />
          <span className={css.name}>{folderPath(own)}</span>
        </span>
      )}
      {note?.isTemplate === true && (
        <span className={css.metaItem}>
          <LayoutTemplate width={14} height={14} aria-hidden />
          {notesText.template}
        </span>
      )}
      {isPinned && (
        <span className={css.metaItem}>
          <Pin className={css.pin} width={14} height={14} aria-hidden />
          {workspaceText.pinned}
        </span>
      )}
    </>
  );
}
