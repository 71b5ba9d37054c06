/** The toolbar's image button: it opens the browser's file picker and hands on what was chosen. Spec A §2.14, A §5 "Image picker". */
import type { Editor } from "@tiptap/core";
import { Image } from "lucide-react";
import { type ChangeEvent, useContext, useRef } from "react";
import { editorText } from "../../text/editor.ts";
import type { EditorDoors } from "../editor-doors.ts";
import { takePictures } from "../images/image-plugin.ts";
import { ToolbarButton } from "./ToolbarButton.tsx";
import { ToolbarContext } from "./toolbar-context.ts";

export function PictureTool({ editor, doors }: { readonly editor: Editor; readonly doors: EditorDoors }) {
  const input = useRef<HTMLInputElement>(null);
  const { done } = useContext(ToolbarContext);
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])];
    // The same file may be chosen again.
    event.target.value = "";
    editor.view.focus();
    void takePictures(editor.view, files, editor.state.selection.to, "picked", doors);
    done();
  };
  return (
    <>
      <ToolbarButton label={editorText.picture.insert} Icon={Image} onPress={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={editorText.picture.choose}
        onChange={handleChange}
        data-picture-input
      />
    </>
  );
}
