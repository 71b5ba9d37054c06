/**
 * Shown above recovered text that is not saved yet: what it is, when it was typed, and how to return to the saved note. Decision 0005
 * "Drafts".
 */
import { isDirty, recoveredAt, type Tab } from "@satchel/core/workspace/tabs/tab.ts";
import { FileClock } from "lucide-react";
import { useState } from "react";
import { useDates } from "../../../shared/hooks/use-dates.ts";
import { Notice } from "../../../shared/notices/Notice.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../../shared/ui/ConfirmDialog.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { draftsText } from "../../../text/editor/drafts.ts";

export function RecoveredBox({ tab }: { readonly tab: Tab }) {
  const { discardRecovered } = useWorkspaceActions();
  const dates = useDates();
  const [isAsking, setAsking] = useState(false);
  const atMs = recoveredAt(tab);
  if (atMs === undefined || !isDirty(tab)) return null;
  const handleDiscard = (): void => {
    setAsking(false);
    discardRecovered(tab.id);
  };
  return (
    <>
      <Notice
        tone="info"
        shape="box"
        icon={<FileClock />}
        actions={<Button label={draftsText.discard} size="small" tone="quiet" onPress={() => setAsking(true)} />}
      >
        {draftsText.recoveredInTab(dates.moment(atMs))}
      </Notice>
      {isAsking && (
        <ConfirmDialog
          variant="danger"
          title={draftsText.discardTitle}
          message={tab.type === "new" ? draftsText.discardNew : draftsText.discardEdit}
          confirm={draftsText.discard}
          cancel={draftsText.keep}
          onConfirm={handleDiscard}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
