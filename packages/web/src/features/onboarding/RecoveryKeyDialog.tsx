/** The recovery key again, for users who postponed it during setup. */
import { KeyRound } from "lucide-react";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { recoveryText } from "../../text/account/recovery.ts";
import { RecoveryKey } from "./RecoveryKey.tsx";

export function RecoveryKeyDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={recoveryText.title} width="normal" icon={<KeyRound width={20} height={20} aria-hidden />} onClose={onClose}>
      <RecoveryKey onConfirmed={() => undefined} />
    </Dialog>
  );
}
