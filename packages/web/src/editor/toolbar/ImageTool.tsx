/** The toolbar's image button. Spec A §2.14, A §5 "Image picker". */
import type { Editor } from "@tiptap/core";
import { Image } from "lucide-react";
import { useContext } from "react";
import type { EditorHost } from "../../shared/editor-host/editor-host.ts";
import { editorText } from "../../text/editor/editor.ts";
import { FileTool } from "../controls/FileTool.tsx";
import { ToolbarContext } from "../controls/toolbar-context.ts";
import { insertImages } from "../images/image-plugin.ts";

export function ImageTool({ editor, host }: { readonly editor: Editor; readonly host: EditorHost }) {
  const { done } = useContext(ToolbarContext);
  const { insert, choose } = editorText.image;
  const handleChoose = (files: readonly File[]): void => {
    void insertImages(editor.view, files, { range: editor.state.selection, source: "picked", host });
    done();
  };
  return <FileTool editor={editor} kind="image" label={insert} chooseLabel={choose} Icon={Image} onChoose={handleChoose} />;
}
