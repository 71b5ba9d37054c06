/** The toolbar's AI button: remembers the caret, opens the dialog, and puts its answer there. In local mode it says why there is none. Spec A §4, A §6. */
import type { EditTab, NewTab } from "@satchel/core/workspace/tabs/tab.ts";
import type { Editor } from "@tiptap/core";
import { Sparkles } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { ToolbarButton } from "../../editor/toolbar/ToolbarButton.tsx";
import { insertOnNewLine, type RememberedPosition, rememberPosition, toNoteHtml } from "../../editor/typing/insert-markdown.ts";
import { useIsSensitive } from "../../shared/hooks/use-is-sensitive.ts";
import { lazyComponent } from "../../shared/lazy-component.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { MissingPart } from "../../shared/ui/MissingPart.tsx";
import { aiText } from "../../text/ai.ts";

const AiDialog = lazyComponent(async () => (await import("./AiDialog.tsx")).AiDialog, MissingDialog);

type AiToolProps = { readonly editor: Editor; readonly tab: EditTab | NewTab };

export function AiTool({ editor, tab }: AiToolProps) {
  const { kind } = useLibrary();
  const { status } = useServices();
  const isSensitive = useIsSensitive(tab);
  const [isOpen, setOpen] = useState(false);
  const position = useRef<RememberedPosition>(undefined);
  const open = (): void => {
    if (kind === "local") {
      status.show({ id: "ai-needs-account" });
      return;
    }
    position.current = rememberPosition(editor);
    setOpen(true);
  };
  const close = (): void => {
    position.current?.forget();
    setOpen(false);
    editor.commands.focus();
  };
  const paste = async (markdown: string): Promise<boolean> => {
    const html = await toNoteHtml(markdown).catch(() => undefined);
    if (html === undefined) return false;
    const at = position.current?.at() ?? Number.POSITIVE_INFINITY;
    close();
    insertOnNewLine(editor, html, at);
    status.show({ id: "ai-pasted" });
    return true;
  };
  return (
    <>
      <ToolbarButton label={aiText.open} Icon={Sparkles} onPress={open} />
      {isOpen && (
        <Suspense>
          <AiDialog isSensitive={isSensitive} onPaste={paste} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function MissingDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={aiText.title} onClose={onClose}>
      <MissingPart />
    </Dialog>
  );
}
