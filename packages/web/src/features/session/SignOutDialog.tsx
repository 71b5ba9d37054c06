/** Signing out: asks, finishes a sync, and says what would be lost before anything is. Spec B §2, decisions §5 "Sign-out". */
import { onlyHereFileName, toReadablePage } from "@satchel/core/leaving/only-here.ts";
import { gatherOnlyHere } from "@satchel/core/leaving/only-here-service.ts";
import { isDirty } from "@satchel/core/tabs/tab.ts";
import { useState } from "react";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { sessionText } from "../../text/session.ts";

type Stage =
  | { readonly kind: "asking" }
  | { readonly kind: "syncing" }
  | { readonly kind: "only-here"; readonly notes: number; readonly drafts: number };

export function SignOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { account, status } = useServices();
  const { sync, notes, tabs } = useLibrary();
  const [stage, setStage] = useState<Stage>({ kind: "asking" });

  const leave = async (): Promise<void> => {
    const { complete } = await account.signOut();
    status.show({ id: "signed-out" }, { subject: "session" });
    status.show({ id: complete ? "device-cleared" : "device-not-cleared" }, { subject: "device" });
    onClose();
  };
  const handleSignOut = async (): Promise<void> => {
    setStage({ kind: "syncing" });
    if (notes.store.getState().pendingCount > 0) await sync.syncNow();
    const waiting = notes.store.getState().pendingCount;
    const { tabs: open, strayDrafts } = tabs.store.getState();
    const drafts = open.filter(isDirty).length + strayDrafts.length;
    if (waiting + drafts === 0) return leave();
    setStage({ kind: "only-here", notes: waiting, drafts });
  };

  if (stage.kind === "only-here") return <OnlyHereDialog {...stage} onLeave={() => void leave()} onClose={onClose} />;
  return (
    <ConfirmDialog
      variant="info"
      title={sessionText.signOutTitle}
      message={sessionText.signOutMessage}
      confirm={stage.kind === "syncing" ? sessionText.signingOut : sessionText.signOut}
      busy={stage.kind === "syncing"}
      onConfirm={() => void handleSignOut()}
      onCancel={onClose}
    />
  );
}

type OnlyHereProps = { readonly notes: number; readonly drafts: number; readonly onLeave: () => void; readonly onClose: () => void };

/** Counts what would be lost, and offers to take it along in a file. */
function OnlyHereDialog({ notes, drafts, onLeave, onClose }: OnlyHereProps) {
  const { clock, saveFile } = useServices();
  const library = useLibrary();
  const [saved, setSaved] = useState<{ readonly name: string; readonly unreadable: number }>();
  const handleSave = async (): Promise<void> => {
    const { items, unreadable } = await gatherOnlyHere({ notes: library.notes, tabs: library.tabs.store });
    const name = onlyHereFileName(clock.now());
    saveFile({ name, type: "text/html", text: toReadablePage(items, sessionText.page) });
    setSaved({ name, unreadable });
  };
  return (
    <ConfirmDialog
      variant="danger"
      title={sessionText.onlyHereTitle}
      message={
        <>
          <p>{sessionText.onlyHere(notes, drafts)}</p>
          {saved !== undefined && (
            <p role="status">
              {sessionText.savedTo(saved.name)} {saved.unreadable > 0 && sessionText.notSaved(saved.unreadable)}
            </p>
          )}
        </>
      }
      confirm={sessionText.signOutAnyway}
      cancel={sessionText.staySignedIn}
      other={<Button onPress={() => void handleSave()}>{sessionText.saveFirst}</Button>}
      onConfirm={onLeave}
      onCancel={onClose}
    />
  );
}
