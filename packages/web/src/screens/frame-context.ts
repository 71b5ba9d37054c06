/** What pages inside the frame know of it: which frame it is, and how to bring the sidebar. */
import { createContext, useContext } from "react";

export type FrameState = { readonly isPhone: boolean; readonly isSidebarShown: boolean; readonly toggleSidebar: () => void };

export const FrameContext = createContext<FrameState>({ isPhone: false, isSidebarShown: true, toggleSidebar: () => undefined });

export function useFrameState(): FrameState {
  return useContext(FrameContext);
}
