/** Button that puts another image in place of the selected one, which keeps its caption, description and width. */

import type { Editor } from "@tiptap/core";
import { Replace } from "lucide-react";
import { useRef } from "react";
import type { EditorHost } from "../../../shared/editor-host/editor-host.ts";
import { imageToolsText as text } from "../../../text/editor/image-tools.ts";
import { ToolbarButton } from "../../controls/ToolbarButton.tsx";
import { selectedImage } from "../image-edits.ts";
import { replaceImage } from "../image-plugin.ts";

export function ReplaceImage({ editor, host }: { readonly editor: Editor; readonly host: EditorHost }) {
  const input = useRef<HTMLInputElement>(null);
  const handleChange = (file: File | undefined): void => {
    const image = selectedImage(editor.state);
    if (input.current !== null) input.current.value = "";
    editor.view.focus();
    if (file !== undefined && image !== undefined) void replaceImage(editor.view, file, { at: image.from, host });
  };
  return (
    <>
      <ToolbarButton label={text.replace} Icon={Replace} onPress={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={text.chooseReplacement}
        data-replace-image
        onChange={({ target }) => handleChange(target.files?.[0])}
      />
    </>
  );
}
