/**
 * Reports that a new version is ready. Reloads only on request, and never over unsaved text; closes by itself unless hovered or focused.
 * Spec A §9, decision 0007.
 */
import { UPDATE_NOTICE_MS } from "@satchel/core/model/limits/limits.ts";
import { isDirty } from "@satchel/core/workspace/tabs/tab.ts";
import { Sparkles } from "lucide-react";
import { useEffect, useState } from "react";
import { Notice } from "../../shared/notices/Notice.tsx";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { updateText } from "../../text/pages/update.ts";
import { workspaceText } from "../../text/workspace.ts";

export function UpdateNotice() {
  const { updates, status } = useServices();
  const { tabs } = useLibrary();
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => updates.later(), UPDATE_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [isHeld, updates]);

  const handleReload = async (): Promise<void> => {
    await tabs.flush();
    if (tabs.store.getState().tabs.some(isDirty)) status.show({ id: "update-needs-saving" });
    else updates.apply();
  };
  return (
    <Notice
      tone="info"
      icon={<Sparkles />}
      onHold={setIsHeld}
      actions={
        <>
          <Button label={updateText.now} size="small" tone="primary" onPress={handleReload} />
          <Button label={workspaceText.later} size="small" tone="quiet" onPress={updates.later} />
        </>
      }
    >
      {updateText.ready}
    </Notice>
  );
}
