/** A change of plan in progress, above the notes; it continues on every page. Decision 0010. */
import { Truck } from "lucide-react";
import { useMove } from "../../../shared/hooks/use-move.ts";
import { Notice } from "../../../shared/notices/Notice.tsx";
import { MoveActions } from "../../../shared/ui/MoveActions.tsx";
import { moveProgress, moveSentence } from "../../../text/drive/migration.ts";

export function MoveNotice() {
  const move = useMove();
  const { state } = move;
  const sentence = moveSentence(state);
  if (sentence === undefined) return null;
  return (
    <Notice tone={state.kind === "stopped" ? "warning" : "info"} icon={<Truck />} actions={<MoveActions {...move} />}>
      <b>{sentence}</b> {moveProgress(state)}
    </Notice>
  );
}
