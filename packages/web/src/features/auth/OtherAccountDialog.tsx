/** Asks before another account's notes are deleted from this device. encryption.md 3.5 (13). */
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { accountText } from "../../text/account/account.ts";
import type { useOtherAccount } from "./use-login.ts";

export type OtherAccountDialogProps = {
  readonly other: Pick<ReturnType<typeof useOtherAccount>, "owner" | "keepOther" | "discardOther">;
  readonly confirm: string;
};

export function OtherAccountDialog({ other: { owner, keepOther, discardOther }, confirm }: OtherAccountDialogProps) {
  if (owner === undefined) return null;
  return (
    <ConfirmDialog
      variant="danger"
      title={accountText.otherTitle}
      message={accountText.otherSentence(owner)}
      confirm={confirm}
      cancel={accountText.otherKeep}
      onConfirm={() => void discardOther()}
      onCancel={keepOther}
    />
  );
}
