/** Is beside every sentence that says that the plan's storage is full; a drive of the user's own has no plans to offer. Spec B §2 "Storage". */
import { workspaceText } from "../../text/workspace.ts";
import { usePlans } from "../hooks/use-plan.ts";
import { Button } from "./Button.tsx";

/** `why`: the reason or problem that the sentence beside it names. */
export function SeePlans({ why }: { readonly why: string | undefined }) {
  const seePlans = usePlans();
  if (why !== "storage-full" || seePlans === undefined) return null;
  return <Button label={workspaceText.seePlans} size="small" onPress={seePlans} />;
}
