/** Menu after `[[`: notes to link to, by title, without locked notes. */
import { suggestNotes } from "@satchel/core/library/notes/suggest-notes.ts";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { FileText } from "lucide-react";
import type { EditorHost } from "../../../shared/editor-host/editor-host.ts";
import { blocksText } from "../../../text/editor/blocks.ts";
import { insertNoteLink } from "../../blocks/note-links/insert-note-link.ts";
import { noteMenu } from "./menus.ts";
import { TypedMenu } from "./TypedMenu.tsx";

const MOST_SUGGESTED = 8;

export function NoteMenu({ editor, host }: { readonly editor: Editor; readonly host: EditorHost | undefined }) {
  const typed = useEditorState({ editor, selector: ({ editor: current }) => noteMenu.stateOf(current) });
  if (typed === null || host === undefined) return null;
  const { others, folderName } = host.noteLinks;
  const items = suggestNotes(others(), typed.query, MOST_SUGGESTED).map(({ noteId, title, folderId }) => ({
    key: noteId,
    name: title,
    icon: <FileText aria-hidden />,
    detail: folderName(folderId),
    run: (current: Editor) => insertNoteLink(current, noteId),
  }));
  if (items.length === 0) return null;
  return <TypedMenu editor={editor} menu={noteMenu} typed={typed} label={blocksText.noteLinkSearch} items={items} />;
}
