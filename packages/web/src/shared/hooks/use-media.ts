/** Whether a media query holds, and which frame the window's width asks for. */
import { LAYOUT } from "@satchel/core/model/limits.ts";
import type { Frame } from "@satchel/core/workspace/layout/panes.ts";
import { useSyncExternalStore } from "react";

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}

export function useFrame(): Frame {
  return useMedia(`(width < ${LAYOUT.mobileBreakpointPx}px)`) ? "phone" : "desktop";
}

export function useIsWide(): boolean {
  return useMedia(`(width >= ${LAYOUT.sidebarBreakpointPx}px)`);
}
