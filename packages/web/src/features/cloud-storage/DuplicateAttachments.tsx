/** Number of duplicate attachment files; moves them to the drive's trash once the user agrees. */
import type { Duplicate } from "@satchel/core/transfer/maintenance/duplicates.ts";
import { useState } from "react";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { maintenanceText } from "../../text/drive/maintenance.ts";
import css from "./maintenance.module.css";

type DuplicateAttachmentsProps = { readonly duplicates: readonly Duplicate[]; readonly isDisabled: boolean; readonly onMove: () => void };

export function DuplicateAttachments({ duplicates, isDisabled, onMove }: DuplicateAttachmentsProps) {
  const storage = useStorageLabel();
  const [isAsking, setAsking] = useState(false);
  const count = duplicates.length;
  const bytes = duplicates.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  const handleConfirm = (): void => {
    setAsking(false);
    onMove();
  };
  return (
    <div className={css.warning}>
      <p>{maintenanceText.duplicates(count, bytes)}</p>
      <div className={css.buttons}>
        <Button label={maintenanceText.moveDuplicates(count)} isDisabled={isDisabled} onPress={() => setAsking(true)} />
      </div>
      {isAsking && (
        <ConfirmDialog
          variant="warning"
          title={maintenanceText.confirmDuplicatesTitle(count)}
          message={maintenanceText.confirmDuplicatesMessage(count, storage)}
          confirm={maintenanceText.moveDuplicates(count)}
          onConfirm={handleConfirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}
