/** Shown wherever the notes are when a new device requests access, so that the user need not look for it. encryption.md 3.5 (6). */
import { Smartphone } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { Notice } from "../../shared/notices/Notice.tsx";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { remindersText } from "../../text/pages/reminders.ts";

export function ApprovalNotice({ onSettings }: { readonly onSettings: () => void }) {
  const { approvals } = useServices();
  const isAsked = useStore(approvals.store, ({ incoming, letting }) => incoming.length > 0 && letting.kind === "idle");
  useEffect(() => approvals.watch("seldom"), [approvals]);
  if (!isAsked) return null;
  const action = <Button label={remindersText.approveLook} size="small" tone="primary" onPress={onSettings} />;
  return (
    <Notice tone="warning" urgent icon={<Smartphone />} actions={action}>
      {remindersText.approveAsked}
    </Notice>
  );
}
