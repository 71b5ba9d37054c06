/** The toolbar's image button: it opens the browser's file picker and hands on what was chosen. Spec A §2.14, A §5 "Image picker". */
import type { Editor } from "@tiptap/core";
import { Image } from "lucide-react";
import { type ChangeEvent, useContext, useRef } from "react";
import type { EditorHost } from "../../shared/editor-host/editor-host.ts";
import { editorText } from "../../text/editor.ts";
import { ToolbarButton } from "../controls/ToolbarButton.tsx";
import { ToolbarContext } from "../controls/toolbar-context.ts";
import { insertImages } from "../images/image-plugin.ts";

export function ImageTool({ editor, host }: { readonly editor: Editor; readonly host: EditorHost }) {
  const input = useRef<HTMLInputElement>(null);
  const { done } = useContext(ToolbarContext);
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])];
    // The same file may be chosen again.
    event.target.value = "";
    editor.view.focus();
    void insertImages(editor.view, files, { range: editor.state.selection, source: "picked", host });
    done();
  };
  return (
    <>
      <ToolbarButton label={editorText.image.insert} Icon={Image} onPress={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={editorText.image.choose}
        onChange={handleChange}
        data-image-input
      />
    </>
  );
}
