/** Takes the mark of the caret out of a filled template, and returns its position. Pure. Decision 0059. */
import type { NoteDraft } from "../../model/entities/note.ts";
import { readStoredHtml } from "../html/read-stored-html.ts";
import { isText, type StoredNode } from "../html/stored-doc.ts";
import { CURSOR_MARK } from "./fill-template.ts";

/** As an editor counts to restore a position. `chars`: of the block before the caret, without white space; `spaces`: directly before it. */
export type CaretPosition = {
  readonly block: number;
  readonly chars: number;
  readonly side: "before" | "after";
  readonly spaces: number;
};

export type PlacedTemplate = { readonly draft: NoteDraft; readonly caret: CaretPosition | undefined };

const SPACE_AT_END = new RegExp(` (?=${CURSOR_MARK}(?:</(?!a>|code>)|$))`);

export function takeCaret({ title, content }: NoteDraft): PlacedTemplate {
  // A space at the end of a block is not stored, but the user is about to type after it.
  const kept = content.replace(SPACE_AT_END, "&nbsp;");
  const draft = { title, content: kept.replace(CURSOR_MARK, "") };
  if (draft.content === content) return { draft, caret: undefined };
  const texts = readStoredHtml(content).content.map(textOf);
  const block = texts.findIndex((text) => text.includes(CURSOR_MARK));
  if (block === -1) return { draft, caret: undefined };
  const [before = "", after = ""] = (texts[block] ?? "").split(CURSOR_MARK);
  const spaces = before.length - before.trimEnd().length;
  return { draft, caret: { block, chars: before.replace(/\s+/g, "").length, side: /^\S/.test(after) ? "before" : "after", spaces } };
}

function textOf(node: StoredNode): string {
  return isText(node) ? node.text : (node.content ?? []).map(textOf).join("");
}
