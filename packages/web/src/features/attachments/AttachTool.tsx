/** The toolbar's button for files: it opens the browser's file picker and attaches what was chosen where the caret was. Spec A §2.14, A §5. */
import type { EditTab, NewTab } from "@satchel/core/workspace/tabs/tab.ts";
import type { Editor } from "@tiptap/core";
import { Paperclip } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { attachFiles } from "../../editor/attachments/attachment-plugin.ts";
import { ToolbarButton } from "../../editor/controls/ToolbarButton.tsx";
import { useAttachmentHost } from "../../shared/hooks/use-attachment-host.ts";
import { useIsSensitive } from "../../shared/hooks/use-notes.ts";
import { editorText } from "../../text/editor.ts";

type AttachToolProps = { readonly editor: Editor; readonly tab: EditTab | NewTab };

export function AttachTool({ editor, tab }: AttachToolProps) {
  const isSensitive = useIsSensitive(tab);
  const attachmentHost = useAttachmentHost({ noteId: tab.type === "edit" ? tab.noteId : null, isSensitive });
  const input = useRef<HTMLInputElement>(null);
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])];
    // The same file may be chosen again.
    event.target.value = "";
    editor.view.focus();
    void attachFiles(editor, files, { at: editor.state.selection.to, attachmentHost });
  };
  return (
    <>
      <ToolbarButton label={editorText.attachment.attach} Icon={Paperclip} onPress={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={editorText.attachment.choose}
        onChange={handleChange}
        data-attachment-input
      />
    </>
  );
}
