/**
 * The toolbar's AI button: remembers the caret or selection, opens the dialog, and inserts the response there. In local mode it explains
 * why there is no AI. Spec A §4, A §6.
 */
import type { StoredDoc } from "@satchel/core/document/html/stored-doc.ts";
import { writeMarkdown } from "@satchel/core/document/markdown/write-markdown.ts";
import { decideAiDestination } from "@satchel/core/model/ai/ai-config.ts";
import type { EditTab, NewTab } from "@satchel/core/workspace/tabs/tab.ts";
import type { Editor } from "@tiptap/core";
import { Sparkles } from "lucide-react";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { ToolbarButton } from "../../editor/controls/ToolbarButton.tsx";
import { provideAction } from "../../editor/controls/toolbar-context.ts";
import { insertOnNewLine, type RememberedPosition, rememberPosition, toNoteHtml } from "../../editor/typing/rules/insert-markdown.ts";
import { insertBelow, type RememberedSelection, rememberSelection, replaceSelection } from "../../editor/typing/rules/replace-selection.ts";
import { useIsSensitive } from "../../shared/hooks/use-notes.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { Missing } from "../../shared/lazy/Missing.tsx";
import { useLibrary, useServices } from "../../shared/services.ts";
import { holdKeys, releaseKeys } from "../../shared/typeahead/held-keys.ts";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { aiText } from "../../text/editor/ai.ts";
import type { AnswerTarget } from "./AiDialog.tsx";

const AiDialog = lazyComponent(async () => (await import("./AiDialog.tsx")).AiDialog, MissingDialog);

type AiToolProps = { readonly editor: Editor; readonly tab: EditTab | NewTab };

/** Target of a response: the caret, or the selection when the dialog opened. */
type Target = { readonly position: RememberedPosition; readonly selection: RememberedSelection | undefined; readonly markdown: string };

export function AiTool({ editor, tab }: AiToolProps) {
  const { kind } = useLibrary();
  const { status } = useServices();
  const isSensitive = useIsSensitive(tab);
  const [isOpen, setOpen] = useState(false);
  const target = useRef<Target>(undefined);
  const closing = useRef<() => void>(undefined);
  const open = useCallback((): void => {
    if (kind === "local") {
      status.show({ id: "ai-needs-account" });
      return;
    }
    target.current = captureTarget(editor);
    holdKeys("dialog", () => closing.current?.());
    setOpen(true);
  }, [editor, kind, status]);
  const isOffered = useIsUsable() && kind !== "local";
  useEffect(() => (isOffered ? provideAction(editor, "ai", open) : undefined), [isOffered, editor, open]);
  const close = (): void => {
    releaseKeys("dialog");
    target.current?.position.forget();
    target.current?.selection?.forget();
    setOpen(false);
    editor.commands.focus();
  };
  closing.current = close;
  const put = async (markdown: string, where: AnswerTarget): Promise<boolean> => {
    const html = await toNoteHtml(markdown).catch(() => undefined);
    if (html === undefined) return false;
    const range = target.current?.selection?.range();
    const at = target.current?.position.at() ?? Number.POSITIVE_INFINITY;
    close();
    if (range === undefined) insertOnNewLine(editor, html, at);
    else if (where === "replace") replaceSelection(editor, html, range);
    else insertBelow(editor, html, range.to);
    status.show({ id: "ai-pasted" });
    return true;
  };
  return (
    <>
      <ToolbarButton label={aiText.open} Icon={Sparkles} onPress={open} />
      {isOpen && (
        <Suspense>
          <AiDialog isSensitive={isSensitive} selected={target.current?.markdown ?? ""} onPut={put} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** False once it is known that there is no host to ask. The toolbar's button stays, because its dialog says how to name one. */
function useIsUsable(): boolean {
  const { ai } = useServices();
  const { phase, config, operator } = useStore(ai.store, (state) => state);
  return phase !== "ready" || decideAiDestination(config, operator).kind !== "none";
}

function captureTarget(editor: Editor): Target {
  const position = rememberPosition(editor);
  const selection = rememberSelection(editor);
  if (selection === undefined) return { position, selection, markdown: "" };
  const { from, to } = selection.range();
  const markdown = writeMarkdown("", editor.state.doc.cut(from, to).toJSON() as StoredDoc).trim();
  return { position, selection, markdown };
}

function MissingDialog({ onClose }: { readonly onClose: () => void }) {
  useEffect(() => releaseKeys("dialog"), []);
  return (
    <Dialog title={aiText.title} onClose={onClose}>
      <Missing as="part" />
    </Dialog>
  );
}
