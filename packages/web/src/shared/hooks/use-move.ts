/** A change of plan that is under way, with its current actions to continue and to leave. */

import { PATHS } from "@satchel/core/model/routes.ts";
import type { MoveState } from "@satchel/core/transfer/storage-migration/move-service-types.ts";
import { useState } from "react";
import { useServices } from "../services.ts";
import { useStore } from "./use-store.ts";

export function useMove() {
  const { connection, migration, status } = useServices();
  const state = useStore(migration.store, (all) => all);
  const [isCancelling, setCancelling] = useState(false);

  const goOn = async (): Promise<void> => {
    if (state.kind === "elsewhere") await migration.change(state.to);
    else await migration.resume();
  };
  const connect = async (): Promise<void> => {
    const left = await connection.connect(PATHS.notes);
    if (!left.ok) status.show({ id: "connect-problem", problem: left.problem, intent: "move" }, { subject: "connection" });
  };
  const cancel = async (): Promise<void> => {
    setCancelling(true);
    await migration.cancel();
    setCancelling(false);
  };
  return { state, isCancelling, goOn, connect, cancel, canCancel: canCancel(state) };
}

function canCancel(state: MoveState): boolean {
  return state.kind !== "none" && state.kind !== "finishing" && !(state.kind === "stopped" && state.isSwitched);
}
