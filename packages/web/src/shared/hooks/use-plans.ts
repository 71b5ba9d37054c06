/** The way from a full storage to the plans; a drive of the user's own has none to offer. Spec B §2 "Storage". */
import { useWorkspaceActions } from "../workspace-actions.ts";
import { usePlace } from "./use-place.ts";

export function usePlans(): (() => void) | undefined {
  const place = usePlace();
  const { openCloudStorage } = useWorkspaceActions();
  return place === "storage" ? openCloudStorage : undefined;
}
