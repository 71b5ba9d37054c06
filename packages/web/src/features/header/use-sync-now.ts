/** The Sync button: reconnects after a lost connection, otherwise runs a whole cycle. Spec A §4 "Manual sync". */
import { decideManualSync, hasMovedAway, isConnectionLost } from "@satchel/core/connection/link.ts";
import { PATHS } from "@satchel/core/model/routes.ts";
import { decideSyncAnswer } from "@satchel/core/workspace/notifications/decide-drive-status.ts";
import { useState } from "react";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";

const SUBJECT = "sync";

export function useSyncNow() {
  const { account, connection, status } = useServices();
  const { sync } = useLibrary();
  const storage = useStorageLabel();
  const { openCloudStorage } = useWorkspaceActions();
  const isSyncing = useStore(sync.store, (state) => state.phase === "syncing");
  const [isAsked, setAsked] = useState(false);

  const planOf = (): string | undefined => {
    const session = account.store.getState();
    return session.kind === "signed-in" ? session.user.planType : undefined;
  };

  const signIn = async (): Promise<void> => {
    const plan = planOf();
    await account.refresh();
    // Another device has changed the plan: the app follows it by itself, and must not lead to the former drive.
    if (planOf() !== plan) return;
    status.show({ id: "connection-lost" }, { subject: SUBJECT });
    const left = await connection.connect(PATHS.notes);
    if (!left.ok) status.show({ id: "reconnection-problem", problem: left.problem }, { subject: SUBJECT });
  };

  const syncNow = async (): Promise<void> => {
    setAsked(true);
    await test();
    setAsked(false);
  };

  /** Tests the connection first, then syncs. */
  const test = async (): Promise<void> => {
    const decided = decideManualSync(connection.store.getState());
    if (decided === "sign-in") return signIn();
    if (decided === "try-access" && !(await connection.reconnect())) {
      const isLost = decideManualSync(connection.store.getState()) === "sign-in";
      return isLost ? signIn() : void status.show({ id: "sync-failed" }, { subject: SUBJECT });
    }
    sync.start();
    const isComplete = await sync.syncNow();
    const state = sync.store.getState();
    const { problem } = state;
    if (!isComplete && isConnectionLost(problem)) return signIn();
    // Another device has moved the library: the app follows it by itself, and syncs there.
    if (!isComplete && hasMovedAway(problem)) return;
    const answer = decideSyncAnswer(isComplete, state);
    const isFull = answer.id === "changes-wait" && answer.reason === "storage-full" && storage === "storage";
    status.show(answer, { subject: SUBJECT, ...(isFull ? { action: { run: openCloudStorage } } : {}) });
  };

  return { isBusy: isSyncing || isAsked, syncNow };
}
