/** The buttons of a change of plan under way: on, and out. */

import { migrationText } from "../../text/migration.ts";
import type { useMove } from "../hooks/use-move.ts";
import { Button } from "./Button.tsx";

export function MoveActions({ state, isCancelling, canCancel, goOn, connect, cancel }: ReturnType<typeof useMove>) {
  return (
    <>
      {state.kind === "needs-drive" && (
        <Button size="small" tone="primary" onPress={() => void connect()}>
          {migrationText.connect}
        </Button>
      )}
      {(state.kind === "stopped" || state.kind === "elsewhere") && (
        <Button size="small" tone="primary" onPress={() => void goOn()}>
          {state.kind === "elsewhere" ? migrationText.goOnHere : migrationText.goOn}
        </Button>
      )}
      {canCancel && (
        <Button size="small" busy={isCancelling} onPress={() => void cancel()}>
          {isCancelling ? migrationText.cancelling : migrationText.cancel}
        </Button>
      )}
    </>
  );
}
