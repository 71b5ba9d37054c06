/** The Sync button: a lost connection opens reconnection, anything else runs a whole cycle. Spec A §4 "Manual sync". */
import { PATHS } from "@satchel/core/routing/routes.ts";
import { useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";

const SUBJECT = "sync";

export function useSyncNow() {
  const { connection, status } = useServices();
  const { sync } = useLibrary();
  const isSyncing = useStore(sync.store, (state) => state.phase === "syncing");
  const [isAsked, setAsked] = useState(false);

  const reconnect = async (): Promise<void> => {
    status.show({ id: "connection-lost" }, { subject: SUBJECT });
    const connected = await connection.connect(PATHS.notes);
    if (!connected.ok) status.show({ id: "connection-failed" }, { subject: SUBJECT });
  };

  const syncNow = async (): Promise<void> => {
    const { kind } = connection.store.getState();
    if (kind === "expired" || kind === "none") return reconnect();
    setAsked(true);
    const isComplete = await sync.syncNow();
    setAsked(false);
    const problem = sync.store.getState().problem?.kind;
    if (!isComplete && (problem === "access-expired" || problem === "not-connected")) return reconnect();
    status.show({ id: isComplete ? "sync-completed" : "sync-failed" }, { subject: SUBJECT });
  };

  return { isBusy: isSyncing || isAsked, syncNow };
}
