/**
 * The blocks and pieces of a line that TipTap has no extension for, with the markup of stored-schema.ts: callouts, toggles, formulas, footnotes,
 * links to notes, and what a later version wrote. How they look while they are written is beside this file.
 */
import { type Extensions, Node } from "@tiptap/core";
import { storedNode } from "../schema/stored-schema.ts";

const Callout = Node.create({ name: "callout", group: "block", content: "block+", defining: true, ...storedNode("callout") });

const Toggle = Node.create({ name: "toggle", group: "block", content: "toggleTitle toggleBody", defining: true, ...storedNode("toggle") });
const ToggleTitle = Node.create({
  name: "toggleTitle",
  content: "inline*",
  defining: true,
  selectable: false,
  ...storedNode("toggleTitle"),
});
const ToggleBody = Node.create({ name: "toggleBody", content: "block+", defining: true, selectable: false, ...storedNode("toggleBody") });

const inlineAtom = { group: "inline", inline: true, atom: true, draggable: true } as const;
const NoteLink = Node.create({ name: "noteLink", ...inlineAtom, ...storedNode("noteLink") });
const InlineMath = Node.create({ name: "math", ...inlineAtom, ...storedNode("math") });
const Footnote = Node.create({ name: "footnote", ...inlineAtom, ...storedNode("footnote") });

const UnknownBlock = Node.create({ name: "unknownBlock", group: "block", atom: true, draggable: true, ...storedNode("unknownBlock") });
const UnknownInline = Node.create({ name: "unknownInline", ...inlineAtom, ...storedNode("unknownInline") });

export function createBlocks(): Extensions {
  return [Callout, Toggle, ToggleTitle, ToggleBody, NoteLink, InlineMath, Footnote, UnknownBlock, UnknownInline];
}
