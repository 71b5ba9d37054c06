/** Link to the plans beside each message that storage is full; hidden for the user's own drive. Spec B §2 "Storage". */
import { workspaceText } from "../../text/workspace.ts";
import { usePlans } from "../hooks/use-plan.ts";
import { Button } from "./Button.tsx";

/** `why`: kind of problem in the message beside it. */
export function SeePlans({ why }: { readonly why: string | undefined }) {
  const seePlans = usePlans();
  if (why !== "storage-full" || seePlans === undefined) return null;
  return <Button label={workspaceText.seePlans} size="small" onPress={seePlans} />;
}
