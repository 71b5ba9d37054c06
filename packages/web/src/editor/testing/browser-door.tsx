/** The page of the browser tests: one editor and one reading view, and a door by which a test reaches both. Not part of the app. */
import { cleanPastedHtml } from "@satchel/core/editor/paste-clean.ts";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import "../../styles/tokens.css";
import "../../styles/base.css";
import { NoteEditor } from "../NoteEditor.tsx";
import { NoteView } from "../NoteView.tsx";

let setNote: (note: { readonly key: number; readonly html: string }) => void = () => undefined;
let [current, key, changes] = ["", 0, 0];

function Page() {
  const [note, setNoteState] = useState({ key: 0, html: "" });
  setNote = setNoteState;
  const handleChange = (html: string): void => {
    current = html;
    changes++;
    setNoteState((before) => ({ ...before, html }));
  };
  return (
    <>
      <NoteEditor key={note.key} value={note.html} onChange={handleChange} showCharacterCount />
      <NoteView html={note.html} className="reading" />
    </>
  );
}

function editor(): Editor {
  return (document.querySelector(".ProseMirror") as HTMLElement & { editor: Editor }).editor;
}

window.satchelEditor = {
  load(html) {
    [current, changes] = [html, 0];
    flushSync(() => setNote({ key: ++key, html }));
  },
  value: () => current,
  changes: () => changes,
  domHtml: () => editor().getHTML(),
  editor,
  clean: cleanPastedHtml,
};

const root = document.getElementById("root");
if (root !== null) flushSync(() => createRoot(root).render(<Page />));
