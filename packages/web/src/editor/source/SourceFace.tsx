/** The note as Markdown, in place of its rich text. Loaded on demand. */
import type { Editor } from "@tiptap/core";
import { useLayoutEffect, useRef } from "react";
import type { EditorHost } from "../../shared/editor-host/editor-host.ts";
import { focusText } from "../controls/focus-text.ts";
import css from "./source.module.css";
import { createSourceView } from "./source-view.ts";

type SourceFaceProps = {
  readonly editor: Editor;
  readonly host: EditorHost | undefined;
  readonly disabled: boolean;
  /** Called when the source can be typed in, and when it ends. */
  readonly onShown: (isShown: boolean) => void;
};

export function SourceFace({ editor, host, disabled, onShown }: SourceFaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef({ host, disabled });
  useLayoutEffect(() => {
    latest.current = { host, disabled };
  });
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const source = createSourceView(place.current, editor, {
      titleOf: (noteId) => {
        const target = latest.current.host?.noteLinks.targetOf(noteId);
        return target?.kind === "note" ? target.title : undefined;
      },
      className: css.source as string,
      isEditable: () => !latest.current.disabled,
    });
    source.putCaret();
    const stopFocusing = focusText(source.view);
    onShown(true);
    return () => {
      stopFocusing();
      source.destroy();
      onShown(false);
    };
  }, [editor, onShown]);
  return <div ref={place} className={css.place} data-source />;
}
