/** Signing out: asks, finishes a sync, and shows what would be lost first. Spec B §2, decision 0005 "Sign-out". */
import { isEverythingSynced } from "@satchel/core/workspace/sign-out/unsynced.ts";
import { useState } from "react";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStartOver } from "../../shared/router/router.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { sessionText } from "../../text/account/session.ts";
import { onlyHereNow, UnsyncedDialog } from "./UnsyncedDialog.tsx";

type Stage = "asking" | "syncing" | "only-here";

type SignOutProps = {
  /**
   * Also deletes everything else that Satchel stores in this browser, including the application's own files. Spec B §4 "clear-all-caches".
   */
  readonly clearsCaches?: boolean;
  readonly onClose: () => void;
};

export function SignOutDialog({ clearsCaches = false, onClose }: SignOutProps) {
  const { account, status, clearCaches } = useServices();
  const library = useLibrary();
  const storage = useStorageLabel();
  const startOver = useStartOver();
  const [stage, setStage] = useState<Stage>("asking");

  const leave = async (): Promise<void> => {
    const leaving = account.signOut();
    // The user is signed out at once; the result for the stored data is shown when known.
    status.show({ id: "signed-out" }, { subject: "session" });
    const { complete: isDeviceClear } = await leaving;
    const complete = clearsCaches ? (await clearCaches()) && isDeviceClear : isDeviceClear;
    startOver();
    status.show({ id: complete ? "device-cleared" : "device-not-cleared" }, { subject: "device" });
    onClose();
  };
  const handleSignOut = async (): Promise<void> => {
    setStage("syncing");
    await library.tabs.saveAll();
    // Other windows of this browser may hold unsaved texts.
    await library.tabs.listDrafts();
    const { changes, files } = onlyHereNow(library);
    if (changes + files > 0) await library.sync.syncNow();
    if (isEverythingSynced(onlyHereNow(library))) return leave();
    setStage("only-here");
  };

  if (stage === "only-here") return <UnsyncedDialog onLeave={() => void leave()} onClose={onClose} />;
  return (
    <ConfirmDialog
      variant="info"
      title={clearsCaches ? sessionText.clearCachesTitle : sessionText.signOutTitle}
      message={clearsCaches ? sessionText.clearCachesMessage(storage) : sessionText.signOutMessage}
      confirm={stage === "syncing" ? sessionText.signingOut : clearsCaches ? sessionText.clearCaches : sessionText.signOut}
      busy={stage === "syncing"}
      onConfirm={() => void handleSignOut()}
      onCancel={onClose}
    />
  );
}
