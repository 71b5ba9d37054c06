/** The editor instance behind NoteEditor: created once, updated from `value`, reports exact canonical HTML. Renders nothing. */
import type { ConnectedEditor, EditorConnection, Opened } from "@satchel/core/workspace/tabs/tab.ts";
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useEditor } from "@tiptap/react";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { EditorHost } from "../shared/editor-host/editor-host.ts";
import { editorText } from "../text/editor/editor.ts";
import { createExtensions } from "./extensions.ts";
import { hasOtherPlaceholders, isSamePending, pendingShare, withPlaceholders } from "./paste/pending-content.ts";
import { type ChangeDelivery, createChangeDelivery } from "./schema/change-delivery.ts";
import { createDocWriter } from "./schema/editor-html.ts";
import { decideExternalValue, forgetUpTo, type GivenOut, NOTHING_GIVEN_OUT, remember } from "./schema/external-value.ts";
import { showOnce, typedInSource, whenMounted } from "./schema/mounted-editor.ts";
import { replaceText } from "./schema/replace-text.ts";
import { LeaveByEscape } from "./typing/leave-by-escape.ts";
import { EmptyNotePlaceholder } from "./typing/placeholder.ts";

type OnChange = (html: string, version: Opened | undefined) => void;

export type NoteEditorValue = {
  readonly value: string;
  readonly version: Opened | undefined;
  readonly onChange: OnChange;
  readonly connect: ((editor: ConnectedEditor) => EditorConnection) | undefined;
  readonly placeholder: string;
  readonly disabled: boolean;
  readonly isInvalid: boolean;
  readonly host: EditorHost | undefined;
};

/** State of the editor that causes no render. */
type Session = {
  /** Text that was loaded or last taken from outside. */
  taken: string;
  /** Version that the editor's text is based on. */
  version: Opened | undefined;
  given: GivenOut;
  delivery: ChangeDelivery | undefined;
  readonly toHtml: (doc: Node) => string;
};

export function useNoteEditor(props: NoteEditorValue): Editor {
  const { value, version, onChange, connect, placeholder, disabled, isInvalid, host } = props;
  const latest = useRef({ onChange, connect, placeholder, host });
  useLayoutEffect(() => {
    latest.current = { onChange, connect, placeholder, host };
  });
  const session = useMemo<{ current: Session }>(
    () => ({
      current: {
        taken: "",
        version: undefined,
        given: NOTHING_GIVEN_OUT,
        delivery: undefined,
        connection: undefined,
        toHtml: createDocWriter(),
      },
    }),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; later values go through takeValue below.
  const options = useMemo(() => {
    Object.assign(session.current, { taken: value, version });
    return {
      extensions: [
        ...createExtensions(() => latest.current.host),
        EmptyNotePlaceholder.configure({ text: () => latest.current.placeholder }),
        LeaveByEscape,
      ],
      // Without content, the editor would create it with an HTML parser, which the page's policy blocks.
      content: { type: "doc", content: [{ type: "paragraph" }] },
      onMount: ({ editor }: { readonly editor: Editor }) => showOnce(editor, value),
      injectCSS: false,
      shouldRerenderOnTransaction: false,
      // Set from the start, because without the class the browser would lay out all of a long note.
      editorProps: {
        attributes: {
          class: "note-content",
          role: "textbox",
          "aria-multiline": "true",
          "aria-label": editorText.label,
          "aria-description": editorText.leaveHint,
        },
      },
      onUpdate: () => session.current.delivery?.schedule(),
    };
  }, []);
  const editor = useEditor(options, []);
  useDelivery(editor, session, latest);
  const compositions = useCompositionCount(editor);
  // biome-ignore lint/correctness/useExhaustiveDependencies: takes what had to wait for the end of a composition.
  useLayoutEffect(
    () => takeValue(editor, session.current, { value, version, onChange: latest.current.onChange }),
    [editor, session, value, version, compositions],
  );
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);
  useEffect(() => whenMounted(editor, (dom) => markInvalid(dom, isInvalid)), [editor, isInvalid]);
  useEffect(() => whenMounted(editor, hideSelectionFromReact), [editor]);
  return editor;
}

