/** Puts the caret into the text when the page requests it, and reports its position when the editor closes. */
import type { Editor } from "@tiptap/core";
import { useEffect, useLayoutEffect, useRef } from "react";
import { deliverKeys, mayTakeFocus } from "../../shared/typeahead/held-keys.ts";
import { positionOfCaret, putCaret } from "../position/caret-position.ts";
import { findUpperBlock, type TextPosition, type UpperBlock } from "../position/text-position.ts";
import { whenMounted } from "../schema/mounted-editor.ts";

export type WantedCaret = {
  readonly isWanted: boolean;
  readonly findPosition: () => TextPosition | undefined;
  readonly onPut: () => void;
  readonly onLeave: (place: TextPosition, upper: UpperBlock | undefined) => void;
};

export function useWantedCaret(editor: Editor, caret: WantedCaret | undefined): void {
  const latest = useRef(caret);
  useLayoutEffect(() => {
    latest.current = caret;
  });
  const isWanted = caret?.isWanted === true;
  useEffect(() => {
    if (!isWanted) return undefined;
    return whenMounted(editor, () => {
      // An editor that already has the focus keeps its caret.
      if (!editor.view.hasFocus() && mayTakeFocus("note")) putCaret(editor.view, latest.current?.findPosition());
      latest.current?.onPut();
      deliverKeys("note");
      return undefined;
    });
  }, [editor, isWanted]);
  useLayoutEffect(() => {
    let hadCaret = false;
    const handleFocus = (): void => {
      hadCaret = true;
    };
    editor.on("focus", handleFocus);
    return () => {
      editor.off("focus", handleFocus);
      if (!hadCaret) return;
      const { view, state } = editor;
      const indexOf = (child: Element): number => state.doc.resolve(view.posAtDOM(child, 0)).index(0);
      latest.current?.onLeave(positionOfCaret(state), findUpperBlock(view.dom, indexOf));
    };
  }, [editor]);
}
