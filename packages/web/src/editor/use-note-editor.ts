/** The editor instance behind NoteEditor: built once, fed from `value`, answering with exact canonical HTML. Draws nothing. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useEditor } from "@tiptap/react";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { editorText } from "../text/editor.ts";
import { type ChangeDelivery, createChangeDelivery } from "./change-delivery.ts";
import type { EditorDoors } from "./editor-doors.ts";
import { createDocWriter } from "./editor-html.ts";
import { createExtensions } from "./extensions.ts";
import { decideOutsideValue, forgetUpTo, type GivenOut, NOTHING_GIVEN_OUT, remember, replaceText } from "./outside-value.ts";
import { EmptyNotePlaceholder } from "./placeholder.ts";
import { showOnce } from "./show-once.ts";
import { hideSelectionFromReact } from "./unmeasured-by-react.ts";
import { whenMounted } from "./when-mounted.ts";

export type NoteEditorValue = {
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly placeholder: string;
  readonly disabled: boolean;
  readonly isInvalid: boolean;
  readonly doors: EditorDoors | undefined;
};

/** What lives as long as the editor and is no reason to draw. */
type Session = {
  /** The text that was loaded or last taken from outside. */
  taken: string;
  given: GivenOut;
  delivery: ChangeDelivery | undefined;
  readonly toHtml: (doc: Node) => string;
};

export function useNoteEditor({ value, onChange, placeholder, disabled, isInvalid, doors }: NoteEditorValue): Editor {
  const latest = useRef({ onChange, placeholder, doors });
  useLayoutEffect(() => {
    latest.current = { onChange, placeholder, doors };
  });
  const session = useMemo<{ current: Session }>(
    () => ({ current: { taken: "", given: NOTHING_GIVEN_OUT, delivery: undefined, toHtml: createDocWriter() } }),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: built once; a later `value` goes through takeValue below.
  const options = useMemo(() => {
    session.current.taken = value;
    return {
      extensions: [
        ...createExtensions(() => latest.current.doors),
        EmptyNotePlaceholder.configure({ text: () => latest.current.placeholder }),
      ],
      // Without any the editor would have an HTML parser make it, which the page's policy refuses.
      content: { type: "doc", content: [{ type: "paragraph" }] },
      onMount: ({ editor }: { readonly editor: Editor }) => showOnce(editor, value),
      injectCSS: false,
      shouldRerenderOnTransaction: false,
      // The class is there from the start: without it the browser would lay out all of a long note.
      editorProps: { attributes: { class: "note-content", role: "textbox", "aria-multiline": "true", "aria-label": editorText.label } },
      onUpdate: () => session.current.delivery?.schedule(),
    };
  }, []);
  const editor = useEditor(options, []);
  useDelivery(editor, session, latest);
  useLayoutEffect(() => takeValue(editor, session.current, value, latest.current.onChange), [editor, session, value]);
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);
  useEffect(() => whenMounted(editor, (dom) => markInvalid(dom, isInvalid)), [editor, isInvalid]);
  useEffect(() => whenMounted(editor, hideSelectionFromReact), [editor]);
  return editor;
}

type LatestProps = RefObject<{ readonly onChange: (html: string) => void }>;

function useDelivery(editor: Editor, session: { current: Session }, latest: LatestProps): void {
  useLayoutEffect(() => {
    const delivery = createChangeDelivery(() => {
      const html = session.current.toHtml(editor.state.doc);
      session.current.given = remember(session.current.given, html);
      latest.current.onChange(html);
    });
    session.current.delivery = delivery;
    return delivery.end;
  }, [editor, session, latest]);
}

function takeValue(editor: Editor, session: Session, value: string, onChange: (html: string) => void): void {
  if (value === session.taken && session.given.texts.length === 0 && !session.delivery?.isWaiting()) return;
  const current = session.toHtml(editor.state.doc);
  const given = session.delivery?.isWaiting() ? remember(session.given, current) : session.given;
  const decision = decideOutsideValue({ value, current, given, isFocused: editor.isFocused });
  if (decision === "same" || decision === "echo") session.given = forgetUpTo(session.given, value);
  if (decision === "replace") {
    session.given = NOTHING_GIVEN_OUT;
    replaceText(editor, value);
  }
  if (decision === "keep-typed") onChange(current);
  else session.taken = value;
}

function markInvalid(dom: HTMLElement, isInvalid: boolean): undefined {
  if (isInvalid) dom.setAttribute("aria-invalid", "true");
  else dom.removeAttribute("aria-invalid");
}
