/** The trash that the screen shows, once its code is here. */
import type { TrashService } from "@satchel/core/library/trash/trash-service-types.ts";
import { createContext, useContext } from "react";

const TrashContext = createContext<TrashService | undefined>(undefined);
export const TrashProvider = TrashContext.Provider;

export function useTrashService(): TrashService {
  const trash = useContext(TrashContext);
  if (trash === undefined) throw new Error("a part of the trash is shown outside of it");
  return trash;
}
