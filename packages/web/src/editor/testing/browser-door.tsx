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

type Shown = { readonly key: number; readonly html: string; readonly reading: string };

let setNote: (note: Shown) => void = () => undefined;
let [current, key, changes] = ["", 0, 0];

function Page() {
  const [note, setNoteState] = useState<Shown>({ key: 0, html: "", reading: "" });
  setNote = setNoteState;
  const handleChange = (html: string): void => {
    current = html;
    changes++;
    setNoteState((before) => ({ ...before, html }));
  };
  return (
    <>
      <NoteEditor key={note.key} value={note.html} onChange={handleChange} showCharacterCount />
      <NoteView html={note.reading} className="reading" />
    </>
  );
}

function editor(): Editor {
  return (document.querySelector(".ProseMirror") as HTMLElement & { editor: Editor }).editor;
}

/** A click is one of the moments before which the parent hears of what was typed. */
function settled<Answer>(answer: () => Answer): Answer {
  flushSync(() => window.dispatchEvent(new Event("click")));
  return answer();
}

window.satchelEditor = {
  load(html, isRead = true) {
    [current, changes] = [html, 0];
    flushSync(() => setNote({ key: ++key, html, reading: isRead ? html : "" }));
  },
  value: () => settled(() => current),
  changes: () => settled(() => changes),
  domHtml: () => editor().getHTML(),
  editor,
  clean: cleanPastedHtml,
};

const root = document.getElementById("root");
if (root !== null) flushSync(() => createRoot(root).render(<Page />));
