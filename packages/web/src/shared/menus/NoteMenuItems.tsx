/** What can be done with a note, or with several, as entries of a menu: that of the note in front and those of the list. Spec A §2.11 "Actions". */

import { isPinned } from "@satchel/core/library/notes/note-moves.ts";
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import { Copy, FileDown, FileOutput, FolderInput, History, Pencil, Pin, PinOff, Printer, Trash2 } from "lucide-react";
import { menuActionText } from "../../text/actions.ts";
import { notesText } from "../../text/notes.ts";
import { useStore } from "../hooks/use-store.ts";
import { useLibrary } from "../services.ts";
import { useWorkspaceActions } from "../workspace-actions.ts";
import { MenuItem, MenuLine } from "./Menu.tsx";

export function NoteMenuItems({ noteIds }: { readonly noteIds: readonly string[] }) {
  const { notes } = useLibrary();
  const { moveNotes, deleteNotes, exportNotes } = useWorkspaceActions();
  const [first] = noteIds;
  const isSensitive = useStore(notes.store, ({ notesById }) => noteIds.some((noteId) => notesById.get(noteId)?.isEncrypted === true));
  // What is sealed cannot be read for a copy.
  const isReadable = useStore(notes.store, ({ notesById }) => isOpen(notesById.get(first ?? "")));
  return (
    <>
      {isReadable && first !== undefined && noteIds.length === 1 && <OneNoteItems noteId={first} />}
      {!isSensitive && <PinItem noteIds={noteIds} />}
      <MenuItem icon={<FolderInput />} onAction={() => moveNotes(noteIds)}>
        {notesText.moveTo}
      </MenuItem>
      <MenuItem icon={<FileOutput />} onAction={() => exportNotes({ kind: "notes", noteIds })}>
        {notesText.export}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<Trash2 />} tone="danger" onAction={() => deleteNotes(noteIds)}>
        {noteIds.length === 1 ? notesText.deleteThis : notesText.delete}
      </MenuItem>
    </>
  );
}

function isOpen(note: NoteSummary | undefined): boolean {
  return note?.seal === undefined || note.seal === "opened";
}

function OneNoteItems({ noteId }: { readonly noteId: string }) {
  const { editNote, duplicateNote, copyMarkdown, openHistory, printNote } = useWorkspaceActions();
  return (
    <>
      <MenuItem icon={<Pencil />} onAction={() => editNote(noteId)}>
        {notesText.editThis}
      </MenuItem>
      <MenuItem icon={<Copy />} onAction={() => duplicateNote(noteId)}>
        {notesText.duplicate}
      </MenuItem>
      <MenuItem icon={<FileDown />} onAction={() => copyMarkdown(noteId)}>
        {notesText.copyMarkdown}
      </MenuItem>
      <MenuItem icon={<History />} onAction={() => openHistory(noteId)}>
        {menuActionText["note-history"]}
      </MenuItem>
      <MenuItem icon={<Printer />} onAction={() => printNote(noteId)}>
        {notesText.print}
      </MenuItem>
      <MenuLine />
    </>
  );
}

function PinItem({ noteIds }: { readonly noteIds: readonly string[] }) {
  const { notes } = useLibrary();
  const { pinNotes, unpinNotes } = useWorkspaceActions();
  const arePinned = useStore(notes.store, ({ notesById, folders }) =>
    noteIds.every((noteId) => isPinned(notesById.get(noteId) ?? { folderId: null }, folders)),
  );
  return (
    <MenuItem icon={arePinned ? <PinOff /> : <Pin />} onAction={() => (arePinned ? unpinNotes : pinNotes)(noteIds)}>
      {arePinned ? notesText.unpin : notesText.pin}
    </MenuItem>
  );
}
