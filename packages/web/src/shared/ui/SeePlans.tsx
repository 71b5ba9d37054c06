/** Stands beside every sentence that says that the plan's storage is full; a drive of the user's own has no plans to offer. Spec B §2 "Storage". */
import { workspaceText } from "../../text/workspace.ts";
import { usePlace } from "../hooks/use-place.ts";
import { useWorkspaceActions } from "../workspace-actions.ts";
import { Button } from "./Button.tsx";

/** `why`: the reason or problem that the sentence beside it names. */
export function SeePlans({ why }: { readonly why: string | undefined }) {
  const place = usePlace();
  const { openCloudStorage } = useWorkspaceActions();
  if (why !== "storage-full" || place !== "storage") return null;
  return (
    <Button size="small" onPress={openCloudStorage}>
      {workspaceText.seePlans}
    </Button>
  );
}
