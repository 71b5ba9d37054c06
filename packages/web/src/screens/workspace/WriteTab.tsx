/** The editor of a note, with the toolbar buttons of other features. */
import type { EditTab, NewTab } from "@satchel/core/workspace/tabs/tab.ts";
import { Suspense } from "react";
import { AiTool } from "../../features/ai/lazy-ai.ts";
import { AttachTool } from "../../features/attachments/lazy-attach.ts";
import { WriteNote } from "../../features/note/writing/WriteNote.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";

export function WriteTab({ tab }: { readonly tab: EditTab | NewTab }) {
  const { titleMissingIn } = useWorkspaceActions();
  return (
    <WriteNote
      tab={tab}
      isTitleMissing={titleMissingIn === tab.id}
      tools={(editor) => (
        <Suspense>
          <AttachTool editor={editor} tab={tab} />
          <AiTool editor={editor} tab={tab} />
        </Suspense>
      )}
    />
  );
}

export function fetchTools(): void {
  for (const tool of [AttachTool, AiTool]) tool.fetch().catch(() => undefined);
}
