/**
 * Warns that this device holds the key but no password opens the vault: without this device the notes would be locked. encryption.md 3.5
 * (4) (6).
 */
import { Lock } from "lucide-react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { Notice } from "../../shared/notices/Notice.tsx";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { remindersText } from "../../text/pages/reminders.ts";

export function NeedsPasswordNotice({ onSettings }: { readonly onSettings: () => void }) {
  const { account } = useServices();
  const isNeeded = useStore(account.store, (state) => state.kind === "signed-in" && state.vault === "open" && state.needsPassword === true);
  if (!isNeeded) return null;
  const action = <Button label={remindersText.openSettings} size="small" tone="primary" onPress={onSettings} />;
  return (
    <Notice tone="warning" icon={<Lock />} actions={action}>
      {remindersText.needsPassword}
    </Notice>
  );
}
