/** A shortcut that was pressed before the workspace could carry it out: it waits until the workspace is there. The last one counts. */
import type { ActionId } from "@satchel/core/workspace/actions/actions.ts";

let held: ActionId | undefined;

export function holdShortcut(action: ActionId): void {
  held = action;
}

export function takeHeldShortcut(): ActionId | undefined {
  const action = held;
  held = undefined;
  return action;
}
