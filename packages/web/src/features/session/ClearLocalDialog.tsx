/** Leaving local mode for good: everything on this device goes. Spec B §2 "Local-mode footer". */
import { useState } from "react";
import { useServices } from "../../shared/services.ts";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { sessionText } from "../../text/session.ts";

export function ClearLocalDialog({ onClose }: { readonly onClose: () => void }) {
  const { localMode, status } = useServices();
  const [isBusy, setBusy] = useState(false);
  const handleConfirm = async (): Promise<void> => {
    setBusy(true);
    const cleared = await localMode.clearAll();
    status.show({ id: cleared.ok ? "device-cleared" : "local-notes-not-deleted" }, { subject: "device" });
    onClose();
  };
  return (
    <ConfirmDialog
      variant="danger"
      title={sessionText.clearTitle}
      message={sessionText.clearMessage}
      confirm={sessionText.clearAll}
      busy={isBusy}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    />
  );
}
