/** Nodes that TipTap lacks: callouts, toggles, formulas, footnotes, note links, opaque nodes. Their views are beside this file. */
import { type Extensions, Node } from "@tiptap/core";
import type { FindHost } from "../../shared/editor-host/editor-host.ts";
import { storedNode } from "../schema/stored-schema.ts";
import { AtomSelection } from "./atom-selection.ts";
import { createFootnoteView, createMathView, createNoteLinkView, openSelectedNoteLink } from "./atom-views.ts";
import { createUnknownView } from "./block-elements.ts";
import { createCalloutView } from "./callout-view.ts";
import { createFootnoteNumbers } from "./footnote-numbers.ts";
import { typedNoteLink } from "./note-links/insert-note-link.ts";
import { backspaceInToggle, enterInToggle } from "./toggle-keys.ts";
import { createToggleOpener, createToggleView } from "./toggle-view.ts";

const Callout = Node.create({
  name: "callout",
  group: "block",
  content: "block+",
  defining: true,
  ...storedNode("callout"),
  addNodeView: () => createCalloutView,
});

const Toggle = Node.create({
  name: "toggle",
  group: "block",
  content: "toggleTitle toggleBody",
  defining: true,
  // Must run before the commands of lists and paragraphs, which cannot split a toggle.
  priority: 200,
  ...storedNode("toggle"),
  addNodeView: () => createToggleView,
  addKeyboardShortcuts() {
    return { Enter: () => enterInToggle(this.editor), Backspace: () => backspaceInToggle(this.editor) };
  },
  addProseMirrorPlugins: () => [createToggleOpener()],
});
const ToggleTitle = Node.create({
  name: "toggleTitle",
  content: "inline*",
  defining: true,
  selectable: false,
  ...storedNode("toggleTitle"),
});
const ToggleBody = Node.create({ name: "toggleBody", content: "block+", defining: true, selectable: false, ...storedNode("toggleBody") });

const inlineAtom = { group: "inline", inline: true, atom: true, draggable: true } as const;
const NoteLink = Node.create<{ host: FindHost }>({
  name: "noteLink",
  addOptions: () => ({ host: () => undefined }),
  ...inlineAtom,
  ...storedNode("noteLink"),
  addNodeView() {
    return (rendered) => createNoteLinkView(this.options.host, rendered);
  },
  addInputRules() {
    return [typedNoteLink(this.type, this.options.host)];
  },
  addKeyboardShortcuts() {
    return { Enter: () => openSelectedNoteLink(this.editor, this.options.host) };
  },
});
const InlineMath = Node.create({ name: "math", ...inlineAtom, ...storedNode("math"), addNodeView: () => createMathView });
const Footnote = Node.create({
  name: "footnote",
  ...inlineAtom,
  ...storedNode("footnote"),
  addNodeView: () => createFootnoteView,
  addProseMirrorPlugins: () => [createFootnoteNumbers()],
});

const UnknownBlock = Node.create({
  name: "unknownBlock",
  group: "block",
  atom: true,
  draggable: true,
  ...storedNode("unknownBlock"),
  addNodeView: () => createUnknownView,
});
const UnknownInline = Node.create({
  name: "unknownInline",
  ...inlineAtom,
  ...storedNode("unknownInline"),
  addNodeView: () => createUnknownView,
});

export function createBlocks(host: FindHost): Extensions {
  return [
    Callout,
    Toggle,
    ToggleTitle,
    ToggleBody,
    NoteLink.configure({ host }),
    InlineMath,
    Footnote,
    UnknownBlock,
    UnknownInline,
    AtomSelection,
  ];
}
