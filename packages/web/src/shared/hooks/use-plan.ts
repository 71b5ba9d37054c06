/** Consequences of the account's plan: the word for its storage, where a full storage leads to, and which plans can be chosen. */

import { needsOwnDrive, PLAN_TYPES, type PlanType } from "@satchel/contract/plans.ts";
import { useEffect, useState } from "react";
import type { StorageLabel } from "../../text/storage-label.ts";
import { useServices, useSignedOutServices } from "../services.ts";
import { useWorkspaceActions } from "../workspace-actions.ts";
import { useStore } from "./use-store.ts";

export function useStorageLabel(): StorageLabel {
  return useStore(useSignedOutServices().account.store, (state) =>
    state.kind === "signed-in" && !needsOwnDrive(state.user.planType) ? "storage" : "drive",
  );
}

/** Opens the plans when storage is full; undefined for the user's own drive, which has no plans. Spec B §2 "Storage". */
export function usePlans(): (() => void) | undefined {
  const storage = useStorageLabel();
  const { openCloudStorage } = useWorkspaceActions();
  return storage === "storage" ? openCloudStorage : undefined;
}

/** Plans that this account can choose: all of them until the server has responded, which enforces the choice anyway. */
export function useChoosablePlans(): readonly PlanType[] {
  const { account } = useServices();
  const [plans, setPlans] = useState<readonly PlanType[]>(PLAN_TYPES);
  useEffect(() => {
    let isShown = true;
    void account.choosablePlans().then((choosable) => isShown && setPlans(choosable ?? PLAN_TYPES));
    return () => {
      isShown = false;
    };
  }, [account]);
  return plans;
}
