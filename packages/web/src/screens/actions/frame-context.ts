/** What pages inside the frame know of it: which frame it is, how to bring the sidebar, and how to ask what outlives a change of frame. */
import { createContext, type ReactNode } from "react";

/** What a band leads to. The frame holds it, so that a window made narrower or wider does not close what is being answered. */
export type BandQuestion = "removal" | "target" | "join-sensitive";

export type FrameState = {
  readonly isPhone: boolean;
  readonly isSidebarShown: boolean;
  readonly toggleSidebar: () => void;
  readonly askAbout: (question: BandQuestion) => void;
};

/** The page that is in the frame: dashboard or notes. */
export const InnerScreen = createContext<ReactNode>(null);

export const FrameContext = createContext<FrameState>({
  isPhone: false,
  isSidebarShown: true,
  toggleSidebar: () => undefined,
  askAbout: () => undefined,
});