/** ProseMirror reads the composed text up to 50 ms after the event. */
const COMPOSED_AFTER_MS = 60;

/** Number of compositions of an input method that have ended. */
function useCompositionCount(editor: Editor): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let timer = 0;
    const handleEnd = (): void => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setCount((before) => before + 1), COMPOSED_AFTER_MS);
    };
    return whenMounted(editor, (dom) => {
      dom.addEventListener("compositionend", handleEnd);
      return () => {
        clearTimeout(timer);
        dom.removeEventListener("compositionend", handleEnd);
      };
    });
  }, [editor]);
  return count;
}

type LatestProps = RefObject<Pick<NoteEditorValue, "onChange" | "connect">>;

function useDelivery(editor: Editor, session: { current: Session }, latest: LatestProps): void {
  useLayoutEffect(() => {
    const delivery = createChangeDelivery(() => {
      const html = session.current.toHtml(withPlaceholders(editor.state));
      session.current.given = remember(session.current.given, html);
      latest.current.onChange(html, session.current.version);
    });
    session.current.delivery = delivery;
    const connection = latest.current.connect?.({ flush: delivery.flush });
    let { state } = editor;
    const follow = (): void => {
      const before = state;
      state = editor.state;
      if (isSamePending(before, state)) return;
      if (hasOtherPlaceholders(before, state)) delivery.schedule();
      connection?.setPending(pendingShare(state));
    };
    connection?.setPending(pendingShare(state));
    editor.on("transaction", follow);
    return () => {
      editor.off("transaction", follow);
      delivery.end();
      connection?.disconnect();
    };
  }, [editor, session, latest]);
}

type Given = Pick<NoteEditorValue, "value" | "version">;

/** Typed text that stays counts as based on the former version, so that saving merges it with the new one. */
function takeValue(editor: Editor, session: Session, { value, version, onChange }: Given & { readonly onChange: OnChange }): void {
  const { taken, delivery } = session;
  const isUndelivered = delivery?.isWaiting() ?? false;
  if (value === taken && (isUndelivered || session.given.texts.length === 0)) {
    session.version = version;
    return;
  }
  const current = session.toHtml(withPlaceholders(editor.state));
  const isFocused = editor.isFocused || typedInSource.has(editor);
  const decision = decideExternalValue({ value, current, taken, given: session.given, isUndelivered, isFocused });
  if (decision === "keep-typed") {
    if (isUndelivered) delivery?.flush();
    else onChange(current, session.version);
    return;
  }
  // A change of the text around it would end the composition in the middle of a word.
  if (decision === "replace" && editor.view.composing) return;
  if (decision === "replace") {
    session.given = NOTHING_GIVEN_OUT;
    replaceText(editor, value);
  } else session.given = forgetUpTo(session.given, value);
  session.taken = value;
  session.version = version;
}

function markInvalid(dom: HTMLElement, isInvalid: boolean): undefined {
  if (isInvalid) dom.setAttribute("aria-invalid", "true");
  else dom.removeAttribute("aria-invalid");
}

/**
 * React saves the selection of a focused editable element before each commit anywhere on the page, by walking all text up to the caret; on
 * a note of 1 MB this takes longer than the keystroke. React checks `contentEditable` first. The editor keeps its own selection, so this
 * value tells React that there is none to save.
 */
function hideSelectionFromReact(dom: HTMLElement): () => void {
  Object.defineProperty(dom, "contentEditable", {
    configurable: true,
    get: () => "inherit",
    set: (value: string) => setEditable(dom, value),
  });
  return () => {
    Reflect.deleteProperty(dom, "contentEditable");
  };
}

function setEditable(dom: HTMLElement, value: string): void {
  dom.setAttribute("contenteditable", value);
}
