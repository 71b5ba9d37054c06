/** The editor instance behind NoteEditor: built once, fed from `value`, answering with exact canonical HTML. Draws nothing. */
import type { Editor } from "@tiptap/core";
import { useEditor } from "@tiptap/react";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { editorText } from "../text/editor.ts";
import { toEditorContent, toHtml } from "./editor-html.ts";
import { createExtensions } from "./extensions.ts";
import { decideOutsideValue, forgetUpTo, NOTHING_GIVEN_OUT, remember, replaceText } from "./outside-value.ts";
import { EmptyNotePlaceholder } from "./placeholder.ts";
import { whenMounted } from "./when-mounted.ts";

export type NoteEditorValue = {
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly placeholder: string;
  readonly disabled: boolean;
  readonly isInvalid: boolean;
};

export function useNoteEditor({ value, onChange, placeholder, disabled, isInvalid }: NoteEditorValue): Editor {
  const latest = useRef({ onChange, placeholder });
  const given = useRef(NOTHING_GIVEN_OUT);
  useLayoutEffect(() => {
    latest.current = { onChange, placeholder };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: built once; a later `value` goes through replaceText below.
  const options = useMemo(() => {
    const handleUpdate = ({ editor }: { readonly editor: Editor }): void => {
      const html = toHtml(editor.state.doc);
      given.current = remember(given.current, html);
      latest.current.onChange(html);
    };
    return {
      extensions: [...createExtensions(), EmptyNotePlaceholder.configure({ text: () => latest.current.placeholder })],
      content: toEditorContent(value),
      injectCSS: false,
      shouldRerenderOnTransaction: false,
      onUpdate: handleUpdate,
    };
  }, []);
  const editor = useEditor(options, []);

  useLayoutEffect(() => {
    const current = toHtml(editor.state.doc);
    const decision = decideOutsideValue({ value, current, given: given.current, isFocused: editor.isFocused });
    if (decision === "same" || decision === "echo") given.current = forgetUpTo(given.current, value);
    if (decision === "replace") {
      given.current = NOTHING_GIVEN_OUT;
      replaceText(editor, value);
    }
    if (decision === "keep-typed") latest.current.onChange(current);
  }, [editor, value]);

  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);
  useEffect(() => whenMounted(editor, (dom) => describe(dom, isInvalid)), [editor, isInvalid]);
  return editor;
}

/** Written on the element itself: editor options would rebuild the view. */
function describe(dom: HTMLElement, isInvalid: boolean): undefined {
  dom.setAttribute("role", "textbox");
  dom.setAttribute("aria-multiline", "true");
  dom.setAttribute("aria-label", editorText.label);
  dom.classList.add("note-content");
  if (isInvalid) dom.setAttribute("aria-invalid", "true");
  else dom.removeAttribute("aria-invalid");
}
