/** Asks before notes are deleted for good. */
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { trashText } from "../../text/notes/trash.ts";

type PurgeQuestionProps = {
  readonly noteIds: readonly string[];
  readonly onPurge: (noteIds: readonly string[]) => Promise<void>;
  readonly onClose: () => void;
};

export function PurgeQuestion({ noteIds, onPurge, onClose }: PurgeQuestionProps) {
  return (
    <ConfirmDialog
      variant="danger"
      title={trashText.purgeTitle(noteIds.length)}
      message={trashText.purgeMessage(noteIds.length)}
      confirm={trashText.purge}
      onConfirm={() => void onPurge(noteIds)}
      onCancel={onClose}
    />
  );
}
