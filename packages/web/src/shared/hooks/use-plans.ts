/** The way from a full storage to the plans; a drive of the user's own has none to offer. Spec B §2 "Storage". */
import { useWorkspaceActions } from "../workspace-actions.ts";
import { useStorageLabel } from "./use-storage-label.ts";

export function usePlans(): (() => void) | undefined {
  const storage = useStorageLabel();
  const { openCloudStorage } = useWorkspaceActions();
  return storage === "storage" ? openCloudStorage : undefined;
}
