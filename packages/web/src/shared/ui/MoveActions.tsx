/** Buttons to continue or cancel a change of plan. */

import { migrationText } from "../../text/drive/migration.ts";
import type { useMove } from "../hooks/use-move.ts";
import { Button } from "./Button.tsx";

export function MoveActions({ state, isCancelling, canCancel, goOn, connect, cancel }: ReturnType<typeof useMove>) {
  return (
    <>
      {state.kind === "needs-drive" && <Button label={migrationText.connect} size="small" tone="primary" onPress={() => void connect()} />}
      {(state.kind === "stopped" || state.kind === "elsewhere") && (
        <Button
          label={state.kind === "elsewhere" ? migrationText.goOnHere : migrationText.goOn}
          size="small"
          tone="primary"
          onPress={() => void goOn()}
        />
      )}
      {canCancel && (
        <Button
          label={isCancelling ? migrationText.cancelling : migrationText.cancel}
          size="small"
          busy={isCancelling}
          onPress={() => void cancel()}
        />
      )}
    </>
  );
}
