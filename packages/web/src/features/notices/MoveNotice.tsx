/** A change of plan under way, above the notes: it goes on whichever page is open. Says so when it has arrived. Issue 5. */
import { Truck } from "lucide-react";
import { useEffect, useRef } from "react";
import { useMove } from "../../shared/hooks/use-move.ts";
import { useServices } from "../../shared/services.ts";
import { MoveActions } from "../../shared/ui/MoveActions.tsx";
import { Notice } from "../../shared/ui/Notice.tsx";
import { moveProgress, moveSentence } from "../../text/moving.ts";

export function MoveNotice() {
  const { status } = useServices();
  const move = useMove();
  const { state } = move;
  const arrivedAt = state.kind === "none" ? state.arrivedAt : undefined;
  // Told when it happens; whoever comes back to this page later knows.
  const told = useRef(arrivedAt);
  useEffect(() => {
    if (arrivedAt !== undefined && arrivedAt !== told.current) status.show({ id: "plan-changed", plan: arrivedAt }, { subject: "plan" });
    told.current = arrivedAt;
  }, [arrivedAt, status]);
  const sentence = moveSentence(state);
  // What another device has begun is told where it can be looked for, in Settings.
  if (sentence === undefined || state.kind === "elsewhere") return null;
  return (
    <Notice tone={state.kind === "stopped" ? "warning" : "info"} icon={<Truck />} actions={<MoveActions {...move} />}>
      <b>{sentence}</b> {moveProgress(state)}
    </Notice>
  );
}
