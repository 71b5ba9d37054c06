/**
 * 'n / limit' beneath the text, with a warning near the limit and a refusal above it. The number is written straight into the page after
 * each edit; React draws only when the state changes. Spec A §2.14, A §5 "maxLength".
 */
import { EDITOR } from "@satchel/core/limits.ts";
import type { Editor } from "@tiptap/core";
import { useLayoutEffect, useRef, useState } from "react";
import { editorText as text } from "../text/editor.ts";
import { createChangeDelivery } from "./change-delivery.ts";
import css from "./editor.module.css";
import { createDocCounter } from "./editor-html.ts";

export type LimitState = "within" | "near" | "over";

export function decideLimitState(chars: number, maxLength: number | undefined): LimitState {
  if (maxLength === undefined || chars <= maxLength * EDITOR.warnAboveShare) return "within";
  return chars > maxLength ? "over" : "near";
}

type CharacterCountProps = { readonly editor: Editor; readonly maxLength: number | undefined };

export function CharacterCount({ editor, maxLength }: CharacterCountProps) {
  const number = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<LimitState>("within");
  useLayoutEffect(() => {
    const count = createDocCounter();
    const show = (): void => {
      const chars = count(editor.state.doc);
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
  }, [editor, maxLength]);
  return (
    <div className={`${css.count} ${css[state] ?? ""}`} data-limit={state}>
      {state === "over" && <span role="alert">{text.overLimit}</span>}
      <span ref={number} />
    </div>
  );
}

function printCount(chars: number, maxLength: number | undefined): string {
  const count = chars.toLocaleString();
  return maxLength === undefined ? text.charactersOnly(count) : text.characters(count, maxLength.toLocaleString());
}
