/** The trash, whose code comes when the user looks into it, or once nothing else is to be done: something in it may have been there for long enough. */
import type { TrashService } from "@satchel/core/library/trash/trash-service-types.ts";
import { fetchWhenIdle } from "../../shared/lazy-component.ts";
import type { TrashParts } from "../composition/compose-trash.ts";

export function createLazyTrash(parts: TrashParts) {
  let made: TrashService | undefined;
  let isClosed = false;
  const open = async (): Promise<TrashService> => {
    const { composeTrash } = await import("../composition/compose-trash.ts");
    made ??= composeTrash(parts);
    return made;
  };
  fetchWhenIdle([async () => isClosed || (await open()).watch()]);
  return {
    open,
    close(): void {
      isClosed = true;
      made?.close();
    },
  };
}
