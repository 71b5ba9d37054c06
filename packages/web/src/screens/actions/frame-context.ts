/** Frame state for the pages inside: the kind of frame, how to open the sidebar, and dialogs that outlive a change of frame. */
import { createContext, type ReactNode } from "react";

/** Dialogs that bands open. The frame holds them, so that resizing the window does not close them. */
export type BandQuestion = "removal" | "target" | "join-sensitive";

export type FrameState = {
  readonly isPhone: boolean;
  readonly isSidebarShown: boolean;
  readonly toggleSidebar: () => void;
  readonly askAbout: (question: BandQuestion) => void;
};

/** The page inside the frame: dashboard or notes. */
export const InnerScreen = createContext<ReactNode>(null);

export const FrameContext = createContext<FrameState>({
  isPhone: false,
  isSidebarShown: true,
  toggleSidebar: () => undefined,
  askAbout: () => undefined,
});
