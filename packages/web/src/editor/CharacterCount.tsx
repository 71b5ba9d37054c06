/** 'n / limit' beneath the text, with a warning near the limit and a refusal above it. Spec A §2.14, A §5 "maxLength". */
import { EDITOR } from "@satchel/core/limits.ts";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useMemo } from "react";
import { editorText as text } from "../text/editor.ts";
import css from "./editor.module.css";
import { createDocCounter } from "./editor-html.ts";

export type LimitState = "within" | "near" | "over";

export function decideLimitState(chars: number, maxLength: number | undefined): LimitState {
  if (maxLength === undefined || chars <= maxLength * EDITOR.warnAboveShare) return "within";
  return chars > maxLength ? "over" : "near";
}

type CharacterCountProps = { readonly editor: Editor; readonly maxLength: number | undefined };

export function CharacterCount({ editor, maxLength }: CharacterCountProps) {
  const count = useMemo(createDocCounter, []);
  const chars = useEditorState({ editor, selector: ({ editor: current }) => count(current.state.doc) });
  const state = decideLimitState(chars, maxLength);
  const shown = chars.toLocaleString();
  return (
    <div className={`${css.count} ${css[state] ?? ""}`} data-limit={state}>
      {state === "over" && <span role="alert">{text.overLimit}</span>}
      <span>{maxLength === undefined ? text.charactersOnly(shown) : text.characters(shown, maxLength.toLocaleString())}</span>
    </div>
  );
}
