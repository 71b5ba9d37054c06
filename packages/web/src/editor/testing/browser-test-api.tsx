/** Page of the browser tests: one editor and one read view, and an API for tests. Not part of the app. */

import { cleanPaste, cleanPastedHtml } from "@satchel/core/document/paste/paste-clean.ts";
import { findPattern } from "@satchel/core/document/reading/find-pattern.ts";
import type { AttachmentStatus } from "@satchel/core/library/attachments/attachment-status.ts";
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import type { Editor } from "@tiptap/core";
import { Selection } from "@tiptap/pm/state";
import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import "../../styles/tokens.css";
import "../../styles/base.css";
import { allowOnlyOwnScripts } from "../../adapters/browser/own-scripts.ts";
import { compressImage } from "../../adapters/images/compress-image.ts";
import type { EditorHost } from "../../shared/editor-host/editor-host.ts";
import { claimHtmlPolicy, takeAdmitted } from "../../shared/html-policy.ts";
import { statusSentence } from "../../text/pages/status.ts";
import { NoteEditor } from "../NoteEditor.tsx";
import { NoteView } from "../read-view/NoteView.tsx";

type Shown = { readonly key: number; readonly html: string; readonly reading: string };

claimHtmlPolicy();
allowOnlyOwnScripts({ createHTML: takeAdmitted });

let setNote: (note: Shown) => void = () => undefined;
let [current, key, changes] = ["", 0, 0];
let notifications: string[] = [];
const kept = new Map<string, string>();
const files: Blob[] = [];
const pastes: number[] = [];
let held: (() => void)[] | undefined;
let isCleanerBroken = false;
/** Pauses at the end of a worker's task if the test holds it. */
const whenLetGo = () => held && new Promise<void>((resolve) => held?.push(resolve));
let pending: number | undefined;
const listeners = new Set<() => void>();
let attached: AttachmentStatus | undefined;

/** Runs the worker's code on the page's thread: bundling a worker belongs to the app build. */
const MILK: NoteSummary = {
  noteId: "milk",
  title: "Milk",
  preview: "",
  folderId: null,
  createdAt: 0,
  lastModified: 0,
  isEncrypted: false,
  attachments: [],
  sync: { kind: "in-your-drive" },
};

const host: EditorHost = {
  imageCompressor: {
    loadRemote: async () => ({ ok: false, problem: { kind: "offline" } }),
    compress: async (file, onProgress) => {
      const compressed = await compressImage(file, onProgress);
      await whenLetGo();
      return compressed;
    },
  },
  noteId: "note-1",
  pasteCleaner: {
    clean: async (html, onProgress) => {
      pastes.push(html.length);
      onProgress(0.25);
      await whenLetGo();
      return isCleanerBroken ? undefined : cleanPaste(html, onProgress);
    },
    findPattern: async (pattern, lines) => ({ kind: "found", ...findPattern(pattern, lines) }),
  },
  originals: {
    keep: async (file) => {
      files.push(file);
      return `original-${files.length}`;
    },
    open: async (id) => files[Number(id.replace("original-", "")) - 1],
  },
  attachments: {
    keep: async (file) => {
      files.push(file);
      attached = { kind: "uploading", percent: 40 };
      return { id: `file-${files.length}`, fileName: file.name, mimeType: file.type, sizeBytes: file.size };
    },
    statusOf: () => attached,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    download: async ({ fileName }) => void notifications.push(`downloaded ${fileName}`),
    cancel: (id) => void notifications.push(`cancelled ${id}`),
    retry: (id) => void notifications.push(`retried ${id}`),
  },
  noteLinks: {
    targetOf: (id) => (id === "milk" ? { kind: "note", title: "Milk" } : id === "safe" ? { kind: "locked" } : { kind: "deleted" }),
    others: () => [MILK],
    folderName: () => "Kitchen",
    open: (id) => void notifications.push(`opened ${id}`),
    onChange: () => () => undefined,
  },
  saveFile: ({ name, type, bytes }) => void notifications.push(`saved ${name} (${type}, ${bytes.length} bytes)`),
  today: () => "1 May 2026",
  preferences: { read: (name) => kept.get(name), write: (name, value) => void kept.set(name, value ?? "") },
  notify: (message) => void notifications.push(statusSentence(message, "drive")),
};

const connect = () => ({
  setPending: (share: number | undefined) => {
    pending = share;
  },
  disconnect: () => undefined,
});

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
      <NoteEditor
        key={note.key}
        value={note.html}
        onChange={handleChange}
        connect={connect}
        showCharacterCount
        host={host}
        header={<header />}
      />
      <NoteView html={note.reading} className="reading" originals={host.originals} />
    </>
  );
}

function editor(): Editor {
  return (document.querySelector(".ProseMirror") as HTMLElement & { editor: Editor }).editor;
}

/** A click makes the editor report pending edits to its parent. */
function flushed<Value>(answer: () => Value): Value {
  flushSync(() => window.dispatchEvent(new Event("click")));
  return answer();
}

window.satchelEditor = {
  load(html, isRead = true) {
    // Reports text typed into the former note before it is replaced.
    flushed(() => {
      [current, changes, notifications] = [html, 0, []];
    });
    flushSync(() => setNote({ key: ++key, html, reading: isRead ? html : "" }));
  },
  receive: (html) => flushSync(() => setNote({ key, html, reading: "" })),
  value: () => flushed(() => current),
  changes: () => flushed(() => changes),
  domHtml: () => editor().getHTML(),
  editor,
  focusEnd() {
    // The command would focus again in the next frame, and undo what a key did until then.
    const { state, view } = editor();
    view.dispatch(state.tr.setSelection(Selection.atEnd(state.doc)));
    view.focus();
  },
  notifications: () => notifications,
  clean: cleanPastedHtml,
  pastes: () => pastes,
  holdPending() {
    held = [];
  },
  letPendingGo(isLastFirst = false) {
    const kept = held ?? [];
    held = undefined;
    for (const letGo of isLastFirst ? kept.reverse() : kept) letGo();
  },
  breakCleaner(isBroken) {
    isCleanerBroken = isBroken;
  },
  end() {
    flushSync(() => setNote({ key: ++key, html: "", reading: "" }));
  },
  pending: () => pending,
};

const root = document.getElementById("root");
if (root !== null) flushSync(() => createRoot(root).render(<Page />));
