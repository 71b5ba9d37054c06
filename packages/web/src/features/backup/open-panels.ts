/** Whether the panel of backup and restore is on the screen: it shows then what the band above the notes shows otherwise. */
import { createStore } from "@satchel/core/model/store.ts";
import { useEffect } from "react";

export const openPanels = createStore({ count: 0 });

export function useOpenPanel(): void {
  useEffect(() => {
    openPanels.setState({ count: openPanels.getState().count + 1 });
    return () => openPanels.setState({ count: openPanels.getState().count - 1 });
  }, []);
}
