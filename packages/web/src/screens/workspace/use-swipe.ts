/** Swiping changes a phone's panes, except inside horizontal scrollers. Uses native listeners, not React's. Spec A §2.8 "Mobile". */
import { decideSwipe } from "@satchel/core/workspace/layout/panes.ts";
import { type RefObject, useEffect, useRef } from "react";
import { useLibrary } from "../../shared/services.ts";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";

type Swipe = ReturnType<typeof decideSwipe>;

export function useSwipe(isNoteAddress: boolean): RefObject<HTMLDivElement | null> {
  const { tabs } = useLibrary();
  const { showList, activate } = useWorkspaceActions();
  const slider = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = (swipe: Swipe): void => {
      const { activeTabId } = tabs.store.getState();
      if (swipe === "to-list" && isNoteAddress) showList();
      if (swipe === "to-content" && !isNoteAddress && activeTabId !== null) activate(activeTabId);
    };
    return slider.current === null ? undefined : listenForSwipes(slider.current, follow);
  }, [isNoteAddress, tabs, showList, activate]);
  return slider;
}

function listenForSwipes(element: HTMLElement, onSwipe: (swipe: Swipe) => void): () => void {
  let start: { readonly x: number; readonly y: number } | undefined;
  const handleStart = ({ touches, target }: TouchEvent): void => {
    const touch = touches[0];
    const isOurs = touch !== undefined && touches.length === 1 && !scrollsSideways(target);
    start = isOurs ? { x: touch.clientX, y: touch.clientY } : undefined;
  };
  const handleEnd = ({ changedTouches }: TouchEvent): void => {
    const touch = changedTouches[0];
    if (start === undefined || touch === undefined) return;
    const swipe = decideSwipe(touch.clientX - start.x, touch.clientY - start.y);
    start = undefined;
    onSwipe(swipe);
  };
  element.addEventListener("touchstart", handleStart, { passive: true });
  element.addEventListener("touchend", handleEnd);
  return () => {
    element.removeEventListener("touchstart", handleStart);
    element.removeEventListener("touchend", handleEnd);
  };
}

function scrollsSideways(target: EventTarget | null): boolean {
  for (let element = target as Element | null; element instanceof HTMLElement; element = element.parentElement) {
    if (element.isContentEditable && getSelection()?.isCollapsed === false) return true;
    if (element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX)) return true;
  }
  return false;
}
