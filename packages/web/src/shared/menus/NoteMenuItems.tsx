/** Menu items for one or several notes, for the open note and the list. Spec A §2.11 "Actions". */

import { isPinned } from "@satchel/core/library/notes/note-moves.ts";
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import type { ActionId } from "@satchel/core/workspace/actions/actions.ts";
import { isDirty, type Tab } from "@satchel/core/workspace/tabs/tab.ts";
import {
  Copy,
  Feather,
  FileCode2,
  FileDown,
  FileOutput,
  FilePlus2,
  FolderInput,
  Hash,
  History,
  LayoutTemplate,
  Pencil,
  Pilcrow,
  Pin,
  PinOff,
  Printer,
  Trash2,
} from "lucide-react";
import { keyCaps, menuActionText } from "../../text/actions/actions.ts";
import { sourceText } from "../../text/editor/source.ts";
import { writersText } from "../../text/editor/writers-mode.ts";
import { notesText } from "../../text/notes/notes.ts";
import { templatesText } from "../../text/notes/organize/templates.ts";
import { sourceTabs } from "../editor-host/source-tabs.ts";
import { useStore } from "../hooks/use-store.ts";
import { useLibrary } from "../services.ts";
import { useWorkspaceActions } from "../workspace-actions.ts";
import { MenuItem, MenuLine } from "./Menu.tsx";

export function NoteMenuItems({ noteIds }: { readonly noteIds: readonly string[] }) {
  const { notes } = useLibrary();
  const { moveNotes, tagNotes, deleteNotes, exportNotes } = useWorkspaceActions();
  const [first] = noteIds;
  const isSensitive = useStore(notes.store, ({ notesById }) => noteIds.some((noteId) => notesById.get(noteId)?.isEncrypted === true));
  // A locked note cannot be read, and so not copied.
  const isReadable = useStore(notes.store, ({ notesById }) => isOpen(notesById.get(first ?? "")));
  const areReadable = useStore(notes.store, ({ notesById }) => noteIds.every((noteId) => isOpen(notesById.get(noteId))));
  return (
    <>
      {isReadable && first !== undefined && noteIds.length === 1 && <OneNoteItems noteId={first} />}
      {!isSensitive && <PinItem noteIds={noteIds} />}
      {areReadable && <MenuItem label={notesText.tags} icon={<Hash />} onAction={() => tagNotes(noteIds)} />}
      <MenuItem label={notesText.moveTo} icon={<FolderInput />} onAction={() => moveNotes(noteIds)} />
      <MenuItem label={notesText.export} icon={<FileOutput />} onAction={() => exportNotes({ kind: "notes", noteIds })} />
      {isReadable && !isSensitive && first !== undefined && noteIds.length === 1 && <TemplateItems noteId={first} />}
      <MenuLine />
      <MenuItem
        label={noteIds.length === 1 ? notesText.deleteThis : notesText.delete}
        icon={<Trash2 />}
        tone="danger"
        onAction={() => deleteNotes(noteIds)}
      />
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
      <MenuItem label={notesText.editThis} icon={<Pencil />} onAction={() => editNote(noteId)} />
      <MenuItem label={notesText.duplicate} icon={<Copy />} onAction={() => duplicateNote(noteId)} />
      <MenuItem label={notesText.copyMarkdown} icon={<FileDown />} onAction={() => copyMarkdown(noteId)} />
      <MenuItem label={menuActionText["note-history"]} icon={<History />} onAction={() => openHistory(noteId)} />
      <MenuItem label={notesText.print} icon={<Printer />} onAction={() => printNote(noteId)} />
      <MenuLine />
    </>
  );
}

/** A sensitive note is no template, because new notes outside of its folder would show its text. */
function TemplateItems({ noteId }: { readonly noteId: string }) {
  const { notes } = useLibrary();
  const { newNoteFrom, markTemplate } = useWorkspaceActions();
  const isTemplate = useStore(notes.store, ({ notesById }) => notesById.get(noteId)?.isTemplate === true);
  return (
    <>
      {isTemplate && <MenuItem label={templatesText.newFromThis} icon={<FilePlus2 />} onAction={() => newNoteFrom(noteId)} />}
      <MenuItem
        label={isTemplate ? templatesText.stop : templatesText.use}
        icon={<LayoutTemplate />}
        onAction={() => markTemplate(noteId, !isTemplate)}
      />
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
    <MenuItem
      label={arePinned ? notesText.unpin : notesText.pin}
      icon={arePinned ? <PinOff /> : <Pin />}
      onAction={() => (arePinned ? unpinNotes : pinNotes)(noteIds)}
    />
  );
}

/** Items for the open note, and for how it is written. */
type TabMenuProps = { readonly tab: Tab; readonly onAction: (action: ActionId) => void };

export function TabMenuItems({ tab, onAction }: TabMenuProps) {
  const isSource = useStore(sourceTabs, ({ ids }) => ids.includes(tab.id));
  return (
    <>
      {tab.type !== "new" && !isDirty(tab) && <NoteMenuItems noteIds={[tab.noteId]} />}
      <MenuLine />
      <MenuItem
        label={isSource ? sourceText.close : sourceText.label}
        icon={isSource ? <Pilcrow /> : <FileCode2 />}
        keys={keyCaps("markdown-source").join(" ")}
        onAction={() => onAction("markdown-source")}
      />
      <MenuItem label={writersText.menu} icon={<Feather />} onAction={() => onAction("writers-mode")} />
    </>
  );
}
