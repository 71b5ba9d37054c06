/** Toolbar button that attaches files at the caret. Spec A §2.14, A §5. */
import type { EditTab, NewTab } from "@satchel/core/workspace/tabs/tab.ts";
import type { Editor } from "@tiptap/core";
import { Paperclip } from "lucide-react";
import { attachFiles } from "../../editor/attachments/attachment-plugin.ts";
import { FileTool } from "../../editor/controls/FileTool.tsx";
import { useAttachmentHost } from "../../shared/hooks/use-attachment-host.ts";
import { useIsSensitive } from "../../shared/hooks/use-notes.ts";
import { editorText } from "../../text/editor/editor.ts";

type AttachToolProps = { readonly editor: Editor; readonly tab: EditTab | NewTab };

export function AttachTool({ editor, tab }: AttachToolProps) {
  const isSensitive = useIsSensitive(tab);
  const attachmentHost = useAttachmentHost({ noteId: tab.type === "edit" ? tab.noteId : null, isSensitive });
  const { attach, choose } = editorText.attachment;
  const handleChoose = (files: readonly File[]): void => {
    void attachFiles(editor, files, { at: editor.state.selection.to, attachmentHost });
  };
  return <FileTool editor={editor} kind="attachment" label={attach} chooseLabel={choose} Icon={Paperclip} onChoose={handleChoose} />;
}
