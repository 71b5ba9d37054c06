/**
 * Character count 'n / limit' with warnings. Written to the DOM directly; React renders only changes of state. Spec A §2.14, A §5
 * "maxLength".
 */
import { EDITOR } from "@satchel/core/model/limits/limits.ts";
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { editorText as text } from "../text/editor/editor.ts";
import css from "./editor.module.css";
import { createChangeDelivery } from "./schema/change-delivery.ts";
import { createDocCounter } from "./schema/editor-html.ts";

/**
 * File names count as text, but each file takes one position in the document. Below this share of the limit, names cannot make up the rest.
 */
const SURELY_WITHIN_SHARE = 0.5;

/** One formatter, because a new one at each key takes a millisecond. */
const NUMBER = new Intl.NumberFormat();

export type LimitState = "within" | "near" | "over";

function decideLimitState(chars: number, maxLength: number | undefined): LimitState {
  if (maxLength === undefined || chars <= maxLength * EDITOR.warnAboveShare) return "within";
  return chars > maxLength ? "over" : "near";
}

type CharacterCountProps = {
  readonly editor: Editor;
  readonly maxLength: number | undefined;
  /** Also shown far below the limit. */
  readonly isAlwaysShown: boolean;
  readonly onOverLimit: ((isOver: boolean) => void) | undefined;
};

export function CharacterCount({ editor, maxLength, isAlwaysShown, onOverLimit }: CharacterCountProps) {
  const number = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<LimitState>("within");
  useLayoutEffect(() => {
    const count = createDocCounter();
    const show = (): void => {
      const { doc } = editor.state;
      const chars = !isAlwaysShown && isSurelyWithin(doc, maxLength) ? 0 : count(doc);
      if (number.current !== null) number.current.textContent = printCount(chars, maxLength);
      setState(decideLimitState(chars, maxLength));
    };
    show();
    const delivery = createChangeDelivery(show);
    const handleTransaction = ({ transaction }: { readonly transaction: { readonly docChanged: boolean } }): void => {
      if (transaction.docChanged) delivery.schedule();
    };
    editor.on("transaction", handleTransaction);
    return () => {
      editor.off("transaction", handleTransaction);
      delivery.end();
    };
  }, [editor, maxLength, isAlwaysShown]);
  const isOver = state === "over";
  useEffect(() => onOverLimit?.(isOver), [isOver, onOverLimit]);
  return (
    <div className={`${css.count} ${css[state] ?? ""}`} data-limit={state} hidden={!isAlwaysShown && state === "within"}>
      {isOver && <span role="alert">{text.overLimit}</span>}
      <span ref={number} />
    </div>
  );
}

/** Checks the document's size without visiting blocks: except for file names, it is at least the length of the text. */
function isSurelyWithin(doc: Node, maxLength: number | undefined): boolean {
  return maxLength === undefined || doc.content.size <= maxLength * SURELY_WITHIN_SHARE;
}

function printCount(chars: number, maxLength: number | undefined): string {
  const count = NUMBER.format(chars);
  return maxLength === undefined ? text.charactersOnly(count) : text.characters(count, NUMBER.format(maxLength));
}
